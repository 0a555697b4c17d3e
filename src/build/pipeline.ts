/**
 * THE MAP: one site, from its sources to a stage that can be published. Every step is a stage in a
 * folder of its own; this is the only place that wires them together.
 */
import type { ResolvedConfig } from '../config/types.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import {
  type FilePath,
  type OutputPath,
  printFile,
  type Route,
  toOutputPath,
  type Url,
} from '../shared/paths.ts';
import { announcementCss } from './bundle/announcement-css.ts';
import { bundleClient, type ClientBundle } from './bundle/bundle-client.ts';
import { bundleRenderer, type Renderer } from './bundle/bundle-renderer.ts';
import { checkSite } from './check/check-site.ts';
import type { LinkUse } from './check/check-input.ts';
import { discover } from './discover/discover.ts';
import { hashAssets } from './discover/hash-assets.ts';
import { readSource } from './discover/read-source.ts';
import { type Chrome, createChrome } from './graph/chrome.ts';
import { type DocTargets, referencedAssets, resolveDocLinks } from './graph/doc-links.ts';
import { buildGraph } from './graph/graph.ts';
import type { LocateConfig } from './graph/graph-input.ts';
import { pageHead } from './graph/page-head.ts';
import { reactPageLinks } from './graph/react-page-links.ts';
import { isUnlisted, pageFile, redirectFiles, sitemapUrls } from './graph/site-files.ts';
import { parseSources } from './parse/parse-sources.ts';
import { sanitizeHtml } from './parse/sanitize-html.ts';
import type { DocumentSettings } from './render/document.ts';
import { renderRedirect } from './render/redirect.ts';
import { renderPage } from './render/render-page.ts';
import { scanPage } from './render/scan-page.ts';
import { renderRobots, renderSitemap } from './render/sitemap.ts';
import { buildSearchIndex, type IndexedSection } from './search/build-index.ts';
import { pageSections, withIds } from './search/sections.ts';
import type { PageNode, SiteGraph } from './site-graph.ts';
import type { OutputCopy, OutputFile, ReactPageMeta, SourceFile, Sources } from './types.ts';

/** Where the files of a site go: `write/stage.ts` on disk, a map in memory. */
export interface SiteSink {
  put(file: OutputFile): void;
  copy(copy: OutputCopy): void;
  has(path: OutputPath): boolean;
}

/** Where a run is: its step and, while pages are rendered, how many are done. */
export interface ProgressEvent {
  readonly step: 'parse' | 'bundle' | 'render' | 'search' | 'check' | 'publish';
  readonly done?: number;
  readonly total?: number;
}

export interface ProduceInput {
  readonly config: ResolvedConfig;
  readonly locate: LocateConfig;
  readonly sink: SiteSink;
  readonly progress: (event: ProgressEvent) => void;
}

export interface Produced {
  readonly diagnostics: readonly Diagnostic[];
  readonly pages: number;
  readonly links: number;
}

/** What later steps know once everything is parsed and bundled. */
interface Site extends ProduceInput {
  readonly graph: SiteGraph;
  readonly targets: DocTargets;
  readonly bundles: Bundles;
  readonly chrome: Chrome;
  readonly assetUrl: (source: SourceFile) => Url;
  readonly isUnlisted: (node: PageNode) => boolean;
}

/** Makes every file of the site and puts it into the sink. Publishes nothing. */
export async function produceSite(input: ProduceInput): Promise<Produced> {
  const { config, locate, sink, progress } = input;
  const sources = discover(config);
  const bundling = bundleSite(config, sources);
  progress({ step: 'parse' });
  const parsed = parseSources(sources, config.markdown, readSource);
  const { graph, diagnostics } = buildGraph({ config, sources, locate, ...parsed });
  const targets = resolveDocLinks(graph);
  progress({ step: 'bundle' });
  const bundles = await bundling;
  const assetUrl = publishAssets(sink, targets, config);
  const reactPage = (file: FilePath): ReactPageMeta => bundles.renderer?.pageMeta(file) ?? NO_META;
  const chrome = createChrome({
    ...input,
    graph,
    targets,
    assetUrl,
    sanitize: sanitizeHtml,
    reactPage: ({ source }) => ({
      meta: reactPage(source.file),
      entry: bundles.client?.pageEntries.get(source.file)?.href,
    }),
  });
  const hidden = (node: PageNode): boolean => isUnlisted(node, (file) => reactPage(file).unlisted);
  const site: Site = { ...input, graph, targets, bundles, chrome, assetUrl, isUnlisted: hidden };
  const rendered = await renderSite(site);
  progress({ step: 'search' });
  publishSearch(sink, rendered.sections);
  publishSiteFiles(site, sources);
  progress({ step: 'check' });
  const checked = checkSite({
    graph,
    targets,
    configLinks: chrome.links,
    pageLinks: rendered.links,
    ids: rendered.ids,
  });
  return {
    diagnostics: [
      ...sources.diagnostics,
      ...parsed.diagnostics,
      ...diagnostics,
      ...bundles.diagnostics,
      ...chrome.diagnostics,
      ...rendered.diagnostics,
      ...checked.diagnostics,
    ],
    pages: graph.pages.size,
    links: checked.links,
  };
}

const NO_META: ReactPageMeta = { title: '', description: '', unlisted: false };

