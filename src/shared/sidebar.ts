import type { SidebarBranch, SidebarCategory, SidebarEntry } from './page.ts';
import { fillText } from './texts.ts';

/** A sidebar with more entries than this is trimmed in each page's HTML: a page must not grow with the site. */
const WHOLE_SIDEBAR_LIMIT = 150;

/** Index paths of entries by the href of each link; the first entry of a href wins. */
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
  const below = entries.map((entry) => (entry.type === 'category' ? countEntries(entry.items) : 0));
  return below.reduce((sum, count) => sum + count, entries.length);
}

/** What all pages share of a long sidebar: its top level, or the beginning of a very long one. */
export function sharedSidebar(
  entries: readonly SidebarEntry[],
  labels: CutLabels,
): readonly SidebarEntry[] {
  return shownAround(entries, [], labels);
}

/** A long list shows so many entries around the page in its HTML. */
const BRANCH_LIMIT = 60;

/** Labels of the links that lead on where a category is cut; `{count}` entries are not shown. */
export interface CutLabels {
  readonly before: string;
  readonly after: string;
}

/**
 * The part that the page at `path` adds to the shared sidebar; undefined for none. Of a very long
 * list the entries around the path, with a link to the next ones on each side.
 */
export function sidebarBranch(
  entries: readonly SidebarEntry[],
  path: readonly number[],
  labels: CutLabels,
): SidebarBranch | undefined {
  const [index, ...rest] = path;
  if (index === undefined) return undefined;
  if (entries.length > BRANCH_LIMIT) return { entries: shownAround(entries, path, labels) };
  const entry = entries[index];
  if (entry?.type !== 'category') return undefined;
  return { index, entry: { ...entry, items: shownAround(entry.items, rest, labels) } };
}

/**
 * The entries around a path. Categories on it are open, all others become links to their own page
 * or the first below.
 */
function shownAround(
  entries: readonly SidebarEntry[],
  path: readonly number[],
  labels: CutLabels,
): readonly SidebarEntry[] {
  const [index, ...rest] = path;
  const show = (entry: SidebarEntry, at: number): SidebarEntry => {
    if (entry.type !== 'category') return entry;
    if (at !== index) return closed(entry);
    return { ...entry, items: shownAround(entry.items, rest, labels) };
  };
  if (entries.length <= BRANCH_LIMIT) return entries.map(show);
  const last = entries.length - BRANCH_LIMIT;
  const start = Math.max(0, Math.min((index ?? 0) - BRANCH_LIMIT / 2, last));
  const end = start + BRANCH_LIMIT;
  return [
    ...cutLink(labels.before, start, entries[start - 1]),
    ...entries.slice(start, end).map((entry, at) => show(entry, start + at)),
    ...cutLink(labels.after, entries.length - end, entries[end]),
  ];
}

function cutLink(
  label: string,
  count: number,
  next: SidebarEntry | undefined,
): readonly SidebarEntry[] {
  const href = next === undefined ? undefined : firstHref(next);
  if (href === undefined) return [];
  return [{ type: 'link', label: fillText(label, { count: String(count) }), href }];
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
  return entry.items.map(firstHref).find((href) => href !== undefined);
}
