import { entriesFor } from '../shared/name-lists.ts';
import { isDigit, skipSpace } from './attributes.ts';

/** Target of a reference: a page that readers visit, or a resource that the page loads. */
export type ReferenceKind = 'page' | 'asset';

/** HTML attributes whose whole value is a reference, by element. */
const ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...entriesFor('a area link', ['href']),
  // Outside SVG, the parser converts `image` to `img`.
  ...entriesFor('iframe img image source audio track embed script', ['src']),
  ...entriesFor('object', ['data']),
  ['video', ['src', 'poster']],
]);

const PAGES: ReadonlySet<string> = new Set(['a', 'area', 'iframe']);

/** How a browser loads a resource: what decides which directive of the security policy applies. */
export type Loads = 'img' | 'media' | 'frame' | 'script' | 'style' | 'object';

const LOADS: ReadonlyMap<string, Loads> = new Map<string, Loads>([
  ...entriesFor('img image use feimage', 'img'),
  ...entriesFor('audio video source track', 'media'),
  ['iframe', 'frame'],
  ['script', 'script'],
  ...entriesFor('object embed', 'object'),
]);

/** Returns how the resource of an attribute is loaded; undefined for links. */
export function loadedAs(element: string, attribute: string): Loads | undefined {
  return attribute === 'poster' || attribute === 'srcset' ? 'img' : LOADS.get(element);
}

/** The same for `<link>` with these relations: style sheets and icons are loaded. */
export function loadedByLink(rel: string): Loads | undefined {
  if (/(?:^|\s)stylesheet(?:\s|$)/i.test(rel)) return 'style';
  return /(?:^|[\s-])icon(?:[\s-]|$)/i.test(rel) ? 'img' : undefined;
}

/** Links of SVG beside `a`: `href`, or `xlink:href` where there is none (SVG 2, 16.1.6). */
const SVG_ASSETS: ReadonlySet<string> = new Set(['use', 'image', 'feimage', 'script']);

/** Returns the attributes of an HTML element that are references; none for most elements. */
export function referenceAttributes(element: string): readonly string[] {
  return ATTRIBUTES.get(element) ?? NONE;
}

const NONE: readonly string[] = [];

export function elementKind(element: string): ReferenceKind {
  return PAGES.has(element) ? 'page' : 'asset';
}

/** True for SVG elements with references. */
export function isSvgReference(element: string): boolean {
  return element === 'a' || SVG_ASSETS.has(element);
}

/** Returns the kind of an attribute whose whole value is a reference. Names are in lower case. */
export function referenceKind(element: string, attribute: string): ReferenceKind | undefined {
  const isHtml = referenceAttributes(element).includes(attribute);
  const isSvg = attribute === 'href' && isSvgReference(element);
  return isHtml || isSvg ? elementKind(element) : undefined;
}

/** True for elements that embed a document, or refer to one that belongs to the page. */
export function showsPages(element: string): boolean {
  return /^(?:object|embed|link|use)$/.test(element);
}

/** True for `srcset` of `img` and `source`: a list of image candidates. */
export function isSrcset(element: string, attribute: string): boolean {
  return attribute === 'srcset' && (element === 'img' || element === 'source');
}

/** Address of an image candidate, with offsets in the attribute's value. */
export interface SrcsetCandidate {
  readonly start: number;
  readonly end: number;
  /** Width or density, without leading white space. */
  readonly descriptor: string;
}

/** Splits `srcset` into its candidates (HTML standard 4.8.4.3.10, "parse a srcset attribute"). Linear. */
export function srcsetCandidates(value: string): readonly SrcsetCandidate[] {
  const candidates: SrcsetCandidate[] = [];
  let at = 0;
  for (;;) {
    const start = skip(value, at, /[\t\n\f\r ,]*/y);
    if (start >= value.length) return candidates;
    at = skip(value, start, /[^\t\n\f\r ]*/y);
    let end = at;
    while (value[end - 1] === ',') end -= 1;
    // A comma at the end of the address separates; otherwise the descriptor ends at one outside parentheses.
    const descriptorEnd = end < at ? at : skip(value, at, /[^,(]*(?:\([^)]*\)?[^,(]*)*/y);
    candidates.push({ start, end, descriptor: value.slice(at, descriptorEnd).trim() });
    at = descriptorEnd;
  }
}

function skip(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  pattern.exec(text);
  return Math.max(at, pattern.lastIndex);
}

/** Address and delay of a meta refresh (HTML standard 4.2.5.3, "shared declarative refresh steps"). */
interface Refresh {
  readonly seconds: number;
  /** Span of the address in the value; absent if the page only reloads. */
  readonly address?: Span;
}

export interface Span {
  readonly start: number;
  readonly end: number;
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
  return at >= content.length ? { seconds } : { seconds, address: refreshAddress(content, at) };
}

function refreshAddress(content: string, from: number): Span {
  const prefix = /url[\t\n\f\r ]*=[\t\n\f\r ]*/iy;
  prefix.lastIndex = from;
  const start = prefix.test(content) ? prefix.lastIndex : from;
  const quote = content.charAt(start);
  if (quote !== '"' && quote !== "'") return { start, end: content.length };
  const close = content.indexOf(quote, start + 1);
  return { start: start + 1, end: close < 0 ? content.length : close };
}
