import type { SearchData } from '../../shared/page.ts';

/** The page that the reader is on, as the search needs to know it. */
export interface ScopePage {
  readonly searchTag: string;
}

/** The search tag of pages that belong to no docs set. */
const DEFAULT_TAG = 'default';

/**
 * URLs of the index files in scope: pages outside of docs sets, and of each docs set the version that the
 * page belongs to, else the preferred, else the last one (rule 39).
 */
export function filesInScope(
  { indexes, sets }: SearchData,
  { searchTag }: ScopePage,
  preferredVersion: (setId: string) => string | undefined,
): readonly string[] {
  const tags = sets.map(({ id, versions, last }) => {
    const active = Object.values(versions).find((tag) => tag === searchTag);
    return active ?? own(versions, preferredVersion(id) ?? last) ?? own(versions, last);
  });
  return [DEFAULT_TAG, ...tags].flatMap((tag) => own(indexes, tag ?? '') ?? []);
}

function own(record: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
