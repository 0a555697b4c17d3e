import type { ResolvedConfig } from '../config/site-config.ts';
import { type FilePath, folderRoute, type Route } from '../shared/paths.ts';
import type { ApiOutline } from '../openapi/outline.ts';
import type { ApiNode, Edition, PageNode, SiteGraph } from './graph-types.ts';
import { inLocale } from './locales.ts';

/** Lists every version of every docs set in every locale. */
export function listEditions(config: ResolvedConfig): readonly Edition[] {
  return config.locales.flatMap((locale) =>
    config.sets.flatMap((set) =>
      set.versions.map((version) => ({
        set,
        version,
        locale,
        routeBase: inLocale(config, locale, version.routeBase),
      })),
    ),
  );
}

/** The edition of a page; undefined outside of all docs sets. */
export function editionOf(node: PageNode): Edition | undefined {
  return 'edition' in node ? node.edition : undefined;
}

/** True for a page that others lead to, but no list of pages that has an address only because there are many. */
export function isDestination({ config }: Pick<SiteGraph, 'config'>, node: PageNode): boolean {
  if (node.type !== 'generated' || node.generated === 'home') return true;
  const { blog } = config;
  return (
    node.generated === 'posts' &&
    node.route === inLocale(config, node.locale, blog?.routeBase ?? '/')
  );
}

/** The page at an address without its final slash: some tools write the file of a folder there (`folderFiles`). */
export function pageAt(
  { pages, config }: Pick<SiteGraph, 'pages' | 'config'>,
  route: Route,
): PageNode | undefined {
  const inFolder = folderRoute(`${route}/`, config);
  return pages.get(route) ?? (inFolder && pages.get(inFolder));
}

/** Finds the edition with the nearest folder above a file of the default locale. */
export function editionOfFile(editions: readonly Edition[], file: FilePath): Edition | undefined {
  return editions
    .filter(({ version: { path } }) => path === '' || path === '.' || file.startsWith(`${path}/`))
    .toSorted((a, b) => b.version.path.length - a.version.path.length)[0];
}

/**
 * The edition of an API's pages: its version, else the edition with the nearest route base above them; else the last
 * version of the first docs set.
 */
export function editionOfApi(
  editions: readonly Edition[],
  { set }: Pick<ApiOutline, 'set'>,
  route: Route,
): Edition | undefined {
  if (set !== undefined)
    return editions.find((edition) => edition.set === set && edition.routeBase === route);
  const above = editions
    .filter((edition) => edition.set.isApi !== true)
    .filter(({ routeBase }) => routeBase === '/' || `${route}/`.startsWith(`${routeBase}/`))
    .toSorted((a, b) => b.routeBase.length - a.routeBase.length);
  return above[0] ?? editions.find(isLast);
}

/** True for the page of an operation that the API no longer has. */
export function isRemoved(node: PageNode): boolean {
  return node.type === 'api' && node.page.kind === 'removed';
}

/** True for the page of an operation that is deprecated, or that the API no longer has. */
export function isOldOperation({ page }: ApiNode): boolean {
  return page.kind === 'removed' || page.isDeprecated === true;
}

/** True for the version that readers get by default. */
export function isLast({ set, version }: Edition): boolean {
  return version === set.last;
}

export function pathBelow(file: FilePath, folder: string): string {
  return folder === '' || folder === '.' ? file : file.slice(folder.length + 1);
}
