import { scanHtml } from '../html/scan-html.ts';
import { ownText } from '../diagnostics/own-text.ts';
import type { LinkTarget, LinkUse, PageNode, SiteGraph } from './graph-types.ts';
import { type LiteralSource, literalFinder, writtenForms } from './literal-locations.ts';
import { resolveLink } from './resolve-link.ts';

/** A reference in the layouts of one or more pages. */
interface LayoutLink extends LayoutReference {
  /** The first page that contains it. */
  readonly node: PageNode;
  pages: number;
}

/** A reference in the layout of one page. */
export interface LayoutReference {
  readonly href: string;
  readonly kind: 'page' | 'asset';
}

/** Collects the broken references in all layouts, without duplicates. */
export interface LayoutLinks {
  readonly note: (node: PageNode, references: readonly LayoutReference[]) => void;
  readonly list: () => readonly LayoutLink[];
}

export function collectLayoutLinks(graph: SiteGraph): LayoutLinks {
  const brokenOf = createBrokenFinder(graph);
  const found = new Map<string, LayoutLink>();
  const add = (node: PageNode, { href, kind }: LayoutReference): void => {
    const key = `${kind} ${href}${isRelative(href) ? ` ${node.route}` : ''}`;
    const entry = found.get(key);
    if (entry === undefined) found.set(key, { href, kind, node, pages: 1 });
    else entry.pages += 1;
  };
  return {
    note: (node, references) => {
      for (const reference of brokenOf(node, references)) add(node, reference);
    },
    list: () => [...found.values()],
  };
}

/** Returns the references of a layout that are broken. */
export type BrokenFinder = (
  node: PageNode,
  references: readonly LayoutReference[],
) => readonly LayoutReference[];

/** Resolves each reference once; relative ones, which depend on the page, once for each page. */
export function createBrokenFinder(graph: SiteGraph): BrokenFinder {
  const known = { page: new Map<string, boolean>(), asset: new Map<string, boolean>() };
  const isBroken = (node: PageNode, reference: LayoutReference): boolean => {
    const { href, kind } = reference;
    const before = known[kind].get(href);
    if (before !== undefined) return before;
    const broken = targetOf(graph, node, reference).type === 'broken';
    if (!isRelative(href)) known[kind].set(href, broken);
    return broken;
  };
  return (node, references) => references.filter((reference) => isBroken(node, reference));
}

/** True for an address that depends on the page. */
function isRelative(href: string): boolean {
  return !/^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(href);
}

function targetOf(graph: SiteGraph, { route }: PageNode, reference: LayoutReference): LinkTarget {
  const { href, kind } = reference;
  return resolveLink(graph, { href, kind, from: { route, isPrinted: true } });
}

/** Lists the references of a page's layout without duplicates; `body` is the rendered layout. */
export type ScanLayout = (node: Pick<PageNode, 'type'>, body: string) => readonly LayoutReference[];

/** Elements that change how the HTML behind the next link is read; React's empty comments are none. */
const CONTEXT =
  /<(?:!(?!--(?: |\/?\$)-->)|base|form|frame|iframe|math|noembed|noframes|noscript|plaintext|script|select|style|svg|table|template|textarea|title|xmp)/i;
/** An icon, which is read on its own like a link. */
const DRAWING =
  /<svg[\s>][^<]*(?:<(?:\/?(?:circle|ellipse|g|line|path|polygon|polyline|rect|use)[\s/>]|title>[^<]*<\/title>)[^<]*)*<\/svg>/gi;
/** An attribute that contains a tag, or ends in another part. */
const QUOTED = /="[^"]*(?:<|$)|='[^']*(?:<|$)/;

/** Longest part that is remembered, in characters: parts that pages share are links with their labels. */
const LONGEST_PART = 2000;
const MOST_PARTS = 5000;

