import { createHash } from 'node:crypto';
import type { Location } from '../../diagnostics/diagnostic.ts';
import type { DocFacts } from '../../markdown/parsed-doc.ts';
import { makePage, type PageNotes } from '../../pipeline/page.ts';
import type { Site } from '../../pipeline/prepare.ts';
import type { OutputPath, Route } from '../../shared/paths.ts';
import type { PageNode } from '../../site/graph-types.ts';

/** The notes of a page. Its HTML is not kept: it is rendered on request. */
interface CachedPage {
  readonly notes: PageNotes;
  /** The paths of its files. */
  readonly outputs: readonly Output[];
}

export interface Output {
  readonly path: OutputPath;
  readonly origin?: Location | undefined;
}

export type PageCache = ReturnType<typeof createPageCache>;

interface Entry extends CachedPage {
  readonly site: Site;
  readonly doc: DocFacts | undefined;
  /** Changes with the input of the page. */
  readonly key: string;
}

/** Caches the notes of pages across states of the site. */
export function createPageCache() {
  const entries = new Map<Route, Entry>();
  const names = createNames();
  const shared = shareReferences();
  let version = 0;
  return {
    /** Returns the notes of a page; makes them again if the input has changed. */
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
    /** Removes pages that no longer exist. */
    prune: ({ graph }: Site): void => {
      for (const route of entries.keys()) {
        if (graph.pages.has(route)) continue;
        entries.delete(route);
        version += 1;
      }
    },
    /** Increases when the notes of a page have changed. */
    version: (): number => version,
  };
}

function makeCached(site: Site, node: PageNode, shared: ShareReferences): CachedPage {
  const { notes, files } = makePage(site, node);
  const outputs = files.map(({ path, origin }) => ({ path, origin }));
  return { notes: { ...notes, references: shared(notes.references) }, outputs };
}

type ShareReferences = (references: PageNotes['references']) => PageNotes['references'];

/** Keeps each reference once, as a copy: a substring of a page's HTML would keep all of it in memory. */
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

/** Creates short names for objects. */
function createNames() {
  const numbers = new WeakMap<object, string>();
  const contents = new WeakMap<object, string>();
  let last = 0;
  return {
    /** By identity. */
    of: (object: object): string => {
      const name = numbers.get(object) ?? String(++last);
      numbers.set(object, name);
      return name;
    },
    /** By content. */
    content: (object: object): string => {
      const name = contents.get(object) ?? digest([JSON.stringify(object)]);
      contents.set(object, name);
      return name;
    },
  };
}

/** Two pages with the same key and the same doc have the same notes. */
function pageKey(site: Site, node: PageNode, names: ReturnType<typeof createNames>): string {
  const { layout, bundles, targets, api, sampleDoc, config } = site;
  const { page, html } = layout.pageInput(node);
  const { site: data, sidebars } = layout.sharedOf(node);
  return digest([
    names.of(bundles.renderer.render),
    names.of(bundles.islands),
    // The links of a doc are part of its HTML; those of a React page are resolved in its notes.
    node.type === 'react' ? names.of(targets) : '',
    // Determines which headings begin a section.
    node.type === 'react' ? String(config.markdown.searchHeadingLevel) : '',
    node.type === 'api' ? names.of(api) : '',
    config.plugins.length === 0 ? '' : names.of(config.plugins),
    ...[data, sidebars].map(names.content),
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
