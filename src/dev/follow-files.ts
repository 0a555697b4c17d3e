import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CONFIG_NAMES } from '../config/loading/find-config.ts';
import { versionsFolder } from '../config/versions.ts';
import { BASELINE_FILE } from '../links/gate.ts';
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
  /** Takes changes in; one call at a time. */
  readonly update: (changes: DiskChanges) => Promise<void>;
  readonly onMessage: (text: string) => void;
  /** Changes could not be taken in; they come again with the next ones. */
  readonly onError: (error: unknown) => void;
}

export interface FileFollower {
  /** Watches what the site is made of now. */
  readonly watch: () => void;
  readonly close: () => void;
}

/** Hands over what changes of the files of a site. Watches nothing at first. */
export function followFiles(options: FollowOptions): FileFollower {
  const { since, onMessage } = options;
  const onChange = createIntake(options);
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

/** What is to be watched: the folders of a site, and what it is made of beside them. */
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
  const { contentDir, staticDir, templatesDir, i18nDir, outDir, docs } = config;
  const sets = docs.flatMap(({ id, path }, index) => [path, versionsFolder(index, id)].map(inSite));
  return {
    folders: [contentDir, staticDir, templatesDir, i18nDir, ...sets, ...inputs.folders],
    files: [...named, ...inputs.files],
    ignored: [outDir, ...ignored],
    keepsDotFiles: [staticDir],
  };
}

function createIntake({
  siteDir,
  update,
  onError,
}: FollowOptions): (changes: DiskChanges) => Promise<void> {
  let missed: readonly string[] = [];
  return async ({ paths, structural }) => {
    // The site folder itself is touched when docwright keeps something beside the site. A file that is away
    // while nothing is said to have gone is in the middle of a save.
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
}
