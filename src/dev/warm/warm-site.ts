import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ResolvedConfig } from '../../config/site-config.ts';
import { compareDiagnostics, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { codeFrame, readText, sourceLines, stripControls } from '../../diagnostics/frame.ts';
import type { LiveFinding, LiveFindings, LiveState } from '../../shared/live.ts';
import type { OutputPath } from '../../shared/paths.ts';
import type { ServedFile, ServedSite, WarmSite } from '../dev-events.ts';
import { createInspector, type InspectorOptions, type SiteProblems } from './inspector.ts';
import {
  createSiteLoader,
  type DiskChanges,
  type LoadedSite,
  type LoaderOptions,
  type SiteInputs,
} from './load-site.ts';
import {
  createFileFinder,
  createSearchOnDemand,
  type FileFinder,
  type IndexFiles,
  shellOf,
} from './serve-site.ts';

export interface WarmSiteOptions
  extends LoaderOptions,
    Pick<InspectorOptions, 'onError' | 'quiet' | 'rules'> {
  /** A new state of the site can be shown. */
  readonly onChange: () => void;
  /** The findings have changed; `complete` if the whole site was checked. */
  readonly onFindings: (complete: boolean) => void;
}

/** A site that follows its files. */
export interface LiveSite extends WarmSite {
  /** Processes changes; the first call has none. Calls must not overlap. */
  readonly update: (changes: DiskChanges) => Promise<void>;
  readonly diagnostics: () => readonly Diagnostic[];
  /** As `diagnostics`, with those that are suppressed. */
  readonly problems: () => SiteProblems;
  readonly config: () => ResolvedConfig | undefined;
  /** The configuration and the inputs outside of the site's folders. */
  readonly inputs: () => SiteInputs;
  /** Resolves when the whole site has been checked in its current state. */
  readonly settled: () => Promise<void>;
  /** Makes all files that a build would write now. */
  readonly all: () => Promise<ReadonlyMap<OutputPath, ServedFile>>;
  readonly pages: () => number | undefined;
  readonly close: () => void;
}

/** Creates a site that is loaded by the first `update`. */
export function createWarmSite(given: WarmSiteOptions): LiveSite {
  const { onChange, onFindings } = given;
  const loader = createSiteLoader(given);
  const inspector = createInspector({ ...given, onEnd: () => onFindings(true) });
  const statics = noteStatics();
  let shown: Shown | undefined;
  let blocking: readonly Diagnostic[] = [];
  let updating: Promise<void> | undefined;
  let version = 0;

  const problems = (): SiteProblems => inspector.problems(shown?.loaded, blocking);
  const diagnostics = (): readonly Diagnostic[] => problems().diagnostics;

  const settled = async (): Promise<void> => {
    const pending = updating ?? inspector.hurry();
    if (pending === undefined) return;
    await pending;
    await settled();
  };

  const search = createSearchOnDemand({ settled, loaded: () => shown?.loaded });

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
    // Readers come first: the page is updated before it is checked.
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
    problems,
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

/** The shown state and its input. */
interface Shown {
  readonly loaded: LoadedSite;
  readonly served: ServedSite;
  readonly finder: FileFinder;
  /** Hash of the parts that need a new document. */
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
  const { site, pages } = loaded;
  const isSame = before?.loaded.state === loaded.state;
  const finder = isSame
    ? before.finder
    : createFileFinder({ site, pages, searchFiles: search, whenMade: settled });
  const look = isSame ? before.look : shellOf(site);
  const { href, integrity } = site.settings.styles;
  const shell = look + statics;
  const state: LiveState = { version, shell, styles: { href, integrity } };
  return { loaded, finder, look, served: { config: site.config, file: finder.find, state } };
}

/** Creates a text that changes with the static files, which open pages cannot update in place. */
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
    if (changed.size === 0) return '';
    const text = JSON.stringify([...changed]);
    return `-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
  };
}

/** Maximum number of findings on an open page; the terminal shows all of them. */
const SHOWN = 50;

/** Prints problems for open pages; `read` returns the text of a file for code frames. */
function liveFindings(
  diagnostics: readonly Diagnostic[],
  checking: boolean,
  read: (file: string) => string | undefined,
): LiveFindings {
  const of = (severity: Diagnostic['severity']): readonly Diagnostic[] =>
    diagnostics.filter((entry) => entry.severity === severity).toSorted(compareDiagnostics);
  const [errors, warnings] = [of('error'), of('warning')];
  const shown = [...errors, ...warnings].slice(0, SHOWN);
  return {
    checking,
    errors: errors.length,
    warnings: warnings.length,
    shown: shown.map((entry) => liveFinding(entry, read)),
  };
}

function liveFinding(
  { code, severity, message, location, hint, link }: Diagnostic,
  read: (file: string) => string | undefined,
): LiveFinding {
  const text = location === undefined ? undefined : read(location.file);
  const frame =
    location === undefined || text === undefined
      ? undefined
      : codeFrame(sourceLines(text), location);
  const [near] = link?.suggestions ?? [];
  const advice = near === undefined ? hint : `did you mean ${near}?`;
  return {
    code,
    severity,
    message: stripControls(message),
    ...(location === undefined
      ? {}
      : { location: stripControls(`${location.file}:${location.line}:${location.column}`) }),
    ...(frame === undefined ? {} : { frame }),
    ...(advice === undefined ? {} : { hint: stripControls(advice) }),
  };
}
