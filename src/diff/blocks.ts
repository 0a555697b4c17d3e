/** Splits a finished article into blocks of words. */
import { decodeAttribute, decodeEntities } from '../html/character-references.ts';
import { type HtmlStartTag, scanHtml } from '../html/scan-fragment.ts';
import { VOID } from '../html/raw-text.ts';
import { type Block, type BlockKind, CELL, type Word } from './types.ts';

/** A text of the article, as offsets in its HTML. */
type Piece = readonly [start: number, end: number];

/** A block with its location in the HTML. */
export interface LocatedBlock extends Block {
  /** Of the element that contains it. */
  readonly tag: string;
  readonly start: number;
  readonly end: number;
  /** The texts of each word. */
  readonly pieces: readonly (readonly Piece[])[];
}

interface OpenBlock {
  readonly kind: BlockKind;
  readonly id: string | undefined;
  readonly tag: string;
  readonly start: number;
  readonly words: Word[];
  readonly pieces: Piece[][];
}

interface OpenElement {
  readonly name: string;
  readonly start: number;
  readonly isSkipped: boolean;
  readonly id: string;
}

/** Elements that do not separate blocks. */
const INLINE: ReadonlySet<string> = new Set(
  `a abbr acronym b bdi bdo big br button cite code data del dfn em font i input ins kbd map mark math meter nobr
  output picture progress q rp rt ruby s samp select small source span strike strong sub sup svg time track tt u var wbr
  mi mo mn mrow msup msub mfrac semantics annotation mtext mspace msqrt mroot munder mover munderover msubsup`.split(
    /\s+/,
  ),
);
const MEDIA: ReadonlySet<string> = new Set(['img', 'video', 'audio', 'iframe', 'embed', 'object']);
const SKIPPED: ReadonlySet<string> = new Set([
  'template',
  'script',
  'style',
  'noscript',
  'svg',
  'annotation',
]);
/** Parts that only serve browsers, or repeat others, such as the names of panels. */
const LEFT_OUT =
  /(?:^|\s)(?:heading-anchor|external-icon|footnote-backref|api-repeat|tab-list)(?:\s|$)/;
