import { createSearchFiles } from '../../pipeline/files.ts';
import type { InSteps } from '../../shared/in-steps.ts';
import type { OutputPath } from '../../shared/paths.ts';
import { runInBackground } from './background.ts';
import type { LoadedSite } from './load-site.ts';
import type { PageShelf } from './page-cache.ts';

interface SearchOptions {
  readonly shelf: PageShelf;
  /** Resolves when every page of the present state is on the shelf. */
  readonly settled: () => Promise<void>;
  readonly loaded: () => LoadedSite | undefined;
}

export type IndexFiles = ReadonlyMap<OutputPath, string>;

/** Makes the index files when the first reader searches, and again after a page says something new. */
export function createSearchOnDemand({ shelf, settled, loaded }: SearchOptions) {
  let last: { readonly version: number; readonly files: Promise<IndexFiles> } | undefined;
  const make = async (): Promise<IndexFiles> => {
    for (;;) {
      await settled();
      const now = loaded();
      if (now === undefined) return new Map();
      const version = shelf.version();
      const files = await runInBackground(indexFiles(now, shelf), 0).done;
      // A file that was saved meanwhile.
      if (files !== undefined && loaded()?.site === now.site && shelf.version() === version)
        return files;
    }
  };
  return async (): Promise<IndexFiles> => {
    await settled();
    const version = shelf.version();
    if (last?.version === version) return last.files;
    const made = { version, files: make() };
    last = made;
    // What has failed is tried again.
    made.files.catch(() => {
      if (last === made) last = undefined;
    });
    return made.files;
  };
}

function* indexFiles({ site }: LoadedSite, shelf: PageShelf): InSteps<IndexFiles> {
  const search = createSearchFiles();
  for (const node of site.graph.pages.values()) {
    search.note(shelf.take(site, node).notes);
    yield;
  }
  return new Map(search.finish().map(({ path, content }) => [path, content]));
}
