import { fenced } from '../../shared/markdown-text.ts';
import type { TagSpan } from '../attributes.ts';
import { decodeEntities } from '../character-references.ts';
import { endBlock, write } from './block-markdown.ts';
import { addCode, addPart, addText } from './inline-markdown.ts';
import { type Code, type Reader, valueOf } from './reader.ts';

export function startCode(reader: Reader, tag: TagSpan, name: Code['name']): void {
  if (name === 'pre') endBlock(reader.writer);
  const language = languageOf(valueOf(reader, tag, 'class'));
  reader.code = { name, html: '', language, isDiff: false };
}

function languageOf(classes: string): string {
  return /(?:^|\s)(?:language|lang)-([^\s`]+)/.exec(classes)?.[1] ?? '';
}

/** Reads a tag in code: the language, line breaks, and the signs of a diff, which the style sheet shows. */
export function startInCode(reader: Reader, tag: TagSpan, name: string): void {
  const { code } = reader;
  if (code === undefined || tag.count === 0) {
    if (code !== undefined && name === 'br') code.html += '\n';
    return;
  }
  if (name === 'code') code.language ||= languageOf(valueOf(reader, tag, 'class'));
  else if ((name === 'del' || name === 'ins') && valueOf(reader, tag, 'class').includes('line')) {
    code.isDiff = true;
    code.html += name === 'del' ? REMOVED : ADDED;
  }
}

/** Signs of a diff until the end of its code: no text of a page has these characters. */
const REMOVED = '\0-';
const ADDED = '\0+';

export function endCode(reader: Reader): void {
  const { code, writer, title } = reader;
  reader.code = undefined;
  if (code === undefined) return;
  const text = decodeEntities(code.html);
  const { inline, table } = writer;
  if (code.name === 'figcaption') reader.title = text.replace(/["`\s]+/g, ' ').trim();
  else if (code.name === 'code' || code.name === 'a') {
    if (text !== '') addCode(inline, text);
  } else if (table?.cell !== undefined) {
    addCode(inline, text.trim());
    endBlock(writer);
  } else {
    const language = code.isDiff ? 'diff' : code.language;
    const caption = title === undefined || title === '' ? '' : ` title="${title}"`;
    // The language is the first word.
    const info = language === '' && caption !== '' ? `text${caption}` : language + caption;
    write(writer, fenced(code.isDiff ? withSigns(text) : text, info));
  }
}

function withSigns(text: string): string {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => (line.startsWith('\0') ? line.slice(1) : ` ${line}`))
    .join('\n');
}

export function startMath(reader: Reader, tag: TagSpan): void {
  const isBlock = valueOf(reader, tag, 'display') === 'block';
  reader.math = { isBlock, text: '', tex: '', inTex: false };
}

export function startInMath(reader: Reader, tag: TagSpan, name: string): void {
  if (name === 'annotation' && reader.math !== undefined)
    reader.math.inTex = valueOf(reader, tag, 'encoding').includes('tex');
}

/** Ends a formula: shows its TeX, else its text. */
export function endMath(reader: Reader): void {
  const { math, writer } = reader;
  reader.math = undefined;
  if (math === undefined) return;
  const tex = decodeEntities(math.tex).trim();
  if (tex === '') addText(writer.inline, decodeEntities(math.text));
  else if (math.isBlock && writer.table?.cell === undefined) {
    endBlock(writer);
    write(writer, `$$\n${tex}\n$$`);
  } else addPart(writer.inline, `$${tex.replace(/\s+/g, ' ')}$`);
}
