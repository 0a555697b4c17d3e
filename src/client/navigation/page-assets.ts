import { type EmbeddedPage, type HeadAsset, PAGE_EVENT } from '../../shared/page-data.ts';
import { isAssetUrl, type Trust } from '../app/trusted-html.ts';

/** The style sheets and scripts of a page, in addition to those of all pages. */
export type PageAssetList = {
  readonly [Key in 'styles' | 'scripts']?: EmbeddedPage[Key] | undefined;
};

export interface PageAssets {
  /** Adds the missing style sheets of a page. Resolves when they are loaded, cannot be loaded, or are late. */
  readonly load: (page: PageAssetList) => Promise<unknown>;
  /** Call when a page is in the document: removes the style sheets of the last one, and runs the scripts. */
  readonly shown: (page: PageAssetList) => void;
}

interface PageAssetsOptions extends Pick<Trust, 'loadScript'> {
  readonly page: Document;
  /** URL of the assets folder, with a final slash. */
  readonly folder: URL;
  /** The page of the document. */
  readonly first: PageAssetList;
}

/** Milliseconds after which a page is shown without its style sheets. */
const LATE = 3000;

/** Adds a style sheet. `loaded` resolves when it is loaded, cannot be loaded, or is late. */
export function addStyleSheet(
  page: Document,
  { href, integrity }: Readonly<Record<keyof HeadAsset, string>>,
): { readonly link: HTMLLinkElement; readonly loaded: Promise<void> } {
  const link = page.createElement('link');
  link.rel = 'stylesheet';
  link.integrity = integrity;
  link.href = href;
  const loaded = new Promise<void>((resolve) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      resolve();
    });
    setTimeout(resolve, LATE);
  });
  page.head.append(link);
  return { link, loaded };
}

/** Manages the style sheets and scripts of single pages. Scripts are run once in a document. */
export function createPageAssets(options: PageAssetsOptions): PageAssets {
  const { page, folder, first, loadScript } = options;
  const loading = new WeakMap<HTMLLinkElement, Promise<unknown>>();
  const run = new Set(first.scripts?.map(({ href }) => href));
  let last = first;

  const find = (href: string): HTMLLinkElement | undefined =>
    [...page.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].find(
      (link) => link.getAttribute('href') === href,
    );
  const add = (style: HeadAsset): Promise<unknown> => {
    const { link, loaded } = addStyleSheet(page, style);
    loading.set(link, loaded);
    return loaded;
  };
  const load: PageAssets['load'] = ({ styles = [] }) => {
    const own = styles.filter(({ href }) => isAssetUrl(href, folder, 'css'));
    return Promise.all(
      own.map((style) => {
        const link = find(style.href);
        return link === undefined ? add(style) : loading.get(link);
      }),
    );
  };
  return {
    load,
    shown: (now) => {
      // Another visit may have removed a style sheet in the meantime.
      void load(now);
      const wanted = new Set(now.styles?.map(({ href }) => href));
      for (const { href } of last.styles ?? []) if (!wanted.has(href)) find(href)?.remove();
      last = now;
      page.dispatchEvent(new Event(PAGE_EVENT));
      for (const { href, integrity } of now.scripts ?? []) {
        if (run.has(href) || !isAssetUrl(href, folder)) continue;
        run.add(href);
        // The page is complete without its scripts.
        loadScript(href, { type: 'module', integrity }).catch(() => run.delete(href));
      }
    },
  };
}
