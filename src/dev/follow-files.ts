import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CONFIG_NAMES } from '../config/loading/find-config.ts';
import { assetFolders, skillsDir } from '../content/discover.ts';
import { BASELINE_FILE } from '../links/select-findings.ts';
import type { DiskChanges } from './warm/load-site.ts';
import type { LiveSite } from './warm/warm-site.ts';
import type { WatchTargets } from './watch/scope.ts';
import { type SiteWatcher, watchSite } from './watch/watch-site.ts';

export interface FollowOptions {
  /** Absolute. */
  readonly siteDir: string;
  readonly configFile: string | undefined;
  readonly site: LiveSite;
  /** When the site began to be read (ms since the epoch). */
  readonly since: number;
  /** Processes changes; calls do not overlap. */
  readonly update: (changes: DiskChanges) => Promise<void>;
  readonly onMessage: (text: string) => void;
  /** `update` failed; its changes will be part of the next call. */
  readonly onError: (error: unknown) => void;
}

export interface FileFollower {
  /** Watches the files and folders that the site consists of now. */
  readonly watch: () => void;
  readonly close: () => void;
}

/** Reports changes of a site's files. Watches nothing at first. */
export function followFiles(options: FollowOptions): FileFollower {
  const { since, onMessage } = options;
  const { siteDir, update, onError } = options;
  let missed: readonly string[] = [];
  const onChange: (changes: DiskChanges) => Promise<void> = async ({ paths, structural }) => {
    // The site folder itself changes when docwright writes its work files. A missing file without a structural change is
    // being saved.
    const isPresent = (path: string): boolean =>
      path !== siteDir && (structural || existsSync(path));
    const changes = new Set([...missed, ...[...paths].filter(isPresent)]);
    if (changes.size === 0) return;
    try {
      await update({ paths: changes, structural: structural || missed.length > 0 });
      missed = [];
    } catch (error) {
      missed = [...changes];
      onError(error);
    }
  };
  let watcher: SiteWatcher | undefined;
  let watched = '';
  return {
    watch: () => {
      const targets = watchTargets(options);
      const key = JSON.stringify(targets);
      if (key === watched) return;
      watched = key;
      if (watcher === undefined) watcher = watchSite({ targets, since, onChange, onMessage });
      else void watcher.setTargets(targets);
    },
    close: () => watcher?.close(),
  };
}

/** The folders of a site, and its files outside of them. */
function watchTargets({ siteDir, configFile, site }: FollowOptions): WatchTargets {
  const config = site.config();
  const inputs = site.inputs();
  const inSite = (name: string): string => join(siteDir, name);
  const named = [
    ...[...CONFIG_NAMES, BASELINE_FILE].map(inSite),
    ...(configFile === undefined ? [] : [resolve(configFile)]),
  ];
  const ignored = [inSite('node_modules')];
  if (config === undefined)
    return { folders: inputs.folders, files: [...named, ...inputs.files], ignored };
  const { contentDir, staticDir, templatesDir, i18nDir, translationDirs, outDir, docs, themes } =
    config;
  const sets = docs.flatMap(({ path, frozen }) => [path, frozen.folder].map(inSite));
  return {
    folders: [
      contentDir,
      staticDir,
      templatesDir,
      ...themes,
      i18nDir,
      ...translationDirs.values(),
      ...sets,
      ...(config.pagesDir === undefined ? [] : [config.pagesDir]),
      ...assetFolders(config),
      skillsDir(config),
      ...inputs.folders,
    ],
    files: [...named, ...inputs.files],
    ignored: [outDir, ...themes.map((theme) => join(theme, 'node_modules')), ...ignored],
    keepsDotFiles: [staticDir],
  };
}
