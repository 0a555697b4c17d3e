import { findAttribute, initialBits, type TagSpan } from './attributes.ts';
import { decodeAttribute } from './character-references.ts';
import {
  elementKind,
  isSrcset,
  isSvgReference,
  parseRefresh,
  type ReferenceKind,
  type Span,
  referenceAttributes,
  srcsetCandidates,
} from './reference-attributes.ts';
import { scanCss } from './scan-css.ts';
import type { Region, ScannedHtml } from './scanned-page.ts';

/** A start tag with possible ids or references. */
export interface FoundElement {
  readonly text: string;
  readonly tag: TagSpan;
  readonly name: string;
  readonly space: 'html' | 'svg' | 'math';
  readonly region: Region;
  readonly inNoscript: boolean;
  /** Returns the string to store for an id. */
  readonly keep: (value: string) => string;
}

const REFERRING = initialBits(
  'id name style href xlink:href src srcset imagesrcset data poster http-equiv'.split(' '),
);

/** False for tags with neither ids nor references, judged by the initials of their attributes. */
export function mayRefer({ initials }: TagSpan): boolean {
  return (initials & REFERRING) !== 0;
}

/** Records the ids and references of a start tag. */
export function noteElement(found: ScannedHtml, element: FoundElement): void {
  const { space } = element;
  noteIds(found, element);
  if (space === 'html') noteHtmlLinks(found, element);
  else if (space === 'svg') noteSvgLink(found, element);
  const { name: tag, region } = element;
  const style = readValue(element, 'style');
  if (style === undefined) return;
  const at = { kind: 'asset', tag, attribute: 'style', isFull: false, region } as const;
  for (const part of scanCss(style.value))
    if (isOutside(part.href))
      found.links.push({ ...at, href: part.href, ...partSpan(style, part) });
}

/** Returns the decoded value of an attribute; undefined if the tag lacks it. */
export function attributeValue(text: string, tag: TagSpan, name: string): string | undefined {
  return readValue({ text, tag }, name)?.value;
}

interface Value extends Span {
  readonly value: string;
}

/** The decoded value of an attribute, and its offsets. */
function readValue(
  { text, tag }: Pick<FoundElement, 'text' | 'tag'>,
  name: string,
): Value | undefined {
  const attribute = findAttribute(text, tag, name);
  if (attribute === undefined) return undefined;
  const { valueStart: start, valueEnd: end } = attribute;
  return { value: decodeAttribute(text.slice(start, end)), start, end };
}

function noteIds(found: ScannedHtml, element: FoundElement): void {
  const { tag, text, name, space, region, keep } = element;
  const id = readValue(element, 'id');
  if (id !== undefined) {
    const kept = keep(id.value);
    if (found.ids.has(kept))
      found.duplicateIds.push({ id: kept, region, start: id.start, end: id.end });
    else if (kept !== '') found.ids.add(kept);
  }
  const anchor = name === 'a' && space === 'html' ? attributeValue(text, tag, 'name') : undefined;
  if (anchor !== undefined) found.anchorNames.add(keep(anchor));
}

function noteHtmlLinks(found: ScannedHtml, element: FoundElement): void {
  const { name, tag, text } = element;
  if (name === 'link') {
    const rel = attributeValue(text, tag, 'rel') ?? '';
    const isSheet = /(?:^|\s)stylesheet(?:$|\s)/i.test(rel);
    const kind = PAGE_RELATIONS.test(rel) && !isSheet ? 'page' : 'asset';
    noteLink(found, element, { attribute: 'href', kind, isFull: FULL_RELATIONS.test(rel) });
    noteSrcset(found, element, 'imagesrcset');
  } else if (name === 'meta') noteRefresh(found, element);
  else if (name === 'base') found.base ??= attributeValue(text, tag, 'href');
  else {
    for (const attribute of referenceAttributes(name))
      noteLink(found, element, { attribute, kind: elementKind(name) });
    if (isSrcset(name, 'srcset')) noteSrcset(found, element, 'srcset');
  }
}

