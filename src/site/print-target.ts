import type { SourceFile } from '../content/source-file.ts';
import { type AddressStyle, printFile, printRoute, type Url } from '../shared/paths.ts';
import type { LinkTarget } from './graph-types.ts';
import { suffixOf } from './resolve-link.ts';

/** Prints the address of a target. Broken links stay as written; those with a scheme that is not allowed become empty. */
export function printTarget(target: LinkTarget, href: string, context: PrintContext): string {
  const { style } = context;
  switch (target.type) {
    case 'external':
      return target.url;
    case 'page':
      if (target.absolute !== undefined) return target.absolute;
      // A link within the page stays a bare fragment, so that it never causes a request.
      if (href.startsWith('#')) return suffixOf({ ...target, query: '' });
      return printRoute(target.route, style) + suffixOf(target);
    case 'asset':
      return context.assetUrl(target.source) + target.suffix;
    case 'static':
      return printFile(target.path, style) + target.suffix;
    case 'broken':
      return hasRefusedScheme(target) ? '' : href;
  }
}

/** Whether the address of a target is published empty. */
export function hasRefusedScheme(target: LinkTarget): boolean {
  if (target.type !== 'broken') return false;
  return target.problem.code === 'unsafe-scheme' || target.problem.code === 'unknown-scheme';
}

/** Prints no file beside the content, where a link never leads to one. */
export function noAsset(): never {
  throw new Error('this link never leads to a file beside the content');
}
export interface PrintContext {
  readonly style: AddressStyle;
  readonly assetUrl: (source: SourceFile) => Url;
}
