import { dirname, resolve, sep } from 'node:path';
import { createComponentsBundler } from '../../bundle/bundle-components.ts';
import type { WarmBundler } from '../../bundle/warm-bundler.ts';
import type { LoadedConfig, LoadOptions } from '../../config/load.ts';
import type { ResolvedConfig } from '../../config/site-config.ts';
import { discover } from '../../content/discover.ts';
import { createIgnoredFiles, type IsIgnored } from '../../content/git-ignored.ts';
import type { Sources, SymlinkTarget } from '../../content/source-file.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { createMadeSources } from '../../pipeline/added-sources.ts';
import { BASELINE_FILE } from '../../links/select-findings.ts';
import { configLocator } from '../../pipeline/build.ts';
import {
  type BundledSite,
  type BundleInput,
  bundlePages,
  bundleSite,
} from '../../pipeline/bundle.ts';
import { codeOf, openSiteCache } from '../../pipeline/cache.ts';
import { type ApiPasts, readApiPasts } from '../../pipeline/api-pasts.ts';
import { createHistoryReader } from '../../pipeline/history.ts';
import type { Bundles } from '../../pipeline/prepare.ts';
import { createSite, type OpenedSite, type SiteSteps, siteMemory } from '../../pipeline/produce.ts';
import { allSources } from '../../content/source-file.ts';
import { loadSampleCheck } from '../../pipeline/sample-steps.ts';
import { loadSite } from '../../publish/recover.ts';

/** Absolute paths of changed files and folders. */
export interface DiskChanges {
  readonly paths: ReadonlySet<string>;
  /** Files or folders were added or removed. */
  readonly structural: boolean;
}

/** A site in one state. */
export interface LoadedSite extends OpenedSite {
  /** Changes with everything but the texts of docs. */
  readonly state: string;
}

/** The result of processing changes. */
interface Loading {
  /** The current site; the previous one if the configuration or the templates are broken; undefined if there was none. */
  readonly loaded: LoadedSite | undefined;
  /** Problems that prevent the use of the configuration or of the first state of the site. */
  readonly blocking: readonly Diagnostic[];
}

export interface SiteInputs {
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** True if pages include files, which are among `files` once all pages are parsed. */
  readonly hasIncludes: boolean;
}

export interface LoaderOptions {
  readonly options: LoadOptions;
  readonly bundler: WarmBundler;
  /** Whether each API has a mock. */
  readonly isMocked?: boolean;
  /** Called for each new configuration before the sources are read. */
  readonly onConfig: (config: ResolvedConfig) => void;
}

/** Lets the pages of each API send requests to its mock. */
function withMocks(config: ResolvedConfig): ResolvedConfig {
  return { ...config, openapi: config.openapi.map((api) => ({ ...api, isMocked: true })) };
}

/** Creates a loader. The first load makes everything; later ones repeat only the affected steps. */
export function createSiteLoader({ options, bundler, isMocked, onConfig }: LoaderOptions) {
  const ignored = createIgnoredFiles();
  const compile = createCompiler(bundler);
  const bundle = createComponentsBundler();
  const dates = createHistoryReader();
  const gather = createMadeSources();
  let inputs: ReadonlySet<string> = new Set();
  let configured: LoadedConfig | undefined;
  let config: ResolvedConfig | undefined;
  let broken: readonly Diagnostic[] = [];
  let steps: SiteSteps | undefined;
  let listed: Listed | undefined;
  let past: (ApiPasts & { readonly config: ResolvedConfig }) | undefined;
  let bundles: Bundles | undefined;
  let loaded: LoadedSite | undefined;

  const siteFolder = resolve(options.siteDir ?? '.');
  const baseline = resolve(siteFolder, BASELINE_FILE);
  let compiled = true;

  const configure = async (changes: DiskChanges): Promise<void> => {
    const isStale = [...changes.paths].some((path) => inputs.has(path));
    const isAsked = isStale || broken.length > 0 || mayNameOthers(config, changes);
    if (configured !== undefined && !isAsked) return;
    const now = await loadSite(options);
    // A configuration that cannot be read is known in part only.
    inputs = new Set(now.config === undefined ? [...inputs, ...now.inputs] : now.inputs);
    broken = now.config === undefined ? now.diagnostics : [];
    if (now.config === undefined) return;
    const isSame = JSON.stringify(configured?.config) === JSON.stringify(now.config);
    configured = now;
    config = isMocked ? withMocks(now.config) : now.config;
    if (!isSame) onConfig(config);
  };

  return {
    /** The last configuration that could be read. */
    config: (): ResolvedConfig | undefined => config,
    /** The configuration and all inputs outside of the site's folders; absolute. */
    inputs: (): SiteInputs => {
      const { linked = [] } = loaded?.site.sources ?? {};
      const linkedTo = (wanted: SymlinkTarget['kind']): readonly string[] =>
        linked.filter(({ kind }) => kind === wanted).map(({ real }) => real);
      const read = loaded?.read;
      const included = read?.includes() ?? [];
      const asked = steps?.sources.plugins.files() ?? [];
      const named = [...(read?.apis.files ?? []), ...included, ...asked, ...ignored.ruleFiles()];
      return {
        hasIncludes: included.length > 0,
        files: [...inputs, ...bundler.inputs(), ...named, ...linkedTo('file'), baseline],
        folders: [
          ...linkedTo('folder'),
          ...Object.values(config?.collections ?? {}).map(({ dir }) => resolve(siteFolder, dir)),
          // A missing import may appear anywhere in the site.
          ...(broken.length > 0 || !compiled ? [siteFolder] : []),
        ],
      };
    },
    /** Processes changes. Calls must not overlap. */
    load: async (changes: DiskChanges): Promise<Loading> => {
      await configure(changes);
      if (configured === undefined || config === undefined)
        return { loaded: undefined, blocking: broken };
      ignored.forget();
      const hasNewRules = ignored.ruleFiles().some((file) => changes.paths.has(file));
      // At first, with the results of a build.
      const { compiled: code } = configured;
      const cache =
        steps === undefined
          ? openSiteCache({ config, compiled: code, isReadOnly: true })
          : undefined;
      steps ??= createSite(siteMemory(cache));
      forget(steps, changes, hasNewRules);
      const structural = changes.structural || hasNewRules;
      const { isIgnored } = ignored;
      listed = listSources(config, { ...changes, structural, last: listed, isIgnored });
      const locate = configLocator(config);
      const { plugins } = steps.sources;
      const own = codeOf(config, code, steps.hashes);
      const sources = await gather(plugins, { ...listed, config, locate, code: own });
      const { reactPages } = sources;
      const bundling = compile({ config, reactPages }, changes);
      const dating = dates({ config, locate, cache });
      past =
        past?.config === config ? past : { config, ...readApiPasts({ config, locate, cache }) };
      steps.sources.set({
        histories: past.histories,
        config,
        locate,
        sources,
        code: own,
        isIgnored,
        sampleCheck: await loadSampleCheck(config),
      });
      let modules = steps.read.modules();
      while (await plugins.settle()) modules = steps.read.modules();
      const bundled = await bundling;
      compiled = bundled.bundles !== undefined;
      bundles = bundled.bundles ?? bundles;
      const pages = await bundlePages({ ...bundled, bundles, config, modules, bundler }, bundle);
      const { components, islands } = pages;
      steps.sources.setRun(components.run, `${components.hash} ${islands.key}`);
      bundles = bundles && { ...bundles, components, islands };
      const dated = await dating;
      const found = [configured, dated, bundled, pages, past].flatMap(
        ({ diagnostics }) => diagnostics,
      );
      if (bundles === undefined)
        return { loaded: undefined, blocking: [...broken, ...steps.read.diagnostics, ...found] };
      steps.set({ bundles, history: dated.files });
      const { site, read, pages: made } = steps;
      const diagnostics = [...read.diagnostics, ...found, ...site.layout.diagnostics];
      // Layouts read what plug-ins add to pages.
      let state = steps.state();
      while (await plugins.settle()) state = steps.state();
      loaded = { site, read, pages: made, plugins, diagnostics, state };
      return { loaded, blocking: broken };
    },
  };
}

