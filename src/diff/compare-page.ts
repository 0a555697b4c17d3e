/** Compares the blocks of a page. */
import { itemAt } from '../shared/item-at.ts';
import { align, type Step } from '../shared/align.ts';
import {
  type Aspect,
  type Block,
  type BlockChange,
  CELL,
  type Word,
  type WordRun,
} from './types.ts';

/** From this share of equal words, a removed and an added block are one that changed. */
const SAME_BLOCK = 0.4;

/** Words from which a block that is elsewhere has moved; shorter ones repeat. */
const LEAST_MOVED = 4;

/** Lists what changed, in the order of the page. */
export function compareBlocks(
  before: readonly Block[],
  after: readonly Block[],
): readonly BlockChange[] {
  const steps = pairChanged(align(before.map(keyOf), after.map(keyOf)), before, after);
  const removed = steps.flatMap(({ from, to }) => (to === undefined ? (from ?? []) : []));
  const added = steps.flatMap(({ from, to }) => (from === undefined ? (to ?? []) : []));
  const sources = findUnique(before, removed);
  const moved = new Map<number, number>();
  for (const [key, to] of findUnique(after, added)) {
    const from = sources.get(key);
    if (from === undefined || to === undefined) continue;
    if (itemAt(after, to).words.length >= LEAST_MOVED) moved.set(to, from);
  }
  const gone = new Set(moved.values());
  const changes: BlockChange[] = [];
  let section = { title: '', id: '' };
  let next = 0;
  for (const { from, to } of steps) {
    const old = from === undefined ? undefined : before[from];
    const now = to === undefined ? undefined : after[to];
    const block = now ?? old;
    if (block === undefined) continue;
    if (now?.kind === 'heading') section = { title: textOf(now.words), id: now.id ?? '' };
    if (to !== undefined) next = to + 1;
    if (old !== undefined && now !== undefined && keyOf(old) === keyOf(now)) continue;
    if (from !== undefined && to === undefined && gone.has(from)) continue;
    const source = to === undefined ? undefined : moved.get(to);
    const change =
      source !== undefined
        ? 'moved'
        : old === undefined
          ? 'added'
          : now === undefined
            ? 'removed'
            : 'changed';
    const runs = source === undefined ? runsOf(old, now) : [];
    const aspect = aspectOf(block, runs);
    const place = { section, from: source ?? from, to: to ?? next };
    changes.push({ change, aspect, kind: block.kind, runs, ...place });
  }
  return changes;
}

/** A heading with another id only is no change of its block: its anchor is listed as lost. */
function keyOf({ kind, words }: Block): string {
  return `${kind}\n${words.join('\n')}`;
}

/** The positions of blocks by key; undefined where two are equal. */
function findUnique(blocks: readonly Block[], positions: readonly number[]) {
  const found = new Map<string, number | undefined>();
  for (const at of positions) {
    const key = keyOf(itemAt(blocks, at));
    found.set(key, found.has(key) ? undefined : at);
  }
  return found;
}

/** Pairs removed and added blocks between two equal ones, if they are of a kind and have enough in common. */
function pairChanged(
  steps: readonly Step[],
  before: readonly Block[],
  after: readonly Block[],
): readonly Step[] {
  const paired: Step[] = [];
  let gap: Step[] = [];
  const flush = (): void => {
    const removed = gap.flatMap(({ from }) => from ?? []);
    const added = gap.flatMap(({ to }) => to ?? []);
    const isAlone = removed.length === 1 && added.length === 1;
    let first = 0;
    for (const from of removed) {
      const old = before[from];
      const window = added.slice(first, first + 30);
      const scores = window.map((to) =>
        isAlone && isShort(old, after[to]) ? 1 : likeness(old, after[to]),
      );
      const best = Math.max(0, ...scores);
      const at = best >= SAME_BLOCK ? scores.indexOf(best) : -1;
      if (at < 0) {
        paired.push({ from, to: undefined });
        continue;
      }
      for (const to of window.slice(0, at)) paired.push({ from: undefined, to });
      paired.push({ from, to: window[at] });
      first += at + 1;
    }
    for (const to of added.slice(first)) paired.push({ from: undefined, to });
    gap = [];
  };
  for (const step of steps) {
    if (step.from === undefined || step.to === undefined) gap.push(step);
    else {
      flush();
      paired.push(step);
    }
  }
  flush();
  return paired;
}

