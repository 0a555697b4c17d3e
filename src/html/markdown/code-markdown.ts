import { fenced } from '../../shared/markdown-text.ts';
import type { TagSpan } from '../attributes.ts';
import { decodeEntities } from '../character-references.ts';
import { endBlock, write } from './block-markdown.ts';
import { addCode, addPart, addText } from './inline-markdown.ts';
import { type Code, type Formula, type Reader, valueOf } from './reader.ts';

export function startCode(reader: Reader, tag: TagSpan, name: string): void {
  if (name === 'pre') endBlock(reader);
  reader.code = { name, html: '', language: languageOf(reader, tag), isDiff: false };
}

function languageOf(reader: Reader, tag: TagSpan): string {
  const classes = valueOf(reader, tag, 'class');
  return /(?:^|\s)(?:language|lang)-([^\s`]+)/.exec(classes)?.[1] ?? '';
}

/** Reads a tag in code: the language, line breaks, and the signs of a diff, which the style sheet shows. */
export function startInCode(reader: Reader, code: Code, tag: TagSpan): void {
  const name = reader.html.slice(tag.nameStart, tag.nameEnd).toLowerCase();
  if (name === 'br') code.html += '\n';
  else if (name === 'code') code.language ||= languageOf(reader, tag);
  else if ((name === 'del' || name === 'ins') && valueOf(reader, tag, 'class').includes('line')) {
    code.isDiff = true;
    code.html += name === 'del' ? REMOVED : ADDED;
  }
}

/** Signs of a diff until the end of its code: no text of a page has these characters. */
const REMOVED = '\0-';
const ADDED = '\0+';

export function endCode(reader: Reader, code: Code): void {
  const { inline, table, title } = reader;
  reader.code = undefined;
  const text = decodeEntities(code.html);
  if (code.name === 'figcaption') reader.title = text.replace(/["`\s]+/g, ' ').trim();
  else if (code.name !== 'pre') {
    if (text !== '') addCode(inline, text);
  } else if (table?.cell !== undefined) {
    addCode(inline, text.trim());
    endBlock(reader);
  } else {
    const isOther = code.isDiff && !code.language.startsWith('diff');
    const language = isOther ? `diff-${code.language}`.replace(/-$/, '') : code.language;
    const caption = title === undefined || title === '' ? '' : ` title="${title}"`;
    // The language is the first word.
    const info = language === '' && caption !== '' ? `text${caption}` : language + caption;
    const lines = text.replace(/\n$/, '').split('\n');
    const signed = lines.map((line) => (line.startsWith('\0') ? line.slice(1) : ` ${line}`));
    write(reader, fenced(code.isDiff ? signed.join('\n') : text, info));
  }
}

/** Ends a formula: shows its TeX, else its text. */
export function endMath(reader: Reader, math: Formula): void {
  reader.math = undefined;
  // A space after it changes no formula, and no program takes it for HTML.
  const tex = decodeEntities(math.tex)
    .trim()
    .replace(/<(?=[a-z/!?])/gi, '< ');
  if (tex === '') addText(reader.inline, decodeEntities(math.text));
  else if (math.isBlock && reader.table?.cell === undefined) {
    endBlock(reader);
    write(reader, `$$\n${tex}\n$$`);
  } else addPart(reader.inline, `$${tex.replace(/\s+/g, ' ')}$`);
}
