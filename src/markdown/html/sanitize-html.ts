import { attributeEnd } from '../../html/attributes.ts';
import { decodeEntities } from '../../html/character-references.ts';
import {
  isSrcset,
  type ReferenceKind,
  referenceKind,
  srcsetCandidates,
} from '../../html/reference-attributes.ts';
import { type HtmlAttribute, type HtmlStartTag, scanHtml } from '../../html/scan-fragment.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { isShellId } from '../../shared/page-ids.ts';
import { isDangerousHref, isSafeHref } from '../../shared/paths.ts';
import { type ArticleTexts, articleTexts } from '../../shared/texts.ts';
import { externalIcon, NEW_TAB_ATTRIBUTES, opensNewTab } from '../placeholders.ts';
import {
  DROPPED_WITH_CONTENT,
  isAllowedAttribute,
  isAllowedElement,
  VOID,
} from './html-allowed.ts';
import {
  type Closed,
  closeAfter,
  closeElement,
  createHtmlStack,
  fitStartTag,
  type HtmlStack,
  leaveContainer,
  makeRoomForInline,
  openDropped,
  openElement,
  startSkipping,
} from './html-stack.ts';

/** Offsets in the fragment. */
export interface HtmlRange {
  readonly start: number;
  readonly end: number;
}

/** What a piece of raw HTML is sanitised into, and whom its findings are told. `Where` is a place outside the fragment. */
export interface HtmlSink<Where> {
  /** In the language of the page. */
  readonly texts: ArticleTexts;
  readonly stack: HtmlStack<Where>;
  /** What to print for an address (already escaped), or undefined to leave the attribute out. */
  readonly address: (href: string, kind: ReferenceKind, range: HtmlRange) => string | undefined;
  /** Called for ids that are left out too: those of the page around the content. */
  readonly id: (id: string, range: HtmlRange) => void;
  readonly where: (range: HtmlRange) => Where;
  readonly dropped: (what: string, where: Where) => void;
  /** A tag without its partner. */
  readonly unbalanced: (message: string, where: Where) => void;
}

/**
 * Writes a piece of raw HTML again from the allow-list. Comments go; elements that stay open remain on the stack.
 * `text` is what a reader sees of it.
 */
export function sanitizeFragment<Where>(
  html: string,
  sink: HtmlSink<Where>,
): { html: string; text: string } {
  const out = { html: '', text: '' };
  const { stack } = sink;
  scanHtml(html, {
    startTag: (tag) => {
      if (stack.skipping === undefined) out.html += writeStartTag(html, tag, sink);
      else if (stack.skipping.name === tag.name && !VOID.has(tag.name)) stack.skipping.depth += 1;
    },
    endTag: (name, start, end) => {
      if (stack.skipping === undefined) out.html += writeEndTag(name, { start, end }, sink);
      else if (stack.skipping.name === name) leaveSkipped(stack);
    },
    text: (start, end) => {
      if (stack.skipping !== undefined) return;
      const text = decodeEntities(html.slice(start, end));
      out.text += text;
      if (!isBlank(text)) out.html += closeBefore(makeRoomForInline(stack), 'text', sink);
      out.html += escapeText(html.slice(start, end));
    },
    cutOff: (start) => {
      if (stack.skipping === undefined)
        sink.dropped('a tag that never ends', sink.where({ start, end: html.length }));
    },
  });
  return out;
}

function leaveSkipped<Where>(stack: HtmlStack<Where>): void {
  if (stack.skipping === undefined) return;
  stack.skipping.depth -= 1;
  if (stack.skipping.depth === 0) stack.skipping = undefined;
}

/** True for text that a browser leaves where it is in a table: HTML's own white space. */
export function isBlank(text: string): boolean {
  return !/[^\t\n\f\r ]/.test(text);
}

/** Reports what has to be closed before something that cannot stand in it; returns its end tags. */
export function closeBefore<Where>(
  { html, unclosed }: Closed<Where>,
  next: string,
  sink: Pick<HtmlSink<Where>, 'unbalanced'>,
): string {
  for (const { name, where } of unclosed)
    sink.unbalanced(`<${name}> is closed before ${next}, which cannot stand there`, where);
  return html;
}

