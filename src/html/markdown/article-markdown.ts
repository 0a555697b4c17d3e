import { findAttribute, isSelfClosing, skipSpace, type TagSpan, tagName } from '../attributes.ts';
import { decodeEntities } from '../character-references.ts';
import { RAW_TEXT } from '../raw-text.ts';
import { tokenizeHtml } from '../tokenizer.ts';
import { closeContainer, endBlock, newWriter } from './block-markdown.ts';
import { endCode, endMath, startInCode, startInMath } from './code-markdown.ts';
import { BLOCKS, ENDS, endTable, STARTS } from './elements.ts';
import { addText, endInline, startInline } from './inline-markdown.ts';
import { type MarkdownOptions, type Reader, valueOf } from './reader.ts';

/**
 * Converts the HTML of an article to Markdown (CommonMark with GitHub's tables, task lists, alerts and footnotes) in one
 * pass. Every input is valid. Parts that only serve browsers (icons, lists of tabs, links to headings) are left out.
 */
export function articleMarkdown(html: string, options: MarkdownOptions): string {
  const writer = newWriter();
  const reader: Reader = {
    ...options,
    html,
    writer,
    skipped: undefined,
    code: undefined,
    math: undefined,
    title: undefined,
    inNote: false,
    item: '',
    inFlag: false,
  };
  tokenizeHtml(html, {
    startTag: (tag) => {
      if (reader.code !== undefined && isColor(html, tag)) return undefined;
      const name = tagName(html, tag);
      startTag(reader, tag, name);
      return RAW_TEXT.has(name) && name !== 'plaintext' ? name : undefined;
    },
    endTag: (tag) => {
      if (reader.code === undefined || !isColor(html, tag)) endTag(reader, tagName(html, tag));
    },
    text: (start, end) => readText(reader, start, end),
  });
  if (reader.code !== undefined) endCode(reader);
  if (reader.math !== undefined) endMath(reader);
  endBlock(writer);
  if (writer.table !== undefined) endTable(reader);
  for (const { name } of [...writer.open].reverse()) closeContainer(writer, name);
  return writer.lines.length === 0 ? '' : `${writer.lines.join('\n')}\n`;
}

/** True for a `span`, the element that colors words in code. */
function isColor(html: string, { nameStart, nameEnd }: TagSpan): boolean {
  return nameEnd - nameStart === 4 && html.charCodeAt(nameStart) === LETTER_S;
}

const LETTER_S = 0x73;

function readText(reader: Reader, start: number, end: number): void {
  const { html, skipped, code, math, writer } = reader;
  if (skipped !== undefined) return;
  if (code !== undefined) code.html += html.slice(start, end);
  else if (math !== undefined) math[math.inTex ? 'tex' : 'text'] += html.slice(start, end);
  else if (writer.inline.parts.length > 0 || skipSpace(html, start) < end)
    addText(writer.inline, decodeEntities(html.slice(start, end)));
}

function startTag(reader: Reader, tag: TagSpan, name: string): void {
  const { skipped, code, math, writer } = reader;
  if (skipped !== undefined) {
    if (skipped.name === name) skipped.depth += 1;
  } else if (code !== undefined) startInCode(reader, tag, name);
  else if (math !== undefined) startInMath(reader, tag, name);
  else if (tag.count > 0 && isLeftOut(reader, tag, name)) {
    const isEmpty = VOID.has(name) || (name === 'svg' && isSelfClosing(reader.html, tag));
    if (!isEmpty) reader.skipped = { name, depth: 1 };
  } else {
    const start = STARTS.get(name);
    if (start !== undefined) start(reader, tag, name);
    else if (BLOCKS.has(name)) endBlock(writer);
    else startInline(writer.inline, name);
  }
}

function endTag(reader: Reader, name: string): void {
  const { skipped, code, math, writer } = reader;
  if (skipped !== undefined) {
    if (skipped.name !== name) return;
    skipped.depth -= 1;
    if (skipped.depth === 0) reader.skipped = undefined;
  } else if (code !== undefined) {
    if (name === code.name) endCode(reader);
  } else if (math !== undefined) {
    math.inTex = false;
    if (name === 'math') endMath(reader);
  } else {
    const end = ENDS.get(name);
    if (end !== undefined) end(reader, name);
    else if (BLOCKS.has(name)) endBlock(writer);
    else endInline(writer.inline, name);
  }
}

const VOID: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Class names of parts for browsers. */
const LEFT_OUT =
  /(?:^|\s)(?:heading-anchor|external-icon|tab-list|footnote-backref|api-repeat)(?:\s|$)/;

function isLeftOut(reader: Reader, tag: TagSpan, name: string): boolean {
  const { html, writer } = reader;
  if (valueOf(reader, tag, 'aria-hidden') === 'true') return true;
  if (name === 'svg') {
    addText(writer.inline, valueOf(reader, tag, 'aria-label'));
    return true;
  }
  return (
    findAttribute(html, tag, 'class') !== undefined && LEFT_OUT.test(valueOf(reader, tag, 'class'))
  );
}
