/** The blocks of Markdown files, by what a translator reads in them. */
import { createHash } from 'node:crypto';
import { type Frontmatter, readFrontmatter } from '../content/frontmatter.ts';
import { createSourceText, lineEnd, type SourceText } from '../content/source-text.ts';
import { align } from '../shared/align.ts';

/** A heading, a paragraph, a list without empty lines, a code block, or a text of the frontmatter. */
export interface Block {
  /** 1-based line in the file. */
  readonly line: number;
  readonly text: string;
  /** The language of a code block; undefined for other blocks. */
  readonly code: string | undefined;
  /** The text of the heading above it, or its own; empty before the first one. */
  readonly section: string;
  /** Its content without its form: words in lower case; for code, its characters. */
  readonly words: readonly string[];
  readonly hash: string;
}

export interface BlocksOfDoc {
  readonly source: SourceText;
  readonly frontmatter: Frontmatter;
  readonly blocks: readonly Block[];
}

/** Characters of a hash: 24 bits. */
const HASH = 4;

/** Splits a Markdown file. Blocks without words, such as rules and the marks of directives, are left out. */
export function readBlocks(file: string, raw: string): BlocksOfDoc {
  const source = createSourceText(file, raw);
  const { frontmatter, locations, bodyLine } = readFrontmatter(source, {
    keys: new Map(),
    ignored: new Set(),
  });
  const blocks: Block[] = [];
  let section = '';
  const add = (line: number, lines: readonly string[], code?: string): void => {
    const text = lines.join('\n');
    const words =
      code === undefined ? wordsOf(text) : [lines.slice(1).join(' ').replace(/\s+/g, ' ')];
    if (words.length === 0) return;
    const digest = createHash('sha256').update(words.join(' ')).digest('base64url');
    blocks.push({ line, text, code, section, words, hash: digest.slice(0, HASH) });
  };
  for (const key of ['title', 'description', 'sidebar_label'] as const) {
    const value = frontmatter[key];
    if (value !== undefined) add(locations.get(key)?.line ?? 1, [value]);
  }
  const rows = source.lineStarts.map((start, line) =>
    source.text.slice(start, lineEnd(source, line)),
  );
  let open: string[] = [];
  const close = (line: number): void => {
    if (open.length > 0) add(line - open.length + 1, open);
    open = [];
  };
  for (let line = bodyLine; line < rows.length; line += 1) {
    const row = rows[line] ?? '';
    const [, fence, info = ''] = /^[\s>]*(`{3,}|~{3,})\s*([^\s`{]*)/.exec(row) ?? [];
    if (fence !== undefined) {
      close(line);
      const start = line;
      const isEnd = (text: string): boolean => {
        const [, marks = ''] = /^[\s>]*(`{3,}|~{3,})\s*$/.exec(text) ?? [];
        return marks.startsWith(fence);
      };
      do line += 1;
      while (line < rows.length && !isEnd(rows[line] ?? ''));
      add(start + 1, rows.slice(start, line), info);
      continue;
    }
    const [, heading] = /^ {0,3}#{1,6}\s+(.*?)[\s#]*(?:\{[^{}]*\})?\s*$/.exec(row) ?? [];
    if (heading !== undefined) {
      close(line);
      section = heading;
      add(line + 1, [row]);
    } else if (row.trim() === '') close(line);
    else open.push(row);
  }
  close(rows.length);
  return { source, frontmatter, blocks };
}

/** The words of a text, without marks, ids, tags, template tags and addresses; code spans with all their characters. */
function wordsOf(text: string): readonly string[] {
  const shown = text
    .replace(/\{\s*[:#.][^{}\n]*\}|\{([*!%])[^\n]*?\1\}/g, ' ')
    .replace(/\]\([^()\s]*/g, '] ')
    .replace(/^\s*\[[^\]\n]+\]:.*$/gm, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ');
  return (
    shown
      .split(/\s+/)
      .filter((word) => !/:\/\/|\.\//.test(word))
      .join(' ')
      .toLowerCase()
      .match(/`[^`]+`|[\p{L}\p{N}_]+/gu)
      ?.flatMap((word) => (/[^\p{L}\p{N}_ `]/u.test(word) ? [word] : word.split(/[`_ ]+/)))
      .filter((word) => word !== '') ?? []
  );
}

/** The earlier state of an original: of what was only accepted, the hashes are known. */
export interface Baseline {
  readonly hashes: readonly string[];
  readonly blocks?: readonly Block[] | undefined;
}

/** A block that differs from the baseline; without `block` it was removed. */
export interface Change {
  readonly before?: Block | undefined;
  readonly block?: Block | undefined;
  /** The block itself, or the one before a removed block. */
  readonly near: Block | undefined;
}

/** Lists what a translator has to do: blocks that say something else than before. Misspelled words are no change. */
export function changesSince(
  { hashes, blocks: before }: Baseline,
  blocks: readonly Block[],
): readonly Change[] {
  const changes: Change[] = [];
  const now = blocks.map(({ hash }) => hash);
  let gone: number[] = [];
  let near = blocks[0];
  for (const { from, to } of align(hashes, now)) {
    const block = to === undefined ? undefined : blocks[to];
    if (from !== undefined && to !== undefined) {
      for (const at of gone) changes.push({ before: before?.[at], near });
      [gone, near] = [[], block];
    } else if (from !== undefined) gone.push(from);
    else {
      near = block;
      const old = gone.shift();
      const former = old === undefined ? undefined : before?.[old];
      if (former === undefined || block === undefined || !isSpelling(former, block))
        changes.push({ before: former, block, near });
    }
  }
  for (const at of gone) changes.push({ before: before?.[at], near });
  return changes;
}

/** Whether two blocks differ only in single letters of words. */
function isSpelling({ words: a, code }: Block, { words: b, code: other }: Block): boolean {
  if (code !== undefined || other !== undefined || a.length !== b.length) return false;
  return a.every((word, index) => {
    const is = b[index] ?? '';
    if (word === is) return true;
    if (Math.min(word.length, is.length) < 5 || word[0] !== is[0] || /[^\p{L}]/u.test(word + is))
      return false;
    let start = 0;
    while (start < word.length && word[start] === is[start]) start += 1;
    let end = 0;
    while (end < Math.min(word.length, is.length) - start && word.at(-1 - end) === is.at(-1 - end))
      end += 1;
    const [left, right] = [word.slice(start, word.length - end), is.slice(start, is.length - end)];
    // A letter too many, too few or wrong, or two that changed places.
    return (
      Math.max(left.length, right.length) < 2 ||
      (left.length === 2 && left === `${right[1]}${right[0]}`)
    );
  });
}

/** Prints the value that `--accept` writes: a date and the hashes of all blocks. */
export function printAccepted(date: string, hashes: readonly string[]): string {
  return `${date} ${hashes.join('')}`;
}

/** Reads what `--accept` has written; undefined if it is something else. */
export function readAccepted(
  text: string | undefined,
): { readonly date: string; readonly hashes: readonly string[] } | undefined {
  const [, date, all = ''] = /^(\d{4}-\d\d-\d\d) ((?:[\w-]{4})*)$/.exec(text ?? '') ?? [];
  return date === undefined ? undefined : { date, hashes: all.match(/.{4}/g) ?? [] };
}

/** Writes the accepted hashes into the frontmatter of a translation. */
export function withAccepted(raw: string, value: string): string {
  const line = `translated_from: ${value}`;
  const end = raw.includes('\r\n') ? '\r\n' : '\n';
  const [mark = '', head] =
    /^(\uFEFF?---[ \t]*\r?\n(?:[^]*?\r?\n)??)(?:---|\.\.\.)[ \t]*(?=\r?\n|$)/.exec(raw) ?? [];
  if (head === undefined) return `---${end}${line}${end}---${end}${end}${raw}`;
  const written = /^translated_from:[^\r\n]*/m;
  const next = written.test(head) ? head.replace(written, () => line) : `${head}${line}${end}`;
  return next + mark.slice(head.length) + raw.slice(mark.length);
}
