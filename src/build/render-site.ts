/** The part of the map that goes page by page: from the graph to HTML, page bundles and sections. */
import type { ResolvedConfig } from '../config/types.ts';
import { messageOfError } from '../config/loading/error-place.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import type { PageData } from '../shared/page.ts';
import { type OutputPath, printFile, type Route, type Url } from '../shared/paths.ts';
import type { ApiPages } from './api-pages.ts';
import type { ClientBundle } from './bundle/bundle-client.ts';
import type { Renderer } from './bundle/bundle-renderer.ts';
import type { LinkUse } from './check/check-input.ts';
import { readSource } from './discover/read-source.ts';
import type { Chrome } from './graph/chrome.ts';
import type { DocTargets } from './graph/doc-links.ts';
import { collectFrameLinks, type FrameLinks } from './graph/frame-links.ts';
import { pageHead } from './graph/page-head.ts';
import { policyProblems, reactPageLinks } from './graph/react-pages.ts';
import { routePlace } from './graph/routes.ts';
import { searchIndexFile } from './graph/search-data.ts';
import { bundleFile, pageFile } from './graph/site-files.ts';
import { renderPageBundle } from './render/bundles.ts';
import type { DocumentSettings } from './render/document.ts';
import { type RenderFailure, renderPage, templateErrors } from './render/render-page.ts';
import { scanPage } from './render/scan-page.ts';
import { createIndexBuilder, type IndexBuilder } from './search/build-index.ts';
import { pageSections } from './search/sections.ts';
import type { DocNode, PageNode, SiteGraph } from './site-graph.ts';
import type { OutputCopy, OutputFile, SourceFile } from './types.ts';

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

export interface Bundles {
  readonly renderer: Renderer | undefined;
  readonly client: ClientBundle | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** What later steps know once everything is parsed and bundled. */
export interface Site {
  readonly config: ResolvedConfig;
  readonly sink: SiteSink;
  readonly progress: (event: ProgressEvent) => void;
  readonly graph: SiteGraph;
  readonly targets: DocTargets;
  readonly bundles: Bundles;
  readonly chrome: Chrome;
  readonly api: ApiPages;
  readonly assetUrl: (source: SourceFile) => Url;
  readonly isUnlisted: (node: PageNode) => boolean;
}

/** What rendering leaves behind: nothing of the HTML itself, so that memory stays flat. */
export interface Rendered {
  readonly diagnostics: Diagnostic[];
  readonly failures: RenderFailure[];
  readonly ids: Map<Route, ReadonlySet<string>>;
  /** The ids that the layout has on every doc, read off the first one. */
  chromeIds: ReadonlySet<string> | undefined;
  readonly links: LinkUse[];
  /** References around the articles. */
  readonly frame: FrameLinks;
  /** The search indexes, under way, by file. */
  readonly indexes: Map<OutputPath, IndexBuilder>;
}

/** After so many pages the event loop gets a turn, so that an interrupt is heard. */
const PAGES_PER_TURN = 20;

/** Renders every page into the sink. */
export async function renderSite(site: Site): Promise<Rendered> {
  const rendered: Rendered = {
    diagnostics: [],
    failures: [],
    ids: new Map(),
    chromeIds: undefined,
    links: [],
    frame: collectFrameLinks(),
    indexes: new Map(),
  };
  const { renderer, client } = site.bundles;
  if (renderer === undefined || client === undefined) return rendered;
  const { config } = site;
  const settings: DocumentSettings = {
    origin: config.url,
    favicon: site.chrome.favicon,
    head: config.head,
    styles: client.styles,
    script: client.script,
    headScript: client.head,
    generation: client.generation,
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
  rendered.diagnostics.push(...templateErrors(rendered.failures));
  return rendered;
}

function chromeIds({ doc }: DocNode, body: string): ReadonlySet<string> {
  const own = new Set(doc.ids);
  return new Set([...scanPage(body, 0).ids].filter((id) => !own.has(id)));
}

function reactPlace(node: PageNode): Location | undefined {
  return node.type === 'react' ? { file: node.source.file, line: 1, column: 1 } : undefined;
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
  const file = 'source' in node ? node.source.file : undefined;
  const siteFile = printFile(site.chrome.sharedFile(node), site.config);
  const result = renderPage({
    input,
    settings,
    page: { ...pageHead(site, node, site.isUnlisted(node)), siteFile },
    file,
    render: renderer.render,
  });
  if (!result.ok) {
    rendered.failures.push({
      route: node.route,
      reason: messageOfError(result.cause),
      location: renderer.placeOf(result.cause) ?? reactPlace(node),
    });
    return;
  }
  const origin = routePlace(node);
  site.sink.put({ path: pageFile(node, site.config), content: result.html, origin });
  if (input.page.kind !== 'notFound') {
    const content = renderPageBundle(input, { generation: client.generation, siteFile });
    site.sink.put({ path: bundleFile(node.route, site.config), content, origin });
  }
  if (node.type === 'api') for (const made of site.api.files(node)) site.sink.put(made);
  notePage(site, rendered, { node, page: input.page, body: result.body });
}

interface RenderedNode {
  readonly node: PageNode;
  readonly page: PageData;
  /** The rendered layout. */
  readonly body: string;
}

/** Keeps of a page what the search and the link check need. */
function notePage(site: Site, rendered: Rendered, { node, page, body }: RenderedNode): void {
  const article = node.type === 'api' ? site.api.article(node) : undefined;
  if (article !== undefined) rendered.ids.set(node.route, article.ids);
  const scanned =
    node.type === 'doc' || node.type === 'api'
      ? undefined
      : scanPage(body, site.config.markdown.searchHeadingLevel);
  if (scanned !== undefined) rendered.ids.set(node.route, scanned.ids);
  rendered.frame.note(node, body);
  if (node.type === 'doc') rendered.chromeIds ??= chromeIds(node, body);
  if (scanned !== undefined && node.type === 'react') {
    rendered.diagnostics.push(...policyProblems(node, scanned.refused));
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
    page,
    scanned: scanned?.sections ?? [],
    article: article?.sections ?? [],
    style: site.config,
  });
  const file = searchIndexFile(site.config, node.locale, page.searchTag);
  const index = rendered.indexes.get(file) ?? createIndexBuilder();
  rendered.indexes.set(file, index);
  for (const section of sections) index.add(section);
}
