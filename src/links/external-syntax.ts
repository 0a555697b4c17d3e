import { DANGEROUS_SCHEMES, lacksHost, parseUrl } from '../shared/paths.ts';
import { splitHref } from '../site/resolve-link.ts';

/** Checks of external links that need no request. */
export type ExternalCode =
  | 'unsafe-scheme'
  | 'malformed-url'
  | 'repeated-scheme'
  | 'insecure-http'
  | 'localhost-link'
  | 'mailto-syntax'
  | 'tel-syntax';

/** Schemes that are unsafe in any HTML, where `data:` may be an image. */
const UNSAFE_SCHEMES = new Set(DANGEROUS_SCHEMES.filter((scheme) => scheme !== 'data'));

/** Checks an address with a scheme; `url` is stripped as the URL standard requires. */
export function externalProblem(scheme: string, url: string): ExternalCode | undefined {
  if (UNSAFE_SCHEMES.has(scheme)) return 'unsafe-scheme';
  if (scheme === 'mailto') return isMailto(url.slice(7)) ? undefined : 'mailto-syntax';
  if (scheme === 'tel') return isTel(url.slice(4)) ? undefined : 'tel-syntax';
  const parsed = parseUrl(url);
  if (parsed === undefined || lacksHost(url)) return 'malformed-url';
  if (scheme !== 'http' && scheme !== 'https') return undefined;
  if (withoutRepeatedScheme(url) !== undefined) return 'repeated-scheme';
  if (isLocalHost(parsed.hostname)) return 'localhost-link';
  return scheme === 'http' ? 'insecure-http' : undefined;
}

/** The address that is pasted behind a scheme, as in `https://https://example.com`; undefined for any other. */
export function withoutRepeatedScheme(url: string): string | undefined {
  const [, scheme, rest] = /^https?:[/\\]+(https?):?[/\\]{2,}(?=[^/\\])(.+)$/i.exec(url) ?? [];
  return scheme && `${scheme}://${rest}`;
}

/** Names and addresses of the reader's own machine (RFC 6761, 6.3; RFC 1122, 3.2.1.3). */
function isLocalHost(host: string): boolean {
  const isName = /(?:^|\.)localhost\.?$/.test(host);
  return isName || /^(?:127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(host);
}

// RFC 6068, 2: `dtext-no-obs` and quoted strings come percent-encoded.
const LOCAL_PART = /^(?:[\p{L}\p{N}_!$%'*+\-~.]+|%22.*%22)$/u;
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.(?!$)|$))+$/u;
const HEADER = /^[\w\-.~%!$'()*+,;:@/?]+=[\w\-.~%!$'()*+,;:@/?]*$/;

/** `mailto:` without its scheme, after RFC 6068: recipients, then headers; either may be left out. */
function isMailto(rest: string): boolean {
  const { path: recipients, query } = splitHref(rest);
  if (/%(?![0-9a-f]{2})/i.test(recipients + query)) return false;
  if (recipients === '' && query.length < 2) return false;
  if (recipients !== '' && !recipients.split(',').every(isAddress)) return false;
  const headers = query === '' ? [] : query.slice(1).split('&');
  return headers.every((header) => HEADER.test(header));
}

function isAddress(address: string): boolean {
  const at = address.lastIndexOf('@');
  if (at < 1) return false;
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  const dots = local.startsWith('.') || local.endsWith('.') || local.includes('..');
  return LOCAL_PART.test(local) && !dots && (DOMAIN.test(domain) || /^\[[^\s[\]]+\]$/.test(domain));
}

const TEL_PARAMETER = /^[a-z0-9-]+(?:=[\w[\]/:&+$\-.!~*'()%]+)?$/i;

/** `tel:` without its scheme, after RFC 3966: a global number, or a local one with its context. */
function isTel(rest: string): boolean {
  const [number = '', ...parameters] = rest.split(';');
  if (!parameters.every((parameter) => TEL_PARAMETER.test(parameter))) return false;
  if (number.startsWith('+')) return /^\+[\d\-.()]*\d[\d\-.()]*$/.test(number);
  const isLocal = /^[\da-f*#\-.()]*[\da-f*#][\da-f*#\-.()]*$/i.test(number);
  return isLocal && parameters.some((parameter) => /^phone-context=./i.test(parameter));
}
