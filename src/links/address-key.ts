import { createHash } from 'node:crypto';
import { hasDownload } from '../openapi/outline.ts';
import { isOldOperation } from '../site/editions.ts';
import type { Edition, SiteGraph } from '../site/graph-types.ts';

/**
 * A hash of the pages and files that links can lead to. With an equal one and the same configuration, every link of an
 * unchanged doc has the same target, and so {@link LinkFacts} of before are still true.
 */
export function addressKey(graph: SiteGraph): string {
  const { pages, pageByFile, assetByFile, statics } = graph;
  const parts = [
    [...pages.values()].map((node) => [
      node.type,
      node.route,
      node.locale.code,
      'edition' in node && node.edition !== undefined && describeEdition(node.edition),
      'source' in node && [node.source.file, node.source.originalFile],
      node.type === 'api' && [hasDownload(node.api, node.page.kind), isOldOperation(node)],
      node.type === 'generated' && node.generated,
    ]),
    [...pageByFile].map(([locale, byFile]) => [
      locale,
      [...byFile].map(([file, { route }]) => [file, route]),
    ]),
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

function describeEdition({ set, version, locale, routeBase }: Edition): readonly string[] {
  return [set.id, set.path, version.name, version.path, locale.code, routeBase];
}
