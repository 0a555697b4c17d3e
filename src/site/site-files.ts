import { isPattern } from '../config/redirect-patterns.ts';
import {
  type AddressStyle,
  type FilePath,
  type OutputPath,
  routeFile,
  toOutputPath,
  toRoute,
} from '../shared/paths.ts';
import type { PageNode, SiteGraph } from './graph-types.ts';
import { noAsset, printTarget } from './print-target.ts';
import { resolveLink } from './resolve-link.ts';

/** The output file of a page. The 404 page is written where hosts look for it. */
export function pageFile(node: PageNode, style: AddressStyle): OutputPath {
  const isNotFound = node.type === 'generated' && node.generated === 'notFound';
  return isNotFound ? toOutputPath(`${node.route}.html`) : routeFile(node.route, style);
}

/** Unlisted pages are built, but neither listed nor indexed. */
export function isUnlisted(node: PageNode, reactPage: (file: FilePath) => boolean): boolean {
  if (node.type === 'doc') return node.doc.frontmatter.unlisted === true;
  return node.type === 'react' && reactPage(node.source.file);
}

interface RedirectFile {
  readonly file: OutputPath;
  /** URL. */
  readonly target: string;
  /** Index in `redirects` of the configuration. */
  readonly index: number;
}

/** The HTML files of redirects; those of patterns have none. */
export function redirectFiles(graph: SiteGraph): readonly RedirectFile[] {
  const { config } = graph;
  return config.redirects.flatMap((redirect, index) => {
    const { from, to } = redirect;
    if (isPattern(redirect)) return [];
    const target = resolveLink(graph, { href: to, kind: 'page', from: { route: toRoute('/') } });
    return {
      file: routeFile(toRoute(from), config),
      target: printTarget(target, to, { style: config, assetUrl: noAsset }),
      index,
    };
  });
}
