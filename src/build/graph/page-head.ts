import type { Url } from '../../shared/paths.ts';
import type { PageNode } from '../site-graph.ts';
import type { SourceFile } from '../types.ts';
import type { DocTargets } from './doc-links.ts';
import { printTarget } from './resolve-link.ts';
import type { ResolvedConfig } from '../../config/types.ts';

/** What the head of one page adds to what all pages share. */
export interface PageHead {
  readonly noindex: boolean;
  readonly keywords: readonly string[];
  readonly image: string | undefined;
}

interface HeadContext {
  readonly targets: DocTargets;
  readonly config: ResolvedConfig;
  readonly assetUrl: (source: SourceFile) => Url;
}

/** Reads the head of a page from its frontmatter. */
export function pageHead(
  { targets, config, assetUrl }: HeadContext,
  node: PageNode,
  unlisted: boolean,
): PageHead {
  const base: PageHead = {
    noindex: unlisted || node.route === '/404',
    keywords: [],
    image: undefined,
  };
  if (node.type !== 'doc') return base;
  const target = targets.get(node.route)?.image;
  const { image = '', keywords = [] } = node.doc.frontmatter;
  const printed =
    target === undefined ? undefined : printTarget(target, image, { style: config, assetUrl });
  return { ...base, keywords, image: printed };
}
