import type { LiveState } from '../../shared/live.ts';

/** Exchanges style sheets of a page. */
export interface StyleSwap {
  /** Puts a sheet in the place of the one at `from`; false where the page has none there. */
  readonly swap: (from: string, to: LiveState['styles']) => boolean;
}

/** The old sheet goes when the new one is there, so that the page is never without one. */
export function createStyleSwap(page: Document): StyleSwap {
  let coming: HTMLLinkElement | undefined;
  const find = (href: string): HTMLLinkElement | undefined =>
    [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].find(
      (link) => link.getAttribute('href') === href,
    );
  return {
    swap: (from, to) => {
      // One that has not come yet never comes: what it would have replaced still stands.
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
