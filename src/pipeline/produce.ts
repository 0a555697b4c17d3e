/**
 * THE MAP: builds one site, from its sources to files that can be published. Only this file and its parts `read`,
 * `bundle`, `prepare`, `page` and `files` connect the folders. `docs dev` keeps the result of every step.
 */
import { setFlagsFromString } from 'node:v8';
import { createComponentsBundler } from '../bundle/bundle-components.ts';
import { plainBundler } from '../bundle/bundler.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { createFileHashes } from '../cache/file-hashes.ts';
import { createMemory } from '../cache/memory.ts';
import { discover } from '../content/discover.ts';
import { createIgnoredFiles } from '../content/git-ignored.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SiteLinks } from '../links/doc-facts.ts';
import { type PublishedUrl, readUrlLock } from '../links/url-lock.ts';
import { addedSources, type WidePage } from '../publish/hosting-rules.ts';
import { atOrigins } from '../plugins/added-pages.ts';
import { addPluginFiles, pluginFindings } from '../plugins/after-pages.ts';
import { pageFacts } from '../plugins/page-facts.ts';
import type { PluginRuns } from '../plugins/plugin-runs.ts';
import type { Stage } from '../publish/stage.ts';
import type { PluginPage } from '../config/plugins.ts';
import type { IndexSink, SiteSink } from '../publish/output-file.ts';
import { allSteps } from '../shared/in-steps.ts';
import { itemAt } from '../shared/item-at.ts';
import type { FilePath, OutputPath, Route } from '../shared/paths.ts';
import type { LocateConfig, PageNode } from '../site/graph-types.ts';
import { docDiagnostics, parseMeanwhile } from './all-docs.ts';
import { withMadeSources } from './added-sources.ts';
import { createAgentFiles } from './agent-files.ts';
import { bundlePages, bundleSite, NO_BUNDLES, siteBundleCache } from './bundle.ts';
import type { SiteCache } from './cache.ts';
import { assetFiles, createSearchFiles, type HostFiles, hostFiles, otherFiles } from './files.ts';
import { readApiPasts } from './api-pasts.ts';
import { readHistory } from './history.ts';
import { gatherPageFacts, type PageNotes } from './check-pages.ts';
import { createPageSteps, fileNames, type PageSteps } from './page.ts';
import type { CodeSample } from '../markdown/parsed-doc.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import type { SampleCounts } from '../samples/counts.ts';
import { createPageOutput } from './page-output.ts';
import { createSiteSteps, type Site } from './prepare.ts';
import type { SiteMemory } from './inputs.ts';
import { createSourceSteps, type ReadSite } from './read.ts';
import { loadSampleCheck } from './sample-steps.ts';
import type { SocialImages } from './social-images.ts';

/** The current step of a run and, while pages are rendered, the number of finished pages. */
export interface ProgressEvent {
  readonly step:
    | 'load'
    | 'open'
    | 'parse'
    | 'bundle'
    | 'render'
    | 'search'
    | 'check'
    | 'verify'
    | 'publish'
    | 'cache';
  readonly done?: number;
  readonly total?: number;
}

export interface ProduceInput {
  readonly config: ResolvedConfig;
  readonly locate: LocateConfig;
  readonly sink: SiteSink;
  readonly progress: (event: ProgressEvent) => void;
  /** Called with the time (ms) that each page took. */
  readonly onPage?: ((route: Route, milliseconds: number) => void) | undefined;
  /** False: no scripts and styles are made, and pages contain placeholders for them. */
  readonly bundlesClient?: boolean;
  /** `site`: all files; `findings`: none. Default: `site`. */
  readonly makes?: 'site' | 'findings';
  /** Receives the index of the search; default: the sink, if files are made. */
  readonly indexSink?: IndexSink | undefined;
  /** Makes the images of link previews. */
  readonly social?: SocialImages | undefined;
  /** The cache of earlier runs; without it, nothing is read from or written to one. */
  readonly cache?: SiteCache | undefined;
  /** The steps of the site, to which the caller has added some. Default: those of `cache`. */
  readonly steps?: SiteSteps;
  /** Called for each page while its input is in memory. */
  readonly onNode?: (node: PageNode) => void;
}

