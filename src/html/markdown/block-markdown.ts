import { type Inline, newInline, takeInline } from './inline-markdown.ts';
import type { OpenTable } from './table-markdown.ts';

/** The kind of the block whose text is collected; `title` is that of an admonition, a `line` follows text at once. */
type Leaf = 'text' | 'line' | 'bold' | 'title' | 'summary' | 'heading';

/** An open element that has blocks in it. */
export interface Container {
  readonly name: string;
  /** Of the lines around it. */
  readonly prefix: string;
  list?: List;
  readonly kind?: 'details' | 'footnotes' | undefined;
  /** True for a list, and an item of it, without empty lines between its parts: rows of an API page. */
  readonly isTight?: boolean | undefined;
  /** How the summary of a disclosure is shown that is always open here. */
  readonly summary?: Leaf | 'none' | undefined;
}

interface List {
  readonly mark: string;
  next: number | undefined;
  isLoose: boolean;
  items: number;
}

/** Markdown, as it is written block by block. */
export interface Writer {
  readonly lines: string[];
  readonly inline: Inline;
  readonly open: Container[];
  /** Number of open containers, by name. */
  readonly counts: Map<string, number>;
  leaf: Leaf;
  /** Of the last heading. */
  level: number;
  /** The kind of the last admonition, which is its usual title, and the number of lines at its start. */
  alert: { readonly kind: string; readonly at: number } | undefined;
  /** Number of lines after the last text, and after the first line of the last tight item. */
  textEnd: number;
  headEnd: number;
  prefix: string;
  /** The start of the next line, if it differs from `prefix`: with the mark of a list item. */
  first: string | undefined;
  /** Whether the next block needs an empty line before it. */
  gap: boolean;
  /** Number of lines at the end of the last list, and its mark: a list right after it needs another one. */
  lastList: { readonly at: number; readonly mark: string } | undefined;
  /** The open table; blocks in its cells become parts of a line. */
  table: OpenTable | undefined;
}

export function newWriter(): Writer {
  return {
    lines: [],
    inline: newInline(),
    open: [],
    counts: new Map(),
    leaf: 'text',
    level: 1,
    alert: undefined,
    textEnd: -1,
    headEnd: -1,
    prefix: '',
    first: undefined,
    gap: false,
    lastList: undefined,
    table: undefined,
  };
}

/** Longest prefix of lines: blocks that are nested more deeply are shown at this depth. */
const MAX_PREFIX = 60;

/** Ends the current block, if there is one, and writes it. */
export function endBlock(writer: Writer): void {
  const { inline, leaf, table } = writer;
  writer.leaf = 'text';
  const text = takeInline(inline);
  inline.isHtml = false;
  if (text === '') return;
  if (table?.cell !== undefined) table.cell.push(text.replaceAll('\\\n', '<br>'));
  else LEAVES[leaf](writer, text);
}

const LEAVES: Readonly<Record<Leaf, (writer: Writer, text: string) => void>> = {
  text(writer, text) {
    joinAlert(writer);
    if (writer.headEnd === writer.lines.length) writer.gap = false;
    write(writer, escapeStarts(text));
    writer.textEnd = writer.lines.length;
  },
  line(writer, text) {
    const isAfterHead = writer.headEnd === writer.lines.length;
    if (writer.textEnd === writer.lines.length && isInRow(writer)) writer.gap = false;
    LEAVES.text(writer, text);
    if (isAfterHead) writer.headEnd = writer.lines.length;
  },
  bold: (writer, text) => write(writer, bold(text)),
  title(writer, text) {
    // An alert of GitHub has no other title.
    if (text.toLowerCase() === writer.alert?.kind) return;
    joinAlert(writer);
    write(writer, bold(text));
  },
  summary(writer, text) {
    if (writer.lines.at(-1)?.endsWith('<details>') === true) writer.gap = false;
    write(writer, `<summary>${text}</summary>`);
  },
  heading(writer, text) {
    const line = text.replaceAll('\\\n', ' ').replace(NO_ID, '\\$&');
    write(writer, `${'#'.repeat(writer.level)} ${line}`);
  },
};

/** The sign at the end of a heading that would not be shown: a closing `#`, or the bracket of an id. */
const NO_ID = /#$|\{(?=\s*(?:[:#]|\/\*)[^{}]*\}$)|(?<!\\)\[(?=#\p{L}[^\s[\]{}]*\]$)/u;

function isInRow({ open }: Writer): boolean {
  return open.at(-1)?.isTight === true;
}

/** Text follows the first line of an alert at once. */
function joinAlert(writer: Writer): void {
  if (writer.alert?.at === writer.lines.length && writer.first === undefined) writer.gap = false;
}

function bold(text: string): string {
  return escapeStarts(text.includes('**') ? text : `**${text}**`);
}

/** Escapes what Markdown would read as the start of another block. */
function escapeStarts(text: string): string {
  return text.replace(STARTS, '$1\\');
}

