import type { SidebarBranch, SidebarCategory, SidebarEntry } from './page.ts';
import { fillText } from './texts.ts';

/** A sidebar with more entries than this is trimmed in each page's HTML (architecture §5.8). */
const WHOLE_SIDEBAR_LIMIT = 150;

/** Places of entries by the href of each link: the indexes to follow from the top, the first place of a href wins. */
export type SidebarPaths = ReadonlyMap<string, readonly number[]>;

export function sidebarPaths(entries: readonly SidebarEntry[]): SidebarPaths {
  const paths = new Map<string, readonly number[]>();
  const visit = (entry: SidebarEntry, path: readonly number[]): void => {
    if (entry.href !== undefined && !paths.has(entry.href)) paths.set(entry.href, path);
    if (entry.type === 'category')
      entry.items.forEach((item, index) => visit(item, [...path, index]));
  };
  entries.forEach((entry, index) => visit(entry, [index]));
  return paths;
}

/** True where each page shows only a part of the sidebar in its HTML. */
export function isLongSidebar(entries: readonly SidebarEntry[]): boolean {
  return countEntries(entries) > WHOLE_SIDEBAR_LIMIT;
}

function countEntries(entries: readonly SidebarEntry[]): number {
  let count = 0;
  for (const entry of entries)
    count += 1 + (entry.type === 'category' ? countEntries(entry.items) : 0);
  return count;
}

/**
 * A long sidebar without its branches: every category loses its items and becomes a link to its own
 * page or the first one below.
 */
function closeSidebar(entries: readonly SidebarEntry[]): readonly SidebarEntry[] {
  return entries.map((entry) => (entry.type === 'category' ? closed(entry) : entry));
}

/** What all pages share of a long sidebar: its top level, or the beginning of a very long one. */
export function sharedSidebar(
  entries: readonly SidebarEntry[],
  labels: CutLabels,
): readonly SidebarEntry[] {
  return cutAround(closeSidebar(entries), 0, labels);
}

/** A long list shows so many entries around the page in its HTML. */
const BRANCH_LIMIT = 60;

/** Labels of the links that lead on where a category is cut; `{count}` entries are not shown. */
export interface CutLabels {
  readonly before: string;
  readonly after: string;
}

/**
 * What the page at `path` adds to the shared sidebar. The categories on the path are open, those beside it closed.
 * Of a list with very many entries the ones around the path, with a link to the next ones on each side. Undefined
 * where the shared sidebar is all that the page shows.
 */
export function sidebarBranch(
  entries: readonly SidebarEntry[],
  path: readonly number[],
  labels: CutLabels,
): SidebarBranch | undefined {
  const open = openCategory(entries, path, labels);
  const [index] = path;
  if (entries.length <= BRANCH_LIMIT || index === undefined) return open;
  return { entries: cutAround(openBranch(closeSidebar(entries), open), index, labels) };
}

function openCategory(
  entries: readonly SidebarEntry[],
  [index = -1, ...rest]: readonly number[],
  labels: CutLabels,
): SidebarBranch | undefined {
  const entry = entries[index];
  if (entry?.type !== 'category') return undefined;
  const items = openBranch(closeSidebar(entry.items), openCategory(entry.items, rest, labels));
  return { index, entry: { ...entry, items: cutAround(items, rest[0] ?? 0, labels) } };
}

function cutAround(
  entries: readonly SidebarEntry[],
  index: number,
  labels: CutLabels,
): readonly SidebarEntry[] {
  if (entries.length <= BRANCH_LIMIT) return entries;
  const last = entries.length - BRANCH_LIMIT;
  const start = Math.max(0, Math.min(index - BRANCH_LIMIT / 2, last));
  const end = start + BRANCH_LIMIT;
  return [
    ...cutLink(labels.before, { count: start, next: entries[start - 1] }),
    ...entries.slice(start, end),
    ...cutLink(labels.after, { count: entries.length - end, next: entries[end] }),
  ];
}

interface Cut {
  readonly count: number;
  readonly next: SidebarEntry | undefined;
}

function cutLink(label: string, { count, next }: Cut): readonly SidebarEntry[] {
  const href = next === undefined ? undefined : firstHref(next);
  if (href === undefined) return [];
  return [
    { type: 'link', label: fillText(label, { count: String(count) }), href, external: false },
  ];
}

/** Puts what a page adds into the shared sidebar: what the page's HTML holds. */
export function openBranch(
  closedEntries: readonly SidebarEntry[],
  branch: SidebarBranch | undefined,
): readonly SidebarEntry[] {
  if (branch === undefined) return closedEntries;
  if ('entries' in branch) return branch.entries;
  return closedEntries.map((entry, index) => (index === branch.index ? branch.entry : entry));
}

function closed(entry: SidebarCategory): SidebarCategory {
  const href = firstHref(entry);
  return { ...entry, items: [], trimmed: true, ...(href === undefined ? {} : { href }) };
}

function firstHref(entry: SidebarEntry): string | undefined {
  if (entry.href !== undefined || entry.type === 'link') return entry.href;
  for (const item of entry.items) {
    const href = firstHref(item);
    if (href !== undefined) return href;
  }
  return undefined;
}
