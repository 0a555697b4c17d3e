import { resolve, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createComponentsBundler } from '../../bundle/bundle-components.ts';
import type { WarmBundler } from '../../bundle/warm-bundler.ts';
import type { LoadedConfig, LoadOptions } from '../../config/load.ts';
import type { ResolvedConfig } from '../../config/site-config.ts';
import { discover } from '../../content/discover.ts';
import { createIgnoredFiles, type IsIgnored } from '../../content/git-ignored.ts';
import { isImageFile } from '../../content/image-size.ts';
import { type IsChanged, rememberFiles } from '../../content/remember.ts';
import type { Sources, SymlinkTarget } from '../../content/source-file.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { BASELINE_FILE } from '../../links/select-findings.ts';
import { configLocator } from '../../pipeline/build.ts';
import {
  type BundledSite,
  type BundleInput,
  bundlePages,
  bundleSite,
} from '../../pipeline/bundle.ts';
import { openSiteCache } from '../../pipeline/cache.ts';
import { createHistoryReader } from '../../pipeline/history.ts';
import {
  type Bundles,
  type Kept,
  prepareAddresses,
  prepareSite,
  type Site,
} from '../../pipeline/prepare.ts';
import { createSiteReader, type ReadSite } from '../../pipeline/read.ts';
import { loadSite } from '../../publish/recover.ts';
import type { LocateConfig, PageNode, SiteGraph } from '../../site/graph-types.ts';

/** Absolute paths of changed files and folders. */
export interface DiskChanges {
  readonly paths: ReadonlySet<string>;
  /** Files or folders were added or removed. */
  readonly structural: boolean;
}

