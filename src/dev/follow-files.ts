import { existsSync } from 'node:fs';
import type { DiskChanges } from './warm/load-site.ts';
import type { LiveSite } from './warm/warm-site.ts';
import { type SiteWatcher, watchSite } from './watch/watch-site.ts';
import { watchTargets } from './watch-targets.ts';

export interface FollowOptions {
  /** Absolute. */
  readonly siteDir: string;
  readonly configFile: string | undefined;
  readonly site: () => LiveSite;
  /** Takes changes in; one call at a time. */
  readonly update: (changes: DiskChanges) => Promise<void>;
  readonly onMessage: (text: string) => void;
  /** Changes could not be taken in; they come again with the next ones. */
  readonly onError: (error: unknown) => void;
}

export interface FileFollower {
  /** Watches what the site is made of now. */
  readonly watch: () => void;
  readonly close: () => Promise<void>;
}

/** Hands over what changes of the files of a site. Watches nothing at first. */
export function followFiles(options: FollowOptions): FileFollower {
  const { siteDir, configFile, site, onMessage } = options;
  const onChange = createIntake(options);
  let watcher: SiteWatcher | undefined;
  let watched = '';
  return {
    watch: () => {
      const { config, inputs } = site();
      const targets = watchTargets({ siteDir, configFile }, config(), inputs());
      const key = JSON.stringify(targets);
      if (key === watched) return;
      watched = key;
      if (watcher === undefined) watcher = watchSite({ ...targets, onChange, onMessage });
      else void watcher.setTargets(targets);
    },
    close: async () => watcher?.close(),
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
    const isNews = (path: string): boolean => path !== siteDir && (structural || existsSync(path));
    const news = new Set([...missed, ...[...paths].filter(isNews)]);
    if (news.size === 0) return;
    try {
      await update({ paths: news, structural: structural || missed.length > 0 });
      missed = [];
    } catch (error) {
      missed = [...news];
      onError(error);
    }
  };
}
