import type { LiveState } from '../../shared/live.ts';
import { readStored, writeStored } from '../app/storage.ts';

const KEY = 'docwright.live.loaded';

interface DocumentLoadOptions {
  readonly page: {
    readonly location: Pick<Location, 'href' | 'reload'>;
    readonly sessionStorage: Storage;
  };
  readonly fetch: (url: string, options: RequestInit) => Promise<Response>;
}

/** Loads the document of the page again. */
export interface DocumentLoad {
  /** At most once for each reason: a second load would not help either. */
  readonly load: (reason: string) => void;
  /** As `load`, if the server answers with another status. False where it does not answer. */
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

export interface StyleSwap {
  /** Replaces the sheet at `from`; false where the page has none there. */
  readonly swap: (from: string, to: LiveState['styles']) => boolean;
}

/** The old sheet is removed when the new one is loaded, so that the page is never without one. */
export function createStyleSwap(page: Document): StyleSwap {
  let coming: HTMLLinkElement | undefined;
  const find = (href: string): HTMLLinkElement | undefined =>
    [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].find(
      (link) => link.getAttribute('href') === href,
    );
  return {
    swap: (from, to) => {
      // A sheet that is still loading is replaced: the one before it is still there.
      const waiting = coming?.isConnected === true ? coming : undefined;
      const old = waiting?.previousElementSibling ?? find(from);
      waiting?.remove();
      if (!(old instanceof HTMLLinkElement)) return false;
      const link = page.createElement('link');
      link.rel = 'stylesheet';
      link.integrity = to.integrity;
      link.href = to.href;
      coming = link;
      link.addEventListener('load', () => {
        coming = undefined;
        old.remove();
      });
      link.addEventListener('error', () => link.remove());
      old.after(link);
      return true;
    },
  };
}
