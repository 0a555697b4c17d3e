import { type AttributeName, hasAttribute, NUMBER_OF, type TagAttributes } from './attributes.ts';
import { decodeAttribute } from './character-references.ts';
import { parseRefresh, type ReferenceKind, srcsetAddresses } from './reference-attributes.ts';
import { scanCss } from './scan-css.ts';
import type { Region, ScannedHtml } from './scanned.ts';

/** A start tag that counts. */
export interface FoundElement {
  readonly text: string;
  readonly attributes: TagAttributes;
  readonly name: string;
  readonly space: 'html' | 'svg' | 'math';
  readonly region: Region;
  readonly inNoscript: boolean;
  /** Gives the string that is stored for an id. */
  readonly keep: (value: string) => string;
}

type LinkAttributes = readonly (readonly [AttributeName, ReferenceKind])[];

const HTML_LINKS: ReadonlyMap<string, LinkAttributes> = new Map<string, LinkAttributes>([
  ['a', [['href', 'page']]],
  ['area', [['href', 'page']]],
  ['link', [['href', 'asset']]],
  ['iframe', [['src', 'page']]],
  ['img', [['src', 'asset']]],
  // The parser makes an `img` of an `image` outside of SVG.
  ['image', [['src', 'asset']]],
  ['source', [['src', 'asset']]],
  [
    'video',
    [
      ['src', 'asset'],
      ['poster', 'asset'],
    ],
  ],
  ['audio', [['src', 'asset']]],
  ['track', [['src', 'asset']]],
  ['embed', [['src', 'asset']]],
  ['script', [['src', 'asset']]],
  ['object', [['data', 'asset']]],
]);

/** Links of SVG: `href`, or `xlink:href` where there is none (SVG 2, 16.1.6). */
const SVG_LINKS: ReadonlyMap<string, ReferenceKind> = new Map<string, ReferenceKind>([
  ['a', 'page'],
  ['use', 'asset'],
  ['image', 'asset'],
  ['feimage', 'asset'],
  ['script', 'asset'],
]);

/** Notes the ids and references of a start tag. */
export function noteElement(found: ScannedHtml, element: FoundElement): void {
  const { attributes, space } = element;
  noteIds(found, element);
  if (space === 'html') noteHtmlLinks(found, element);
  else if (space === 'svg') noteSvgLink(found, element);
  if (hasAttribute(attributes, 'style')) noteStyleAttribute(found, element);
}

export function attributeValue(
  text: string,
  { spans }: TagAttributes,
  name: AttributeName,
): string {
  const at = 2 * NUMBER_OF[name];
  return decodeAttribute(text.slice(spans[at], spans[at + 1]));
}

function spanOf(
  { spans }: TagAttributes,
  name: AttributeName,
): { readonly start: number; readonly end: number } {
  const at = 2 * NUMBER_OF[name];
  return { start: spans[at] ?? 0, end: spans[at + 1] ?? 0 };
}

function noteIds(
  found: ScannedHtml,
  { attributes, text, name, space, region, keep }: FoundElement,
): void {
  if (hasAttribute(attributes, 'id')) {
    const id = keep(attributeValue(text, attributes, 'id'));
    if (found.ids.has(id)) found.duplicateIds.push({ id, region, ...spanOf(attributes, 'id') });
    else if (id !== '') found.ids.add(id);
  }
  if (name === 'a' && space === 'html' && hasAttribute(attributes, 'name')) {
    found.anchorNames.add(keep(attributeValue(text, attributes, 'name')));
  }
}