/** Characters of scripts that write no spaces are separate words. */
const SCRIPTS = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}`;
const UNSPACED = new RegExp(`[${SCRIPTS}]|[^${SCRIPTS}]+`, 'gu');
const UNSPACED_TEST = new RegExp(`[${SCRIPTS}]`, 'u');

/** Where a reader is in an article. */
interface Reader {
  readonly html: string;
  readonly blocks: LocatedBlock[];
  readonly open: OpenElement[];
  block: OpenBlock | undefined;
  row: OpenBlock | undefined;
  /** Numbers of open elements: that are left out, of code; and of the cells of the row so far. */
  skipped: number;
  code: number;
  cells: number;
  /** Of the link around. */
  href: string;
  /** Whether there is space before the next text, or it continues a word. */
  hasSpace: boolean;
  isJoined: boolean;
}

/** Reads an article; `printOf` returns the fingerprint of an embedded file by its address, if the address does not tell it. */
export function readBlocks(
  html: string,
  printOf: (address: string) => string = () => '',
): readonly LocatedBlock[] {
  const none = { block: undefined, row: undefined, skipped: 0, code: 0, cells: 0 };
  const text = { href: '', hasSpace: false, isJoined: false };
  const reader: Reader = { html, blocks: [], open: [], ...none, ...text };
  scanHtml(html, {
    startTag: (tag) => startTag(reader, tag, printOf),
    endTag: (name, start, end) => {
      const at = reader.open.findLastIndex((element) => element.name === name);
      if (at < 0) return;
      for (const element of reader.open.splice(at).reverse())
        endElement(reader, element, [start, end]);
    },
    text: (start, end) => {
      if (reader.skipped > 0) return;
      if (reader.code > 0 && reader.row === undefined) addCode(reader, start, end);
      else addText(reader, start, end);
    },
  });
  close(reader, html.length);
  return reader.blocks;
}

function startTag(reader: Reader, tag: HtmlStartTag, printOf: (address: string) => string): void {
  const { html, open } = reader;
  const { name, start, end } = tag;
  const valueOf = attributesOf(html, tag);
  const isLeftOut =
    SKIPPED.has(name) || valueOf('aria-hidden') === 'true' || LEFT_OUT.test(valueOf('class'));
  const isBlock = !INLINE.has(name);
  if (reader.skipped === 0 && !isLeftOut) {
    if (MEDIA.has(name)) addMedia(reader, tag, printOf);
    else if (name === 'a') reader.href = valueOf('href');
    else if (isBlock && reader.row === undefined && reader.code === 0) close(reader, start);
    if (name === 'br' || isBlock) separate(reader);
    if (name === 'input' && valueOf('type') === 'checkbox') {
      separate(reader);
      addWord(reader, /\schecked\b/.test(html.slice(start, end)) ? '[x]' : '[ ]', [end, end]);
      separate(reader);
    }
  }
  if (VOID.has(name) || html.endsWith('/>', end)) return;
  if (isLeftOut) reader.skipped += 1;
  open.push({ name, start, isSkipped: isLeftOut, id: valueOf('id') });
  if (reader.skipped > 0) return;
  if (name === 'tr' && reader.row === undefined) {
    reader.row = current(reader, start);
    reader.cells = 0;
  }
  if (reader.row !== undefined && (name === 'td' || name === 'th')) {
    if (reader.cells > 0) addPart(reader.row, CELL);
    reader.cells += 1;
    reader.hasSpace = false;
  }
  if (name === 'pre') reader.code += 1;
  if (/^h[1-6]$/.test(name)) current(reader, start);
}

function endElement(
  reader: Reader,
  { name, start, isSkipped }: OpenElement,
  [from, to]: Piece,
): void {
  if (isSkipped) reader.skipped -= 1;
  if (reader.skipped > 0 || isSkipped) return;
  if (name === 'a') reader.href = '';
  if (name === 'tr' && reader.row?.start === start) {
    close(reader, to);
    reader.row = undefined;
  }
  if (name === 'pre' && reader.code > 0) reader.code -= 1;
  if (INLINE.has(name)) return;
  if (reader.row === undefined && reader.code === 0) close(reader, from);
  separate(reader);
}

/** The next text begins a word, with a space before it. */
function separate(reader: Reader): void {
  reader.hasSpace = true;
  reader.isJoined = false;
}

function close(reader: Reader, end: number): void {
  const { block, blocks } = reader;
  if (block?.words.some((word) => word !== CELL) === true) {
    // The line break at the end of code is no line.
    const isCut = block.kind === 'code' && block.words.at(-1) === '';
    const count = block.words.length - Number(isCut);
    const { words, pieces } = block;
    blocks.push({ ...block, words: words.slice(0, count), pieces: pieces.slice(0, count), end });
  }
  reader.block = undefined;
  reader.isJoined = false;
}

/** The open block; text after a list in an item begins after the list. */
function current(reader: Reader, start: number): OpenBlock {
  reader.block ??= newBlock(reader.open, start, reader.blocks.at(-1)?.end ?? 0);
  return reader.block;
}

function addPart({ words, pieces }: OpenBlock, word: Word, piece?: Piece): void {
  words.push(word);
  pieces.push(piece === undefined ? [] : [piece]);
}

function addWord(reader: Reader, text: string, piece: Piece): void {
  const block = current(reader, piece[0]);
  const last = block.words.length - 1;
  if (reader.isJoined && last >= 0) {
    const [before = '', target = ''] = (block.words[last] ?? '').split('\0');
    block.words[last] = withTarget(before + text, target);
    block.pieces[last]?.push(piece);
    return;
  }
  addPart(block, withTarget((reader.hasSpace && last >= 0 ? ' ' : '') + text, reader.href), piece);
  reader.hasSpace = false;
}

function addText(reader: Reader, start: number, end: number): void {
  for (const { 0: run, index } of reader.html.slice(start, end).matchAll(/\s+|[^\s]+/g)) {
    if (/^\s/.test(run)) {
      separate(reader);
      continue;
    }
    const at = start + index;
    const text = decodeEntities(run);
    // Offsets in the text are those in the HTML only without character references.
    const isSplit = text === run && UNSPACED_TEST.test(text);
    for (const { 0: part, index: offset } of isSplit
      ? text.matchAll(UNSPACED)
      : [{ 0: text, index: 0 }]) {
      const isAlone = isSplit && UNSPACED_TEST.test(part);
      reader.isJoined &&= !isAlone;
      addWord(reader, part, [at + offset, at + offset + (isSplit ? part : run).length]);
      reader.isJoined = !isAlone;
    }
  }
}

/** A word is a line; an empty one is a word, too, so that lines can be printed. */
function addCode(reader: Reader, start: number, end: number): void {
  const block = current(reader, start);
  for (const { 0: line, index } of reader.html.slice(start, end).matchAll(/[^\n]+|\n/g)) {
    if (line === '\n' || block.words.length === 0) addPart(block, '');
    if (line === '\n') continue;
    const last = block.words.length - 1;
    block.words[last] += decodeEntities(line);
    block.pieces[last]?.push([start + index, start + index + line.length]);
  }
}

function addMedia(reader: Reader, tag: HtmlStartTag, printOf: (address: string) => string): void {
  const valueOf = attributesOf(reader.html, tag);
  const source = valueOf('src') || valueOf('data') || valueOf('poster');
  if (source === '') return;
  const text = `${valueOf('alt')} ${valueOf('title')}`.split(/\s+/).filter((word) => word !== '');
  const target = reader.href === '' ? [] : [withTarget('', reader.href)];
  const words = [withTarget(source, printOf(source)), ...text, ...target];
  const { name, start, end } = tag;
  reader.blocks.push({ kind: 'media', words, tag: name, start, end, pieces: [] });
}

/** Opens a block in the innermost elements that are open. */
function newBlock(open: readonly OpenElement[], start: number, from: number): OpenBlock {
  const element = open.findLast(({ name }) => !INLINE.has(name));
  const inside = (names: readonly string[]): boolean =>
    open.some(({ name }) => names.includes(name));
  const tag = element?.name ?? '';
  const kind: BlockKind = /^h[1-6]$/.test(tag)
    ? 'heading'
    : inside(['pre'])
      ? 'code'
      : inside(['tr'])
        ? 'row'
        : inside(['li'])
          ? 'item'
          : 'text';
  const id = (kind === 'heading' && element?.id) || undefined;
  return { kind, id, tag, start: Math.max(element?.start ?? start, from), words: [], pieces: [] };
}

function withTarget(word: Word, target: string): Word {
  return target === '' ? word : `${word}\0${target}`;
}

/** The blocks without their locations. */
export function withoutLocations(blocks: readonly LocatedBlock[]): readonly Block[] {
  return blocks.map(({ kind, id, words }) => ({ kind, id, words }));
}

/** Reads attributes of a tag; the value of a missing one is empty. */
function attributesOf(html: string, { attributes }: HtmlStartTag): (name: string) => string {
  return (name) => {
    const found = attributes.find((attribute) => attribute.name === name);
    return found === undefined ? '' : decodeAttribute(html.slice(found.valueStart, found.valueEnd));
  };
}

/** The part of a document that is its article: the first `article`, else `main`, as offsets of its content. */
export function articleIn(html: string): Piece | undefined {
  for (const name of ['article', 'main']) {
    const { index } = new RegExp(`<${name}[\\s>]`).exec(html) ?? {};
    if (index === undefined) continue;
    const start = html.indexOf('>', index) + 1;
    let depth = 1;
    for (const tag of html.slice(start).matchAll(new RegExp(`<(/?)${name}[\\s>]`, 'g'))) {
      depth += tag[1] === '/' ? -1 : 1;
      if (depth === 0) return [start, start + tag.index];
    }
  }
  return undefined;
}
