import { diagnostic } from '../diagnostics/create.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Route } from '../shared/paths.ts';
import type { LinkUse, PageNode, SiteGraph } from '../site/site-graph.ts';

/**
 * Pages that no link and no sidebar leads to. Left out: start pages, what the build adds, pages that are meant to be
 * reached by search (`sidebar: false`, D12), unlisted ones, and translations, which stand beside their original.
 */
export function orphanPages(
  graph: SiteGraph,
  uses: readonly LinkUse[],
  isUnlisted: (node: PageNode) => boolean,
): readonly Diagnostic[] {
  const reached = new Set<Route>();
  for (const { target, route } of uses) {
    if (target.type === 'page' && target.route !== route) reached.add(target.route);
  }
  return [...graph.pages.values()]
    .filter((node) => mayBeOrphan(graph, node) && !isUnlisted(node) && !reached.has(node.route))
    .map((node) =>
      diagnostic('orphan-page', {
        message: `no link and no sidebar leads to "${node.route}"`,
        location: placeOf(node),
        hint: 'link to it, or set sidebar: false where it is to be found by search',
      }),
    );
}

function mayBeOrphan({ config, sidebarOf, parents }: SiteGraph, node: PageNode): boolean {
  if (node.type === 'generated' || node.locale.code !== config.defaultLocale) return false;
  if (node.route === '/' || sidebarOf.has(node.route) || parents.has(node.route)) return false;
  return node.type !== 'doc' || node.doc.frontmatter.sidebar !== false;
}

function placeOf(node: PageNode): Diagnostic['location'] {
  if (node.type === 'generated') return undefined;
  if (node.type === 'api') return node.page.location;
  return { file: node.source.file, line: 1, column: 1 };
}