/** Tells the steps which files may have changed. */
function forget({ memory, hashes }: SiteSteps, { paths }: DiskChanges, hasNewRules: boolean): void {
  for (const path of paths) hashes.forget(path);
  const isChanged = (path: string): boolean => paths.has(path);
  memory.changed('text', isChanged);
  memory.changed('file', isChanged);
  // A finding about a missing file names its neighbors.
  const folders = new Set([...paths].map((path) => dirname(path)));
  memory.changed('included file', (path) => hasNewRules || folders.has(dirname(path)));
}

/** True if a changed path can add or remove versions or message files, which are part of the configuration. */
function mayNameOthers(
  config: ResolvedConfig | undefined,
  { paths, structural }: DiskChanges,
): boolean {
  if (config === undefined || !structural) return structural;
  const own = [config.contentDir, config.staticDir].map((folder) => folder + sep);
  return [...paths].some((path) => !own.some((folder) => path.startsWith(folder)));
}

/** Compiles again only if the changes can affect the result. */
function createCompiler(
  bundler: WarmBundler,
): (input: Omit<BundleInput, 'bundler'>, changes: DiskChanges) => Promise<BundledSite> {
  let last: { readonly input: BundleInput; readonly result: Promise<BundledSite> } | undefined;
  return (given, { paths, structural }) => {
    const input = { ...given, bundler };
    const files = bundler.inputs();
    const isCode = [...paths].some((path) => files.has(path) || (structural && CODE.test(path)));
    const isSame =
      last?.input.config === input.config && last.input.reactPages === input.reactPages;
    if (last !== undefined && isSame && !isCode) return last.result;
    bundler.changed(paths, structural);
    last = { input, result: bundleSite(input) };
    return last.result;
  };
}

/** Possible folders, and files except Markdown: imports can resolve differently when they come or go. */
const CODE = /(?:^|[\\/])[^.\\/]+$|\.(?!md$)\w+$/;

/** The sources of a configuration, with the paths of their files. */
interface Listed {
  readonly config: ResolvedConfig;
  readonly sources: Sources;
  readonly known: ReadonlySet<string>;
}

interface ListOptions extends DiskChanges {
  readonly last: Listed | undefined;
  readonly isIgnored: IsIgnored;
}

/** Lists the folders again if files were added or removed, or a path is unknown. */
function listSources(
  config: ResolvedConfig,
  { paths, structural, last, isIgnored }: ListOptions,
): Listed {
  const isKnown = (path: string): boolean =>
    last?.known.has(path) === true || !path.startsWith(config.contentDir + sep);
  if (last?.config === config && !structural && [...paths].every(isKnown)) return last;
  const sources = discover(config, isIgnored);
  return { config, sources, known: new Set(allSources(sources).map(({ absolute }) => absolute)) };
}
