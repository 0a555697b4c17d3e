import type { Token } from 'markdown-it';
import type { Span } from '../../content/source-text.ts';
import { decodeEntities } from '../../html/character-references.ts';
import {
  isSrcset,
  type Loads,
  loadedAs,
  loadedByLink,
  parseRefresh,
  referenceKind,
  showsPages,
  srcsetCandidates,
} from '../../html/reference-attributes.ts';
import { type HtmlAttribute, type HtmlStartTag, scanHtml } from '../../html/scan-fragment.ts';
import { refusedParts } from '../../html/scan-page.ts';
import { toSourceSpan } from '../inline-map.ts';
import { type ParseSession, type RawContent, report } from '../parse-session.ts';
import type { DocLink } from '../parsed-doc.ts';
import { htmlLink, PLACEHOLDER } from '../placeholders.ts';

import { isRawHtml, rawLocation } from './raw-html.ts';
import { hintForRefused } from './refused-html.ts';
import { isSecondTarget, valueOf } from './sanitize-html.ts';

/** Keeps raw HTML unchanged except for a placeholder for each address; collects references, ids and text. */
export function readTrustedHtml(session: ParseSession, tokens: readonly Token[]): void {
  readTokens(session, tokens, { depth: 0 });
}

/** Number of open `template` elements: their content is not on the page. */
interface Templates {
  depth: number;
}

function readTokens(session: ParseSession, tokens: readonly Token[], templates: Templates): void {
  for (const token of tokens) {
    if (isRawHtml(token) && !session.rawContents.has(token)) readToken(session, token, templates);
    else if (token.type === 'inline') readTokens(session, token.children ?? [], templates);
  }
}

interface Writer {
  readonly session: ParseSession;
  readonly source: string;
  readonly content: RawContent;
  readonly spanOf: (start: number, end: number) => Span;
  readonly plain: ReadOptions['plain'];
  html: string;
  /** Length of the source copied so far. */
  copied: number;
}

function readToken(session: ParseSession, token: Token, templates: Templates): void {
  const { map, offset } = rawLocation(session, token);
  const spanOf = (start: number, end: number): Span =>
    toSourceSpan(map, offset + start, offset + end);
  const span = spanOf(0, token.content.length);
  // Scripts may have addresses that the policy allows; origins of frames are checked with other references.
  for (const what of refusedParts(token.content))
    if (what === '<style>' || what.startsWith('the attribute '))
      report(session, 'content-policy', {
        span,
        message: `${what} is blocked by the content security policy`,
        hint: hintForRefused(what),
      });
  const { html, content } = readAddresses(token.content, { session, spanOf, templates });
  token.content = html;
  session.rawContents.set(token, content);
}

interface ReadOptions {
  readonly session: ParseSession;
  /** The source of a range of the HTML. */
  readonly spanOf: (start: number, end: number) => Span;
  readonly templates?: Templates;
  /** Replaces the value of an attribute that has U+0000. */
  readonly plain?: (value: string) => string;
}

/** Puts placeholders in place of addresses, and collects references, ids and text of trusted HTML. */
export function readAddresses(
  source: string,
  { session, spanOf, templates = { depth: 0 }, plain }: ReadOptions,
): { readonly html: string; readonly content: RawContent } {
  const content = { links: [], ids: [], text: '', tags: [] };
  const writer: Writer = { session, source, content, spanOf, plain, html: '', copied: 0 };
  scanHtml(source, {
    startTag: (tag) => {
      if (tag.name === 'template') templates.depth += 1;
      if (templates.depth === 0) readTag(writer, tag);
    },
    endTag: (name) => {
      if (name === 'template') templates.depth = Math.max(0, templates.depth - 1);
    },
    rawText: (name, start, end) => {
      if (name === 'style' && templates.depth === 0) readCss(writer, { start, end });
    },
    text: (start, end) => {
      writer.content.text += decodeEntities(source.slice(start, end));
    },
  });
  return { html: writer.html + source.slice(writer.copied), content: writer.content };
}

function readTag(writer: Writer, tag: HtmlStartTag): void {
  for (const attribute of tag.attributes) {
    const kind = referenceKind(tag.name, attribute.name);
    const value = writer.source.slice(attribute.valueStart, attribute.valueEnd);
    if (writer.plain !== undefined && value.includes('\0'))
      replaceValue(writer, attribute, writer.plain(value));
    else if (kind !== undefined) {
      const link = {
        kind,
        loads: loadedFrom(writer.source, tag, attribute),
        mayShowPage: showsPages(tag.name),
      };
      replaceValue(writer, attribute, addressPlaceholder(writer, attribute, link));
    } else if (isRefresh(writer.source, tag, attribute)) {
      replaceRefresh(writer, attribute);
    } else if (isSrcset(tag.name, attribute.name))
      replaceValue(writer, attribute, srcsetPlaceholders(writer, attribute));
    else if (attribute.name === 'id' || (attribute.name === 'name' && tag.name === 'a'))
      noteId(writer, tag, attribute);
    else if (attribute.name === 'style')
      readCss(writer, { start: attribute.valueStart, end: attribute.valueEnd });
  }
}

