import { readStored, writeStored } from '../app/storage.ts';

const KEY = 'docwright.live.loaded';

interface DocumentLoadOptions {
  readonly page: {
    readonly location: Pick<Location, 'href' | 'reload'>;
    readonly sessionStorage: Storage;
  };
  readonly fetch: (url: string, options: RequestInit) => Promise<Response>;
}

/** Loads the page's document anew. */
export interface DocumentLoad {
  /** At most once for each reason: what a load has not mended, a second one does not either. */
  readonly load: (reason: string) => void;
  /** As `load`, if the server answers with another status than the given one. False where it does not answer. */
  readonly loadUnless: (status: number | undefined, reason: string) => Promise<boolean>;
}

/** The browser goes back to where the reader was in a document that is loaded again. */
export function createDocumentLoad({ page, fetch }: DocumentLoadOptions): DocumentLoad {
  const storage = (): Storage => page.sessionStorage;
  const load = (reason: string): void => {
    const note = `${reason} ${page.location.href}`;
    if (readStored(storage, KEY) === note) return;
    writeStored(storage, KEY, note);
    page.location.reload();
  };
  return {
    load,
    loadUnless: async (status, reason) => {
      const response = await fetch(page.location.href, { method: 'HEAD' }).catch(() => undefined);
      if (response === undefined) return false;
      if (response.status !== status) load(reason);
      return true;
    },
  };
}