// Character references stay as they are; a lone `<` or `>` is text.
function escapeText(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function writeStartTag<Where>(html: string, tag: HtmlStartTag, sink: HtmlSink<Where>): string {
  const { name } = tag;
  const where = sink.where({ start: tag.start, end: tag.end });
  if (!isAllowedElement(name)) {
    sink.dropped(`the element <${name}>`, where);
    if (DROPPED_WITH_CONTENT.has(name) && !VOID.has(name)) startSkipping(sink.stack, name, where);
    return '';
  }
  const fit = fitStartTag(sink.stack, name);
  if (fit.kind === 'misplaced') {
    sink.dropped(`the element <${name}> ${fit.reason}`, where);
    if (!VOID.has(name)) openDropped(sink.stack, name, where);
    return '';
  }
  const closed = closeBefore(closeAfter(sink.stack, fit.keep), `<${name}>`, sink);
  const attributes = writeAttributes(html, tag, sink);
  const endTag = isNewTab(html, tag) ? `${externalIcon(sink.texts)}</a>` : `</${name}>`;
  if (!VOID.has(name)) openElement(sink.stack, { name, endName: name, endTag, where });
  return `${closed}<${name}${attributes}>`;
}

function isNewTab(html: string, tag: HtmlStartTag): boolean {
  const href = tag.name === 'a' ? tag.attributes.find(({ name }) => name === 'href') : undefined;
  return href !== undefined && opensNewTab(valueOf(html, href));
}

function writeEndTag<Where>(name: string, range: HtmlRange, sink: HtmlSink<Where>): string {
  if (VOID.has(name) || !isAllowedElement(name)) return '';
  const closed = closeElement(sink.stack, name);
  if (closed === undefined) {
    sink.unbalanced(`</${name}> closes nothing that is open here`, sink.where(range));
    return '';
  }
  for (const element of closed.unclosed)
    sink.unbalanced(`<${element.name}> is never closed`, element.where);
  return closed.html;
}

function writeAttributes<Where>(html: string, tag: HtmlStartTag, sink: HtmlSink<Where>): string {
  let out = '';
  let align = '';
  for (const attribute of tag.attributes) {
    if (!isAllowedAttribute(tag.name, attribute.name)) {
      const range = { start: attribute.nameStart, end: attributeEnd(html, attribute) };
      sink.dropped(`the attribute ${attribute.name} of <${tag.name}>`, sink.where(range));
    } else if (attribute.name === 'align') align = alignClass(valueOf(html, attribute));
    else out += writeAttribute(html, { tag, attribute, sink });
  }
  const classes = align === '' ? out : addClass(out, align);
  return isNewTab(html, tag) ? classes + NEW_TAB_ATTRIBUTES : classes;
}

function alignClass(value: string): string {
  const align = value.trim().toLowerCase();
  return ['left', 'center', 'right'].includes(align) ? `align-${align}` : '';
}

function addClass(attributes: string, name: string): string {
  return attributes.includes(' class="')
    ? attributes.replace(' class="', ` class="${name} `)
    : `${attributes} class="${name}"`;
}

interface AttributeContext<Where> {
  readonly tag: HtmlStartTag;
  readonly attribute: HtmlAttribute;
  readonly sink: HtmlSink<Where>;
}

function writeAttribute<Where>(html: string, context: AttributeContext<Where>): string {
  const { tag, attribute, sink } = context;
  const { name } = attribute;
  const value = valueOf(html, attribute);
  const range = { start: attribute.valueStart, end: attribute.valueEnd };
  const kind = referenceKind(tag.name, name);
  if (name === 'id' || (name === 'name' && tag.name === 'a')) {
    if (value !== '' && !isSecondTarget(html, tag, attribute)) sink.id(value, range);
    if (isShellId(value)) return '';
  } else if (kind !== undefined) {
    const address = sink.address(value, kind, range);
    return address === undefined ? '' : ` ${name}="${address}"`;
  } else if (isSrcset(tag.name, name)) return writeSrcset(html, context);
  else if (name === 'cite' && !isSafeHref(value, 'page')) return '';
  return attribute.hasValue ? ` ${name}="${escapeHtml(value)}"` : ` ${name}`;
}

/** True for the second of two attributes that make one target: `<a id="x" name="x">`. */
export function isSecondTarget(html: string, tag: HtmlStartTag, attribute: HtmlAttribute): boolean {
  const value = valueOf(html, attribute);
  return tag.attributes.some(
    (other) =>
      other.nameStart < attribute.nameStart &&
      (other.name === 'id' || other.name === 'name') &&
      valueOf(html, other) === value,
  );
}

function writeSrcset<Where>(html: string, { attribute, sink }: AttributeContext<Where>): string {
  const raw = html.slice(attribute.valueStart, attribute.valueEnd);
  const written: string[] = [];
  for (const { start, end, descriptor } of srcsetCandidates(raw)) {
    const range = { start: attribute.valueStart + start, end: attribute.valueStart + end };
    const address = sink.address(decodeEntities(raw.slice(start, end)), 'asset', range);
    if (address !== undefined)
      written.push(descriptor === '' ? address : `${address} ${escapeHtml(descriptor)}`);
  }
  return written.length === 0 ? '' : ` srcset="${written.join(', ')}"`;
}

export function valueOf(html: string, attribute: HtmlAttribute): string {
  return decodeEntities(html.slice(attribute.valueStart, attribute.valueEnd));
}

export interface SanitizedHtml {
  readonly html: string;
  /** What was left out, in words, with its offsets in the given HTML. */
  readonly dropped: readonly { readonly what: string; readonly range: HtmlRange }[];
  /** Ids that only the page around the content may have. */
  readonly reserved: readonly { readonly id: string; readonly range: HtmlRange }[];
  /** Tags without their partner, each in a sentence. */
  readonly unbalanced: readonly { readonly message: string; readonly range: HtmlRange }[];
}

/** What to print for an address of the configuration's HTML (not escaped), or undefined to leave it out. */
export type AddressPrinter = (
  href: string,
  kind: ReferenceKind,
  range: HtmlRange,
) => string | undefined;

export interface SanitizeOptions {
  /** The element of the page that holds the HTML, where that forbids something: no link in a link, no block in a paragraph. */
  readonly inside?: 'a' | 'p' | undefined;
  /** In the language of the page. */
  readonly texts?: ArticleTexts | undefined;
}

/** Sanitises a whole piece of HTML from the configuration. Unsafe addresses go; every element is closed. */
export function sanitizeHtml(
  html: string,
  print: AddressPrinter = (href) => href,
  { inside, texts = articleTexts }: SanitizeOptions = {},
): SanitizedHtml {
  const dropped: { what: string; range: HtmlRange }[] = [];
  const reserved: { id: string; range: HtmlRange }[] = [];
  const unbalanced: { message: string; range: HtmlRange }[] = [];
  const stack = createHtmlStack<HtmlRange>(inside);
  const note = (what: string, range: HtmlRange): void => {
    dropped.push({ what, range });
  };
  const noteUnbalanced = (message: string, range: HtmlRange): void => {
    unbalanced.push({ message, range });
  };
  const result = sanitizeFragment<HtmlRange>(html, {
    texts,
    stack,
    address: (href, kind, range) => {
      const printed =
        isDangerousHref(href) && !isSafeHref(href, kind) ? undefined : print(href, kind, range);
      if (printed === undefined) note(`the address ${href}`, range);
      return printed === undefined ? undefined : escapeHtml(printed);
    },
    id: (id, range) => {
      if (isShellId(id)) reserved.push({ id, range });
    },
    where: (range) => range,
    dropped: note,
    unbalanced: noteUnbalanced,
  });
  const end = leaveContainer(stack);
  for (const element of end.unclosed)
    noteUnbalanced(`<${element.name}> is never closed`, element.where);
  return { html: result.html + end.html, dropped, reserved, unbalanced };
}
