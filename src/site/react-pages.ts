import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { loadedAs, showsPages } from '../html/reference-attributes.ts';
import type { ScannedPage } from '../html/scan-page.ts';
import type { LinkUse, ReactNode, SiteGraph } from './graph-types.ts';
import { literalFinder, writtenForms } from './literal-locations.ts';
import { resolveLink } from './resolve-link.ts';

/**
 * Resolves the links in the HTML of a React page. Their location is the string in the page's source that equals the
 * printed address; else the first line.
 */
export function reactPageLinks(
  graph: SiteGraph,
  node: ReactNode,
  { links, source }: { links: ScannedPage['links']; source: string },
): readonly LinkUse[] {
  const { file } = node.source;
  const find = literalFinder([{ file, text: source }]);
  return links.map(({ href, kind, tag, attribute }) => {
    const { route } = node;
    const isEmbedded = kind === 'asset' && !showsPages(tag);
    const target = resolveLink(graph, { href, kind, isEmbedded, from: { route, isPrinted: true } });
    const location = find(writtenForms(graph, node, href)) ?? { file, line: 1, column: 1 };
    return { href, target, loads: loadedAs(tag, attribute), location, route };
  });
}

/** Warns about ids that a React page has twice. */
export function duplicateIdProblems(
  { source: { file } }: ReactNode,
  { duplicateIds }: ScannedPage,
): readonly Diagnostic[] {
  return [...new Set(duplicateIds)].map((id) =>
    diagnostic('duplicate-id', {
      message: `the id "${id}" is used twice on the page`,
      location: { file, line: 1, column: 1 },
    }),
  );
}

/** Warns about parts of a React page that the content security policy blocks. */
export function policyProblems(node: ReactNode, refused: readonly string[]): readonly Diagnostic[] {
  return refused.map((what) =>
    diagnostic('content-policy', {
      message: `${what} is blocked by the content security policy`,
      location: { file: node.source.file, line: 1, column: 1 },
      hint: 'use a class and a rule in templates/styles.css',
    }),
  );
}