function isRefresh(
  source: string,
  { name, attributes }: HtmlStartTag,
  { name: own }: HtmlAttribute,
): boolean {
  const kind = attributes.find((other) => other.name === 'http-equiv');
  return (
    name === 'meta' &&
    own === 'content' &&
    kind !== undefined &&
    /^refresh$/i.test(valueOf(source, kind).trim())
  );
}

/** `0; url=/a` of a meta refresh; a value with character references is skipped, as its offsets differ. */
function replaceRefresh(writer: Writer, attribute: HtmlAttribute): void {
  const value = writer.source.slice(attribute.valueStart, attribute.valueEnd);
  const address = value.includes('&') ? undefined : parseRefresh(value)?.address;
  if (address === undefined || address.start === address.end) return;
  const { valueStart } = attribute;
  noteLink(
    writer,
    { start: valueStart + address.start, end: valueStart + address.end },
    { kind: 'page', loads: undefined },
  );
  const around = (text: string): string => text.replaceAll('"', '&quot;');
  const [before, after] = [value.slice(0, address.start), value.slice(address.end)];
  replaceValue(writer, attribute, around(before) + PLACEHOLDER + around(after));
}

/** A `<link>` loads its style sheets and icons only; others are followed by programs, or are hints. */
function loadedFrom(
  source: string,
  { name, attributes }: HtmlStartTag,
  attribute: HtmlAttribute,
): Loads | undefined {
  const rel = attributes.find((other) => name === 'link' && other.name === 'rel');
  return name === 'link'
    ? loadedByLink(rel === undefined ? '' : valueOf(source, rel))
    : loadedAs(name, attribute.name);
}

/** Addresses that may contain character references are skipped: their offsets differ from those of the text. */
function readCss(writer: Writer, range: Span): void {
  const css = writer.source.slice(range.start, range.end);
  for (const { start, end } of cssAddresses(css)) {
    const address = { start: range.start + start, end: range.start + end };
    const href = css.slice(start, end);
    if (href.includes('&') || /^(?:data:|#)/i.test(href)) continue;
    noteLink(writer, address, { kind: 'asset', loads: 'img' });
    writer.html += writer.source.slice(writer.copied, address.start) + PLACEHOLDER;
    writer.copied = address.end;
  }
}

function noteId(
  { source, content, spanOf }: Writer,
  tag: HtmlStartTag,
  attribute: HtmlAttribute,
): void {
  const id = valueOf(source, attribute);
  if (id === '' || isSecondTarget(source, tag, attribute)) return;
  content.ids.push({ id, span: spanOf(attribute.valueStart, attribute.valueEnd) });
}

function addressPlaceholder(
  writer: Writer,
  { valueStart, valueEnd }: HtmlAttribute,
  link: Pick<DocLink, 'kind' | 'loads' | 'mayShowPage'>,
): string {
  noteLink(writer, { start: valueStart, end: valueEnd }, link);
  return PLACEHOLDER;
}

function noteLink(
  { session, source, content, spanOf }: Writer,
  range: Span,
  { kind, loads, mayShowPage = false }: Pick<DocLink, 'kind' | 'loads' | 'mayShowPage'>,
): void {
  const href = decodeEntities(source.slice(range.start, range.end));
  const link = htmlLink(session, { href, kind, loads, span: spanOf(range.start, range.end) });
  content.links.push(mayShowPage ? { ...link, mayShowPage } : link);
}

function srcsetPlaceholders(writer: Writer, { valueStart, valueEnd }: HtmlAttribute): string {
  const candidates = srcsetCandidates(writer.source.slice(valueStart, valueEnd));
  const written = candidates.map(({ start, end, descriptor }) => {
    noteLink(
      writer,
      { start: valueStart + start, end: valueStart + end },
      { kind: 'asset', loads: 'img' },
    );
    return descriptor === '' ? PLACEHOLDER : `${PLACEHOLDER} ${descriptor}`;
  });
  return written.join(', ');
}

// Always in double quotes, because addresses are escaped for them.
function replaceValue(writer: Writer, attribute: HtmlAttribute, value: string): void {
  const { source } = writer;
  const quote = source.charAt(attribute.valueStart - 1);
  const quoted = attribute.hasValue && (quote === '"' || quote === "'");
  writer.html += `${source.slice(writer.copied, attribute.nameEnd)}="${value}"`;
  writer.copied = attribute.valueEnd + (quoted ? 1 : 0);
}

// A comment, an address with or without quotes, an import, or another string (CSS Syntax 3, 4.3).
const CSS_TOKEN =
  /\/\*[^]*?(?:\*\/|$)|\burl\(\s*(?:"([^"\n\\]*)"|'([^'\n\\]*)'|([^\s"'()\\]+))\s*\)|@import\s+(?:"([^"\n\\]*)"|'([^'\n\\]*)')|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/gi;

/** Finds the addresses in a style sheet or in declarations, as ranges of the text. Those with escapes are skipped. */
function cssAddresses(css: string): readonly Span[] {
  return [...css.matchAll(CSS_TOKEN)].flatMap(({ 0: whole, index, ...groups }) => {
    const href = groups[1] ?? groups[2] ?? groups[3] ?? groups[4] ?? groups[5];
    if (href === undefined || href === '') return [];
    const start = index + whole.lastIndexOf(href);
    return [{ start, end: start + href.length }];
  });
}
