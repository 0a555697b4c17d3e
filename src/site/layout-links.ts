import { decodeEntities } from '../html/character-references.ts';
import { isSrcset, referenceKind, srcsetCandidates } from '../html/reference-attributes.ts';
import type { LinkUse, PageNode, SiteGraph } from './graph-types.ts';
import { type LiteralSource, literalFinder, writtenForms } from './literal-locations.ts';
import { resolveLink } from './resolve-link.ts';

/** A reference in the layout of pages, with how many show it. */
interface LayoutLink extends LayoutReference {
  /** The first page that shows it. */
  readonly node: PageNode;
  pages: number;
}

/** A reference in the layout of one page. */
export interface LayoutReference {
  readonly href: string;
  readonly kind: 'page' | 'asset';
}

/** The references around the articles of all pages, each once. */
export interface LayoutLinks {
  /** Notes those of one page. */
  readonly note: (node: PageNode, references: readonly LayoutReference[]) => void;
  readonly list: () => readonly LayoutLink[];
}

// React prints names in lower case, values in double quotes, and escapes quotes and brackets in texts and values.
const ELEMENT =
  /<(a|area|audio|embed|iframe|image|img|link|object|script|source|track|use|video)\s([^<>]*)>/g;
const ATTRIBUTE = /(?:^|\s)(data|href|poster|src|srcset)="([^"]*)"/g;

export function collectLayoutLinks(): LayoutLinks {
  const found = new Map<string, LayoutLink>();
  const add = (node: PageNode, { href, kind }: LayoutReference): void => {
    // A relative address means something else on each page.
    const isRelative = !/^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(href);
    const key = `${kind} ${href}${isRelative ? ` ${node.route}` : ''}`;
    const entry = found.get(key);
    if (entry === undefined) found.set(key, { href, kind, node, pages: 1 });
    else entry.pages += 1;
  };
  return {
    note: (node, references) => {
      for (const reference of references) add(node, reference);
    },
    list: () => [...found.values()],
  };
}

/** The references of a page's layout, each once; `body` is its rendered layout. */
export function layoutReferences(node: PageNode, body: string): readonly LayoutReference[] {
  const seen = new Map<string, LayoutReference>();
  for (const reference of referencesOf(layoutOf(node, body))) {
    const { href } = reference;
    // Anchors of the page itself come from its own headings.
    if (!href.startsWith('#') && !seen.has(href)) seen.set(href, reference);
  }
  return [...seen.values()];
}

function* referencesOf(html: string): Generator<LayoutReference> {
  for (const [, tag = '', attributes = ''] of html.matchAll(ELEMENT)) {
    for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      const kind = referenceKind(tag, name);
      const text = decodeEntities(value);
      if (kind !== undefined) yield { href: text, kind };
      else if (isSrcset(tag, name)) {
        for (const { start, end } of srcsetCandidates(text))
          yield { href: text.slice(start, end), kind: 'asset' };
      }
    }
  }
}

/** The layout without what is checked by itself: the article, or all that a React page renders. */
function layoutOf(node: PageNode, body: string): string {
  const tag = node.type === 'react' ? 'main' : 'article';
  const start = body.indexOf(`<${tag}`);
  const end = body.lastIndexOf(`</${tag}>`);
  return start < 0 || end < start ? body : body.slice(0, start) + body.slice(end);
}

export interface LayoutCheck {
  readonly graph: SiteGraph;
  readonly links: readonly LayoutLink[];
  /** What the configuration already answers for: its broken addresses are printed as they are written. */
  readonly known: ReadonlySet<string>;
  /** The site's own templates. */
  readonly templates: readonly LiteralSource[];
}

/**
 * Resolves the references that no configuration answers for: those of templates. The location is the string in a template
 * that the address comes from, else the first page that shows it.
 */
export function layoutUses({ graph, links, known, templates }: LayoutCheck): readonly LinkUse[] {
  const find = literalFinder(templates);
  return links
    .filter(({ href }) => !known.has(href))
    .flatMap(({ href, kind, node, pages }) => {
      const { route } = node;
      const target = resolveLink(graph, { href, kind, from: { route, isPrinted: true } });
      // What leads somewhere needs no location.
      if (target.type !== 'broken') return [];
      const file = 'source' in node ? node.source.file : graph.config.configFile;
      const location = find(writtenForms(graph, node, href)) ?? { file, line: 1, column: 1 };
      return [{ href, target, location, route, pages }];
    });
}
