import { isSliced } from './open-index.ts';
import { pageRoute, type SearchDocument, type SearchIndexFile } from './search-index.ts';
import { isPage, readDocument } from './slice-content.ts';
import type { SlicedIndex } from './slice-format.ts';
import type { LoadSlice } from './sliced-index.ts';
import { withKind } from './whole-index.ts';

/** Slices that are read at the same time. */
const AT_ONCE = 16;

/** The first section of each page of an index, in the order of routes. Rejects if a slice cannot be loaded. */
export async function listPages(
  { documents, index }: SearchIndexFile,
  load: LoadSlice,
): Promise<readonly SearchDocument[]> {
  if (isSliced(index)) return listSlices(index, load);
  const kinds = String(Reflect.get(index, 'kinds') ?? '');
  const pages = new Map<string, SearchDocument>();
  for (const [number, document] of documents.entries()) {
    const route = pageRoute(document);
    if (!pages.has(route)) pages.set(route, withKind(document, kinds[number]));
  }
  return [...pages.values()];
}

async function listSlices(
  { folder, slices, type }: SlicedIndex,
  load: LoadSlice,
): Promise<readonly SearchDocument[]> {
  const found: SearchDocument[] = [];
  for (let start = 0; start < slices.documents.length; start += AT_ONCE) {
    const names = slices.documents.slice(start, start + AT_ONCE);
    for (const slice of await Promise.all(names.map((name) => load(folder + name)))) {
      if (slice.type !== 'documents' || !slice.pages.every(isPage))
        throw new TypeError('not a slice of documents');
      for (const page of slice.pages.keys())
        found.push(
          ...[readDocument(slice, { page, number: 0, type })].filter((one) => one !== undefined),
        );
    }
  }
  return found;
}