/** Whether blocks are of a kind and have a few words only, such as titles of code; a row is known by its cells. */
function isShort(old: Block | undefined, now: Block | undefined): boolean {
  const most = Math.max(old?.words.length ?? 0, now?.words.length ?? 0);
  return old?.kind === now?.kind && old?.kind !== 'row' && most <= LEAST_MOVED;
}

function likeness(old: Block | undefined, now: Block | undefined): number {
  if (old === undefined || now === undefined || old.kind !== now.kind) return 0;
  if (old.kind === 'heading' && old.id !== undefined && old.id === now.id) return 1;
  // Another picture in the same place.
  if (old.kind === 'media') return 1;
  if (old.kind === 'row' && old.words[0] === now.words[0]) return 1;
  // Code is compared by its words: most of a line can be the same.
  const split = ({ kind, words }: Block): readonly string[] =>
    kind === 'code'
      ? words.join('\n').split(/[^\p{L}\p{N}]+/u)
      : words.filter((word) => word !== CELL).map(visible);
  return sameShare(split(old), split(now));
}

/** The share of entries that two lists have in common, in any order, from 0 to 1. */
export function sameShare(before: readonly string[], after: readonly string[]): number {
  const total = before.length + after.length;
  if (total === 0) return 1;
  const counts = new Map<string, number>();
  for (const entry of before) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  let common = 0;
  for (const entry of after) {
    const left = counts.get(entry) ?? 0;
    if (left === 0) continue;
    counts.set(entry, left - 1);
    common += 1;
  }
  return (2 * common) / total;
}

/** The runs of words of a block on both sides. */
function runsOf(old: Block | undefined, now: Block | undefined): readonly WordRun[] {
  if (old === undefined || now === undefined) {
    const { words } = old ?? now ?? { words: [] };
    return [{ side: old === undefined ? 'new' : 'old', words }];
  }
  const runs: { side: WordRun['side']; words: Word[] }[] = [];
  // The first word of a block has no space before it.
  const plain = (words: readonly Word[]) =>
    old.kind === 'code' ? words : words.map((word) => word.trimStart());
  for (const { from, to } of align(plain(old.words), plain(now.words))) {
    const side = from === undefined ? 'new' : to === undefined ? 'old' : 'both';
    const word = (to === undefined ? old.words[from ?? 0] : now.words[to]) ?? '';
    const last = runs.at(-1);
    if (last?.side === side) last.words.push(word);
    else runs.push({ side, words: [word] });
  }
  return runs;
}

function aspectOf({ kind }: Block, runs: readonly WordRun[]): Aspect {
  if (kind === 'code' || kind === 'media' || kind === 'heading') return kind;
  const sideText = (side: WordRun['side']): string =>
    textOf(runs.filter((run) => run.side !== side).flatMap(({ words }) => words));
  const isLink = runs.length > 1 && sideText('old') === sideText('new');
  if (isLink) return 'link';
  return kind === 'row' ? 'table' : 'words';
}

/** The targets of the links that words are in. */
export function targetsOf(words: readonly Word[]): readonly string[] {
  return [...new Set(words.flatMap((word) => word.split('\0')[1] ?? []))];
}

/** A word without the target of its link. */
export function visible(word: Word): string {
  return word.split('\0')[0] ?? '';
}

/** The text of words; cells of a row are separated by ` | `. */
export function textOf(words: readonly Word[]): string {
  return words
    .map((word) => (word === CELL ? ' | ' : visible(word)))
    .join('')
    .trim();
}
