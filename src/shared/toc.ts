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

/** Prints entries for page data as levels and ids (`2usage`): the document has their text. */
export function printToc(entries: readonly TocEntry[]): readonly string[] {
  return entries.flatMap(({ level, id, children }) => [`${level}${id}`, ...printToc(children)]);
}

/** Reads printed entries; `htmlOf` gives the markup of the heading with an id. */
export function readToc(
  printed: readonly string[],
  htmlOf: (id: string) => string,
): readonly TocEntry[] {
  return nestHeadings(
    printed.map((line) => {
      const id = line.slice(1);
      return { id, html: htmlOf(id), level: Number(line[0]) };
    }),
  );
}
