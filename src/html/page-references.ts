import { type AttributeSpan, findAttribute, initialBits, type TagSpan } from './attributes.ts';
import { decodeAttribute } from './character-references.ts';
import {
  elementKind,
  isSrcset,
  isSvgReference,
  parseRefresh,
  type ReferenceKind,
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
  noteStyleAttribute(found, element);
}

/** Returns the decoded value of an attribute; undefined if the tag lacks it. */
export function attributeValue(text: string, tag: TagSpan, name: string): string | undefined {
  return valueOf(text, findAttribute(text, tag, name));
}

function valueOf(text: string, attribute: AttributeSpan | undefined): string | undefined {
  return attribute && decodeAttribute(text.slice(attribute.valueStart, attribute.valueEnd));
}

function spanOf({ valueStart, valueEnd }: AttributeSpan): Span {
  return { start: valueStart, end: valueEnd };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function noteIds(found: ScannedHtml, { tag, text, name, space, region, keep }: FoundElement): void {
  const attribute = findAttribute(text, tag, 'id');
  const id = valueOf(text, attribute);
  if (attribute !== undefined && id !== undefined) {
    const kept = keep(id);
    if (found.ids.has(kept)) found.duplicateIds.push({ id: kept, region, ...spanOf(attribute) });
    else if (kept !== '') found.ids.add(kept);
  }
  const anchor = name === 'a' && space === 'html' ? attributeValue(text, tag, 'name') : undefined;
  if (anchor !== undefined) found.anchorNames.add(keep(anchor));
}

function noteHtmlLinks(found: ScannedHtml, element: FoundElement): void {
  const { name, tag, text } = element;
  const links = referenceAttributes(name);
  if (links !== undefined) {
    const kind = elementKind(name);
    for (const attribute of links) {
      if (name === 'link') noteLinkElement(found, element);
      else noteLink(found, element, { attribute, kind });
    }
    if (isSrcset(name, 'srcset')) noteSrcset(found, element, 'srcset');
    if (name === 'link') noteSrcset(found, element, 'imagesrcset');
  } else if (name === 'meta') noteRefresh(found, element);
  else if (name === 'base') found.base ??= attributeValue(text, tag, 'href');
}

interface LinkNote {
  readonly attribute: string;
  readonly kind: ReferenceKind;
  readonly isFull?: boolean;
}

function noteLink(
  found: ScannedHtml,
  { name, tag, text, region }: FoundElement,
  { attribute, kind, isFull = false }: LinkNote,
): void {
  const written = findAttribute(text, tag, attribute);
  const href = valueOf(text, written);
  if (written === undefined || href === undefined || isData(href)) return;
  // One literal without spread, since this runs for every link of a site.
  found.links.push({
    href,
    kind,
    tag: name === 'image' && attribute === 'src' ? 'img' : name,
    attribute,
    isFull,
    region: regionOf(name, region),
    start: written.valueStart,
    end: written.valueEnd,
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

const PAGE_RELATIONS =
  /(?:^|\s)(?:alternate|author|bookmark|canonical|help|license|next|prev|search|shortlink|up)(?:$|\s)/i;
const FULL_RELATIONS = /(?:^|\s)(?:alternate|canonical|dns-prefetch|preconnect|shortlink)(?:$|\s)/i;

function noteLinkElement(found: ScannedHtml, element: FoundElement): void {
  const { text, tag } = element;
  const rel = attributeValue(text, tag, 'rel') ?? '';
  const isSheet = /(?:^|\s)stylesheet(?:$|\s)/i.test(rel);
  const kind = PAGE_RELATIONS.test(rel) && !isSheet ? 'page' : 'asset';
  noteLink(found, element, { attribute: 'href', kind, isFull: FULL_RELATIONS.test(rel) });
}

function noteSrcset(
  found: ScannedHtml,
  { name, tag, text, region }: FoundElement,
  attribute: string,
): void {
  const written = findAttribute(text, tag, attribute);
  const value = valueOf(text, written);
  if (written === undefined || value === undefined) return;
  const whole = spanOf(written);
  const at = { kind: 'asset', tag: name, attribute, isFull: false, region } as const;
  for (const part of srcsetCandidates(value)) {
    const href = value.slice(part.start, part.end);
    if (!isData(href)) found.links.push({ ...at, href, ...partSpan(value, whole, part) });
  }
}

/** Locates a part of a decoded value; the whole value if decoding has shifted it. */
function partSpan(value: string, whole: Span, part: Span): Span {
  const isLiteral = value.length === whole.end - whole.start;
  return isLiteral ? { start: whole.start + part.start, end: whole.start + part.end } : whole;
}

function noteRefresh(found: ScannedHtml, element: FoundElement): void {
  const { tag, text, inNoscript, region } = element;
  if (attributeValue(text, tag, 'http-equiv')?.toLowerCase() !== 'refresh') return;
  const written = findAttribute(text, tag, 'content');
  const content = valueOf(text, written) ?? '';
  const { address: part, seconds } = parseRefresh(content) ?? {};
  if (written === undefined || part === undefined || seconds === undefined) return;
  if (!inNoscript) found.refresh ??= { link: found.links.length, seconds };
  found.links.push({
    href: content.slice(part.start, part.end),
    kind: 'page',
    tag: 'meta',
    attribute: 'content',
    isFull: false,
    region: regionOf('meta', region),
    ...partSpan(content, spanOf(written), part),
  });
}

function noteSvgLink(found: ScannedHtml, element: FoundElement): void {
  const { name, tag, text } = element;
  if (!isSvgReference(name)) return;
  const attribute = findAttribute(text, tag, 'href') ? 'href' : 'xlink:href';
  noteLink(found, element, { attribute, kind: elementKind(name) });
}

function noteStyleAttribute(found: ScannedHtml, { text, tag, name, region }: FoundElement): void {
  const written = findAttribute(text, tag, 'style');
  const value = valueOf(text, written);
  if (written === undefined || value === undefined) return;
  const whole = spanOf(written);
  const at = { kind: 'asset', tag: name, attribute: 'style', isFull: false, region } as const;
  for (const part of scanCss(value)) {
    if (isOutside(part.href)) {
      found.links.push({ ...at, href: part.href, ...partSpan(value, whole, part) });
    }
  }
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
