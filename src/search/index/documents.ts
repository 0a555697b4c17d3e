import { itemAt } from '../../shared/item-at.ts';
import { cutContent, pageRoute, type SearchDocument } from '../query/search-index.ts';
import { MOST_SECTIONS, PAGES_IN_SLICE, type PageDocuments } from '../query/slice-format.ts';
import type { SliceFiles } from './slice-files.ts';

/** A page of an index with its documents. */
export interface DocumentPage {
  readonly documents: () => readonly SearchDocument[];
  /** The number of the equal page of the last build. */
  readonly last: number | undefined;
}

/** The slices of documents in the last build, and its number of pages. */
export interface LastDocuments {
  readonly names: readonly string[];
  readonly count: number;
}

/** Divides documents into pages: those of one address, at most `MOST_SECTIONS`. */
export function toPages(
  documents: readonly SearchDocument[],
): readonly (readonly SearchDocument[])[] {
  const pages: SearchDocument[][] = [];
  let route: string | undefined;
  for (const document of documents) {
    const own = pageRoute(document);
    const page = pages.at(-1);
    if (page !== undefined && own === route && page.length < MOST_SECTIONS) page.push(document);
    else pages.push([document]);
    route = own;
  }
  return pages;
}

/** Keeps documents until it is certain that an index has slices, then writes these page by page. */
export function createDocuments(files: SliceFiles, last: LastDocuments | undefined) {
  const names: string[] = [];
  let isSliced = false;
  let pages: DocumentPage[] = [];
  const flush = (): void => {
    if (pages.length === 0) return;
    const known = equalSlice(pages, last);
    if (known !== undefined && files.keep(known)) names.push(known);
    else {
      const printed = pages.map(({ documents }) => printPage(documents()));
      names.push(files.write({ type: 'documents', pages: printed }));
    }
    pages = [];
  };
  const add = (page: DocumentPage): void => {
    if (isSliced && pages.length === PAGES_IN_SLICE) flush();
    pages.push(page);
  };
  const slice = (): void => {
    if (isSliced) return;
    isSliced = true;
    const waiting = pages;
    pages = [];
    for (const page of waiting) add(page);
  };
  return {
    add,
    slice,
    isSliced: () => isSliced,
    /** All documents, unless they are in slices. */
    list: () => pages.flatMap(({ documents }) => documents()),
    /** Returns the names of the slices. */
    finish(): readonly string[] {
      slice();
      flush();
      return names;
    },
  };
}

/** The slice of the last build that has some pages and no others. */
function equalSlice(
  pages: readonly DocumentPage[],
  last: LastDocuments | undefined,
): string | undefined {
  const first = pages[0]?.last;
  if (last === undefined || first === undefined) return undefined;
  const isComplete = pages.length === Math.min(PAGES_IN_SLICE, last.count - first);
  const isSame = pages.every((page, at) => page.last === first + at);
  return isComplete && isSame && first % PAGES_IN_SLICE === 0
    ? last.names[first / PAGES_IN_SLICE]
    : undefined;
}

/** Number of characters of a section that results show. */
const SHOWN_CONTENT = 160;

function printPage(documents: readonly SearchDocument[]): PageDocuments {
  const first = itemAt(documents, 0);
  const route = pageRoute(first);
  const shared = first.tags.join('\n');
  const sections = documents.map(
    ({ sectionRoute, title, tags, kind, ...document }): PageDocuments['sections'][number] => {
      const content = cutContent(document.content, SHOWN_CONTENT);
      const anchor = sectionRoute.slice(route.length);
      if (tags.join('\n') !== shared) return [anchor, title, content, kind ?? '', tags];
      return kind === undefined ? [anchor, title, content] : [anchor, title, content, kind];
    },
  );
  const { pageTitle, sidebarParentCategories: categories, tags } = first;
  return { route, title: pageTitle, categories, tags, sections };
}
