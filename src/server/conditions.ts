import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether the client has the file already: `If-None-Match` names its entity tag (RFC 9110, section 13.1.2, where tags
 * are compared weakly).
 */
export function isKnown({ 'if-none-match': header }: IncomingHttpHeaders, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag.replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

/** The part of a file that is asked for; `end` is inclusive. */
export type Range =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

/**
 * Reads `Range` (RFC 9110, section 14.2) for a file of `size` bytes. One range of bytes is answered; what is malformed,
 * has several ranges, or is bound to another state of the file by `If-Range`, gets the whole file.
 */
export function readRange(
  headers: IncomingHttpHeaders,
  { size, etag }: { readonly size: number; readonly etag: string | undefined },
): Range {
  const { range, 'if-range': condition } = headers;
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range ?? '') ?? [];
  const isOther = condition !== undefined && (condition !== etag || condition.startsWith('W/'));
  if (first === undefined || last === undefined || isOther) return { kind: 'whole' };
  if (first === '' && last === '') return { kind: 'whole' };
  if (first === '') return part(Math.max(0, size - Number(last)), size - 1);
  const end = last === '' ? size - 1 : Number(last);
  if (last !== '' && end < Number(first)) return { kind: 'whole' };
  return part(Number(first), Math.min(end, size - 1));
}

function part(start: number, end: number): Range {
  return start > end ? { kind: 'unsatisfiable' } : { kind: 'part', start, end };
}
