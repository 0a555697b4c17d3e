/** The words of a report, which its forms share. */
import { groupBy } from '../shared/maps.ts';
import { textOf, visible } from './compare-page.ts';
import {
  type BlockChange,
  CELL,
  FILE,
  type DiffSection,
  type PageChange,
  type SiteDiff,
  type Word,
  type WordRun,
} from './types.ts';

/** Whether a section is before the pages. */
export function isUrgent({ key }: DiffSection): boolean {
  return key !== 'menus' && key !== 'search' && key !== 'scripts';
}

/** How a form marks removed and added words, and text. */
export interface Marks {
  readonly old: (text: string) => string;
  readonly new: (text: string) => string;
  readonly plain: (text: string) => string;
}

/** Lines of a list that are shown. */
const MOST_ITEMS = 50;

/** The lines of a section, and how many more there are. */
export function sectionLines({ items }: DiffSection): {
  readonly lines: readonly string[];
  readonly more: string;
} {
  const lines = items.slice(0, MOST_ITEMS).map(({ line }) => line);
  const more = items.length - lines.length;
  return { lines, more: more > 0 ? `… and ${more} more` : '' };
}

/** Whether a page has only changes that many pages have. */
export function isPlain({ change, blocks, lostAnchors }: PageChange): boolean {
  const isShared = blocks.length > 0 && blocks.every((block) => block.isShared === true);
  return change === 'changed' && isShared && lostAnchors.length === 0;
}

/** Unchanged words that are shown on both sides of a change. */
const CONTEXT = 5;

/** Characters of a run after which it is cut. */
const MOST_CHARACTERS = 280;

/** The change of a block, or of neighbors that were added or removed together. */
export interface Entry {
  /** The heading above it; empty if it is that of the entry before. */
  readonly section: string;
  readonly name: string;
  /** The change in one line. */
  readonly text: string;
  /** The lines of changed code, each with its sign. */
  readonly lines: readonly string[];
}

/** The entries of a page; those that many pages have are a line elsewhere. */
export function entriesOf(blocks: readonly BlockChange[], marks: Marks): readonly Entry[] {
  const groups: [BlockChange, ...BlockChange[]][] = [];
  let last: BlockChange | undefined;
  for (const block of blocks) {
    if (block.isShared !== true) {
      if (last !== undefined && isJoined(last, block)) groups.at(-1)?.push(block);
      else groups.push([block]);
    }
    last = block.isShared === true ? undefined : block;
  }
  return groups.map((group, at) => {
    const [first] = group;
    const isKnown = at > 0 && groups[at - 1]?.at(-1)?.section.title === first.section.title;
    const section = isKnown ? '' : first.section.title;
    if (first.kind === 'code') {
      const lines = first.runs.flatMap(({ side, words }) =>
        side === 'both'
          ? []
          : words.map((word) => `${side === 'old' ? '-' : '+'} ${cut(visible(word))}`),
      );
      return { section, name: changeName(first), text: '', lines };
    }
    if (group.length === 1)
      return { section, name: changeName(first), text: inlineChange(first, marks), lines: [] };
    const names = Array.from(
      groupBy(group, ({ kind }) => NAMES[kind]),
      ([name, { length }]) => (length === 1 ? name : plural(length, name)),
    );
    // The first heading is shown as that of the section.
    const told = section !== '' && first.kind === 'heading' ? group.slice(1) : group;
    const words = told.map(({ runs }) =>
      printWords(
        runs.flatMap((run) => run.words),
        false,
      ),
    );
    const text = marks[first.change === 'added' ? 'new' : 'old'](cut(words.join(' · ')));
    return { section, name: `${names.join(', ')} ${first.change}`, text, lines: [] };
  });
}

/** Whether a block was added or removed with the one before it. */
function isJoined(last: BlockChange, { change, kind, from, to, section }: BlockChange): boolean {
  if (last.change !== change || kind === 'code' || last.kind === 'code') return false;
  if (change === 'removed') return from === (last.from ?? 0) + 1 && section.id === last.section.id;
  return change === 'added' && to === last.to + 1 && (kind !== 'heading' || last.kind === kind);
}