/** Scans a layout from link to link and remembers the parts that two pages in a row have. */
export function createLayoutScan(): ScanLayout {
  const keep = createKeeper();
  const known = new Map<string, readonly LayoutReference[]>();
  let before = new Map<string, readonly LayoutReference[]>();
  let now = new Map<string, readonly LayoutReference[]>();
  const read = (part: string): readonly LayoutReference[] | undefined => {
    const found = known.get(part);
    if (found !== undefined) return found;
    const repeated = before.get(part);
    if (repeated !== undefined && part.length <= LONGEST_PART) {
      if (known.size === MOST_PARTS) known.clear();
      known.set(ownText(part), repeated);
    } else if (repeated === undefined && !isPlain(part)) return undefined;
    const references = repeated ?? (simpleLink(part) ?? referencesIn(part)).map(keep);
    now.set(part, references);
    return references;
  };
  return (node, body) => {
    // The layout without the parts that are checked separately: the article, or the content of a React page.
    const tag = node.type === 'react' ? 'main' : 'article';
    const start = body.indexOf(`<${tag}`);
    const end = body.lastIndexOf(`</${tag}>`);
    const layout: string = start < 0 || end < start ? body : body.slice(0, start) + body.slice(end);
    const references = readParts(layout, read) ?? referencesIn(layout).map(keep);
    before = now;
    now = new Map();
    const seen = new Set<string>();
    return references.filter(({ href }) => seen.size < seen.add(href).size);
  };
}

/** Reads a layout in parts that begin with a link; undefined if one cannot be read on its own. */
function readParts(
  layout: string,
  read: (part: string) => readonly LayoutReference[] | undefined,
): readonly LayoutReference[] | undefined {
  const found: LayoutReference[] = [];
  let start = 0;
  while (start < layout.length) {
    const next = layout.indexOf('<a ', start + 1);
    const end = next < 0 ? layout.length : next;
    const references = read(layout.slice(start, end));
    if (references === undefined) return undefined;
    for (const reference of references) found.push(reference);
    start = end;
  }
  return found;
}

function isPlain(part: string): boolean {
  return !QUOTED.test(part) && !CONTEXT.test(part.replace(DRAWING, ''));
}

/** A link as React prints it, without character references. */
const LINK = /^<a(?: [a-z-]+="[^"&<>\r\0]*")*>/;
/** Attributes with which other tags refer to something. */
const REFERRING = /(?:href|src|srcset|data|poster|style|content)\s*=/i;

/** Reads a part whose only reference may be the one of its link; undefined for other parts, which are scanned. */
function simpleLink(part: string): readonly LayoutReference[] | undefined {
  const tag = LINK.exec(part)?.[0];
  if (tag === undefined || REFERRING.test(part.slice(tag.length))) return undefined;
  const [, href] = / href="([^"]*)"/.exec(tag) ?? [];
  if (/ style="|="data:/.test(tag)) return undefined;
  return href === undefined || href.startsWith('#') ? [] : [{ href, kind: 'page' }];
}

/** Returns the only copy of each reference: a substring of a page's HTML would keep all of it in memory. */
function createKeeper(): (reference: LayoutReference) => LayoutReference {
  const kept = {
    page: new Map<string, LayoutReference>(),
    asset: new Map<string, LayoutReference>(),
  };
  return ({ href, kind }) => {
    const known = kept[kind].get(href);
    if (known !== undefined) return known;
    const added = { href: ownText(href), kind };
    kept[kind].set(added.href, added);
    return added;
  };
}

function referencesIn(html: string): readonly LayoutReference[] {
  return (
    scanHtml(html)
      // Anchors within the page come from its own headings; React preloads images of the page.
      .links.filter(({ href, attribute }) => attribute !== 'imagesrcset' && !href.startsWith('#'))
  );
}

export interface LayoutCheck {
  readonly graph: SiteGraph;
  readonly links: readonly LayoutLink[];
  /** Broken references that are already reported in the configuration. */
  readonly known: ReadonlySet<string>;
  readonly templates: readonly LiteralSource[];
}

/**
 * Resolves references that come from templates. They are located at the string in a template that the address comes
 * from; else at the first page that contains them.
 */
export function layoutUses({ graph, links, known, templates }: LayoutCheck): readonly LinkUse[] {
  const find = literalFinder(templates);
  return links
    .filter(({ href }) => !known.has(href))
    .map(({ node, pages, ...reference }) => {
      const { href } = reference;
      const target = targetOf(graph, node, reference);
      const file = 'source' in node ? node.source.file : graph.config.configFile;
      const location = find(writtenForms(graph, node, href)) ?? { file, line: 1, column: 1 };
      return { href, target, location, route: node.route, pages };
    });
}
