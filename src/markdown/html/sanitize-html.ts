import type { TemplateSyntax } from '../../dialects/dialect.ts';
import { attributeEnd } from '../../html/attributes.ts';
import { decodeEntities } from '../../html/character-references.ts';
import {
  isSrcset,
  type Loads,
  loadedAs,
  type ReferenceKind,
  referenceKind,
  srcsetCandidates,
} from '../../html/reference-attributes.ts';
import { VOID } from '../../html/raw-text.ts';
import { type HtmlAttribute, type HtmlStartTag, scanHtml } from '../../html/scan-fragment.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { isShellId } from '../../shared/page-ids.ts';
import { isDangerousHref, isSafeHref } from '../../shared/paths.ts';
import { type ArticleMessages, articleMessages } from '../../shared/ui-messages.ts';
import { externalIcon, NEW_TAB_ATTRIBUTES, opensNewTab } from '../placeholders.ts';
import { arrangeHtml, MARK } from './arrange-html.ts';
import {
  DROPPED_WITH_CONTENT,
  isAllowedAttribute,
  isAllowedElement,
  isNeutralElement,
} from './html-allowed.ts';
import {
  addOpenTag,
  closeTag,
  createOpenTags,
  isInLink,
  leaveContainer,
  MAX_OPEN,
  type OpenTags,
  type RawTag,
  startSkipping,
} from './open-tags.ts';

/** Offsets in the fragment. */
export interface HtmlRange {
  readonly start: number;
  readonly end: number;
}

/** The range of an address, and how a browser loads it, if it does. */
interface AddressRange extends HtmlRange {
  readonly loads?: Loads | undefined;
}

/** Receives the output and the findings of sanitizing raw HTML. `Where` is a location outside the fragment. */
export interface HtmlSink<Where> {
  /** In the page's language. */
  readonly messages: ArticleMessages;
  readonly open: OpenTags<Where>;
  readonly templates?: TemplateSyntax | undefined;
  /** True if a paragraph may contain it. */
  readonly inParagraph: boolean;
  /** Returns the text for an address (already escaped), or undefined to drop the attribute. */
  readonly address: (href: string, kind: ReferenceKind, range: AddressRange) => string | undefined;
  /** Also called for dropped ids, which are reserved for the layout. */
  readonly id: (id: string, range: HtmlRange) => void;
  readonly where: (range: HtmlRange) => Where;
  readonly dropped: (what: string, where: Where) => void;
  /** Called for a dropped attribute of templates. */
  readonly evaluated?: (where: Where) => void;
  /** Called for an unpaired tag. */
  readonly unbalanced: (message: string, where: Where) => void;
}

interface SanitizedFragment<Where> {
  /** Each start tag has a mark before it. */
  readonly html: string;
  /** The visible text. */
  readonly text: string;
  /** One for each start tag. */
  readonly tags: readonly RawTag<Where>[];
}

/** Rewrites raw HTML from the allow-list. Drops comments; elements that stay open are recorded in `sink.open`. */
export function sanitizeFragment<Where>(
  html: string,
  sink: HtmlSink<Where>,
): SanitizedFragment<Where> {
  const out = { html: '', text: '', tags: new Array<RawTag<Where>>() };
  const { open } = sink;
  scanHtml(html, {
    startTag: (tag) => {
      if (open.skipping === undefined) writeStartTag(html, tag, { sink, out });
      else if (open.skipping.tag.name === tag.name && !VOID.has(tag.name)) open.skipping.depth += 1;
    },
    endTag: (name, start, end) => {
      if (open.skipping === undefined) out.html += writeEndTag(name, { start, end }, sink);
      else if (open.skipping.tag.name === name) {
        open.skipping.depth -= 1;
        if (open.skipping.depth === 0) open.skipping = undefined;
      }
    },
    text: (start, end) => {
      if (open.skipping !== undefined) return;
      const text = html.slice(start, end);
      out.text += decodeEntities(text);
      // Character references are kept; a lone `<` or `>` is text.
      out.html += text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    },
    cutOff: (start) => {
      if (open.skipping === undefined)
        sink.dropped('a tag that never ends', sink.where({ start, end: html.length }));
    },
  });
  return out;
}

interface StartTagContext<Where> {
  readonly sink: HtmlSink<Where>;
  readonly out: { html: string; readonly tags: RawTag<Where>[] };
}

