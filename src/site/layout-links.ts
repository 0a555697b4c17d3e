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
    if (!isRelative(href)) known[kind].set(ownText(href), broken);
    return broken;
  };
  return (node, references) =>
    references
      .filter((reference) => isBroken(node, reference))
      .map(({ href, kind }) => ({ href: ownText(href), kind }));
}

/** True for an address that depends on the page. */
function isRelative(href: string): boolean {
  return !/^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(href);
}

function targetOf(graph: SiteGraph, { route }: PageNode, reference: LayoutReference): LinkTarget {
  const { href, kind } = reference;
  return resolveLink(graph, { href, kind, from: { route, isPrinted: true } });
}

/** Lists the references of a page's layout, without those of its article or of the content of a React page. */
export function layoutReferences(
  { type }: Pick<PageNode, 'type'>,
  body: string,
): readonly LayoutReference[] {
  const tag = type === 'react' ? 'main' : 'article';
  const start = body.indexOf(`<${tag}`);
  const end = body.lastIndexOf(`</${tag}>`);
  const layout = start < 0 || end < start ? body : body.slice(0, start) + body.slice(end);
  const seen = new Set<string>();
  return (
    scanHtml(layout)
      // Anchors within the page come from its own headings; React preloads images of the page.
      .links.filter(({ href, attribute }) => attribute !== 'imagesrcset' && !href.startsWith('#'))
      .filter(({ href }) => seen.size < seen.add(href).size)
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
