/**
 * THE MAP: one site, from its sources to a stage that can be published. Every step is a stage in a
 * folder of its own; only this file and its parts `read-site.ts` and `render-site.ts` wire them together.
 */
import type { ResolvedConfig } from '../config/types.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import { applyLevels } from '../diagnostics/levels.ts';
import {
  type FilePath,
  type OutputPath,
  printFile,
  toOutputPath,
  type Url,
} from '../shared/paths.ts';
import { createApiPages } from './api-pages.ts';
import { announcementCss } from './bundle/announcement-css.ts';
import { type BundledClient, bundleClient, type ClientAsset } from './bundle/bundle-client.ts';
import { bundleRenderer } from './bundle/bundle-renderer.ts';
import { checkSite } from './check/check-site.ts';
import { checkTemplates } from './bundle/check-templates.ts';
import { discover } from './discover/discover.ts';
import { hashAssets } from './discover/hash-assets.ts';
import type { LinkUse } from './check/check-input.ts';
import { templateSources } from './discover/template-sources.ts';
import { frameUses } from './graph/frame-links.ts';
import { createChrome } from './graph/chrome.ts';
import { type DocTargets, referencedAssets } from './graph/doc-links.ts';
import type { LocateConfig } from './graph/graph-input.ts';
import { isUnlisted, redirectFiles, sitemapUrls } from './graph/site-files.ts';
import { createHighlighter } from './parse/highlighter.ts';
import { sanitizeHtml } from './parse/sanitize-html.ts';
import { type ReadSite, readSite } from './read-site.ts';
import { renderSiteFile } from './render/bundles.ts';
import { renderRedirect } from './render/redirect.ts';
import { renderRobots, renderSitemap } from './render/sitemap.ts';
import {
  type Bundles,
  type ProgressEvent,
  type Rendered,
  renderSite,
  type Site,
  type SiteSink,
} from './render-site.ts';
import type { IndexBuilder } from './search/build-index.ts';
import { checkIndexSize } from './search/index-size.ts';
import type { PageNode } from './site-graph.ts';
import type { ReactPageMeta, SourceFile, Sources } from './types.ts';

export interface ProduceInput {
  readonly config: ResolvedConfig;
  readonly locate: LocateConfig;
  readonly sink: SiteSink;
  readonly progress: (event: ProgressEvent) => void;
  /** False: no scripts and styles are made. What pages say of them is a placeholder. */
  readonly bundlesClient?: boolean;
}

export interface Produced {
  readonly diagnostics: readonly Diagnostic[];
  readonly pages: number;
  /** Every reference of the site. */
  readonly links: readonly LinkUse[];
  /** Its Markdown files. */
  readonly docs: Sources['docs'];
}

/** Makes every file of the site and puts it into the sink. Publishes nothing. */
export async function produceSite(input: ProduceInput): Promise<Produced> {
  const { config, locate, progress } = input;
  const sources = discover(config);
  const bundling = bundleSite(input, sources);
  progress({ step: 'parse' });
  const read = readSite(config, sources, locate);
  progress({ step: 'bundle' });
  const bundles = await bundling;
  const site = prepareSite(input, read, bundles);
  const { graph, targets, chrome, api } = site;
  const rendered = await renderSite(site);
  progress({ step: 'search' });
  const oversized = publishSearch(input, rendered.indexes);
  publishSiteFiles(site, sources, locate);
  progress({ step: 'check' });
  const checked = checkSite({
    graph,
    targets,
    configLinks: chrome.links,
    pageLinks: [...rendered.links, ...api.findings.links, ...frameLinks(site, rendered)],
    ids: rendered.ids,
    chromeIds: rendered.chromeIds ?? new Set(),
    isUnlisted: site.isUnlisted,
  });
  const found = [
    ...read.diagnostics,
    ...bundles.diagnostics,
    ...chrome.diagnostics,
    ...rendered.diagnostics,
    ...api.findings.diagnostics,
    ...checked.diagnostics,
    ...oversized,
  ];
  return {
    diagnostics: applyLevels(found, config.links.rules),
    pages: graph.pages.size,
    links: checked.uses,
    docs: sources.docs,
  };
}

/** References around the articles that no configuration answers for: those of the site's own templates. */
function frameLinks({ graph, chrome, config }: Site, rendered: Rendered): readonly LinkUse[] {
  const broken = chrome.links.filter(({ target }) => target.type === 'broken');
  const known = new Set(broken.map(({ href }) => href));
  const links = rendered.frame.list();
  return frameUses({ graph, links, known, templates: templateSources(config) });
}