const PAGE_RELATIONS =
  /(?:^|\s)(?:alternate|author|bookmark|canonical|help|license|next|prev|search|shortlink|up)(?:$|\s)/i;
const FULL_RELATIONS = /(?:^|\s)(?:alternate|canonical|dns-prefetch|preconnect|shortlink)(?:$|\s)/i;

interface LinkNote {
  readonly attribute: string;
  readonly kind: ReferenceKind;
  readonly isFull?: boolean;
}

function noteLink(
  found: ScannedHtml,
  element: FoundElement,
  { attribute, kind, isFull = false }: LinkNote,
): void {
  const { name, region } = element;
  const written = readValue(element, attribute);
  if (written === undefined || isData(written.value)) return;
  // One literal without spread, since this runs for every link of a site.
  found.links.push({
    href: written.value,
    kind,
    tag: name === 'image' && attribute === 'src' ? 'img' : name,
    attribute,
    isFull,
    region: regionOf(name, region),
    start: written.start,
    end: written.end,
  });
}

function regionOf(name: string, region: Region): Region {
  const isHead = name === 'link' || name === 'script' || name === 'meta' || name === 'style';
  return isHead && region === 'outside' ? 'head' : region;
}

/** The content of a `data:` address belongs to the page. */
function isData(href: string): boolean {
  return href.length > 4 && href.charCodeAt(4) === 0x3a && /^data:/i.test(href);
}

function noteSrcset(found: ScannedHtml, element: FoundElement, attribute: string): void {
  const { name: tag, region } = element;
  const written = readValue(element, attribute);
  if (written === undefined) return;
  const at = { kind: 'asset', tag, attribute, isFull: false, region } as const;
  for (const part of srcsetCandidates(written.value)) {
    const href = written.value.slice(part.start, part.end);
    if (!isData(href)) found.links.push({ ...at, href, ...partSpan(written, part) });
  }
}

/** Locates a part of a decoded value; the whole value if decoding has shifted it. */
function partSpan({ value, start, end }: Value, part: Span): Span {
  const isLiteral = value.length === end - start;
  return isLiteral ? { start: start + part.start, end: start + part.end } : { start, end };
}

function noteRefresh(found: ScannedHtml, element: FoundElement): void {
  const { tag, text, inNoscript, region } = element;
  if (attributeValue(text, tag, 'http-equiv')?.toLowerCase() !== 'refresh') return;
  const content = readValue(element, 'content');
  const { address: part, seconds } = parseRefresh(content?.value ?? '') ?? {};
  if (content === undefined || part === undefined || seconds === undefined) return;
  if (!inNoscript) found.refresh ??= { link: found.links.length, seconds };
  found.links.push({
    href: content.value.slice(part.start, part.end),
    kind: 'page',
    tag: 'meta',
    attribute: 'content',
    isFull: false,
    region: regionOf('meta', region),
    ...partSpan(content, part),
  });
}

function noteSvgLink(found: ScannedHtml, element: FoundElement): void {
  const { name, tag, text } = element;
  if (!isSvgReference(name)) return;
  const attribute = findAttribute(text, tag, 'href') ? 'href' : 'xlink:href';
  noteLink(found, element, { attribute, kind: elementKind(name) });
}

/** In CSS, a bare fragment refers to an element of the document (CSS Values 4, "local URL flag"). */
function isOutside(href: string): boolean {
  return !href.startsWith('#') && !isData(href);
}

/** Offsets of the text of a `style` element. */
interface StyleSheet extends Span {
  readonly text: string;
  readonly region: Region;
}

export function noteStyleSheet(found: ScannedHtml, { text, start, end, region }: StyleSheet): void {
  const at = { kind: 'asset', tag: 'style', attribute: 'url', isFull: false } as const;
  for (const part of scanCss(text.slice(start, end))) {
    if (!isOutside(part.href)) continue;
    const span = { start: start + part.start, end: start + part.end };
    found.links.push({ ...at, href: part.href, region: regionOf('style', region), ...span });
  }
}
