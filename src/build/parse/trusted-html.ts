import type { Token } from 'markdown-it';
import {
  isSrcset,
  type ReferenceKind,
  referenceKind,
  srcsetCandidates,
} from '../../shared/html-references.ts';
import { type HtmlAttribute, type HtmlStartTag, scanHtml } from '../../shared/html-scan.ts';
import { decodeEntities } from '../entities.ts';
import { docLink, HOLE } from './holes.ts';
import { toSourceSpan } from './inline-map.ts';
import { isRawHtml, rawPlace } from './raw-html.ts';
import type { ParseSession, RawContent } from './session.ts';
import type { Span } from '../source-text.ts';

/** Leaves raw HTML as it is but for a hole in place of each address; collects references, ids and text. */
export function readTrustedHtml(session: ParseSession, tokens: readonly Token[]): void {
  for (const token of tokens) {
    if (isRawHtml(token)) readToken(session, token);
    else if (token.type === 'inline') readTrustedHtml(session, token.children ?? []);
  }
}

interface Writer {
  readonly session: ParseSession;
  readonly source: string;
  readonly content: RawContent;
  readonly place: (start: number, end: number) => Span;
  html: string;
  /** How much of the source is written. */
  copied: number;
}

function readToken(session: ParseSession, token: Token): void {
  const { map, offset } = rawPlace(session, token);
  const writer: Writer = {
    session,
    source: token.content,
    content: { links: [], ids: [], text: '' },
    place: (start, end) => toSourceSpan(map, offset + start, offset + end),
    html: '',
    copied: 0,
  };
  scanHtml(token.content, {
    startTag: (tag) => readTag(writer, tag),
    endTag: () => {},
    text: (start, end) => {
      writer.content.text += decodeEntities(token.content.slice(start, end));
    },
  });
  token.content = writer.html + token.content.slice(writer.copied);
  session.rawContents.set(token, writer.content);
}

function readTag(writer: Writer, tag: HtmlStartTag): void {
  for (const attribute of tag.attributes) {
    const kind = referenceKind(tag.name, attribute.name);
    if (kind !== undefined) replaceValue(writer, attribute, addressHole(writer, attribute, kind));
    else if (isSrcset(tag.name, attribute.name))
      replaceValue(writer, attribute, srcsetHoles(writer, attribute));
    else if (attribute.name === 'id' || (attribute.name === 'name' && tag.name === 'a'))
      noteId(writer, attribute);
  }
}

function noteId({ source, content, place }: Writer, { valueStart, valueEnd }: HtmlAttribute): void {
  const id = decodeEntities(source.slice(valueStart, valueEnd));
  if (id !== '') content.ids.push({ id, span: place(valueStart, valueEnd) });
}

function addressHole(
  writer: Writer,
  { valueStart, valueEnd }: HtmlAttribute,
  kind: ReferenceKind,
): string {
  noteLink(writer, { start: valueStart, end: valueEnd }, kind);
  return HOLE;
}

function noteLink(
  { session, source, content, place }: Writer,
  range: Span,
  kind: ReferenceKind,
): void {
  const href = decodeEntities(source.slice(range.start, range.end));
  content.links.push(docLink(session, { href, kind, span: place(range.start, range.end) }));
}

function srcsetHoles(writer: Writer, { valueStart, valueEnd }: HtmlAttribute): string {
  const candidates = srcsetCandidates(writer.source.slice(valueStart, valueEnd));
  const written = candidates.map(({ start, end, descriptor }) => {
    noteLink(writer, { start: valueStart + start, end: valueStart + end }, 'asset');
    return descriptor === '' ? HOLE : `${HOLE} ${descriptor}`;
  });
  return written.join(', ');
}

// Written in double quotes, whatever the author used: that is what addresses are escaped for.
function replaceValue(writer: Writer, attribute: HtmlAttribute, value: string): void {
  const { source } = writer;
  const quote = source.charAt(attribute.valueStart - 1);
  const quoted = attribute.hasValue && (quote === '"' || quote === "'");
  writer.html += `${source.slice(writer.copied, attribute.nameEnd)}="${value}"`;
  writer.copied = attribute.valueEnd + (quoted ? 1 : 0);
}