/** Everything that rendering needs to know: navbar and sidebars, articles of APIs, addresses of assets. */
function prepareSite(input: ProduceInput, read: ReadSite, bundles: Bundles): Site {
  const { graph, labels, targets, apis, prose } = read;
  const assetUrl = publishAssets(input.sink, targets, input.config);
  const highlight = createHighlighter();
  const api = createApiPages({ apis, graph, cache: prose, highlight });
  const reactPage = (file: FilePath): ReactPageMeta => bundles.renderer?.pageMeta(file) ?? NO_META;
  const chrome = createChrome({
    ...input,
    graph,
    labels,
    targets,
    assetUrl,
    sanitize: sanitizeHtml,
    reactPage: ({ source }) => ({
      meta: reactPage(source.file),
      entry: bundles.client?.pageEntries.get(source.file)?.href,
    }),
    apiArticle: api.article,
  });
  const hidden = (node: PageNode): boolean => isUnlisted(node, (file) => reactPage(file).unlisted);
  return { ...input, graph, targets, bundles, chrome, api, assetUrl, isUnlisted: hidden };
}

const NO_META: ReactPageMeta = { title: '', description: '', unlisted: false };

/** Templates for this process and scripts for the browser; esbuild works in a process of its own meanwhile. */
async function bundleSite(
  { config, bundlesClient = true }: ProduceInput,
  sources: Sources,
): Promise<Bundles> {
  const { siteDir, templatesDir } = config;
  const assetsUrl = `${config.baseUrl}assets`;
  const input = { siteDir, templatesDir, assetsUrl, reactPages: sources.reactPages };
  const [server, browser] = await Promise.all([
    bundleRenderer(input),
    bundlesClient
      ? bundleClient({
          ...input,
          style: config,
          css: announcementCss(config.announcementBar),
          needsHead: needsHead(config),
        })
      : NO_CLIENT,
  ]);
  // Both compile the same files: a problem of both is told once.
  const found = [
    ...server.diagnostics,
    ...browser.diagnostics,
    ...checkTemplates(siteDir, templatesDir),
  ];
  const unique = new Map(found.map((entry) => [JSON.stringify(entry), entry]));
  const diagnostics = [...unique.values()];
  return { renderer: server.renderer, client: browser.client, diagnostics };
}

const NO_ASSET: ClientAsset = {
  href: printFile('', { baseUrl: '/', trailingSlash: true }),
  integrity: '',
};

const NO_CLIENT: BundledClient = {
  client: {
    files: [],
    script: NO_ASSET,
    styles: NO_ASSET,
    head: undefined,
    generation: '',
    pageEntries: new Map(),
  },
  diagnostics: [],
};

/** Only what a reader may have changed has to be known before the first paint. */
function needsHead({ announcementBar, colorMode, sidebar }: ResolvedConfig): boolean {
  return announcementBar?.isCloseable === true || !colorMode.disableSwitch || sidebar.hideable;
}

/** Publishes the files beside the content that docs refer to; returns the printer of their addresses. */
function publishAssets(
  sink: SiteSink,
  targets: DocTargets,
  config: ResolvedConfig,
): (source: SourceFile) => Url {
  const paths = hashAssets(referencedAssets(targets));
  for (const [source, path] of paths) {
    if (!sink.has(path)) sink.copy({ path, from: source.absolute, origin: sourcePlace(source) });
  }
  return (source) => printFile(paths.get(source) ?? '', config);
}

/** Where a file's path in the output is decided: its name. */
function sourcePlace({ file }: SourceFile): Location {
  return { file, line: 1, column: 1 };
}

/** One index file for each search tag of each locale; tells which are too large. */
function publishSearch(
  { config, locate, sink }: ProduceInput,
  indexes: ReadonlyMap<OutputPath, IndexBuilder>,
): readonly Diagnostic[] {
  const oversized: Diagnostic[] = [];
  for (const [path, index] of indexes) {
    const content = index.finish();
    sink.put({ path, content });
    oversized.push(...checkIndexSize({ path, content, locate, ...config.search }));
  }
  return oversized;
}

/** What pages share in the browser. Whole long sidebars are files of their own: few readers open them. */
function publishShared({ sink, chrome }: Site, generation: string): void {
  for (const { file, site, sidebars, whole } of chrome.shared) {
    if (whole !== undefined) {
      sink.put({ path: whole.file, content: JSON.stringify(whole.sidebars) });
    }
    const content = renderSiteFile({ generation, site, sidebars });
    sink.put({ path: file, content });
  }
}

/** Files of the whole site: scripts and styles, static files, redirects, sitemap, robots. */
function publishSiteFiles(site: Site, sources: Sources, locate: LocateConfig): void {
  const { sink, graph, config, bundles } = site;
  for (const file of bundles.client?.files ?? []) sink.put(file);
  if (bundles.client !== undefined) publishShared(site, bundles.client.generation);
  for (const source of sources.statics) {
    const path = toOutputPath(source.path);
    sink.copy({ path, from: source.absolute, origin: sourcePlace(source) });
  }
  redirectFiles(graph).forEach(({ file, target }, index) => {
    const origin = locate(['redirects', index, 'from']);
    sink.put({ path: file, content: renderRedirect(target), origin });
  });
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