export interface Produced {
  /** With the levels of the catalog. */
  readonly diagnostics: readonly Diagnostic[];
  readonly pages: number;
  /** Number of pages that are code. */
  readonly codePages: number;
  readonly links: SiteLinks;
  readonly samples: SampleCounts;
  /** The size of `urls.lock`; undefined if there is none. */
  readonly locked: { readonly paths: number; readonly anchors: number } | undefined;
  /** All that a run of samples needs: the code blocks of each doc, and the APIs. */
  readonly sampleSources: () => {
    readonly pages: readonly (readonly CodeSample[])[];
    readonly apis: readonly LoadedApi[];
  };
  /** The addresses that readers may link to. */
  readonly urls: () => readonly PublishedUrl[];
  /** The pages that need more than the site's security policy. */
  readonly widePages: readonly WidePage[];
  /** For the configuration of a server. */
  readonly hostRules: HostFiles['rules'];
  /** Lets plug-ins add files to those of a build. */
  readonly addPluginFiles: (
    stage: Pick<Stage, 'files' | 'put' | 'has'>,
  ) => Promise<readonly Diagnostic[]>;
  /** The files that were read, relative to the site folder. */
  readonly files: readonly string[];
}

/** A site whose pages can be made. */
export interface OpenedSite {
  readonly site: Site;
  readonly read: ReadSite;
  readonly pages: PageSteps;
  readonly plugins: PluginRuns;
  /** Without the problems in the text of docs, and of pages. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A site whose steps have no input yet. */
export type SiteSteps = ReturnType<typeof createSite>;

/** THE MAP of steps: sources, site, pages. */
export function createSite(of: SiteMemory) {
  const sources = createSourceSteps(of);
  const { read } = sources;
  const { site, ...others } = createSiteSteps(of, sources);
  const pages = createPageSteps(of, site);
  const { memory, hashes } = of;
  return { memory, hashes, sources, read, site, ...others, pages };
}

type OpenInput = Omit<ProduceInput, 'sink' | 'onPage' | 'onNode'>;

/** Reads and compiles a site; makes no page. */
export async function openSite(
  { config, locate, progress, bundlesClient, social, cache }: OpenInput,
  steps: SiteSteps = createSite(siteMemory(cache)),
): Promise<OpenedSite> {
  const { isIgnored } = createIgnoredFiles();
  const { read, sources, site, pages } = steps;
  const found = await withMadeSources(sources.plugins, {
    config,
    locate,
    code: cache?.code ?? '',
    sources: discover(config, isIgnored),
  });
  const { reactPages } = found;
  const bundler = plainBundler(cache === undefined ? {} : siteBundleCache(config.siteDir));
  const history = readHistory({ config, locate, cache });
  const past = readApiPasts({ config, locate, cache });
  const bundling = bundleSite({ config, reactPages, bundlesClient, bundler });
  progress({ step: 'parse' });
  const { histories } = past;
  const sampleCheck = await loadSampleCheck(config);
  sources.set({
    config,
    locate,
    sources: found,
    code: cache?.code ?? '',
    isIgnored,
    sampleCheck,
    histories,
  });
  let modules = read.modules();
  while (await sources.plugins.settle()) modules = read.modules();
  progress({ step: 'bundle' });
  const isPlain = (file: FilePath): boolean => !modules.has(file);
  await parseMeanwhile(read, { promise: bundling, isChosen: isPlain });
  const { diagnostics, ...bundled } = await bundling;
  const { diagnostics: componentProblems, ...own } = await bundlePages(
    { config, modules, bundler, ...bundled },
    createComponentsBundler(),
  );
  const { components, islands } = own;
  sources.setRun(components.run, `${components.hash} ${islands.key}`);
  const { files: dated, diagnostics: undated } = await history;
  const bundles = { ...(bundled.bundles ?? NO_BUNDLES), components, islands };
  steps.set({ bundles, history: dated, social });
  return {
    site,
    read,
    pages,
    plugins: sources.plugins,
    diagnostics: [
      ...read.diagnostics,
      ...componentProblems,
      ...diagnostics,
      ...undated,
      ...past.diagnostics,
    ],
  };
}

/** The memory of a cache, or a new one. */
export function siteMemory(cache: SiteCache | undefined): SiteMemory {
  return cache ?? { memory: createMemory(), hashes: createFileHashes() };
}

/** Makes all files of the site and puts them into the sink. Publishes nothing. */
export async function produceSite(input: ProduceInput): Promise<Produced> {
  const { config, social, cache } = input;
  const { steps = createSite(siteMemory(cache)) } = input;
  const opened = await openSite(input, steps);
  const { site, read, diagnostics } = opened;
  const { sources } = site;
  const made = await makeSite(steps, input);
  const texts = await docDiagnostics(read);
  const { plugins } = steps.sources;
  const findings = await pluginFindings(plugins, input, () => factsOf(opened));
  const all = [diagnostics, texts, made.diagnostics, social?.diagnostics ?? [], findings].flat();
  return {
    diagnostics: atOrigins(all, sources),
    addPluginFiles: (stage) => addPluginFiles(plugins, input, stage),
    pages: read.graph.pages.size,
    codePages: sources.docs.filter(({ path }) => isCode(path, config)).length,
    links: made.links,
    samples: read.samples(),
    locked: made.locked,
    sampleSources: () => ({
      pages: [...read.heads.keys()].map((file) => read.samplesOf(file)),
      apis: read.apis.apis,
    }),
    urls: made.urls,
    widePages: made.widePages,
    hostRules: made.hostRules,
    files: [
      ...[sources.docs, sources.reactPages, sources.categories, sources.summaries, sources.skills]
        .flat()
        .flatMap(({ file, made: isMade }) => (isMade === undefined || isMade.own ? [file] : [])),
      ...config.openapi.map(({ spec }) => spec),
      ...(config.isAssumed ? [] : [config.configFile]),
    ],
  };
}

/** The facts of all pages of Markdown, for plug-ins. */
export function factsOf({ site, read }: Pick<OpenedSite, 'site' | 'read'>): readonly PluginPage[] {
  return [...site.graph.pages.values()].flatMap((node) => {
    if (node.type !== 'doc') return [];
    const facts = pageFacts(node, read.readArticle(node.source.file), site.targets(node));
    read.release(node.source.file);
    return [facts];
  });
}

/** True for a file that runs when the site is built. */
function isCode(path: string, { markdown }: ResolvedConfig): boolean {
  return markdown.mdx && (path.endsWith('.mdx') || markdown.components.md);
}

/** Number of pages in a batch; between batches, the event loop can handle an interrupt. */
const BATCH = 20;

/** Above so many pages, memory counts more than time: garbage is collected when the heap has grown by less than a third. */
const MANY_PAGES = 5000;

/** Makes the pages in small batches and keeps only the input of search and check, so that memory use stays flat. */
async function makeSite(
  steps: SiteSteps,
  { sink: to, progress, onPage, onNode, cache, makes = 'site', indexSink }: ProduceInput,
): Promise<
  Pick<Produced, 'diagnostics' | 'links' | 'locked' | 'urls' | 'widePages' | 'hostRules'>
> {
  const { site, read, pages } = steps;
  const { sink, extensions } = noteExtensions(to);
  const search =
    makes === 'site' || indexSink !== undefined
      ? createSearchFiles(site, { ...(indexSink ?? sink), cache })
      : undefined;
  const agents = makes === 'site' ? createAgentFiles(site, { sink, cache }) : undefined;
  const output = makes === 'site' ? createPageOutput(steps, { site, pages, sink }) : undefined;
  const facts = gatherPageFacts(site, pages.apiFindings);
  const { graph, config } = site;
  const nodes = site.bundles.renderer === NO_BUNDLES.renderer ? [] : [...graph.pages.values()];
  const total = nodes.length;
  if (total > MANY_PAGES) setFlagsFromString('--heap-growing-percent=30');
  const widePages: WidePage[] = [];
  for (let done = 0; done < total; done += BATCH) {
    progress({ step: 'render', done, total });
    const batch = nodes.slice(done, done + BATCH);
    const spent = batch.map(() => 0);
    // Task by task, not page by page: the code and the data of a task stay in the processor's caches.
    const each = async (task: (node: PageNode, at: number) => void | Promise<void>) => {
      for (const [at, node] of batch.entries()) {
        const started = performance.now();
        await task(node, at);
        spent[at] = (spent[at] ?? 0) + performance.now() - started;
      }
    };
    await each(pages.makeArticle);
    const notes: PageNotes[] = [];
    await each(async (node) => {
      const found = await pages.settled(node);
      notes.push(found);
      facts.note(node, found);
      if (found.policies.length > 0 && addedSources(config, found.policies) !== '')
        widePages.push({ route: node.route, policies: found.policies });
    });
    await each((node, at) => {
      const markdown = output?.(node);
      agents?.note(node, itemAt(notes, at), markdown);
      if (makes === 'findings') sink.keep(fileNames(site, node));
    });
    await each(({ route, locale }, at) => {
      search?.note(itemAt(notes, at).indexFile, locale.htmlLang, {
        key: pages.sections.print(route),
        sections: () => pages.sections(route),
      });
    });
    for (const [at, node] of batch.entries()) {
      onNode?.(node);
      pages.release(node);
      if (node.type === 'doc') read.release(node.source.file);
      onPage?.(node.route, itemAt(spent, at));
    }
    await new Promise((resume) => setImmediate(resume));
  }
  progress({ step: 'render', done: total, total });
  for (const file of assetFiles(site, facts.assets())) sink.copy(file);
  progress({ step: 'search' });
  const large = search?.finish() ?? [];
  for (const file of otherFiles(site)) {
    if ('from' in file) sink.copy(file);
    else if (makes === 'findings') sink.keep([file]);
    else sink.put({ path: file.path, origin: file.origin, content: file.make() });
  }
  agents?.finish();
  const hosted = hostFiles(site, { config, widePages, extensions });
  for (const file of hosted.published) sink.put(file);
  progress({ step: 'check' });
  const lock = readUrlLock(config.siteDir);
  const checked = allSteps(facts.check(lock));
  const diagnostics = [
    ...site.layout.diagnostics,
    ...checked.diagnostics,
    ...large,
    ...hosted.diagnostics,
  ];
  const { links } = checked;
  const locked = lock && {
    paths: lock.urls.length,
    anchors: lock.urls.reduce((sum, { anchors }) => sum + anchors.length, 0),
  };
  return { diagnostics, links, locked, urls: facts.urls, widePages, hostRules: hosted.rules };
}

/** A sink that notes the extensions of all files. */
function noteExtensions({ put, copy, keep = () => false, read }: SiteSink): {
  sink: SiteSink & Required<Pick<SiteSink, 'keep'>>;
  extensions: Set<string>;
} {
  const extensions = new Set<string>();
  const note = (path: OutputPath): void => {
    const [, extension] = /\.([^./]+)$/.exec(path) ?? [];
    if (extension !== undefined) extensions.add(extension.toLowerCase());
  };
  const sink: ReturnType<typeof noteExtensions>['sink'] = {
    put: (file) => {
      note(file.path);
      put(file);
    },
    copy: (file) => {
      note(file.path);
      copy(file);
    },
    keep: (files) => {
      for (const { path } of files) note(path);
      return keep(files);
    },
    ...(read === undefined ? {} : { read }),
  };
  return { sink, extensions };
}
