import type { SidebarBranch, SidebarCategory, SidebarEntry } from './page.ts';
import { fillMessage } from './ui-messages.ts';
import { getOrInsert } from './maps.ts';

/** Sidebars with more entries are shortened in each page's HTML, so that pages do not grow with the site. */
const WHOLE_SIDEBAR_LIMIT = 150;

/** Index paths of entries by href; the first entry with an href is used. */
type SidebarPaths = ReadonlyMap<string, readonly number[]>;

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

/** True if pages include only a part of the sidebar in their HTML. */
export function isLongSidebar(entries: readonly SidebarEntry[]): boolean {
  return countEntries(entries) > WHOLE_SIDEBAR_LIMIT;
}

function countEntries(entries: readonly SidebarEntry[]): number {
  const below = entries.map((entry) => (entry.type === 'category' ? countEntries(entry.items) : 0));
  return below.reduce((sum, count) => sum + count, entries.length);
}

/** The part of a long sidebar that all pages share: its top level, or the beginning of a very long one. */
export function sharedSidebar(
  entries: readonly SidebarEntry[],
  labels: CutLabels,
): readonly SidebarEntry[] {
  return shownAround(entries, [], { labels, limit: TOP_LIMIT });
}

/** Maximum number of entries of a long list: at the top level, and in a category around the page. */
const TOP_LIMIT = 60;
const BRANCH_LIMIT = 40;

/** Labels of the links to the rest of a shortened category, with `{count}` hidden entries. */
interface CutLabels {
  readonly before: string;
  readonly after: string;
}

/**
 * The part that the page at `path` adds to the shared sidebar, if any. For a very long list, the entries around the
 * path, with links to the next ones on both sides.
 */
export function sidebarBranch(
  entries: readonly SidebarEntry[],
  path: readonly number[],
  labels: CutLabels,
): SidebarBranch | undefined {
  const [index, ...rest] = path;
  if (index === undefined) return undefined;
  if (entries.length > TOP_LIMIT)
    return { entries: shownAround(entries, path, { labels, limit: TOP_LIMIT }) };
  const entry = entries[index];
  if (entry?.type !== 'category') return undefined;
  const items = shownAround(entry.items, rest, { labels, limit: BRANCH_LIMIT });
  return { index, entry: { ...entry, items } };
}

/**
 * The path without its end, if all entries that end there have the same branch: links in a category that is shown whole.
 */
export function sharedBranch(
  entries: readonly SidebarEntry[],
  path: readonly number[],
): readonly number[] | undefined {
  const parent = path.slice(0, -1);
  let items = entries;
  for (const index of parent) {
    const entry = items[index];
    if (entry?.type !== 'category') return undefined;
    ({ items } = entry);
  }
  const isLink = items[path.at(-1) ?? -1]?.type === 'link';
  return parent.length > 0 && isLink && items.length <= BRANCH_LIMIT ? parent : undefined;
}

/** The entries around a path. Categories on the path are open; others become links to their own page or the first below. */
function shownAround(
  entries: readonly SidebarEntry[],
  path: readonly number[],
  { labels, limit }: { readonly labels: CutLabels; readonly limit: number },
): readonly SidebarEntry[] {
  const [index, ...rest] = path;
  const show = (entry: SidebarEntry, at: number): SidebarEntry => {
    if (entry.type !== 'category') return entry;
    if (at !== index)
      return getOrInsert(closedCategories, entry, () => {
        const first = entry.items.map(firstHref).find((href) => href !== undefined);
        return { ...entry, items: [], ...(first === undefined ? {} : { firstHref: first }) };
      });
    return { ...entry, items: shownAround(entry.items, rest, { labels, limit: BRANCH_LIMIT }) };
  };
  if (entries.length <= limit) return entries.map(show);
  const last = entries.length - limit;
  const start = Math.max(0, Math.min((index ?? 0) - limit / 2, last));
  const end = start + limit;
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
  return [{ type: 'link', label: fillMessage(label, { count: String(count) }), href }];
}

/** Adds the page's part to the shared sidebar, as in the page's HTML. */
export function openBranch(
  closedEntries: readonly SidebarEntry[],
  branch: SidebarBranch | undefined,
): readonly SidebarEntry[] {
  if (branch === undefined) return closedEntries;
  if ('entries' in branch) return branch.entries;
  return closedEntries.map((entry, index) => (index === branch.index ? branch.entry : entry));
}

/** By category: a long sidebar has many, and most are closed on most pages. */
const closedCategories = new WeakMap<SidebarCategory, SidebarCategory>();

function firstHref(entry: SidebarEntry): string | undefined {
  if (entry.href !== undefined || entry.type === 'link') return entry.href;
  return entry.items.map(firstHref).find((href) => href !== undefined);
}
