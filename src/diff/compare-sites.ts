/** Compares two sides of a site. */
import { compareStrings } from '../diagnostics/diagnostic.ts';
import { getOrInsert } from '../shared/maps.ts';
import { compareBlocks, sameShare, visible } from './compare-page.ts';
import type { Block, BlockChange, PageChange, PageFacts, SharedChange, Side } from './types.ts';

/** From this share of equal words, a removed and an added page are one that moved. */
const SAME_PAGE = 0.8;

/** Pages from which a change that all of them have is one line. */
const LEAST_SHARED = 4;

/** Most pairs of removed and added pages whose words are compared. */
const MOST_PAIRS = 20_000;

export interface SidesToCompare {
  readonly before: Side;
  readonly after: Side;
  /** The blocks of a page of either side. */
  readonly blocks: (page: PageFacts) => readonly Block[];
}

/** Lists the pages that changed, the worst first, and changes that many of them have. */
export function comparePages(sides: SidesToCompare): {
  readonly pages: readonly PageChange[];
  readonly shared: readonly SharedChange[];
} {
  const { before, after, blocks } = sides;
  const gone = [...before.pages.values()].filter(({ route }) => !after.pages.has(route));
  const come = [...after.pages.values()].filter(({ route }) => !before.pages.has(route));
  const moves = findMoves(gone, come, sides);
  const found: PageChange[] = [];
  for (const page of after.pages.values()) {
    const move = moves.get(page.route);
    const old = move?.page ?? before.pages.get(page.route);
    if (old === undefined) found.push(wholePage('added', page, blocks(page)));
    else {
      const change = comparePage(sides, old, page);
      if (move !== undefined)
        found.push({ ...change, change: 'moved', from: old.route, same: move.same });
      else if (
        change.blocks.length + change.lostAnchors.length > 0 ||
        (change.oldTitle ?? change.oldDescription) !== undefined
      )
        found.push(change);
    }
  }
  const moved = new Set([...moves.values()].map(({ page }) => page));
  for (const page of gone)
    if (!moved.has(page)) found.push(wholePage('removed', page, blocks(page)));
  return collectShared(found.toSorted(worstFirst));
}

function comparePage(
  { before, after, blocks: blocksOf }: SidesToCompare,
  old: PageFacts,
  now: PageFacts,
): PageChange {
  const blocks = old.print === now.print ? [] : compareBlocks(blocksOf(old), blocksOf(now));
  const kept = new Set(after.anchors.get(now.route));
  const lostAnchors = (before.anchors.get(old.route) ?? []).filter((anchor) => !kept.has(anchor));
  const { route, title, file } = now;
  // A change of the first heading or paragraph is one of the article.
  const isSame = blocks.length === 0;
  return {
    change: 'changed',
    route,
    title,
    file,
    oldTitle: isSame && old.title !== title ? old.title : undefined,
    oldDescription: isSame && old.description !== now.description ? old.description : undefined,
    blocks,
    lostAnchors,
    words: countWords(blocks),
  };
}

function wholePage(
  change: 'added' | 'removed',
  { route, title, file }: PageFacts,
  blocks: readonly Block[],
): PageChange {
  const count = blocks.reduce((sum, { words }) => sum + words.length, 0);
  const words = { added: 0, removed: 0, [change]: count };
  return { change, route, title, file, blocks: [], lostAnchors: [], words };
}

function countWords(blocks: readonly BlockChange[]): PageChange['words'] {
  const count = (side: 'old' | 'new'): number =>
    blocks
      .flatMap(({ runs }) => runs)
      .filter((run) => run.side === side)
      .reduce((sum, { words }) => sum + words.length, 0);
  return { added: count('new'), removed: count('old') };
}

interface Move {
  readonly page: PageFacts;
  readonly same: number;
}

