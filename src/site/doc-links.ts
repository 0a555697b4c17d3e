import type { SourceFile } from '../content/source-file.ts';
import type { DocFacts } from '../markdown/parsed-doc.ts';
import type { DocNode, LinkTarget, SiteGraph } from './graph-types.ts';
import { resolveLink } from './resolve-link.ts';

/** The targets of one doc's references. */
export interface DocTarget {
  /** In the order of `ParsedDoc.links`. */
  readonly links: readonly LinkTarget[];
  /** The frontmatter's `image`. */
  readonly image: LinkTarget | undefined;
}

/** Used by both rendering and the link check. */
export type DocTargets = (node: DocNode) => DocTarget;

/** Resolves the links of a doc. */
export function docTarget(graph: SiteGraph, node: DocNode, doc: DocFacts): DocTarget {
  const from = { route: node.route, file: node.source.file };
  const { image } = doc.frontmatter;
  return {
    links: doc.links.map(({ href, kind, mayShowPage = false, base: file = from.file }) =>
      resolveLink(graph, {
        href,
        kind,
        isEmbedded: kind === 'asset' && !mayShowPage,
        from: { ...from, file },
      }),
    ),
    image:
      image === undefined
        ? undefined
        : resolveLink(graph, { href: image, kind: 'asset', isEmbedded: true, from }),
  };
}

/** The local file of a target: beside the content, or static. */
export function targetFile(graph: SiteGraph, target: LinkTarget): SourceFile | undefined {
  if (target.type === 'asset') return target.source;
  return target.type === 'static' ? graph.statics.get(target.path) : undefined;
}

/** Lists the files beside the content that docs refer to; only these are published. */
export function referencedAssets(graph: SiteGraph, targets: DocTargets): readonly SourceFile[] {
  const found = new Map<string, SourceFile>();
  for (const node of graph.pages.values()) {
    const { links, image } = node.type === 'doc' ? targets(node) : { links: [], image: undefined };
    for (const target of [...links, image])
      if (target?.type === 'asset') found.set(target.source.file, target.source);
  }
  return [...found.values()];
}
