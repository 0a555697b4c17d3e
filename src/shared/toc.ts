import type { TocEntry } from './page.ts';

/** Nests headings by level; one whose parent level is missing moves up. */
export function nestHeadings(headings: readonly Omit<TocEntry, 'children'>[]): readonly TocEntry[] {
  const top: TocEntry[] = [];
  const open: { readonly level: number; readonly children: TocEntry[] }[] = [];
  for (const { id, html, level } of headings) {
    const children: TocEntry[] = [];
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    (open.at(-1)?.children ?? top).push({ id, html, level, children });
    open.push({ level, children });
  }
  return top;
}
