import type { Route } from '../../shared/paths.ts';
import type { DocNode, LinkTarget, SiteGraph } from '../site-graph.ts';
import type { SourceFile } from '../types.ts';
import { resolveLink } from './resolve-link.ts';

/** Where the references of one doc lead. */
export interface DocTarget {
  /** In the order of `ParsedDoc.links`. */
  readonly links: readonly LinkTarget[];
  /** The frontmatter's `image`. */
  readonly image: LinkTarget | undefined;
}

export type DocTargets = ReadonlyMap<Route, DocTarget>;

/** Resolves every link of every doc, once; rendering and the link check read the same result. */
export function resolveDocLinks(graph: SiteGraph): DocTargets {
  const targets = new Map<Route, DocTarget>();
  for (const node of graph.pages.values()) {
    if (node.type === 'doc') targets.set(node.route, docTargets(graph, node));
  }
  return targets;
}

function docTargets(graph: SiteGraph, node: DocNode): DocTarget {
  const from = { route: node.route, file: node.source.file };
  const { image } = node.doc.frontmatter;
  return {
    links: node.doc.links.map(({ href, kind }) => resolveLink(graph, { href, kind, from })),
    image:
      image === undefined ? undefined : resolveLink(graph, { href: image, kind: 'asset', from }),
  };
}

/** The files beside the content that any doc refers to: what has to be published under `assets/`. */
export function referencedAssets(targets: DocTargets): readonly SourceFile[] {
  const found = new Map<string, SourceFile>();
  for (const { links, image } of targets.values()) {
    for (const target of image === undefined ? links : [...links, image]) {
      if (target.type === 'asset') found.set(target.source.file, target.source);
    }
  }
  return [...found.values()];
}
