import type { Token } from 'markdown-it';
import type { Span } from '../../content/source-text.ts';
import { attributeEnd } from '../../html/attributes.ts';
import { decodeEntities } from '../../html/character-references.ts';
import {
  isSrcset,
  loadedAs,
  loadedByLink,
  parseRefresh,
  referenceKind,
  showsPages,
  srcsetCandidates,
} from '../../html/reference-attributes.ts';
import { scanCss } from '../../html/scan-css.ts';
import { type HtmlAttribute, type HtmlStartTag, scanHtml } from '../../html/scan-fragment.ts';
import { refusedParts } from '../../html/scan-page.ts';
import { type ParseSession, type RawContent, report } from '../parse-session.ts';
import type { DocLink } from '../parsed-doc.ts';
import { htmlLink, PLACEHOLDER } from '../placeholders.ts';

import { isRawHtml, rawSpans } from './raw-html.ts';
import { hintForRefused } from './refused-html.ts';
import { isSecondTarget, valueOf } from './sanitize-html.ts';

/** Keeps raw HTML unchanged except for a placeholder for each address; collects references, ids and text. */
export function readTrustedHtml(session: ParseSession, tokens: readonly Token[]): void {
  const templates = { depth: 0 };
  const visit = (token: Token): void => {
    if (token.type === 'inline') token.children?.forEach(visit);
    if (!isRawHtml(token) || session.rawContents.has(token)) return;
    const spanOf = rawSpans(session, token);
    // Scripts may have addresses that the policy allows; origins of frames are checked with other references.
    for (const what of refusedParts(token.content))
      if (what === '<style>' || what.startsWith('the attribute '))
        report(session, 'content-policy', {
          span: spanOf(0, token.content.length),
          message: `${what} is blocked by the content security policy`,
          hint: hintForRefused(what),
        });
    const { html, content } = readAddresses(token.content, { session, spanOf, templates });
    token.content = html;
    session.rawContents.set(token, content);
  };
  tokens.forEach(visit);
}

interface Writer extends ReadOptions {
  readonly source: string;
  readonly content: RawContent;
  html: string;
  /** Length of the source copied so far. */
  copied: number;
}

interface ReadOptions {
  readonly session: ParseSession;
  /** The source of a range of the HTML. */
  readonly spanOf: (start: number, end: number) => Span;
  /** Number of open `template` elements: their content is not on the page. */
  readonly templates?: { depth: number };
  /** Replaces the value of an attribute that has U+0000. */
  readonly plain?: (value: string) => string;
}

/** Puts placeholders in place of addresses, and collects references, ids and text of trusted HTML. */
export function readAddresses(
  source: string,
  options: ReadOptions,
): { readonly html: string; readonly content: RawContent } {
  const { templates = { depth: 0 } } = options;
  const content = { links: [], ids: [], text: '', tags: [] };
  const writer: Writer = { ...options, source, content, html: '', copied: 0 };
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
  const { source, plain, content, spanOf } = writer;
  const { name: element, attributes } = tag;
  const valueIn = (name: string): string => {
    const other = attributes.find((attribute) => attribute.name === name);
    return other === undefined ? '' : valueOf(source, other);
  };
  for (const attribute of attributes) {
    const { name, valueStart: start, valueEnd: end } = attribute;
    const kind = referenceKind(element, name);
    const value = source.slice(start, end);
    if (plain !== undefined && value.includes('\0')) replaceValue(writer, attribute, plain(value));
    else if (kind !== undefined) {
      // Other `<link>`s than style sheets and icons are followed by programs, or are hints.
      const loads = element === 'link' ? loadedByLink(valueIn('rel')) : loadedAs(element, name);
      noteLink(writer, { start, end }, { kind, loads, mayShowPage: showsPages(element) });
      replaceValue(writer, attribute, PLACEHOLDER);
    } else if (element === 'meta' && name === 'content') {
      if (/^refresh$/i.test(valueIn('http-equiv').trim())) replaceRefresh(writer, attribute);
    } else if (isSrcset(element, name)) {
      const written = srcsetCandidates(value).map(({ start: from, end: to, descriptor }) => {
        noteLink(writer, { start: start + from, end: start + to }, IMAGE);
        return descriptor === '' ? PLACEHOLDER : `${PLACEHOLDER} ${descriptor}`;
      });
      replaceValue(writer, attribute, written.join(', '));
    } else if (name === 'id' || (name === 'name' && element === 'a')) {
      const id = valueOf(source, attribute);
      if (id !== '' && !isSecondTarget(source, tag, attribute))
        content.ids.push({ id, span: spanOf(start, end) });
    } else if (name === 'style') readCss(writer, { start, end });
  }
}

const IMAGE = { kind: 'asset', loads: 'img' } as const;

/** `0; url=/a` of a meta refresh; a value with character references is skipped, as its offsets differ. */
function replaceRefresh(writer: Writer, attribute: HtmlAttribute): void {
  const { valueStart } = attribute;
  const value = writer.source.slice(valueStart, attribute.valueEnd);
  const address = value.includes('&') ? undefined : parseRefresh(value)?.address;
  if (address === undefined || address.start === address.end) return;
  const range = { start: valueStart + address.start, end: valueStart + address.end };
  noteLink(writer, range, { kind: 'page' });
  const around = [value.slice(0, address.start), value.slice(address.end)];
  const quoted = around.map((text) => text.replaceAll('"', '&quot;'));
  replaceValue(writer, attribute, quoted.join(PLACEHOLDER));
}

/** Addresses with escapes, and those that may contain character references, are skipped: their offsets differ. */
function readCss(writer: Writer, range: Span): void {
  const css = writer.source.slice(range.start, range.end);
  for (const { href, start, end } of scanCss(css)) {
    if (href !== css.slice(start, end) || /^(?:data:|#|$)|&/i.test(href)) continue;
    const address = { start: range.start + start, end: range.start + end };
    noteLink(writer, address, IMAGE);
    writer.html += writer.source.slice(writer.copied, address.start) + PLACEHOLDER;
    writer.copied = address.end;
  }
}

function noteLink(
  { session, source, content, spanOf }: Writer,
  range: Span,
  { mayShowPage = false, ...how }: Pick<DocLink, 'kind' | 'loads' | 'mayShowPage'>,
): void {
  const href = decodeEntities(source.slice(range.start, range.end));
  const link = htmlLink(session, { ...how, href, span: spanOf(range.start, range.end) });
  content.links.push(mayShowPage ? { ...link, mayShowPage } : link);
}

// Always in double quotes, because addresses are escaped for them.
function replaceValue(writer: Writer, attribute: HtmlAttribute, value: string): void {
  const { source, copied } = writer;
  writer.html += `${source.slice(copied, attribute.nameEnd)}="${value}"`;
  writer.copied = attributeEnd(source, attribute);
}