function writeStartTag<Where>(
  html: string,
  tag: HtmlStartTag,
  { sink, out }: StartTagContext<Where>,
): void {
  const { name } = tag;
  const where = sink.where({ start: tag.start, end: tag.end });
  const refused = refusal(sink.open, name);
  if (refused !== undefined) {
    const isTemplate = sink.templates?.elements.has(name) === true;
    if (!isTemplate) sink.dropped(`the element <${name}>${refused}`, where);
    // Names such as `Link`, which is not `<link>`, and `my-link`.
    const isComponent = /^(?:[A-Z][A-Z\d]*[a-z]|[a-z]\w*-)/.test(
      html.slice(tag.start + 1, tag.start + 20),
    );
    if (isTemplate || (sink.templates !== undefined && isComponent)) {
      writeNeutral(html, tag, { sink, out });
      return;
    }
    if (VOID.has(name)) return;
    if (DROPPED_WITH_CONTENT.has(name)) startSkipping(sink.open, name, where);
    else if (isAllowedElement(name) && sink.open.count < MAX_NOTED)
      addOpenTag(sink.open, { name, where, isNeutral: true, endTag: '', paired: false });
    return;
  }
  const endTag = isNewTab(html, tag) ? `${externalIcon(sink.messages)}</a>` : `</${name}>`;
  const isNeutral = isNeutralElement(name, sink.inParagraph);
  const isEmpty = sink.templates !== undefined && html.charAt(tag.end - 2) === '/';
  const written = { name, where, isNeutral, endTag, paired: isEmpty };
  if (!VOID.has(name) && !isEmpty) addOpenTag(sink.open, written);
  out.tags.push(written);
  out.html += `${MARK}<${name}${writeAttributes(html, tag, sink)}>`;
  if (isEmpty && !VOID.has(name)) out.html += endTag;
}

/** Writes a component between blocks as a `<div>`, so that its text is in no line with other text. */
function writeNeutral<Where>(
  html: string,
  { name, start, end }: HtmlStartTag,
  { sink, out }: StartTagContext<Where>,
): void {
  const around = sink.open.containers.at(-1)?.open ?? [];
  const isBlock = !sink.inParagraph && around.every(({ endTag }) => endTag === '</div>');
  const isEmpty = VOID.has(name) || html.charAt(end - 2) === '/';
  if (!isBlock || isEmpty || sink.open.count >= MAX_OPEN) return;
  const where = sink.where({ start, end });
  const written = { name, where, isNeutral: true, endTag: '</div>', paired: false };
  addOpenTag(sink.open, written);
  out.tags.push(written);
  out.html += `${MARK}<div>`;
}

/** Maximum number of open tags, including dropped ones. */
const MAX_NOTED = 10 * MAX_OPEN;

/** Says why an element is dropped, as the end of a sentence; undefined if it is kept. */
function refusal<Where>(open: OpenTags<Where>, name: string): string | undefined {
  if (!isAllowedElement(name)) return '';
  if (open.count >= MAX_OPEN) return ` inside ${MAX_OPEN} others`;
  return name === 'a' && isInLink(open) ? ' inside another link' : undefined;
}

function isNewTab(html: string, tag: HtmlStartTag): boolean {
  const href = tag.name === 'a' ? tag.attributes.find(({ name }) => name === 'href') : undefined;
  return href !== undefined && opensNewTab(valueOf(html, href));
}

function writeEndTag<Where>(name: string, range: HtmlRange, sink: HtmlSink<Where>): string {
  const isAllowed = isAllowedElement(name);
  if (VOID.has(name) || (!isAllowed && sink.templates === undefined)) return '';
  const closed = closeTag(sink.open, name);
  if (closed === undefined) {
    if (isAllowed)
      sink.unbalanced(`</${name}> closes nothing that is open here`, sink.where(range));
    return '';
  }
  for (const element of closed.unclosed)
    sink.unbalanced(`<${element.name}> is never closed`, element.where);
  return closed.html;
}

// Links to other sites get both, whether written or not; other links get neither.
const DECIDED_BY_SITE: ReadonlySet<string> = new Set(['rel', 'target']);

