import { resolve } from 'node:path';
import { type Route, toRoute } from '../shared/paths.ts';
import type { SiteLocation } from './checks/folders.ts';
import { siteRelative } from './folders.ts';
import { compareNatural } from './natural-order.ts';
import type { DocsConfig } from './schema-docs.ts';
import type { DocsVersion } from './site-config.ts';

/** Name of the version under development: the docs set's own folder. */
export const CURRENT = 'current';

/** The folder of a docs set's frozen versions: `versions` for the first set, `versions-<id>` for others. */
export function versionsFolder(index: number, id: string): string {
  return index === 0 ? 'versions' : `versions-${id}`;
}

/** Lists the names of a docs set's frozen versions, newest first: numbers in a name count as numbers. */
export function frozenVersions(site: SiteLocation, folder: string): readonly string[] {
  return site
    .folders(resolve(site.siteDir, folder))
    .filter((name) => /^[A-Za-z0-9][\w.-]*$/.test(name))
    .toSorted((a, b) => compareNatural(b, a));
}

/** A docs set whose versions are being resolved. */
interface VersionedSet {
  readonly config: DocsConfig;
  /** Folder of the set relative to the site folder. */
  readonly path: string;
  readonly routeBase: Route;
  /** Folder of its frozen versions. */
  readonly folder: string;
}

/** Lists versions newest first: the last one at the set's base, `current` at `/next`, others at `/<name>`. */
export function resolveVersions(
  { config, path, routeBase, folder }: VersionedSet,
  site: SiteLocation,
): { readonly versions: readonly DocsVersion[]; readonly last: DocsVersion } {
  const frozen = frozenVersions(site, folder);
  const lastName = config.lastVersion ?? frozen[0] ?? CURRENT;
  const names = [CURRENT, ...frozen];
  const lastIndex = Math.max(0, names.indexOf(lastName));
  const versions = names.map((name, index): DocsVersion => {
    const settings = Object.hasOwn(config.versions, name) ? config.versions[name] : undefined;
    const route = name === CURRENT ? 'next' : name;
    return {
      name,
      label: settings?.label,
      path:
        name === CURRENT ? path : siteRelative(site.siteDir, resolve(site.siteDir, folder, name)),
      routeBase: index === lastIndex ? routeBase : toRoute(`${routeBase}/${route}`),
      banner: resolveBanner(settings?.banner, index - lastIndex),
      noindex: settings?.noindex ?? false,
      sidebars: settings?.sidebars,
    };
  });
  const last = versions[lastIndex];
  if (last === undefined) throw new Error('a docs set has at least its current version');
  return { versions, last };
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
