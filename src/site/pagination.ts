import { diagnostic } from '../diagnostics/create.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { DocNode, SiteGraph } from './site-graph.ts';

/** Finds docs of a node's own edition by id, for Previous and Next named in frontmatter. */
export type DocFinder = (node: DocNode, id: string) => DocNode | undefined;

export function docFinder(graph: SiteGraph): DocFinder {
  const byEdition = new Map<DocNode['edition'], Map<string, DocNode>>();
  for (const node of graph.pages.values()) {
    if (node.type !== 'doc') continue;
    const docs = byEdition.get(node.edition) ?? new Map<string, DocNode>();
    byEdition.set(node.edition, docs.set(node.id, node));
  }
  return (node, id) => byEdition.get(node.edition)?.get(id);
}

/** Frontmatter may name the neighbours of a doc; an id that no doc has is an error. */
export function checkPagination(graph: SiteGraph): readonly Diagnostic[] {
  const find = docFinder(graph);
  const found: Diagnostic[] = [];
  for (const node of graph.pages.values()) {
    if (node.type !== 'doc') continue;
    for (const key of ['paginationPrev', 'paginationNext'] as const) {
      const id = node.doc.frontmatter[key];
      if (typeof id === 'string' && find(node, id) === undefined)
        found.push(unknownDoc(graph, node, key));
    }
  }
  return found;
}

function unknownDoc(
  graph: SiteGraph,
  node: DocNode,
  key: 'paginationPrev' | 'paginationNext',
): Diagnostic {
  const id = node.doc.frontmatter[key] ?? '';
  const ids = [...graph.pages.values()].flatMap((page) =>
    page.type === 'doc' && page.edition === node.edition ? [page.id] : [],
  );
  const near = nearest(id, ids);
  return diagnostic('pagination-unknown-doc', {
    message: `there is no doc "${id}"`,
    location: node.doc.frontmatterPlaces.get(key) ?? { file: node.source.file, line: 1, column: 1 },
    hint: near === undefined ? undefined : `did you mean "${near}"?`,
  });
}