function noteHtmlLinks(found: ScannedHtml, element: FoundElement): void {
  const { name, attributes } = element;
  const links = HTML_LINKS.get(name);
  if (links !== undefined) {
    for (const [attribute, kind] of links) {
      if (!hasAttribute(attributes, attribute)) continue;
      if (name === 'link') noteLinkElement(found, element);
      else noteLink(found, element, { attribute, kind });
    }
    if (name === 'img' || name === 'source') noteSrcset(found, element, 'srcset');
    if (name === 'link') noteSrcset(found, element, 'imagesrcset');
  } else if (name === 'meta') noteRefresh(found, element);
  else if (name === 'base' && hasAttribute(attributes, 'href')) {
    found.base ??= attributeValue(element.text, attributes, 'href');
  }
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
  if (isData(href)) return;
  const at = 2 * NUMBER_OF[attribute];
  // One literal without spread: this runs for every link of a site.
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

/** The content of a `data:` address is part of the page. */
function isData(href: string): boolean {
  return href.length > 4 && href.charCodeAt(4) === 0x3a && /^data:/i.test(href);
}

const PAGE_RELATIONS =
  /(?:^|\s)(?:alternate|author|bookmark|canonical|help|license|next|prev|search|shortlink|up)(?:$|\s)/i;
const FULL_RELATIONS = /(?:^|\s)(?:alternate|canonical|dns-prefetch|preconnect|shortlink)(?:$|\s)/i;

function noteLinkElement(found: ScannedHtml, element: FoundElement): void {
  const { text, attributes } = element;
  const rel = hasAttribute(attributes, 'rel') ? attributeValue(text, attributes, 'rel') : '';
  const isSheet = /(?:^|\s)stylesheet(?:$|\s)/i.test(rel);
  const kind = PAGE_RELATIONS.test(rel) && !isSheet ? 'page' : 'asset';
  noteLink(found, element, { attribute: 'href', kind, isFull: FULL_RELATIONS.test(rel) });
}

function noteSrcset(
  found: ScannedHtml,
  { name, attributes, text, region }: FoundElement,
  attribute: AttributeName,
): void {
  if (!hasAttribute(attributes, attribute)) return;
  const value = attributeValue(text, attributes, attribute);
  const whole = spanOf(attributes, attribute);
  const at = { kind: 'asset', tag: name, attribute, isFull: false, region } as const;
  for (const part of srcsetAddresses(value)) {
    const href = value.slice(part.start, part.end);
    if (!isData(href)) found.links.push({ ...at, href, ...partSpan(value, whole, part) });
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The place of a part of a decoded value; the whole value where decoding has moved it. */
function partSpan(value: string, whole: Span, part: Span): Span {
  const isLiteral = value.length === whole.end - whole.start;
  return isLiteral ? { start: whole.start + part.start, end: whole.start + part.end } : whole;
}

function noteRefresh(found: ScannedHtml, element: FoundElement): void {
  const { attributes, text, inNoscript, region } = element;
  if (!hasAttribute(attributes, 'http-equiv') || !hasAttribute(attributes, 'content')) return;
  if (attributeValue(text, attributes, 'http-equiv').toLowerCase() !== 'refresh') return;
  const content = attributeValue(text, attributes, 'content');
  const refresh = parseRefresh(content);
  if (refresh?.start === undefined || refresh.end === undefined) return;
  const part = { start: refresh.start, end: refresh.end };
  if (!inNoscript) found.refresh ??= { link: found.links.length, seconds: refresh.seconds };
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
  const kind = SVG_LINKS.get(element.name);
  if (kind === undefined) return;
  const { attributes } = element;
  const attribute = hasAttribute(attributes, 'href') ? 'href' : 'xlink:href';
  if (hasAttribute(attributes, attribute)) noteLink(found, element, { attribute, kind });
}

function noteStyleAttribute(
  found: ScannedHtml,
  { text, attributes, name, region }: FoundElement,
): void {
  const value = attributeValue(text, attributes, 'style');
  const whole = spanOf(attributes, 'style');
  const at = { kind: 'asset', tag: name, attribute: 'style', isFull: false, region } as const;
  for (const part of scanCss(value)) {
    if (isOutside(part.href)) {
      found.links.push({ ...at, href: part.href, ...partSpan(value, whole, part) });
    }
  }
}

/** A bare fragment in CSS names an element of the document that uses it (CSS Values 4, "local URL flag"). */
export function isOutside(href: string): boolean {
  return !href.startsWith('#') && !isData(href);
}

/** Where the text of a `style` element stands. */
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