/** A site in one state, with its input. */
export interface LoadedSite {
  readonly site: Site;
  readonly read: ReadSite;
  /** Problems of sources and templates; those of pages are found by checking them. */
  readonly diagnostics: readonly Diagnostic[];
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

/** Everything derived from the configuration. */
interface Configured {
  readonly config: ResolvedConfig;
  readonly locate: LocateConfig;
  /** As in `LoadedConfig`. */
  readonly compiled: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface LoaderOptions {
  readonly options: LoadOptions;
  readonly bundler: WarmBundler;
  /** Called for each new configuration before the sources are read. */
  readonly onConfig: (config: ResolvedConfig) => void;
}

/** Creates a loader. The first load makes everything; later ones repeat only the affected steps. */
export function createSiteLoader({ options, bundler, onConfig }: LoaderOptions) {
  const reader = createSiteReader();
  const ignored = createIgnoredFiles();
  const finder = createSourceFinder(ignored.isIgnored);
  const keep = createKeeper();
  const compile = createCompiler(bundler);
  const bundle = createComponentsBundler();
  const dates = createHistoryReader();
  let inputs: ReadonlySet<string> = new Set();
  let configured: Configured | undefined;
  let broken: readonly Diagnostic[] = [];
  let bundles: Bundles | undefined;
  let last: { readonly parts: readonly unknown[]; readonly loaded: LoadedSite } | undefined;

  const siteFolder = resolve(options.siteDir ?? '.');
  const baseline = resolve(siteFolder, BASELINE_FILE);
  let compiled = true;

  const configure = async (changes: DiskChanges): Promise<void> => {
    const isStale = [...changes.paths].some((path) => inputs.has(path));
    const isAsked = isStale || broken.length > 0 || mayNameOthers(configured?.config, changes);
    if (configured !== undefined && !isAsked) return;
    const now = await loadSite(options);
    // A configuration that cannot be read is known in part only.
    inputs = new Set(now.config === undefined ? [...inputs, ...now.inputs] : now.inputs);
    broken = now.config === undefined ? now.diagnostics : [];
    const before = configured?.config;
    configured = nextConfig(configured, now);
    if (configured !== undefined && configured.config !== before) onConfig(configured.config);
  };

  return {
    /** The last configuration that could be read. */
    config: (): ResolvedConfig | undefined => configured?.config,
    /** The configuration and all inputs outside of the site's folders; absolute. */
    inputs: (): SiteInputs => {
      const { linked = [] } = last?.loaded.site.sources ?? {};
      const linkedTo = (wanted: SymlinkTarget['kind']): readonly string[] =>
        linked.filter(({ kind }) => kind === wanted).map(({ real }) => real);
      const read = last?.loaded.read;
      const included = read?.includes() ?? [];
      const named = [...(read?.apis.files ?? []), ...included, ...ignored.ruleFiles()];
      return {
        hasIncludes: included.length > 0,
        files: [...inputs, ...bundler.inputs(), ...named, ...linkedTo('file'), baseline],
        // A missing import may appear anywhere in the site.
        folders:
          broken.length > 0 || !compiled ? [...linkedTo('folder'), siteFolder] : linkedTo('folder'),
      };
    },
    /** Processes changes. Calls must not overlap. */
    load: async (changes: DiskChanges): Promise<Loading> => {
      await configure(changes);
      if (configured === undefined) return { loaded: undefined, blocking: broken };
      const { config, locate } = configured;
      ignored.forget();
      const included = new Set(last?.loaded.read.includes());
      const hasNewRules = ignored.ruleFiles().some((file) => changes.paths.has(file));
      const isChanged: IsChanged = (absolute) =>
        changes.paths.has(absolute) || (hasNewRules && included.has(absolute));
      const sources = finder(config, { ...changes, structural: changes.structural || hasNewRules });
      const bundling = compile({ config, reactPages: sources.reactPages }, changes);
      // At first, files are read while templates are compiled, with docs that a build has parsed.
      const given = { config, sources, locate, isChanged, isIgnored: ignored.isIgnored };
      const cache = last === undefined ? openSiteCache(configured) : undefined;
      const dating = dates({ ...given, cache });
      const early = cache && reader({ ...given, cache });
      const bundled = await bundling;
      bundles = bundled.bundles ?? bundles;
      compiled = bundled.bundles !== undefined;
      const read = early ?? reader(given);
      const parsed = { config, modules: read.modules(), bundler };
      const pages = await bundlePages({ ...bundled, bundles, ...parsed }, bundle);
      read.setRun(pages.components.run, pages.components.hash);
      const { components: made, islands } = pages;
      bundles = bundles && { ...bundles, components: made, islands };
      const dated = await dating;
      const results = [configured, dated, read, bundled, pages];
      const found = results.flatMap(({ diagnostics }) => diagnostics);
      if (bundles === undefined) return { loaded: undefined, blocking: [...broken, ...found] };
      const kept = keep(read, sources, isChanged);
      const { renderer, client, components } = bundles;
      const parts = [
        read.graph,
        read.labels,
        renderer.render,
        client,
        components,
        islands,
        kept,
        dated,
      ];
      const isSame = last !== undefined && parts.every((part, at) => part === last?.parts[at]);
      const site =
        isSame && last !== undefined
          ? last.loaded.site
          : prepareSite({ config, locate, sources, read, bundles, history: dated.files }, kept);
      const diagnostics = [...found, ...site.layout.diagnostics];
      last = { parts, loaded: { site, read, diagnostics } };
      return { loaded: last.loaded, blocking: broken };
    },
  };
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

/** An equal configuration stays the same object; if the new one is broken, the last one is kept. */
function nextConfig(
  before: Configured | undefined,
  { config, compiled, diagnostics }: LoadedConfig,
): Configured | undefined {
  if (config === undefined) return before;
  const kept = before === undefined ? config : withKeptValues(before.config, config);
  // Locations in the file may have changed nevertheless.
  return { config: kept, locate: configLocator(config), compiled, diagnostics };
}

/** Equal values stay the same objects, so that nothing derived from them is made again. */
function withKeptValues(before: ResolvedConfig, now: ResolvedConfig): ResolvedConfig {
  const texts = new Map(Object.entries(before).map(([key, value]) => [key, JSON.stringify(value)]));
  const kept = Object.entries(now).filter(
    ([key, value]) =>
      texts.get(key) === JSON.stringify(value) &&
      // An unchanged module has the same functions.
      (key !== 'plugins' || isDeepStrictEqual(before.plugins, value)) &&
      (key !== 'samples' || isDeepStrictEqual(before.samples, value)),
  );
  if (kept.length === Object.keys(now).length && texts.size === kept.length) return before;
  const names = new Set(kept.map(([key]) => key));
  const old = Object.fromEntries(Object.entries(before).filter(([key]) => names.has(key)));
  return { ...now, ...old };
}

/** Lists the folders again if files were added or removed, or a path is unknown; otherwise returns the same list. */
function createSourceFinder(
  isIgnored: IsIgnored,
): (config: ResolvedConfig, changes: DiskChanges) => Sources {
  let last:
    | { readonly config: ResolvedConfig; readonly sources: Sources; readonly known: Set<string> }
    | undefined;
  return (config, { paths, structural }) => {
    const before = last?.config === config ? last : undefined;
    const isKnown = (path: string): boolean =>
      before?.known.has(path) === true || !path.startsWith(config.contentDir + sep);
    if (before !== undefined && !structural && [...paths].every(isKnown)) return before.sources;
    const found = discover(config, isIgnored);
    const isSame = before !== undefined && namesOf(before.sources) === namesOf(found);
    const sources = isSame ? before.sources : found;
    last = { config, sources, known: new Set(filesOf(sources)) };
    return sources;
  };
}

function namesOf(sources: Sources): string {
  const { linked, refused, diagnostics } = sources;
  return JSON.stringify([filesOf(sources), linked, [...refused], diagnostics]);
}

function filesOf(sources: Sources): string[] {
  const { docs, reactPages, categories, summaries, assets, statics, messages } = sources;
  const lists = [docs, reactPages, categories, summaries, assets, statics, [...messages.values()]];
  return lists.flatMap((list) => ['', ...list.map(({ absolute }) => absolute)]);
}

/** Keeps link targets, API articles and names of assets while their input is unchanged. */
function createKeeper(): (read: ReadSite, sources: Sources, isChanged: IsChanged) => Kept {
  const assetFiles = rememberFiles();
  const imageFiles = rememberFiles();
  let last:
    | { readonly read: ReadSite; readonly files: readonly unknown[]; readonly kept: Kept }
    | undefined;
  return (read, sources, isChanged) => {
    const images = sources.statics.filter(({ path }) => isImageFile(path));
    const files = [assetFiles(sources.assets, isChanged), imageFiles(images, isChanged)];
    const before = last;
    const isSame =
      before !== undefined &&
      before.read.apis === read.apis &&
      files.every((list, index) => list === before.files[index]) &&
      haveSameAddresses(before.read.graph, read.graph);
    const kept = isSame ? before.kept : prepareAddresses(read);
    last = { read, files, kept };
    return kept;
  };
}

/** True if all link targets are the same. Titles and sidebars may differ. */
function haveSameAddresses(before: SiteGraph, now: SiteGraph): boolean {
  return (
    before.config === now.config &&
    before.messages === now.messages &&
    haveSameKeys(before.statics, now.statics) &&
    haveSameKeys(before.assetByFile, now.assetByFile) &&
    haveSameKeys(before.drafts, now.drafts) &&
    [...now.drafts].every(([key, value]) => before.drafts.get(key) === value) &&
    haveSameKeys(before.pages, now.pages) &&
    [...now.pages].every(([route, node]) => isSamePage(before.pages.get(route), node))
  );
}

function haveSameKeys<Key>(before: ReadonlyMap<Key, unknown>, now: ReadonlyMap<Key, unknown>) {
  return before.size === now.size && [...now.keys()].every((key) => before.has(key));
}

function isSamePage(before: PageNode | undefined, now: PageNode): boolean {
  if (before === undefined) return false;
  if (before.type === 'api' && now.type === 'api')
    return before.api === now.api && before.page.slug === now.page.slug;
  if ('source' in before && 'source' in now)
    return before.type === now.type && before.source.file === now.source.file;
  return before.type === now.type;
}
