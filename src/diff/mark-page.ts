/** Marks what changed in a finished page. */
import { escapeHtml } from '../shared/escape-html.ts';
import { type LocatedBlock } from './blocks.ts';
import { targetsOf, textOf } from './compare-page.ts';
import { changeName, isRetargeted } from './print-changes.ts';
import type { Block, BlockChange } from './types.ts';

/** Text that is put into the HTML of an article; at one offset, in the order of the list. */
interface Insertion {
  readonly at: number;
  readonly text: string;
  /** Ends of marks are before beginnings. */
  readonly isEnd: boolean;
}

/** A mark that the bar leads to. */
export interface Mark {
  readonly id: string;
  readonly name: string;
  readonly section: string;
}

export interface MarkedArticle {
  readonly html: string;
  readonly marks: readonly Mark[];
}

/** Marks the changes of an article; `blocks` are those of its HTML. */
export function markArticle(
  html: string,
  blocks: readonly LocatedBlock[],
  changes: readonly BlockChange[],
): MarkedArticle {
  const insertions: Insertion[] = [];
  const marks: Mark[] = [];
  for (const change of changes) {
    const id = `dw-diff-${marks.length + 1}`;
    const anchor = ` id="${id}" tabindex="-1"`;
    const block = blocks[change.to];
    const own =
      change.change === 'removed'
        ? [stub(html, blocks, { ...change, anchor })]
        : block === undefined
          ? []
          : changedBlock(html, block, { ...change, anchor });
    if (own.length === 0) continue;
    insertions.push(...own);
    marks.push({ id, name: changeName(change), section: change.section.title });
  }
  return { html: inserted(html, insertions), marks };
}

interface Anchored extends BlockChange {
  /** The attributes of the first mark. */
  readonly anchor: string;
}

/** Marks the words of a block. */
function changedBlock(
  html: string,
  block: LocatedBlock,
  { change, kind, runs, anchor }: Anchored,
): readonly Insertion[] {
  const { start, end } = block;
  const note = (text: string, own = anchor): Insertion => ({
    at: kind === 'media' ? end : startOfContent(html, block),
    text: `<ins class="dw-diff-note"${own}>${escapeHtml(text)}</ins> `,
    isEnd: false,
  });
  if (change === 'moved') return [note('moved')];
  if (kind === 'media')
    return [
      { at: start, text: `<ins${anchor}>`, isEnd: false },
      { at: end, text: '</ins>', isEnd: true },
      note(change === 'added' ? 'added' : 'changed', ''),
    ];
  const found: Insertion[] = [];
  const take = (): string => (found.length === 0 ? anchor : '');
  let at = 0;
  /** Where removed words are shown: before the next word, else behind the last one. */
  const place = (): Pick<Insertion, 'at' | 'isEnd'> => {
    const next = block.pieces.slice(at).find((pieces) => pieces.length > 0)?.[0];
    if (next !== undefined) return { at: next[0], isEnd: false };
    return { at: block.pieces.flat().at(-1)?.[1] ?? startOfContent(html, block), isEnd: true };
  };
  for (const [number, { side, words }] of runs.entries()) {
    if (side === 'both') at += words.length;
    else if (side === 'old') {
      if (isRetargeted(runs, number)) continue;
      const text = blockText({ words, kind }) + (kind === 'code' ? '\n' : '');
      const { isEnd, ...where } = place();
      const space = kind === 'code' ? '' : ' ';
      const old = `<del${take()}>${escapeHtml(text)}</del>`;
      found.push({ ...where, isEnd, text: isEnd ? space + old : old + space });
    } else {
      const pieces = block.pieces.slice(at, at + words.length).flat();
      for (const [from, to] of joined(html, pieces))
        found.push(
          { at: from, text: `<ins${take()}>`, isEnd: false },
          { at: to, text: '</ins>', isEnd: true },
        );
      at += words.length;
      const target = isRetargeted(runs, number) ? targetsOf(words).join(' ') : '';
      const last = pieces.at(-1);
      if (target !== '' && last !== undefined) {
        const before = targetsOf(runs[number - 1]?.words ?? []).join(' ');
        const text = `<span class="dw-diff-note"><del>${escapeHtml(before)}</del> <ins>${escapeHtml(target)}</ins></span>`;
        found.push({ at: last[1], text, isEnd: true });
      }
    }
  }
  // Words without a text.
  return found.length === 0 ? [note('changed')] : found;
}

/** The text of a block, as it is shown. */
export function blockText({ words, kind }: Pick<Block, 'words' | 'kind'>): string {
  if (kind === 'code') return words.join('\n');
  return kind === 'media' ? `image: ${textOf(words)}` : textOf(words);
}

/** After the start tag of a block's element. */
function startOfContent(html: string, { start, pieces }: LocatedBlock): number {
  return pieces.flat()[0]?.[0] ?? html.indexOf('>', start) + 1;
}

/** Joins neighboring texts with nothing but space between them. */
function joined(
  html: string,
  pieces: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const [start, end] of pieces) {
    const last = found.at(-1);
    if (start === end) continue;
    if (last !== undefined && /^[^\S\n]*\n?[^\S\n]*$/.test(html.slice(last[1], start)))
      last[1] = end;
    else found.push([start, end]);
  }
  return found;
}

/** A removed block where it was, as an element that may be there. */
function stub(
  html: string,
  blocks: readonly LocatedBlock[],
  { to, kind, runs, anchor }: Anchored,
): Insertion {
  const words = runs.flatMap((run) => run.words);
  const old = `<del${anchor}>${escapeHtml(blockText({ words, kind }))}</del>`;
  const [previous, next] = [blocks[to - 1], blocks[to]];
  const element = kind === 'row' ? 'tr' : kind === 'item' ? 'li' : '';
  const wrap = (tag: string): string =>
    tag === 'tr'
      ? `<tr class="dw-diff-old"><td colspan="99">${old}</td></tr>`
      : `<${tag} class="dw-diff-old">${old}</${tag}>`;
  const close = `</${element}>`;
  if (element !== '' && next?.tag !== element && previous?.tag === element) {
    const end = html.startsWith(close, previous.end) ? previous.end + close.length : previous.end;
    return { at: end, text: wrap(element), isEnd: true };
  }
  if (next === undefined) return { at: html.length, text: wrap('div'), isEnd: true };
  const tag = next.tag === 'dt' ? 'dd' : next.tag;
  const isBound = ['li', 'tr', 'dd'].includes(tag);
  const isInline = ['summary', 'figcaption', 'caption', 'label', 'p'].includes(next.tag);
  if (isInline && next.tag !== 'p')
    return { at: startOfContent(html, next), text: `${old} `, isEnd: false };
  // The box of a heading lays out what is in it.
  const [box] = /<div class="heading[^>]*>$/.exec(
    html.slice(Math.max(0, next.start - 200), next.start),
  ) ?? [''];
  return { at: next.start - box.length, text: wrap(isBound ? tag : 'div'), isEnd: false };
}

function inserted(html: string, insertions: readonly Insertion[]): string {
  let text = '';
  let copied = 0;
  const order = (a: Insertion, b: Insertion): number =>
    a.at - b.at || Number(b.isEnd) - Number(a.isEnd);
  for (const { at, text: own } of insertions.toSorted(order)) {
    text += html.slice(copied, at) + own;
    copied = at;
  }
  return text + html.slice(copied);
}
