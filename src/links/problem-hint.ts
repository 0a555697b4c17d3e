import { NAME_IT } from '../content/file-rules.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { PAGE_SCHEMES, urlScheme } from '../shared/paths.ts';
import type { LinkProblem, LinkUse } from '../site/graph-types.ts';

/** Advice in addition to the suggestions. */
export function problemHint({ href }: LinkUse, problem: LinkProblem): string | undefined {
  switch (problem.code) {
    case 'page-not-found':
    case 'asset-not-found':
      if (problem.refusal !== undefined) return NAME_IT;
      return missingHint(href, problem.code, wantedOf(problem));
    case 'case-mismatch':
      return 'write the name as the file has it';
    case 'above-site':
      return 'set `baseUrl` if the site is published below another one, or write the whole address';
    case 'empty-href':
      return 'add a destination, or remove the link';
    case 'missing-base-path':
      return `write ${problem.existing}, or use <Link to="${problem.wanted}">`;
    case 'redirect-loop':
      return 'let one of the redirects lead to a page';
    case 'unsafe-scheme':
      return 'use http, https, mailto, tel or a relative address';
    case 'unknown-scheme':
      return schemeHint(urlScheme(href) ?? '');
    case 'draft-target':
      return 'publish the page or remove the link';
    case 'malformed-escape':
      return 'write a percent sign as %25';
    default:
      return undefined;
  }
}

/** The path that a broken link names. */
export function wantedOf(problem: LinkProblem): string | undefined {
  return 'wanted' in problem ? problem.wanted : undefined;
}

/** A host, or a path below one, without scheme: the last part of the name is no extension of a file. */
const BARE_HOST =
  /^(?:www\.[\w-]+|(?:[\w-]+\.)+(?:com|org|net|io|dev|app|ai|co|edu|gov|example))(?:[:/?#]|\.[a-z]|$)/i;

function missingHint(
  href: string,
  code: 'page-not-found' | 'asset-not-found',
  wanted: string | undefined,
): string {
  if (BARE_HOST.test(href)) return `write "https://${href}" for an address outside of the site`;
  if (/^[^\s/@:]+@[\w-]+\.[\w.-]+$/.test(href)) return `write "mailto:${href}" for a mail address`;
  if (code === 'page-not-found') return 'correct the path, or add the page';
  return wanted?.startsWith('/') === true
    ? `correct the path, or add the file to the static folder: static${wanted}`
    : 'correct the path, or add the file';
}

function schemeHint(scheme: string): string {
  const near = nearest(scheme, PAGE_SCHEMES);
  const allow = `links.schemes: ['${scheme}'] in the configuration allows it in links`;
  return near === undefined ? allow : `did you mean "${near}:"? ${allow}`;
}