interface Bundles {
  readonly renderer: Renderer | undefined;
  readonly client: ClientBundle | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Templates for this process and scripts for the browser; esbuild works in a process of its own meanwhile. */
async function bundleSite(config: ResolvedConfig, sources: Sources): Promise<Bundles> {
  const { siteDir, templatesDir } = config;
  const assetsUrl = `${config.baseUrl}assets`;
  const input = { siteDir, templatesDir, assetsUrl, reactPages: sources.reactPages };
  const [server, browser] = await Promise.all([
    bundleRenderer(input),
    bundleClient({ ...input, style: config, css: announcementCss(config.announcementBar) }),
  ]);
  // Both compile the same files: a problem is told once.
  const diagnostics = server.diagnostics.length > 0 ? server.diagnostics : browser.diagnostics;
  return { renderer: server.renderer, client: browser.client, diagnostics };
}

/** Publishes the files beside the content that docs refer to; returns the printer of their addresses. */
function publishAssets(
  sink: SiteSink,
  targets: DocTargets,
  config: ResolvedConfig,
): (source: SourceFile) => Url {
  const paths = hashAssets(referencedAssets(targets));
  for (const [source, path] of paths) {
    if (!sink.has(path)) sink.copy({ path, from: source.absolute });
  }
  return (source) => printFile(paths.get(source) ?? '', config);
}

/** What rendering leaves behind: nothing of the HTML itself, so that memory stays flat. */
interface Rendered {
  readonly diagnostics: Diagnostic[];
  readonly ids: Map<Route, ReadonlySet<string>>;
  readonly links: LinkUse[];
  /** By search tag. */
  readonly sections: Map<string, IndexedSection[]>;
}

/** After so many pages the event loop gets a turn, so that an interrupt is heard. */
const PAGES_PER_TURN = 20;

async function renderSite(site: Site): Promise<Rendered> {
  const rendered: Rendered = { diagnostics: [], ids: new Map(), links: [], sections: new Map() };
  const { renderer, client } = site.bundles;
  if (renderer === undefined || client === undefined) return rendered;
  const { config } = site;
  const settings: DocumentSettings = {
    origin: config.url,
    favicon: site.chrome.favicon,
    head: config.head,
    styles: client.styles,
    script: client.script,
  };
  const total = site.graph.pages.size;
  let done = 0;
  for (const node of site.graph.pages.values()) {
    renderNode(site, node, { rendered, settings, renderer, client });
    done += 1;
    if (done % PAGES_PER_TURN === 0) {
      site.progress({ step: 'render', done, total });
      await new Promise((resume) => setImmediate(resume));
    }
  }
  return rendered;
}

interface RenderTools {
  readonly rendered: Rendered;
  readonly settings: DocumentSettings;
  readonly renderer: Renderer;
  readonly client: ClientBundle;
}

function renderNode(site: Site, node: PageNode, tools: RenderTools): void {
  const { rendered, settings, renderer, client } = tools;
  const input = site.chrome.pageInput(node);
  const file = node.type === 'generated' ? undefined : node.source.file;
  const result = renderPage({
    input,
    settings,
    page: {
      ...pageHead(site, node, site.isUnlisted(node)),
      entry: file === undefined ? undefined : client.pageEntries.get(file),
    },
    file,
    render: renderer.render,
  });
  if (!result.ok) {
    rendered.diagnostics.push(result.diagnostic);
    return;
  }
  site.sink.put({ path: pageFile(node.route, site.config), content: result.html });
  const scanned =
    node.type === 'doc'
      ? undefined
      : scanPage(result.body, site.config.markdown.searchHeadingLevel);
  if (scanned !== undefined) rendered.ids.set(node.route, scanned.ids);
  if (scanned !== undefined && node.type === 'react') {
    const source = readSource(node.source);
    rendered.links.push(
      ...reactPageLinks(site.graph, node, {
        links: scanned.links,
        source: source.ok ? source.text : '',
      }),
    );
  }
  const sections = pageSections({
    node,
    page: input.page,
    scanned: scanned?.sections ?? [],
    style: site.config,
  });
  const list = rendered.sections.get(input.page.searchTag) ?? [];
  list.push(...sections);
  rendered.sections.set(input.page.searchTag, list);
}

/** One index file for each search tag. */
function publishSearch(
  sink: SiteSink,
  sections: ReadonlyMap<string, readonly IndexedSection[]>,
): void {
  for (const [tag, list] of sections) {
    const content = buildSearchIndex(withIds(list));
    sink.put({ path: toOutputPath(`search-index-${tag}.json`), content });
  }
}

/** Files of the whole site: scripts and styles, static files, redirects, sitemap, robots. */
function publishSiteFiles(site: Site, sources: Sources): void {
  const { sink, graph, config, bundles } = site;
  for (const file of bundles.client?.files ?? []) sink.put(file);
  for (const { path, absolute } of sources.statics)
    sink.copy({ path: toOutputPath(path), from: absolute });
  for (const { file, target } of redirectFiles(graph))
    sink.put({ path: file, content: renderRedirect(target) });
  const sitemap = renderSitemap(sitemapUrls(graph, site.isUnlisted));
  sink.put({ path: toOutputPath('sitemap.xml'), content: sitemap });
  const robots = toOutputPath('robots.txt');
  if (!sink.has(robots)) {
    sink.put({
      path: robots,
      content: renderRobots(config.url + printFile('sitemap.xml', config)),
    });
  }
}
