import { isDigit, isSpace } from './attributes.ts';

/** What an attribute of HTML refers to: a page that readers follow, or something that the page loads. */
export type ReferenceKind = 'page' | 'asset';

const REFERENCES: ReadonlyMap<string, ReferenceKind> = new Map<string, ReferenceKind>([
  ['a href', 'page'],
  ['area href', 'page'],
  ['iframe src', 'page'],
  ['link href', 'asset'],
  ['use href', 'asset'],
  ['image href', 'asset'],
  ['img src', 'asset'],
  ['source src', 'asset'],
  ['video src', 'asset'],
  ['video poster', 'asset'],
  ['audio src', 'asset'],
  ['track src', 'asset'],
  ['embed src', 'asset'],
  ['script src', 'asset'],
  ['object data', 'asset'],
]);

/** The kind of reference that an attribute holds as its whole value, or undefined. Names in lower case. */
export function referenceKind(element: string, attribute: string): ReferenceKind | undefined {
  if (attribute !== 'href' && attribute !== 'src' && attribute !== 'poster' && attribute !== 'data')
    return undefined;
  return REFERENCES.get(`${element} ${attribute}`);
}

/** True for `srcset` of `img` and `source`: a list of image candidates. */
export function isSrcset(element: string, attribute: string): boolean {
  return attribute === 'srcset' && (element === 'img' || element === 'source');
}

/** The address of one image candidate; offsets in the attribute's value. */
export interface SrcsetCandidate {
  readonly start: number;
  readonly end: number;
  /** Width or density, as written, without the space before it. */
  readonly descriptor: string;
}

/** Splits `srcset` into its candidates (HTML standard 4.8.4.3.10). */
export function srcsetCandidates(value: string): SrcsetCandidate[] {
  const candidates: SrcsetCandidate[] = [];
  let at = 0;
  for (;;) {
    at = skip(value, at, /[\s,]*/y);
    if (at >= value.length) return candidates;
    const start = at;
    at = skip(value, at, /\S*/y);
    const url = value.slice(start, at).replace(/,+$/, '');
    const end = start + url.length;
    if (end < at) candidates.push({ start, end, descriptor: '' });
    else {
      const descriptorEnd = skip(value, at, /(?:\([^)]*\)?|[^,(])*/y);
      candidates.push({ start, end, descriptor: value.slice(at, descriptorEnd).trim() });
      at = descriptorEnd;
    }
  }
}

function skip(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  pattern.exec(text);
  return Math.max(at, pattern.lastIndex);
}

/** The address of a meta refresh, and its delay (HTML standard 4.2.5.3, "shared declarative refresh steps"). */
interface Refresh {
  readonly seconds: number;
  /** Span of the address in the value; absent where the page only reloads. */
  readonly start?: number;
  readonly end?: number;
}

export function parseRefresh(content: string): Refresh | undefined {
  let at = skipSpace(content, 0);
  const digits = at;
  while (isDigit(content.charCodeAt(at))) at += 1;
  if (at === digits && content[at] !== '.') return undefined;
  const seconds = Number(content.slice(digits, at));
  while (isDigit(content.charCodeAt(at)) || content[at] === '.') at += 1;
  if (at >= content.length) return { seconds };
  const afterTime = at;
  at = skipSpace(content, at);
  const separated = content[at] === ';' || content[at] === ',';
  if (!separated && at === afterTime) return undefined;
  if (separated) at = skipSpace(content, at + 1);
  return at >= content.length ? { seconds } : { seconds, ...refreshAddress(content, at) };
}

function refreshAddress(
  content: string,
  from: number,
): { readonly start: number; readonly end: number } {
  const prefix = /url[\t\n\f\r ]*=[\t\n\f\r ]*/iy;
  prefix.lastIndex = from;
  const start = prefix.test(content) ? prefix.lastIndex : from;
  const quote = content.charAt(start);
  if (quote !== '"' && quote !== "'") return { start, end: content.length };
  const close = content.indexOf(quote, start + 1);
  return { start: start + 1, end: close < 0 ? content.length : close };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** Span of one candidate's address in a `srcset`. */
interface SrcsetAddress {
  readonly start: number;
  readonly end: number;
}

const COMMA = 0x2c;

/** The addresses of a `srcset` (HTML standard 4.8.4.3.10, "parse a srcset attribute"). Linear. */
export function srcsetAddresses(value: string): readonly SrcsetAddress[] {
  const found: SrcsetAddress[] = [];
  let at = 0;
  for (;;) {
    while (isSpace(value.charCodeAt(at)) || value.charCodeAt(at) === COMMA) at += 1;
    if (at >= value.length) return found;
    const start = at;
    while (at < value.length && !isSpace(value.charCodeAt(at))) at += 1;
    let end = at;
    while (value.charCodeAt(end - 1) === COMMA) end -= 1;
    found.push({ start, end });
    // A comma at the end of the address is the separator; else the descriptors end at one outside of brackets.
    if (end === at) at = descriptorsEnd(value, at);
  }
}

function descriptorsEnd(value: string, from: number): number {
  let inside = false;
  let at = from;
  for (; at < value.length; at++) {
    const character = value.charAt(at);
    if (character === '(') inside = true;
    else if (character === ')') inside = false;
    else if (character === ',' && !inside) return at;
  }
  return at;
}
