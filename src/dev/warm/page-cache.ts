import { createHash } from 'node:crypto';
import type { Location } from '../../diagnostics/diagnostic.ts';
import type { ParsedDoc } from '../../markdown/parsed-doc.ts';
import { makePage, type PageNotes } from '../../pipeline/page.ts';
import type { Site } from '../../pipeline/prepare.ts';
import type { OutputPath, Route } from '../../shared/paths.ts';
import type { PageNode } from '../../site/site-graph.ts';

/** What is kept of a page: its HTML is not, it is made when a reader asks for it. */
export interface ShelvedPage {
  readonly notes: PageNotes;
  /** The names of its files. */
  readonly outputs: readonly Output[];
}

export interface Output {
  readonly path: OutputPath;
  readonly origin?: Location | undefined;
}

/** Keeps pages from one state of the site to the next. */
export interface PageShelf {
  /** The page as it is in this state of the site; made again where its input is another one. */
  readonly take: (site: Site, node: PageNode) => ShelvedPage;
  /** Forgets pages that the site does not have any more. */
  readonly tidy: (site: Site) => void;
  /** Grows whenever a page was made that said something new. */
  readonly version: () => number;
}

interface Entry extends ShelvedPage {
  readonly site: Site;
  /** The text of a doc. */
  readonly doc: ParsedDoc | undefined;
  /** Stands for everything that the page is made of. */
  readonly key: string;
}

export function createPageShelf(): PageShelf {
  const entries = new Map<Route, Entry>();
  const names = createNames();
  const shared = shareReferences();
  let version = 0;
  return {
    take: (site, node) => {
      const before = entries.get(node.route);
      const doc = node.type === 'doc' ? site.readDoc(node.source.file) : undefined;
      if (before?.site === site && before.doc === doc) return before;
      const key = pageKey(site, node, names);
      const isSame = before?.key === key && before.doc === doc;
      const made = isSame ? withNode(before, node) : makeShelved(site, node, shared);
      if (!isSame) version += 1;
      const entry = { ...made, site, doc, key };
      entries.set(node.route, entry);
      return entry;
    },
    tidy: ({ graph }) => {
      for (const route of entries.keys()) {
        if (graph.pages.has(route)) continue;
        entries.delete(route);
        version += 1;
      }
    },
    version: () => version,
  };
}

function makeShelved(site: Site, node: PageNode, shared: ShareReferences): ShelvedPage {
  const { notes, files } = makePage(site, node);
  const outputs = files.map(({ path, origin }) => ({ path, origin }));
  return { notes: { ...notes, frame: shared(notes.frame) }, outputs };
}

type ShareReferences = (frame: PageNotes['frame']) => PageNotes['frame'];

/** Keeps each reference of a frame once, copied: a text cut out of a page's HTML would keep all of it in memory. */
function shareReferences(): ShareReferences {
  const known = new Map<string, PageNotes['frame'][number]>();
  return (frame) =>
    frame.map(({ href, kind }) => {
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

/** The graph is another one, what is said of the page is the same. */
function withNode({ notes, outputs }: ShelvedPage, node: PageNode): ShelvedPage {
  return { notes: { ...notes, node }, outputs };
}

/** Texts that stand for objects. */
interface Names {
  /** One for each object. */
  readonly of: (object: object) => string;
  /** One for each content. */
  readonly content: (object: object) => string;
}

function createNames(): Names {
  const numbers = new WeakMap<object, string>();
  const contents = new WeakMap<object, string>();
  let last = 0;
  return {
    of: (object) => {
      const name = numbers.get(object) ?? String(++last);
      numbers.set(object, name);
      return name;
    },
    content: (object) => {
      const name = contents.get(object) ?? digest([JSON.stringify(object)]);
      contents.set(object, name);
      return name;
    },
  };
}

/** Two pages with the same key, and the same text of the doc, have the same notes. */
function pageKey(site: Site, node: PageNode, names: Names): string {
  const { chrome, bundles, targets, api, sampleDoc, config } = site;
  const { page, html } = chrome.pageInput(node);
  const file = chrome.sharedFile(node);
  const shared = chrome.shared.filter((candidate) => candidate.file === file);
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
