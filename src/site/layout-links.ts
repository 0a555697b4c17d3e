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
    // Relative addresses depend on the page.
    const isRelative = !/^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(href);
    const key = `${kind} ${href}${isRelative ? ` ${node.route}` : ''}`;
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

/** Lists the references of a page's layout without duplicates; `body` is the rendered layout. */
export function layoutReferences(node: PageNode, body: string): readonly LayoutReference[] {
  const seen = new Map<string, LayoutReference>();
  for (const { href, kind, attribute } of scanHtml(layoutOf(node, body)).links) {
    // React preloads images of the page.
    if (attribute === 'imagesrcset') continue;
    // Anchors within the page come from its own headings.
    if (!href.startsWith('#') && !seen.has(href)) seen.set(href, { href, kind });
  }
  return [...seen.values()];
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