/** Prints a change as one line of text. */
function inlineChange({ runs, aspect, kind }: BlockChange, marks: Marks): string {
  if (runs.length === 0) return '';
  const parts = runs.map(({ side, words }, at) => {
    if (side !== 'both')
      return marks[side](cut(printWords(words, aspect === 'link' || isRetargeted(runs, at))));
    const [isFirst, isLast] = [at === 0, at === runs.length - 1];
    const near = isFirst
      ? ['…', ...words.slice(-CONTEXT)]
      : isLast
        ? [...words.slice(0, CONTEXT), ' …']
        : [...words.slice(0, CONTEXT), ' …', ...words.slice(-CONTEXT)];
    const isShort = words.length <= (isFirst || isLast ? CONTEXT : 2 * CONTEXT);
    return marks.plain(printWords(isShort ? words : near, false));
  });
  return parts
    .filter((part) => part !== '')
    .join(kind === 'code' ? '\n' : ' ')
    .trim();
}

/** Whether a removed or added run has the text of the one beside it: only targets of links differ. */
export function isRetargeted(runs: readonly WordRun[], at: number): boolean {
  const own = runs[at];
  const other = runs[own?.side === 'old' ? at + 1 : at - 1];
  if (own === undefined || other === undefined) return false;
  return other.side !== 'both' && textOf(own.words) === textOf(other.words);
}

/** Prints words; with `hasTargets`, the target of each link after its text. */
function printWords(words: readonly Word[], hasTargets: boolean): string {
  let text = '';
  for (const [at, word] of words.entries()) {
    const [own = '', target] = word.split('\0');
    const next = words[at + 1]?.split('\0')[1];
    text += word === CELL ? ' | ' : own;
    if (hasTargets && target !== undefined && target !== next)
      text += target.startsWith(FILE) ? ' (the content)' : ` (${target})`;
  }
  return text.trim();
}

export function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** Shortens a text that would hide others. */
export function cut(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`;
}

const NAMES: Readonly<Record<BlockChange['kind'], string>> = {
  heading: 'heading',
  text: 'text',
  item: 'list item',
  row: 'table row',
  code: 'code',
  media: 'image',
};

/** Says what kind of change it is, such as "list item added". */
export function changeName({ change, kind, aspect, runs }: BlockChange): string {
  if (change === 'changed' && aspect === 'link') return 'link target';
  if (change === 'changed' && kind === 'row') {
    const columns = changedColumns(runs);
    return columns.length > 0 ? `table cell ${columns.join(', ')}` : 'table row';
  }
  return change === 'changed' ? NAMES[kind] : `${NAMES[kind]} ${change}`;
}

/** The columns of a row whose words changed, from 1; none if cells were added or removed. */
function changedColumns(runs: readonly WordRun[]): readonly number[] {
  const changed = new Set<number>();
  let column = 1;
  for (const { side, words } of runs)
    for (const word of words) {
      if (word === CELL && side !== 'both') return [];
      if (word === CELL) column += 1;
      else if (side !== 'both') changed.add(column);
    }
  return [...changed];
}

/** The number of pages of each kind, such as "1 removed, 3 changed of 57 pages". */
export function countPages({ pages, total }: Pick<SiteDiff, 'pages' | 'total'>): string {
  const kinds = groupBy(pages, ({ change }) => change);
  const counts = Array.from(kinds, ([kind, { length }]) => `${length} ${kind}`).join(', ');
  return `${counts || 'none changed'} of ${total} pages`;
}

/** Facts about the change of a page, without its blocks. */
export function pageNotes(page: PageChange): readonly string[] {
  const { change, same = 1, words, lostAnchors, oldTitle, oldDescription } = page;
  const { added, removed } = words;
  const counts = [added > 0 && `+${added}`, removed > 0 && `-${removed}`].filter(Boolean);
  const notes = [
    change === 'moved' && `${Math.floor(same * 100)} % the same`,
    counts.length > 0 && `${counts.join(' ')} words`,
    oldTitle !== undefined && `title was "${oldTitle}"`,
    oldDescription !== undefined && 'other description',
    lostAnchors.length > 0 && `lost ${lostAnchors.map((anchor) => `#${anchor}`).join(' ')}`,
  ];
  return notes.filter((note) => note !== false);
}
