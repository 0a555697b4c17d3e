import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ResolvedConfig } from '../../config/site-config.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { readText } from '../../diagnostics/frame.ts';
import type { LiveState } from '../../shared/live.ts';
import type { OutputPath } from '../../shared/paths.ts';
import type { ServedFile, ServedSite, WarmSite } from '../dev-events.ts';
import { createInspector, type InspectorOptions } from './inspector.ts';
import { liveFindings } from './live-findings.ts';
import {
  createSiteLoader,
  type DiskChanges,
  type LoadedSite,
  type LoaderOptions,
  type SiteInputs,
} from './load-site.ts';
import { createPageShelf } from './page-cache.ts';
import { createSearchOnDemand, type IndexFiles } from './search-on-demand.ts';
import { createFileFinder, type FileFinder, shellOf } from './serve-site.ts';

export interface WarmSiteOptions
  extends LoaderOptions,
    Pick<InspectorOptions, 'onError' | 'quiet'> {
  /** The site can be shown in a new state. */
  readonly onChange: () => void;
  /** Other problems are known; `complete` when the whole site has been looked at. */
  readonly onFindings: (complete: boolean) => void;
}

/** A site that is kept up to date with its files. */
export interface LiveSite extends WarmSite {
  /** Takes changes in; with no change at first. Calls must not overlap. */
  readonly update: (changes: DiskChanges) => Promise<void>;
  readonly diagnostics: () => readonly Diagnostic[];
  readonly config: () => ResolvedConfig | undefined;
  /** What it is made of outside of its folders, and its configuration. */
  readonly inputs: () => SiteInputs;
  /** Resolves when the whole site has been looked at in its present state. */
  readonly settled: () => Promise<void>;
  /** Everything that a build would write now. */
  readonly all: () => Promise<ReadonlyMap<OutputPath, ServedFile>>;
  /** How many pages it has. */
  readonly pages: () => number | undefined;
  readonly close: () => void;
}

/** Makes a site that has read nothing yet. */
export function createWarmSite(given: WarmSiteOptions): LiveSite {
  const { onChange, onFindings } = given;
  const loader = createSiteLoader(given);
  const shelf = createPageShelf();
  const inspector = createInspector({ ...given, shelf, onEnd: () => onFindings(true) });
  const statics = noteStatics();
  let shown: Shown | undefined;
  let blocking: readonly Diagnostic[] = [];
  let updating: Promise<void> | undefined;
  let version = 0;

  const diagnostics = (): readonly Diagnostic[] => inspector.problems(shown?.loaded, blocking);

  const settled = async (): Promise<void> => {
    const pending = updating ?? inspector.hurry();
    if (pending === undefined) return;
    await pending;
    await settled();
  };

  const search = createSearchOnDemand({ shelf, settled, loaded: () => shown?.loaded });

  const update = async (changes: DiskChanges): Promise<void> => {
    inspector.stop();
    const loading = await loader.load(changes);
    ({ blocking } = loading);
    const { loaded } = loading;
    if (loaded !== undefined) {
      version += 1;
      const files = statics(loaded.site.config, changes);
      shown = show(loaded, { version, statics: files, search, settled, before: shown });
    }
    // Before anything is looked at: readers come first.
    onChange();
    if (loaded !== undefined) inspector.look(loaded, changes);
    onFindings(loaded === undefined);
  };

  return {
    current: () => shown?.served,
    findings: () => {
      const siteDir = loader.config()?.siteDir ?? '';
      const read = (file: string): string | undefined => readText(join(siteDir, file));
      return liveFindings(diagnostics(), inspector.isLooking(), read);
    },
    diagnostics,
    config: loader.config,
    inputs: loader.inputs,
    settled,
    all: async () => (await shown?.finder.all()) ?? new Map(),
    pages: () => shown?.loaded.site.graph.pages.size,
    close: inspector.stop,
    update: (changes) => {
      updating = update(changes).finally(() => {
        updating = undefined;
      });
      return updating;
    },
  };
}

/** What is shown, and what it was made of. */
interface Shown {
  readonly loaded: LoadedSite;
  readonly served: ServedSite;
  readonly finder: FileFinder;
  /** Hash of what only a new document can take over of it. */
  readonly look: string;
}

interface ShowOptions {
  readonly version: number;
  readonly statics: string;
  readonly search: () => Promise<IndexFiles>;
  readonly settled: () => Promise<void>;
  readonly before: Shown | undefined;
}

function show(loaded: LoadedSite, options: ShowOptions): Shown {
  const { version, statics, search, settled, before } = options;
  const { site } = loaded;
  const isSame = before?.loaded.site === site;
  const finder = isSame
    ? before.finder
    : createFileFinder({ site, searchFiles: search, whenMade: settled });
  const look = isSame ? before.look : shellOf(site);
  const { href, integrity } = site.settings.styles;
  const shell = look + statics;
  const state: LiveState = { version, shell, styles: { href, integrity } };
  return { loaded, finder, look, served: { config: site.config, file: finder.find, state } };
}

/** Makes a text that changes with the static files, which only a new document loads again. */
function noteStatics(): (config: ResolvedConfig, changes: DiskChanges) => string {
  const changed = new Map<string, string>();
  const start = Date.now();
  return ({ staticDir }, { paths }) => {
    for (const path of paths) {
      if (!path.startsWith(staticDir + sep)) continue;
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats === undefined || stats.ctimeMs > start)
        changed.set(path, `${stats?.size} ${stats?.mtimeMs}`);
    }
    return changed.size === 0 ? '' : `-${hashOf([...changed])}`;
  };
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
}