/** Finds the removed page that each added one was: with the same text, else with most words in common. */
function findMoves(
  gone: readonly PageFacts[],
  come: readonly PageFacts[],
  { blocks }: SidesToCompare,
): ReadonlyMap<string, Move> {
  const moves = new Map<string, Move>();
  const taken = new Set<PageFacts>();
  const take = (now: PageFacts, page: PageFacts, same: number): void => {
    moves.set(now.route, { page, same });
    taken.add(page);
  };
  const nameOf = ({ route }: PageFacts): string => route.slice(route.lastIndexOf('/') + 1);
  const byPrint = new Map<string, PageFacts[]>();
  for (const page of gone) getOrInsert(byPrint, page.print, () => []).push(page);
  for (const now of come) {
    const equal = (byPrint.get(now.print) ?? []).filter((page) => !taken.has(page));
    const best = equal.find((page) => nameOf(page) === nameOf(now)) ?? equal[0];
    if (best !== undefined) take(now, best, 1);
  }
  const rest = gone.filter((page) => !taken.has(page));
  const open = come.filter(({ route }) => !moves.has(route));
  const isLarge = rest.length * open.length > MOST_PAIRS;
  const known = new Map<PageFacts, readonly string[]>();
  // Pairs of neighboring words: words alone are much the same on all pages of a site.
  const pairsOf = (page: PageFacts): readonly string[] =>
    getOrInsert(known, page, () => {
      const words = blocks(page).flatMap((block) => block.words.map(visible));
      return words.map((word, at) => `${word.trim()} ${words[at + 1]?.trim() ?? ''}`);
    });
  const scored = open.flatMap((now) =>
    rest
      .filter((page) => !isLarge || nameOf(page) === nameOf(now) || page.title === now.title)
      .map((page) => {
        const [old, own] = [pairsOf(page), pairsOf(now)];
        const [short = 0, long = 0] = [old.length, own.length].toSorted((a, b) => a - b);
        const isPossible = (2 * short) / (short + long) >= SAME_PAGE;
        return { now, page, same: isPossible ? sameShare(old, own) : 0 };
      }),
  );
  for (const { now, page, same } of scored.toSorted((a, b) => b.same - a.same))
    if (same >= SAME_PAGE && !taken.has(page) && !moves.has(now.route)) take(now, page, same);
  return moves;
}

const ORDER = { removed: 0, moved: 1, changed: 2, added: 3 } as const;

/** Lost pages and anchors first, then most words. */
function worstFirst(a: PageChange, b: PageChange): number {
  const sizeOf = ({ words }: PageChange): number => words.added + words.removed;
  return (
    ORDER[a.change] - ORDER[b.change] ||
    b.lostAnchors.length - a.lostAnchors.length ||
    sizeOf(b) - sizeOf(a) ||
    compareStrings(a.route, b.route)
  );
}

/** Marks changes that many pages have, and lists each once, with all pages. */
function collectShared(found: readonly PageChange[]): {
  readonly pages: readonly PageChange[];
  readonly shared: readonly SharedChange[];
} {
  const byKey = new Map<string, { change: BlockChange; routes: Set<string> }>();
  const keyOf = ({ change, kind, runs }: BlockChange): string =>
    JSON.stringify([change, kind, runs.map(({ side, words }) => [side, words])]);
  for (const { route, blocks } of found)
    for (const change of blocks)
      if (change.runs.length > 0)
        getOrInsert(byKey, keyOf(change), () => ({ change, routes: new Set() })).routes.add(route);
  const isShared = (change: BlockChange): boolean =>
    (byKey.get(keyOf(change))?.routes.size ?? 0) >= LEAST_SHARED;
  const shared = [...byKey.values()]
    .filter(({ routes }) => routes.size >= LEAST_SHARED)
    .map(({ change, routes }) => ({ change, routes: [...routes] }))
    .toSorted((a, b) => b.routes.length - a.routes.length);
  const mark = (block: BlockChange): BlockChange =>
    isShared(block) ? { ...block, isShared: true } : block;
  return { pages: found.map((page) => ({ ...page, blocks: page.blocks.map(mark) })), shared };
}