const STARTS =
  /^(\d{1,9}(?=[.)](?:\s|$))|(?=#{1,6}(?:\s|$)|>|[-+](?:\s|$)|[-=]+$|~~~|:::|\||\*\s))/gm;

/** Writes a block. */
export function write(writer: Writer, text: string): void {
  const { lines, prefix } = writer;
  separate(writer);
  const isHead = writer.first !== undefined && isInRow(writer);
  const end = prefix.trimEnd();
  if (text.includes('\n')) {
    for (const line of text.split('\n')) {
      lines.push(line === '' && writer.first === undefined ? end : (writer.first ?? prefix) + line);
      writer.first = undefined;
    }
  } else {
    lines.push((writer.first ?? prefix) + text);
    writer.first = undefined;
  }
  if (isHead) writer.headEnd = lines.length;
  writer.gap = true;
}

function separate(writer: Writer): void {
  if (writer.gap && writer.lines.length > 0) writer.lines.push(writer.prefix.trimEnd());
  writer.gap = false;
}

/** Opens a container whose lines begin with a further prefix. */
export function openContainer(
  writer: Writer,
  name: string,
  { added = '', ...rest }: Partial<Container> & { readonly added?: string } = {},
): Container {
  const { prefix, open, counts } = writer;
  const container: Container = { ...rest, name, prefix };
  open.push(container);
  counts.set(name, (counts.get(name) ?? 0) + 1);
  if (added !== '' && prefix.length < MAX_PREFIX) {
    separate(writer);
    writer.prefix = prefix + added;
    if (writer.first !== undefined) writer.first += added;
  }
  return container;
}

/** Closes the innermost container with a name and all in it; returns false if there is none. */
export function closeContainer(writer: Writer, name: string): boolean {
  if ((writer.counts.get(name) ?? 0) === 0) return false;
  for (;;) {
    const container = writer.open.pop();
    if (container === undefined) return true;
    writer.counts.set(container.name, (writer.counts.get(container.name) ?? 1) - 1);
    finish(writer, container);
    if (container.name === name) return true;
  }
}

function finish(writer: Writer, { name, prefix, list, kind }: Container): void {
  if (kind === 'details') {
    writer.gap = true;
    write(writer, '</details>');
  }
  if (name === 'li' && writer.first !== undefined) {
    // An empty item; as the first one, it would make the line before it a heading.
    const isFirst = writer.open.at(-1)?.list?.items === 1;
    if (isFirst && writer.textEnd === writer.lines.length) writer.lines.push(prefix.trimEnd());
    writer.lines.push(writer.first.trimEnd());
    writer.first = undefined;
  }
  if (writer.prefix !== prefix) {
    writer.prefix = prefix;
    writer.gap = true;
    writer.headEnd = -1;
    writer.textEnd = -1;
  }
  if (list !== undefined) {
    writer.lastList = { at: writer.lines.length, mark: list.mark };
    writer.gap = true;
  }
}

/** Opens a list; `start` is the number of the first item. */
export function openList(
  writer: Writer,
  name: string,
  { start, isTight: areRows }: { readonly start?: number | undefined; readonly isTight: boolean },
): void {
  const { open, lastList, lines } = writer;
  const item = open.at(-1);
  const isTight = isInRow(writer) || (item?.name === 'li' && open.at(-2)?.list?.isLoose === false);
  if (isTight && (start === undefined || start === 1)) writer.gap = false;
  const container = openContainer(writer, name, { isTight: areRows });
  const marks = start === undefined ? ['-', '*'] : ['.', ')'];
  const isNext = lastList?.at === lines.length && lastList.mark === marks[0];
  container.list = {
    mark: marks[isNext ? 1 : 0] ?? '-',
    next: start,
    isLoose: false,
    items: 0,
  };
}

/** Opens an item of the innermost list. */
export function openItem(writer: Writer): void {
  const { open, prefix } = writer;
  const list = open.at(-1)?.list;
  if (list !== undefined && list.items > 0) writer.gap = list.isLoose;
  const { mark = '-', next } = list ?? {};
  if (list !== undefined) {
    list.items += 1;
    list.next = next === undefined ? undefined : next + 1;
  }
  const isTight = open.at(-1)?.isTight;
  openMarked(writer, `${next === undefined ? mark : `${next}${mark}`} `, { isTight });
  if (prefix.length >= MAX_PREFIX) writer.first = undefined;
}

/** Opens an item whose first line begins with a mark. */
export function openMarked(
  writer: Writer,
  mark: string,
  {
    indent = mark.length,
    name = 'li',
    ...rest
  }: Partial<Container> & { readonly indent?: number } = {},
): void {
  const { prefix } = writer;
  separate(writer);
  const start = writer.first ?? prefix;
  openContainer(writer, name, rest);
  if (prefix.length >= MAX_PREFIX) return;
  writer.first = start + mark;
  writer.prefix = prefix + ' '.repeat(indent);
}

/** Makes the items of the innermost list paragraphs. */
export function loosen({ open }: Writer): void {
  const item = open.at(-1);
  const list = item?.name === 'li' ? open.at(-2)?.list : undefined;
  if (list !== undefined && item?.isTight !== true) list.isLoose = true;
}
