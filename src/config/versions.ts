import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemAt } from '../shared/item-at.ts';
import { type Route, toFilePath, toRoute } from '../shared/paths.ts';
import type { SiteLocation } from './checks/folders.ts';
import { contains, type SiteFolders, siteRelative } from './folders.ts';
import { compareNatural } from './natural-order.ts';
import { parseJson } from './problem.ts';
import type { ApiVersionConfig, DocsConfig } from './schema-docs.ts';
import type { DocsSet, DocsVersion, FrozenVersions } from './site-config.ts';

/** Name of the version under development: the docs set's own folder. */
export const CURRENT = 'current';

/** The id of a docs set without one. */
export const DEFAULT_ID = 'default';

/** The name that a dialect gives to a file or folder of versions in the docs set with an id. */
export function nameOfSet(id: string, name: string): string {
  return id === DEFAULT_ID ? name : `${id}_${name}`;
}

/**
 * Finds the frozen versions of a docs set: those of the dialect, as its file lists them, else the folders in `versions` or,
 * for other sets than the first, `versions-<id>`, newest first: numbers in a name count as numbers.
 */
export function frozenVersions(
  site: SiteLocation,
  { layout, toolDir }: Pick<SiteFolders, 'layout' | 'toolDir'>,
  { id, index }: { readonly id: string; readonly index: number },
): FrozenVersions {
  const { siteDir } = site;
  const namesIn = (folder: string, prefix: string): readonly string[] =>
    site
      .folders(folder)
      .flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []))
      .filter((name) => /^[A-Za-z0-9][\w.-]*$/.test(name))
      .toSorted((a, b) => compareNatural(b, a));
  if (layout?.versions !== undefined) {
    const { prefix } = layout.versions;
    const absolute = join(toolDir, nameOfSet(id, layout.versions.folder));
    const list = join(toolDir, nameOfSet(id, layout.versions.list));
    const names = namesIn(absolute, prefix);
    const listed = existsSync(list) ? parseJson(readFileSync(list, 'utf8')) : names;
    if (names.length > 0 && contains(siteDir, absolute))
      return {
        folder: siteRelative(siteDir, absolute),
        prefix,
        list,
        names: Array.isArray(listed) ? listed.filter((name) => names.includes(name)) : names,
      };
  }
  const folder = index === 0 ? 'versions' : `versions-${id}`;
  return { folder, prefix: '', names: namesIn(join(siteDir, folder), '') };
}

/** A docs set whose versions are being resolved. */
interface VersionedSet {
  readonly config: DocsConfig;
  /** Folder of the set relative to the site folder. */
  readonly path: string;
  readonly routeBase: Route;
  readonly frozen: FrozenVersions;
}

/** Lists versions newest first: the last one at the set's base, `current` at `/next`, others at `/<name>`. */
export function resolveVersions({ config, path, routeBase, frozen }: VersionedSet): {
  readonly versions: readonly DocsVersion[];
  readonly last: DocsVersion;
} {
  const lastName = config.lastVersion ?? frozen.names[0] ?? CURRENT;
  const names = [CURRENT, ...frozen.names];
  const lastIndex = Math.max(0, names.indexOf(lastName));
  const versions = names.map((name, index): DocsVersion => {
    const settings = Object.hasOwn(config.versions, name) ? config.versions[name] : undefined;
    const atBase = index === lastIndex ? '' : name === CURRENT ? 'next' : name;
    const route = settings?.route ?? atBase;
    return {
      name,
      label: settings?.label,
      path: name === CURRENT ? path : `${frozen.folder}/${frozen.prefix}${name}`,
      routeBase: route === '' ? routeBase : toRoute(`${routeBase}/${route}`),
      banner: resolveBanner(settings?.banner, index - lastIndex),
      noindex: settings?.noindex ?? false,
      sidebars: settings?.sidebars,
    };
  });
  return { versions, last: itemAt(versions, lastIndex) };
}

/** Resolves the versions of an API, which form a set like those of docs: its pages have switcher, banner and search scope of these. */
export function resolveApiVersions(
  id: string,
  versions: readonly ApiVersionConfig[],
  apiBase: Route,
): DocsSet {
  const lastIndex = Math.max(
    0,
    versions.findIndex(({ banner }) => banner !== 'unreleased'),
  );
  const resolved = versions.map(
    ({ name, spec, label, banner, noindex }, index): DocsVersion => ({
      name,
      label,
      // No doc is below a file.
      path: toFilePath(spec),
      routeBase: index === lastIndex ? apiBase : toRoute(`${apiBase}/${name}`),
      banner: resolveBanner(banner, index - lastIndex),
      noindex: noindex ?? index !== lastIndex,
      sidebars: undefined,
    }),
  );
  return {
    id,
    isApi: true,
    path: toFilePath(''),
    routeBase: apiBase,
    sidebars: undefined,
    frozen: { folder: '', prefix: '', names: [] },
    versions: resolved,
    last: itemAt(resolved, lastIndex),
    editUrl: undefined,
    searchType: 'docs',
  };
}

/** Versions newer than the last one are unreleased, older ones are unmaintained. */
function resolveBanner(
  configured: DocsVersion['banner'] | 'none',
  afterLast: number,
): DocsVersion['banner'] {
  if (configured !== undefined) return configured === 'none' ? undefined : configured;
  if (afterLast === 0) return undefined;
  return afterLast < 0 ? 'unreleased' : 'unmaintained';
}
