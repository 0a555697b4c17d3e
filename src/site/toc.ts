import type { Heading } from '../markdown/parsed-doc.ts';
import type { TocEntry } from '../shared/page.ts';

interface OpenEntry {
  readonly entry: TocEntry;
  readonly children: TocEntry[];
}

/** Nests the headings of the given levels; a heading whose parent level is missing moves up (rule 22). */
export function buildToc(
  headings: readonly Heading[],
  levels: { min: number; max: number },
): readonly TocEntry[] {
  const top: TocEntry[] = [];
  const open: OpenEntry[] = [];
  for (const { id, html, level } of headings) {
    if (level < levels.min || level > levels.max) continue;
    const children: TocEntry[] = [];
    const entry: TocEntry = { id, html, level, children };
    while ((open.at(-1)?.entry.level ?? 0) >= level) open.pop();
    (open.at(-1)?.children ?? top).push(entry);
    open.push({ entry, children });
  }
  return top;
}
