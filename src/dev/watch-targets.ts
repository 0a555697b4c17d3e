import { join, resolve } from 'node:path';
import { CONFIG_NAMES } from '../config/loading/find-config.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { versionsFolder } from '../config/versions.ts';
import { BASELINE_FILE } from '../links/gate.ts';
import type { SiteInputs } from './warm/load-site.ts';
import type { WatchTargets } from './watch/scope.ts';

interface SitePlace {
  /** Absolute. */
  readonly siteDir: string;
  readonly configFile: string | undefined;
}

/** What is to be watched: the folders of a site, and what it is made of beside them. */
export function watchTargets(
  { siteDir, configFile }: SitePlace,
  config: ResolvedConfig | undefined,
  inputs: SiteInputs,
): WatchTargets {
  const inSite = (name: string): string => join(siteDir, name);
  const named = [
    ...[...CONFIG_NAMES, BASELINE_FILE].map(inSite),
    ...(configFile === undefined ? [] : [resolve(configFile)]),
  ];
  const ignored = [inSite('node_modules')];
  if (config === undefined)
    return { folders: inputs.folders, files: [...named, ...inputs.files], ignored };
  const { contentDir, staticDir, templatesDir, i18nDir, outDir, docs } = config;
  const sets = docs.flatMap(({ id, path }, index) => [path, versionsFolder(index, id)].map(inSite));
  return {
    folders: [contentDir, staticDir, templatesDir, i18nDir, ...sets, ...inputs.folders],
    files: [...named, ...inputs.files],
    ignored: [outDir, ...ignored],
    keepsDotFiles: [staticDir],
  };
}
