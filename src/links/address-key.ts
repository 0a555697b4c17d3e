import { createHash } from 'node:crypto';
import { hasDownload } from '../openapi/outline.ts';
import type { Edition, PageNode, SiteGraph } from '../site/graph-types.ts';

/**
 * A hash of the pages and files that links can lead to. With an equal one and the same configuration, every link of an
 * unchanged doc has the same target, and so {@link LinkFacts} of before are still true.
 */
export function addressKey(graph: SiteGraph): string {
  const { pages, pageByFile, assetByFile, statics } = graph;
  const files = [...pageByFile].map(([locale, byFile]) => [
    locale,
    ...[...byFile].map(([file, { route }]) => [file, route]),
  ]);
  const parts = [
    [...pages.values()].map(describePage),
    files,
    [...graph.refused],
    [...graph.drafts],
    [...graph.draftRoutes],
    [...assetByFile].map(([file, { path, locale }]) => [file, path, locale]),
    [...statics].map(([path, { file }]) => [path, file]),
    [...graph.redirects],
    graph.editions.map(describeEdition),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** A page with what decides how links from and to it are resolved. */
function describePage(node: PageNode): readonly unknown[] {
  const { type, route, locale } = node;
  const edition =
    'edition' in node && node.edition !== undefined ? describeEdition(node.edition) : [];
  switch (node.type) {
    case 'doc':
    case 'react':
      return [type, route, locale.code, node.source.file, node.source.originalFile, edition];
    case 'api':
      return [type, route, locale.code, hasDownload(node.api, node.page.kind), edition];
    case 'generated':
      return [type, route, locale.code, node.generated];
  }
}

function describeEdition({ set, version, locale, routeBase }: Edition): readonly string[] {
  return [set.id, set.path, version.name, version.path, locale.code, routeBase];
}
