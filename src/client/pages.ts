import type { ComponentType } from 'react';
import { BUNDLE_SCHEMA, bundleUrl, type PageBundle, type SiteFile } from '../shared/page-bundle.ts';
import type { AddressStyle, Route } from '../shared/paths.ts';
import { fillText, type Texts } from '../shared/texts.ts';

/** A page that can be shown. */
export interface LoadedPage {
  readonly bundle: PageBundle;
  /** What the page shares with others: another version has another navbar and other sidebars. */
  readonly file: SiteFile;
  /** The component of a React page. */
  readonly Content: ComponentType | undefined;
}

export interface Pages {
  /** Loads the page of the first route that has one. Rejects with an error whose message readers may see. */
  readonly load: (routes: readonly Route[]) => Promise<LoadedPage>;
  /** The HTML of the article of the first route that has a page. Rejects as `load` does. */
  readonly html: (routes: readonly Route[]) => Promise<string>;
  /** Loads a bundle in advance. Never rejects. */
  readonly prefetch: (route: Route) => Promise<void>;
  /** Pages have changed: what is loaded is not used again, and a `load` under way begins anew. */
  readonly forget: () => void;
}

export interface PagesOptions {
  readonly style: AddressStyle;
  readonly generation: string;
  readonly texts: Texts;
  /** Loads what pages share by its URL. */
  readonly siteFile: (url: string) => Promise<SiteFile | undefined>;
  readonly fetch: (url: string, priority: 'low' | 'auto') => Promise<Response>;
  /** Loads the component of a React page by its `entry`. */
  readonly importPage: (entry: string) => Promise<ComponentType>;
}

/** Bundles that are kept: more than a page may prefetch. */
const KEPT = 60;

/** Loads pages by route: each at most once at a time, the latest ones kept. */
export function createPages(options: PagesOptions): Pages {
  let bundles = new Map<Route, Promise<PageBundle>>();

  const bundle = (route: Route, priority: 'low' | 'auto'): Promise<PageBundle> => {
    const found = bundles.get(route) ?? fetchBundle(options, route, priority);
    // Last in the order of the map is what was used last.
    bundles.delete(route);
    bundles.set(route, found);
    for (const oldest of bundles.keys()) if (bundles.size > KEPT) bundles.delete(oldest);
    found.catch(() => {
      if (bundles.get(route) === found) bundles.delete(route);
    });
    return found;
  };

  const load = async (routes: readonly Route[]): Promise<LoadedPage> => {
    const known = bundles;
    const loaded = await firstOf(options, routes, (route) => bundle(route, 'auto'));
    const { entry } = loaded.page;
    const file = await options.siteFile(loaded.siteFile);
    if (file === undefined) throw new Error(options.texts.siteHasChanged);
    const Content = entry === undefined ? undefined : await options.importPage(entry);
    return known === bundles ? { bundle: loaded, file, Content } : load(routes);
  };

  return {
    load,
    html: async (routes) => (await firstOf(options, routes, (route) => bundle(route, 'low'))).html,
    prefetch: (route) =>
      bundle(route, 'low').then(
        () => undefined,
        () => undefined,
      ),
    forget: () => {
      bundles = new Map();
    },
  };
}

/** What the first route gives that does not fail; else the last failure. */
async function firstOf<Result>(
  options: PagesOptions,
  [route, ...others]: readonly Route[],
  load: (route: Route) => Promise<Result>,
): Promise<Result> {
  if (route === undefined) throw new Error(options.texts.notThisSite);
  return load(route).catch((cause: unknown) => {
    if (others.length === 0) throw cause;
    return firstOf(options, others, load);
  });
}

async function fetchBundle(
  { fetch, style, generation, texts }: PagesOptions,
  route: Route,
  priority: 'low' | 'auto',
): Promise<PageBundle> {
  const response = await fetch(bundleUrl(route, style), priority);
  if (!response.ok)
    throw new Error(fillText(texts.answeredWith, { status: String(response.status) }));
  const value: unknown = await response.json().catch(() => undefined);
  if (!isPageBundle(value) || value.page.route !== route) throw new Error(texts.notThisSite);
  if (value.generation !== generation) throw new Error(texts.siteHasChanged);
  return value;
}

/** Tells a bundle of this schema from everything else that a server may answer. */
function isPageBundle(value: unknown): value is PageBundle {
  return (
    isRecord(value) &&
    value['schema'] === BUNDLE_SCHEMA &&
    typeof value['generation'] === 'string' &&
    typeof value['siteFile'] === 'string' &&
    typeof value['title'] === 'string' &&
    typeof value['html'] === 'string' &&
    isRecord(value['page']) &&
    typeof value['page']['route'] === 'string'
  );
}

/** True for objects, arrays among them. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
