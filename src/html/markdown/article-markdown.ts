import { findAttribute, isSelfClosing, skipSpace, type TagSpan, tagName } from '../attributes.ts';
import { decodeEntities } from '../character-references.ts';
import { RAW_TEXT } from '../raw-text.ts';
import { tokenizeHtml } from '../tokenizer.ts';
import { closeContainer, endBlock, newWriter } from './block-markdown.ts';
import { endCode, endMath, startInCode } from './code-markdown.ts';
import { ELEMENTS, endTable, nameSamples, skip } from './elements.ts';
import { addText, endInline, startInline } from './inline-markdown.ts';
import { type MarkdownOptions, type Reader, valueOf } from './reader.ts';

/**
 * Converts the HTML of an article to Markdown (CommonMark with GitHub's tables, task lists, alerts and footnotes) in one
 * pass. Every input is valid. Parts that only serve browsers (icons, lists of tabs, links to headings) are left out.
 */
export function articleMarkdown(html: string, options: MarkdownOptions): string {
  const reader: Reader = {
    ...options,
    ...newWriter(),
    html,
    samples: [],
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
      const { skipped, code, math } = reader;
      if (skipped !== undefined) {
        if (skipped.name === name) skipped.depth += 1;
      } else if (code !== undefined) startInCode(reader, code, tag);
      else if (math !== undefined) {
        if (name === 'annotation') math.inTex = valueOf(reader, tag, 'encoding').includes('tex');
      } else if (tag.count > 0 && isLeftOut(reader, tag, name)) {
        if (name !== 'svg' || !isSelfClosing(reader.html, tag)) skip(reader, tag, name);
        noteSample(reader, tag);
      } else {
        const { start } = ELEMENTS.get(name) ?? {};
        if (start === undefined) startInline(reader.inline, name);
        else start(reader, tag, name);
      }
      return RAW_TEXT.has(name) && name !== 'plaintext' ? name : undefined;
    },
    endTag: (tag) => {
      if (reader.code === undefined || !isColor(html, tag)) endTag(reader, tagName(html, tag));
    },
    text: (start, end) => {
      const { skipped, code, math, inline } = reader;
      if (skipped !== undefined) return;
      if (code !== undefined) code.html += html.slice(start, end);
      else if (math !== undefined) math[math.inTex ? 'tex' : 'text'] += html.slice(start, end);
      else if (inline.parts.length > 0 || skipSpace(html, start) < end)
        addText(inline, decodeEntities(html.slice(start, end)));
    },
  });
  if (reader.code !== undefined) endCode(reader, reader.code);
  if (reader.math !== undefined) endMath(reader, reader.math);
  endBlock(reader);
  nameSamples(reader);
  endTable(reader, 0);
  for (const { name } of reader.open.toReversed()) closeContainer(reader, name);
  return reader.lines.length === 0 ? '' : `${reader.lines.join('\n')}\n`;
}

/** True for a `span`, the element that colors words in code. */
function isColor(html: string, { nameStart, nameEnd }: TagSpan): boolean {
  return nameEnd - nameStart === 4 && html.charCodeAt(nameStart) === LETTER_S;
}

const LETTER_S = 0x73;

function endTag(reader: Reader, name: string): void {
  const { skipped, code, math } = reader;
  if (skipped !== undefined) {
    if (skipped.name !== name) return;
    skipped.depth -= 1;
    if (skipped.depth === 0) reader.skipped = undefined;
  } else if (code !== undefined) {
    if (name === code.name) endCode(reader, code);
  } else if (math !== undefined) {
    math.inTex = false;
    if (name === 'math') endMath(reader, math);
  } else {
    const { end } = ELEMENTS.get(name) ?? {};
    if (end === undefined) endInline(reader.inline, name);
    else end(reader, name);
  }
}

/** Class names of parts for browsers; the attribute `data-markdown-ignore` marks others. */
const LEFT_OUT = /(?:^|\s)(?:heading-anchor|external-icon|tab-list|footnote-backref)(?:\s|$)/;

function isLeftOut(reader: Reader, tag: TagSpan, name: string): boolean {
  if (valueOf(reader, tag, 'aria-hidden') === 'true') return true;
  const has = (attribute: string): boolean =>
    findAttribute(reader.html, tag, attribute) !== undefined;
  if (has('data-markdown-ignore')) return true;
  // Blocks for agents are hidden, too.
  if (has('hidden') && !has('data-nosnippet') && valueOf(reader, tag, 'hidden') !== 'until-found')
    return true;
  if (name === 'svg') addText(reader.inline, valueOf(reader, tag, 'aria-label'));
  return name === 'svg' || LEFT_OUT.test(valueOf(reader, tag, 'class'));
}

/** Notes the label of a panel with a sample that only the page has. */
function noteSample(reader: Reader, tag: TagSpan): void {
  if (!valueOf(reader, tag, 'id').startsWith('sample-')) return;
  LABEL.lastIndex = tag.end;
  const [, label = ''] = LABEL.exec(reader.html) ?? [];
  if (label !== '') reader.samples.push(decodeEntities(label));
}

const LABEL = /<h\d class="tab-heading">([^<]+)</y;
