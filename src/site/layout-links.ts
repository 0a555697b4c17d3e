import { scanHtml } from '../html/scan-html.ts';
import { ownText } from '../html/scanned-page.ts';
import type { LinkUse, PageNode, SiteGraph } from './graph-types.ts';
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

/** Collects the references in all layouts, without duplicates. */
export interface LayoutLinks {
  readonly note: (node: PageNode, references: readonly LayoutReference[]) => void;
  readonly list: () => readonly LayoutLink[];
}

export function collectLayoutLinks(): LayoutLinks {
  const found = new Map<string, LayoutLink>();
  const add = (node: PageNode, { href, kind }: LayoutReference): void => {
    const key = keyOf(node, { href, kind });
    const entry = found.get(key);
    if (entry === undefined) found.set(ownText(key), { href: ownText(href), kind, node, pages: 1 });
    else entry.pages += 1;
  };
  return {
    note: (node, references) => {
      for (const reference of references) add(node, reference);
    },
    list: () => [...found.values()],
  };
}

/** Equal keys mean the same target: relative addresses depend on the page. */
function keyOf({ route }: PageNode, { href, kind }: LayoutReference): string {
  const isRelative = !/^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(href);
  return `${kind} ${href}${isRelative ? ` ${route}` : ''}`;
}

/** Returns a function that tells whether a reference leads nowhere; each target is resolved once. */
export function brokenFinder(
  graph: SiteGraph,
): (node: PageNode, reference: LayoutReference) => boolean {
  const known = new Map<string, boolean>();
  return (node, { href, kind }) => {
    const key = keyOf(node, { href, kind });
    const before = known.get(key);
    if (before !== undefined) return before;
    const from = { route: node.route, isPrinted: true };
    const isBroken = resolveLink(graph, { href, kind, from }).type === 'broken';
    known.set(ownText(key), isBroken);
    return isBroken;
  };
}

/** Lists the references of a page's layout without duplicates; `body` is the rendered layout. */
export type ScanLayout = (node: PageNode, body: string) => readonly LayoutReference[];

/** Elements that change how the HTML behind the next link is read, and attributes that contain a tag. */
const CONTEXT =
  /<(?:!|base|form|frame|iframe|math|noembed|noframes|noscript|plaintext|script|select|style|svg|table|template|textarea|title|xmp)|="[^"]*<|='[^']*</i;

/** Longest part that is remembered, in characters: parts that pages share are links with their labels. */
const LONGEST_PART = 600;
const MOST_PARTS = 5000;

/** Scans a layout from link to link and remembers the parts, which are the same on most pages. */
export function createLayoutScan(): ScanLayout {
  const known = new Map<string, readonly LayoutReference[]>();
  const read = (part: string): readonly LayoutReference[] => {
    const before = known.get(part);
    if (before !== undefined) return before;
    const found = referencesIn(part);
    if (part.length <= LONGEST_PART) {
      if (known.size === MOST_PARTS) known.clear();
      const own = found.map(({ href, kind }) => ({ href: ownText(href), kind }));
      known.set(ownText(part), own);
    }
    return found;
  };
  return (node, body) => {
    const layout = layoutOf(node, body);
    const parts = CONTEXT.test(layout) ? [layout] : layout.split(/(?=<a )/);
    const seen = new Map<string, LayoutReference>();
    for (const part of parts) {
      for (const reference of read(part)) {
        if (!seen.has(reference.href)) seen.set(reference.href, reference);
      }
    }
    return [...seen.values()];
  };
}

function referencesIn(html: string): readonly LayoutReference[] {
  return (
    scanHtml(html)
      // Anchors within the page come from its own headings; React preloads images of the page.
      .links.filter(({ href, attribute }) => attribute !== 'imagesrcset' && !href.startsWith('#'))
      .map(({ href, kind }) => ({ href, kind }))
  );
}

/** The layout without the parts that are checked separately: the article, or the content of a React page. */
function layoutOf(node: PageNode, body: string): string {
  const tag = node.type === 'react' ? 'main' : 'article';
  const start = body.indexOf(`<${tag}`);
  const end = body.lastIndexOf(`</${tag}>`);
  return start < 0 || end < start ? body : body.slice(0, start) + body.slice(end);
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
    .flatMap(({ href, kind, node, pages }) => {
      const { route } = node;
      const target = resolveLink(graph, { href, kind, from: { route, isPrinted: true } });
      if (target.type !== 'broken') return [];
      const file = 'source' in node ? node.source.file : graph.config.configFile;
      const location = find(writtenForms(graph, node, href)) ?? { file, line: 1, column: 1 };
      return [{ href, target, location, route, pages }];
    });
}
