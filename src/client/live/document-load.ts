import type { LiveState } from '../../shared/live.ts';
import { findStyleSheet } from '../navigation/page-assets.ts';
import { readStored, writeStored } from '../app/storage.ts';

const KEY = 'docwright.live.loaded';

interface DocumentLoadOptions {
  readonly page: {
    readonly location: Pick<Location, 'href' | 'reload'>;
    readonly sessionStorage: Storage;
  };
  readonly fetch: (url: string, options: RequestInit) => Promise<Response>;
}

/** Reloads the document of the page. */
export interface DocumentLoad {
  /** At most once for each reason, because another load would not help. */
  readonly load: (reason: string) => void;
  /** Like `load`, if the server responds with another status. False if it does not respond. */
  readonly loadUnless: (status: number | undefined, reason: string) => Promise<boolean>;
}

/** Uses `location.reload`, after which browsers restore the scroll position. */
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

/** Replaces the style sheet at `from`; false if the page has none there. */
export type StyleSwap = (from: string, to: LiveState['styles']) => boolean;

/** The old style sheet is removed when the new one is loaded, so that the page always has one. */
export function createStyleSwap(page: Document): StyleSwap {
  let coming: HTMLLinkElement | undefined;
  return (from, to) => {
    // A style sheet that is still loading is replaced; the previous one is still there.
    const waiting = coming?.isConnected === true ? coming : undefined;
    const old = waiting?.previousElementSibling ?? findStyleSheet(page, from);
    waiting?.remove();
    if (!(old instanceof HTMLLinkElement)) return false;
    const link = page.createElement('link');
    Object.assign(link, { rel: 'stylesheet', ...to });
    coming = link;
    link.addEventListener('load', () => {
      coming = undefined;
      old.remove();
    });
    link.addEventListener('error', () => link.remove());
    old.after(link);
    return true;
  };
}
