import { type AttributeName, hasAttribute, NUMBER_OF, type TagAttributes } from './attributes.ts';
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
  readonly attributes: TagAttributes;
  readonly name: string;
  readonly space: 'html' | 'svg' | 'math';
  readonly region: Region;
  readonly inNoscript: boolean;
  /** Returns the string to store for an id. */
  readonly keep: (value: string) => string;
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
export function attributeValue(
  text: string,
  attributes: TagAttributes,
  name: AttributeName,
): string | undefined {
  if (!hasAttribute(attributes, name)) return undefined;
  const { start, end } = spanOf(attributes, name);
  return decodeAttribute(text.slice(start, end));
}

function spanOf({ spans }: TagAttributes, name: AttributeName): Span {
  const at = 2 * NUMBER_OF[name];
  return { start: spans[at] ?? 0, end: spans[at + 1] ?? 0 };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function noteIds(
  found: ScannedHtml,
  { attributes, text, name, space, region, keep }: FoundElement,
): void {
  const id = attributeValue(text, attributes, 'id');
  if (id !== undefined) {
    const kept = keep(id);
    if (found.ids.has(kept))
      found.duplicateIds.push({ id: kept, region, ...spanOf(attributes, 'id') });
    else if (kept !== '') found.ids.add(kept);
  }
  const anchor =
    name === 'a' && space === 'html' ? attributeValue(text, attributes, 'name') : undefined;
  if (anchor !== undefined) found.anchorNames.add(keep(anchor));
}

function noteHtmlLinks(found: ScannedHtml, element: FoundElement): void {
  const { name, attributes, text } = element;
  const links = referenceAttributes(name);
  if (links !== undefined) {
    const kind = elementKind(name);
    for (const attribute of links) {
      if (!hasAttribute(attributes, attribute)) continue;
      if (name === 'link') noteLinkElement(found, element);
      else noteLink(found, element, { attribute, kind });
    }
    if (isSrcset(name, 'srcset')) noteSrcset(found, element, 'srcset');
    if (name === 'link') noteSrcset(found, element, 'imagesrcset');
  } else if (name === 'meta') noteRefresh(found, element);
  else if (name === 'base') found.base ??= attributeValue(text, attributes, 'href');
}

interface LinkNote {
  readonly attribute: AttributeName;
  readonly kind: ReferenceKind;
  readonly isFull?: boolean;
}

function noteLink(
  found: ScannedHtml,
  { name, attributes, text, region }: FoundElement,
  { attribute, kind, isFull = false }: LinkNote,
): void {
  const href = attributeValue(text, attributes, attribute);
  if (href === undefined || isData(href)) return;
  const at = 2 * NUMBER_OF[attribute];
  // One literal without spread, since this runs for every link of a site.
  found.links.push({
    href,
    kind,
    tag: name === 'image' && attribute === 'src' ? 'img' : name,
    attribute,
    isFull,
    region: regionOf(name, region),
    start: attributes.spans[at] ?? 0,
    end: attributes.spans[at + 1] ?? 0,
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
  const { text, attributes } = element;
  const rel = attributeValue(text, attributes, 'rel') ?? '';
  const isSheet = /(?:^|\s)stylesheet(?:$|\s)/i.test(rel);
  const kind = PAGE_RELATIONS.test(rel) && !isSheet ? 'page' : 'asset';
  noteLink(found, element, { attribute: 'href', kind, isFull: FULL_RELATIONS.test(rel) });
}

function noteSrcset(
  found: ScannedHtml,
  { name, attributes, text, region }: FoundElement,
  attribute: AttributeName,
): void {
  const value = attributeValue(text, attributes, attribute);
  if (value === undefined) return;
  const whole = spanOf(attributes, attribute);
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
  const { attributes, text, inNoscript, region } = element;
  if (attributeValue(text, attributes, 'http-equiv')?.toLowerCase() !== 'refresh') return;
  const content = attributeValue(text, attributes, 'content') ?? '';
  const { address: part, seconds } = parseRefresh(content) ?? {};
  if (part === undefined || seconds === undefined) return;
  if (!inNoscript) found.refresh ??= { link: found.links.length, seconds };
  found.links.push({
    href: content.slice(part.start, part.end),
    kind: 'page',
    tag: 'meta',
    attribute: 'content',
    isFull: false,
    region: regionOf('meta', region),
    ...partSpan(content, spanOf(attributes, 'content'), part),
  });
}

function noteSvgLink(found: ScannedHtml, element: FoundElement): void {
  const { name, attributes } = element;
  if (!isSvgReference(name)) return;
  const attribute = hasAttribute(attributes, 'href') ? 'href' : 'xlink:href';
  noteLink(found, element, { attribute, kind: elementKind(name) });
}

function noteStyleAttribute(
  found: ScannedHtml,
  { text, attributes, name, region }: FoundElement,
): void {
  const value = attributeValue(text, attributes, 'style');
  if (value === undefined) return;
  const whole = spanOf(attributes, 'style');
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
