import type { HeadAsset } from '../../shared/page-data.ts';
import { isAssetUrl, type Trust } from '../app/trusted-html.ts';

type PrintedAsset = Readonly<Record<keyof HeadAsset, string>>;

/** The style sheets and scripts in the head of a page that are assets of the site. */
type PageAssetList = Readonly<Record<'styles' | 'scripts', readonly PrintedAsset[]>>;

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
}

/** Milliseconds after which a page is shown without its style sheets. */
const LATE = 3000;

/** Adds a style sheet. `loaded` resolves when it is loaded, cannot be loaded, or is late. */
export function addStyleSheet(
  page: Document,
  { href, integrity }: PrintedAsset,
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

/** Finds a style sheet by its address as it is written. */
export function findStyleSheet(page: Document, href: string): HTMLLinkElement | undefined {
  const links = page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  return [...links].find((link) => link.getAttribute('href') === href);
}

/** Lists the assets of a document's head. */
export function assetsIn({ head }: Document, folder: URL): PageAssetList {
  const assets = (selector: string, kind: 'css' | 'js'): readonly PrintedAsset[] =>
    [...head.querySelectorAll(selector)].flatMap((asset) => {
      const href = asset.getAttribute(kind === 'css' ? 'href' : 'src') ?? '';
      const integrity = asset.getAttribute('integrity') ?? '';
      return isAssetUrl(href, folder, kind) ? [{ href, integrity }] : [];
    });
  return {
    styles: assets('link[rel="stylesheet"]', 'css'),
    scripts: assets('script[type="module"][src]', 'js'),
  };
}

/** Manages the style sheets and scripts of single pages. Scripts are run once in a document. */
export function createPageAssets({ page, folder, loadScript }: PageAssetsOptions): PageAssets {
  const loading = new WeakMap<HTMLLinkElement, Promise<unknown>>();
  let last = assetsIn(page, folder);
  const run = new Set(last.scripts.map(({ href }) => href));

  const load: PageAssets['load'] = ({ styles }) =>
    Promise.all(
      styles.map((style) => {
        const present = findStyleSheet(page, style.href);
        if (present !== undefined) return loading.get(present);
        const { link, loaded } = addStyleSheet(page, style);
        loading.set(link, loaded);
        return loaded;
      }),
    );
  return {
    load,
    shown: (now) => {
      // Another visit may have removed a style sheet in the meantime.
      void load(now);
      const wanted = new Set(now.styles.map(({ href }) => href));
      for (const { href } of last.styles)
        if (!wanted.has(href)) findStyleSheet(page, href)?.remove();
      last = now;
      for (const { href, integrity } of now.scripts) {
        if (run.has(href)) continue;
        run.add(href);
        // The page is complete without its scripts.
        loadScript(href, { type: 'module', integrity }).catch(() => run.delete(href));
      }
    },
  };
}
