import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { remember } from '../../build/remember.ts';
import type { ResolvedConfig } from '../../config/types.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { readText } from '../../diagnostics/read-text.ts';
import type { LiveState } from '../../shared/live.ts';
import { type OutputPath, toFilePath } from '../../shared/paths.ts';
import type { ServedFile, ServedSite, WarmSite } from '../types.ts';
import { type Background, runInBackground } from './background.ts';
import {
  audible,
  docsOf,
  type Findings,
  type Inspected,
  inspectDocs,
  inspectSite,
  withDocs,
} from './inspect-site.ts';
import { liveFindings } from './live-findings.ts';
import {
  createSiteLoader,
  type DiskChanges,
  type LoadedSite,
  type LoaderOptions,
  type SiteInputs,
} from './load-site.ts';
import { createPageShelf } from './page-shelf.ts';
import { createSearchOnDemand, type IndexFiles } from './search-on-demand.ts';
import { createFileFinder, type FileFinder, shellOf } from './serve-site.ts';

export interface WarmSiteOptions extends LoaderOptions {
  /** The site can be shown in a new state. */
  readonly onChange: () => void;
  /** Other problems are known; `complete` when the whole site has been looked at. */
  readonly onFindings: (complete: boolean) => void;
  /** Looking at the whole site has failed: docwright's own fault. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds without a change before the whole site is looked at. */
  readonly quiet?: number;
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

/** Milliseconds; the first look waits longer, so that nothing stands in the way of the first page. */
const QUIET = 150;
const FIRST_QUIET = 500;

/** Docs that are looked at before the whole site is; with more of them nobody waits for the first. */
const AT_ONCE = 20;

/** Makes a site that has read nothing yet. */
export function createWarmSite(given: WarmSiteOptions): LiveSite {
  const { onChange, onFindings, onError, quiet } = given;
  const loader = createSiteLoader(given);
  const shelf = createPageShelf();
  let shown: Shown | undefined;
  let blocking: readonly Diagnostic[] = [];
  let updating: Promise<void> | undefined;
  let work: Background<Findings> | undefined;
  let found: Findings | undefined;
  let version = 0;
  const statics = noteStatics();

  const problems = remember(problemsOf);
  const diagnostics = (): readonly Diagnostic[] =>
    problems({ blocking, loaded: shown?.loaded, found });

  const look = (loaded: LoadedSite): void => {
    const wait = quiet ?? (found === undefined ? FIRST_QUIET : QUIET);
    const inspecting = runInBackground(inspectSite({ ...loaded, shelf }), wait);
    work = inspecting;
    const end = (result: Findings | undefined): void => {
      if (work !== inspecting) return;
      work = undefined;
      found = result ?? found;
      onFindings(true);
    };
    inspecting.done.then(end, (error: unknown) => {
      end(undefined);
      onError(error);
    });
  };

  /** Looks at the whole site now. */
  const settled = async (): Promise<void> => {
    const pending = updating ?? work?.done;
    if (pending === undefined) return;
    work?.hurry();
    await pending;
    await settled();
  };

  const update = async (changes: DiskChanges): Promise<void> => {
    work?.stop();
    work = undefined;
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
    if (loaded !== undefined) {
      found = patched(found, { ...loaded, shelf }, changes);
      look(loaded);
    }
    onFindings(loaded === undefined);
  };

  const search = createSearchOnDemand({ shelf, settled, loaded: () => shown?.loaded });

  return {
    current: () => shown?.served,
    findings: () => {
      const siteDir = loader.config()?.siteDir ?? '';
      const isChecking = work !== undefined;
      return liveFindings(diagnostics(), isChecking, (file) => readText(join(siteDir, file)));
    },
    diagnostics,
    config: loader.config,
    inputs: loader.inputs,
    settled,
    all: async () => (await shown?.finder.all()) ?? new Map(),
    pages: () => shown?.loaded.site.graph.pages.size,
    close: () => {
      work?.stop();
      work = undefined;
    },
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

/**
 * A text that changes with the static files: what a page makes of one, only a new document knows. Files that were
 * written before the first page could be seen do not count.
 */
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

interface Problems {
  readonly blocking: readonly Diagnostic[];
  readonly loaded: LoadedSite | undefined;
  readonly found: Findings | undefined;
}

function problemsOf({ blocking, loaded, found }: Problems): readonly Diagnostic[] {
  if (loaded === undefined) return blocking;
  const own = [...blocking, ...loaded.diagnostics];
  if (found === undefined) return own;
  return audible({ ...found, diagnostics: [...own, ...found.diagnostics] }, loaded);
}

/** What is known of the whole site, with the docs that were just saved looked at anew. */
function patched(
  found: Findings | undefined,
  inspected: Inspected,
  { paths }: DiskChanges,
): Findings | undefined {
  if (found === undefined) return undefined;
  const { siteDir } = inspected.site.config;
  const files = new Set([...paths].map((path) => toFilePath(relative(siteDir, path))));
  const docs = docsOf(inspected.site, files);
  if (docs.length === 0 || docs.length > AT_ONCE) return found;
  return withDocs(found, docs, inspectDocs(inspected, docs));
}
