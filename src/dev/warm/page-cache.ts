import { createHash } from 'node:crypto';
import type { Location } from '../../diagnostics/diagnostic.ts';
import type { ParsedDoc } from '../../markdown/parsed-doc.ts';
import { makePage, type PageNotes } from '../../pipeline/page.ts';
import type { Site } from '../../pipeline/prepare.ts';
import type { OutputPath, Route } from '../../shared/paths.ts';
import type { PageNode } from '../../site/graph-types.ts';

/** What is kept of a page: its HTML is not, it is made when a reader asks for it. */
interface CachedPage {
  readonly notes: PageNotes;
  /** The names of its files. */
  readonly outputs: readonly Output[];
}

export interface Output {
  readonly path: OutputPath;
  readonly origin?: Location | undefined;
}

export type PageCache = ReturnType<typeof createPageCache>;

interface Entry extends CachedPage {
  readonly site: Site;
  /** The text of a doc. */
  readonly doc: ParsedDoc | undefined;
  /** Changes with everything that the page is made of. */
  readonly key: string;
}

/** Keeps pages from one state of the site to the next. */
export function createPageCache() {
  const entries = new Map<Route, Entry>();
  const names = createNames();
  const shared = shareReferences();
  let version = 0;
  return {
    /** The page as it is in this state of the site; made again where its input is another one. */
    take: (site: Site, node: PageNode): CachedPage => {
      const before = entries.get(node.route);
      const doc = node.type === 'doc' ? site.readDoc(node.source.file) : undefined;
      if (before?.site === site && before.doc === doc) return before;
      const key = pageKey(site, node, names);
      const isSame = before?.key === key && before.doc === doc;
      const made = isSame
        ? { ...before, notes: { ...before.notes, node } }
        : makeCached(site, node, shared);
      if (!isSame) version += 1;
      const entry = { ...made, site, doc, key };
      entries.set(node.route, entry);
      return entry;
    },
    /** Forgets pages that the site does not have any more. */
    prune: ({ graph }: Site): void => {
      for (const route of entries.keys()) {
        if (graph.pages.has(route)) continue;
        entries.delete(route);
        version += 1;
      }
    },
    /** Grows whenever a page was made that said something new. */
    version: (): number => version,
  };
}

function makeCached(site: Site, node: PageNode, shared: ShareReferences): CachedPage {
  const { notes, files } = makePage(site, node);
  const outputs = files.map(({ path, origin }) => ({ path, origin }));
  return { notes: { ...notes, references: shared(notes.references) }, outputs };
}

type ShareReferences = (references: PageNotes['references']) => PageNotes['references'];

/** Keeps each reference of a layout once, copied: a text cut out of a page's HTML would keep all of it in memory. */
function shareReferences(): ShareReferences {
  const known = new Map<string, PageNotes['references'][number]>();
  return (references) =>
    references.map(({ href, kind }) => {
      const key = `${kind} ${href}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const kept = { href: copyOf(href), kind };
      known.set(copyOf(key), kept);
      return kept;
    });
}

function copyOf(text: string): string {
  return [...text].join('');
}

/** Gives texts that stand for objects. */
function createNames() {
  const numbers = new WeakMap<object, string>();
  const contents = new WeakMap<object, string>();
  let last = 0;
  return {
    /** One for each object. */
    of: (object: object): string => {
      const name = numbers.get(object) ?? String(++last);
      numbers.set(object, name);
      return name;
    },
    /** One for each content. */
    content: (object: object): string => {
      const name = contents.get(object) ?? digest([JSON.stringify(object)]);
      contents.set(object, name);
      return name;
    },
  };
}

/** Two pages with the same key, and the same text of the doc, have the same notes. */
function pageKey(site: Site, node: PageNode, names: ReturnType<typeof createNames>): string {
  const { layout, bundles, targets, api, sampleDoc, config } = site;
  const { page, html } = layout.pageInput(node);
  const file = layout.sharedFile(node);
  const shared = layout.shared.filter((candidate) => candidate.file === file);
  return digest([
    names.of(bundles.renderer.render),
    // The links of a doc stand in its HTML; a React page's are noted as what they lead to.
    node.type === 'react' ? names.of(targets) : '',
    // Which headings of its HTML begin a section.
    node.type === 'react' ? String(config.markdown.searchHeadingLevel) : '',
    node.type === 'api' ? names.of(api) : '',
    ...shared.flatMap(({ site: data, sidebars }) => [data, sidebars].map(names.content)),
    'source' in node ? node.source.file : '',
    node === sampleDoc ? 'sample' : '',
    JSON.stringify(page),
    html,
  ]);
}

function digest(parts: readonly string[]): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64');
}