function writeAttributes<Where>(html: string, tag: HtmlStartTag, sink: HtmlSink<Where>): string {
  let out = '';
  let align = '';
  for (const attribute of tag.attributes) {
    if (tag.name === 'a' && DECIDED_BY_SITE.has(attribute.name)) continue;
    // Attributes such as `aria-owns` must not refer to a part of the layout.
    const isAria = attribute.name.startsWith('aria-');
    const namesShell = isAria && valueOf(html, attribute).split(/\s+/).some(isShellId);
    if (!isAllowedAttribute(tag.name, attribute.name) || namesShell) {
      const where = sink.where({ start: attribute.nameStart, end: attributeEnd(html, attribute) });
      const { templates } = sink;
      if (templates?.inert.has(attribute.name) === true) continue;
      if (templates?.attributes.test(attribute.name) === true) sink.evaluated?.(where);
      else sink.dropped(`the attribute ${attribute.name} of <${tag.name}>`, where);
    } else if (attribute.name === 'align') align = valueOf(html, attribute).trim().toLowerCase();
    else out += writeAttribute(html, { tag, attribute, sink });
  }
  if (['left', 'center', 'right'].includes(align))
    out = out.includes(' class="')
      ? out.replace(' class="', ` class="align-${align} `)
      : `${out} class="align-${align}"`;
  return isNewTab(html, tag) ? out + NEW_TAB_ATTRIBUTES : out;
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
    const address = sink.address(value, kind, { ...range, loads: loadedAs(tag.name, name) });
    return address === undefined ? '' : ` ${name}="${address}"`;
  } else if (isSrcset(tag.name, name)) return writeSrcset(html, context);
  else if (name === 'cite' && !isSafeHref(value, 'page')) return '';
  return attribute.hasValue ? ` ${name}="${escapeHtml(value)}"` : ` ${name}`;
}

/** Returns true for the second of two attributes with the same target: `<a id="x" name="x">`. */
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
    const address = sink.address(decodeEntities(raw.slice(start, end)), 'asset', {
      ...range,
      loads: 'img',
    });
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
  /** Dropped parts, in words, with their offsets in the given HTML. */
  readonly dropped: readonly { readonly what: string; readonly range: HtmlRange }[];
  /** Ids that are reserved for the layout. */
  readonly reserved: readonly { readonly id: string; readonly range: HtmlRange }[];
  /** A sentence for each unpaired tag. */
  readonly unbalanced: readonly { readonly message: string; readonly range: HtmlRange }[];
}

/** Returns the text for an address in the configuration's HTML (not escaped), or undefined to drop it. */
export type AddressPrinter = (
  href: string,
  kind: ReferenceKind,
  range: AddressRange,
) => string | undefined;

export interface SanitizeOptions {
  /** The element that contains the HTML, if that restricts it: no link in a link, no item in an item. */
  readonly inside?: 'a' | 'li' | undefined;
  /** In the page's language. */
  readonly messages?: ArticleMessages | undefined;
}

interface Drafts {
  readonly dropped: { what: string; range: HtmlRange }[];
  readonly reserved: { id: string; range: HtmlRange }[];
  readonly unbalanced: { message: string; range: HtmlRange }[];
}

/** Sanitizes HTML from the configuration. Drops unsafe addresses and closes every element. */
export function sanitizeHtml(
  html: string,
  print: AddressPrinter = (href) => href,
  { inside, messages = articleMessages }: SanitizeOptions = {},
): SanitizedHtml {
  const found: Drafts = { dropped: [], reserved: [], unbalanced: [] };
  const open = createOpenTags<HtmlRange>(inside === 'a');
  const sink: HtmlSink<HtmlRange> = {
    messages,
    open,
    inParagraph: false,
    address: (href, kind, range) => {
      const printed =
        isDangerousHref(href) && !isSafeHref(href, kind) ? undefined : print(href, kind, range);
      if (printed === undefined) sink.dropped(`the address ${href}`, range);
      return printed === undefined ? undefined : escapeHtml(printed);
    },
    id: (id, range) => {
      if (isShellId(id)) found.reserved.push({ id, range });
    },
    where: (range) => range,
    dropped: (what, range) => void found.dropped.push({ what, range }),
    unbalanced: (message, range) => void found.unbalanced.push({ message, range }),
  };
  const { tags, ...result } = sanitizeFragment(html.replaceAll(MARK, '\ufffd'), sink);
  const end = leaveContainer(open);
  for (const { name, where } of end.unclosed) sink.unbalanced(`<${name}> is never closed`, where);
  if (tags.length === 0) return { ...found, html: result.html };
  const holder = inside ?? 'div';
  const arranged = arrangeHtml(`<${holder}>${result.html}${end.html}</${holder}>`, tags, {
    moved: sink.unbalanced,
    ignored: sink.dropped,
  });
  if (arranged?.isOneElement === true)
    return { ...found, html: arranged.html.slice(holder.length + 2, -holder.length - 3) };
  sink.dropped(`the markup that ends the <${holder}> around it`, { start: 0, end: html.length });
  return { ...found, html: escapeHtml(result.text) };
}
