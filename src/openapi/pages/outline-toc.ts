import { escapeHtml } from '../../shared/escape-html.ts';
import type { TocEntry } from '../../shared/page.ts';
import { heading } from './elements.ts';
import type { PageScope } from './page-scope.ts';

/** Prints headings and remembers them for the table of contents. */
export interface Headings {
  /** A heading; an id that the page has already is numbered. */
  readonly print: (level: 2 | 3, text: string, id: string) => string;
  readonly toc: () => readonly TocEntry[];
}

export function createHeadings(scope: PageScope): Headings {
  const found: { id: string; html: string; children: TocEntry[] }[] = [];
  return {
    print: (level, text, wish) => {
      const id = scope.ids.claim(wish);
      const entry = { id, html: escapeHtml(text), children: [] };
      const parent = level === 3 ? found.at(-1) : undefined;
      if (parent === undefined) found.push(entry);
      else parent.children.push({ ...entry, level });
      return heading(scope.context.texts, { level, id, text });
    },
    toc: () => found.map((entry) => ({ ...entry, level: 2 })),
  };
}
