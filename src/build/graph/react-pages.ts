import { diagnostic } from '../../diagnostics/create.ts';
import type { Diagnostic, Location } from '../../diagnostics/diagnostic.ts';
import { type FilePath, printRoute, type Route } from '../../shared/paths.ts';
import type { LinkTarget, ReactNode, SiteGraph } from '../site-graph.ts';
import { localeBase } from './locales.ts';
import { resolveLink } from './resolve-link.ts';

/** A reference in the HTML of a rendered page. */
export interface HtmlLink {
  readonly href: string;
  readonly kind: 'page' | 'asset';
}

interface ResolvedPageLink {
  readonly href: string;
  readonly target: LinkTarget;
  readonly location: Location;
  readonly route: Route;
}

/**
 * Resolves the links of a React page, as they stand in its HTML. The place is the string in the
 * page's source that the address was printed from, where it stands there literally; else its first line.
 */
export function reactPageLinks(
  graph: SiteGraph,
  node: ReactNode,
  { links, source }: { links: readonly HtmlLink[]; source: string },
): readonly ResolvedPageLink[] {
  const start = printRoute(localeBase(graph.config, node.locale), graph.config);
  return links.map(({ href, kind }) => ({
    href,
    target: resolveLink(graph, { href, kind, from: { route: node.route, isPrinted: true } }),
    location: literalPlace(node.source.file, source, writtenForms(href, start)),
    route: node.route,
  }));
}

/** What the content security policy refuses of a React page, as warnings at the page. */
export function policyProblems(node: ReactNode, refused: readonly string[]): readonly Diagnostic[] {
  return refused.map((what) =>
    diagnostic('content-policy', {
      message: `${what} is refused by the content security policy`,
      location: { file: node.source.file, line: 1, column: 1 },
      hint: 'use a class and a rule in templates/styles.css',
    }),
  );
}

/** The forms in which an author may have written an address; `start` is printed before all addresses of the locale. */
function writtenForms(href: string, start: string): readonly string[] {
  const path = href.startsWith(start) ? `/${href.slice(start.length).replace(/^\//, '')}` : href;
  const bare = path.replace(/\/(?=[?#]|$)/, '');
  return [href, path, bare === '' ? '/' : bare];
}

function literalPlace(file: FilePath, source: string, forms: readonly string[]): Location {
  for (const form of forms) {
    for (const quote of ['"', "'", '`']) {
      const at = source.indexOf(quote + form + quote);
      if (at >= 0) return placeAt(file, source, { from: at + 1, length: form.length });
    }
  }
  return { file, line: 1, column: 1 };
}

function placeAt(file: FilePath, source: string, span: { from: number; length: number }): Location {
  const before = source.slice(0, span.from).split(/\r\n|\r|\n/);
  const column = (before.at(-1)?.length ?? 0) + 1;
  return {
    file,
    line: before.length,
    column,
    endLine: before.length,
    endColumn: column + span.length,
  };
}
