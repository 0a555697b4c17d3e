/** Makes the files of one page, and facts about it. */
import { integrityOf } from '../bundle/bundle-client.ts';
import type { RenderedLayout } from '../bundle/render-layout.ts';
import { hashOf } from '../cache/file-hashes.ts';
import { messageOfError } from '../config/loading/error-location.ts';
import { endingInTime } from '../config/loading/time-limit.ts';
import type { HeadInput } from '../config/plugins.ts';
import { articleMarkdown } from '../html/markdown/article-markdown.ts';
import { type ScannedPage, scanPage } from '../html/scan-page.ts';
import { metaPolicy } from '../publish/hosting-rules.ts';
import type { OutputFile, PlannedFile } from '../publish/output-file.ts';
import { renderDocument } from '../render/document.ts';
import { type RenderFailure } from '../render/render-page.ts';
import type { IndexedSection } from '../search/index/build-index.ts';
import { pageSections } from '../search/index/page-sections.ts';
import type { PageInput } from '../shared/page.ts';
import { type HeadAsset, type PagePolicy, READS } from '../shared/page-data.ts';
import { markdownFile, printFile, toRoute, type Url } from '../shared/paths.ts';
import { fillMessage } from '../shared/ui-messages.ts';
import { apiFilePaths } from '../site/api-files.ts';
import type { RichTextFindings } from '../site/api-rich-text.ts';
import type { DocNode, PageNode } from '../site/graph-types.ts';
import type { PreviewImage } from '../site/identity.ts';
import { absolute, indexAddress, indexLine, markdownOf } from '../site/markdown-pages.ts';
import { layoutReferences } from '../site/layout-links.ts';
import { messagesOf } from '../site/locales.ts';
import { pageHead } from '../site/page-head.ts';
import { type PluginHead, pluginHead } from '../site/plugin-head.ts';
import { duplicateIdProblems, policyProblems, reactPageLinks } from '../site/react-pages.ts';
import { routeLocation } from '../site/routes.ts';
import { searchIndexFile } from '../site/search-data.ts';
import { builderMessagesFile, sharedFile } from '../site/shared-files.ts';
import { pageFile } from '../site/site-files.ts';
import type { Site } from './prepare.ts';
import type { SiteMemory } from './inputs.ts';
import type { SocialImage } from './social-images.ts';
import { linkFacts, type PageNotes } from './check-pages.ts';

const NO_NOTES: PageNotes = {
  description: '',
  references: [],
  links: [],
  diagnostics: [],
  policies: [],
};

/** A layout around a page's content, or the error that a template has thrown. */
type RenderedPage =
  | { readonly input: PageInput; readonly head: PluginHead; readonly layout: RenderedLayout }
  | { readonly failure: RenderFailure };

export type PageSteps = ReturnType<typeof createPageSteps>;

/** Adds the steps that make pages, by route. */
export function createPageSteps({ memory }: SiteMemory, site: Site) {
  const nodeAt = (route: string): PageNode => {
    const node = site.graph.pages.get(toRoute(route));
    if (node === undefined) throw new Error(`there is no page ${route}`);
    return node;
  };
  const rendered = memory.step<RenderedPage>({
    name: 'rendered page',
    isPart: true,
    run: (route) => renderPage(site, nodeAt(route)),
  });
  const notes = memory.step<PageNotes>({
    name: 'page',
    run: (route) => pageNotes(site, nodeAt(route), rendered(route)),
    disk: {
      write: (found) => (found.failure === undefined ? JSON.stringify(found) : ''),
      read: (text) => JSON.parse(text),
    },
  });
  const sections = memory.step<readonly IndexedSection[]>({
    name: 'sections',
    run: (route) => {
      const node = nodeAt(route);
      const body = node.type === 'react' ? rendered(route) : undefined;
      return sectionsOf(site, node, body);
    },
    // A page that is made again mostly has the sections of before: only its neighbors have changed.
    print: (found) => hashOf(JSON.stringify(found)),
  });
  const apiFindings = memory.step<RichTextFindings>({
    name: 'findings in API pages',
    run: () =>
      site.apiFindings(
        [...site.graph.pages.values()].flatMap((node) =>
          node.type === 'api' ? [[node, notes(node.route).apiUses ?? []] as const] : [],
        ),
      ),
    disk: { write: (found) => JSON.stringify(found), read: (text) => JSON.parse(text) },
  });
  return {
    /** Makes the article of a page that no earlier build has made. */
    makeArticle: (node: PageNode): void => {
      if (memory.knows('page', node.route)) return;
      if (node.type === 'doc') site.readDoc(node.source.file);
      if (node.type === 'api') site.apiArticle(node);
    },
    notes: ({ route }: PageNode): PageNotes => notes(route),
    /** As `notes`, when no promise of a plug-in is pending. */
    settled: async ({ route }: PageNode): Promise<PageNotes> => {
      let found = notes(route);
      while (await site.settlePlugins()) found = notes(route);
      return found;
    },
    /** The links and problems in the texts of all API pages. */
    apiFindings: (): RichTextFindings => apiFindings(''),
    /** The sections for the search; equal fingerprints mean equal sections. */
    sections,
    files: (node: PageNode): PageFiles => pageFiles(site, node, rendered(node.route)),
    /** Frees what only the page needs. */
    release: (node: PageNode): void => {
      for (const step of [rendered, sections]) step.release(node.route);
      site.release(node);
    },
  };
}

function renderPage(site: Site, node: PageNode): RenderedPage {
  const { bundles } = site;
  const input = site.pageInput(node);
  const head = headOf(site, node, input);
  try {
    const failure = node.type === 'api' ? site.apiArticle(node).failure : undefined;
    if (failure !== undefined) throw failure.cause;
    const file = node.type === 'react' ? node.source.file : undefined;
    const page = {
      input,
      file,
      // Only pages with islands ask.
      get scripts() {
        return bundles.islands.scripts;
      },
    };
    const render = (): RenderedLayout => bundles.renderer.render(page);
    const isOwn = bundles.renderer.isOwn || node.type === 'react';
    return { input, head, layout: isOwn ? endingInTime(render) : render() };
  } catch (cause) {
    const start =
      node.type === 'react' ? { file: node.source.file, line: 1, column: 1 } : undefined;
    const location = bundles.renderer.locationOf(cause) ?? start;
    return { failure: { route: node.route, reason: messageOfError(cause), location } };
  }
}

export interface PageFiles {
  /** The document and files for programs; empty if a template has thrown. */
  readonly files: readonly OutputFile[];
  /** Files that other pages may have, too. */
  readonly shared: readonly OutputFile[];
  /** The image of its link previews, if the build makes it. */
  readonly social: SocialImage | undefined;
}

function pageFiles(site: Site, node: PageNode, rendered: RenderedPage): PageFiles {
  if ('failure' in rendered) return { files: [], shared: [], social: undefined };
  const { input, head, layout } = rendered;
  const own = pageHead(site, node, {
    unlisted: site.isUnlisted(node),
    version: input.page.version,
  });
  const social = own.image === undefined ? socialImage(site, input) : undefined;
  const { shared, ...assets } = pageAssets(site, node, layout);
  const policies = policiesOf(site, node, layout);
  const page = {
    ...own,
    image: own.image ?? (social && previewOf(site, social, input.page.title)),
    site: site.sharedOf(node).client,
    ...assets,
    policies,
    head: head.tags,
    securityPolicy: sitePolicy(site, policies),
    agents: agentsText(site, node, input.page.markdown),
  };
  const content = renderDocument({ input, settings: site.settings, page, body: layout.body });
  const document = { path: pageFile(node, site.config), content, origin: routeLocation(node) };
  const others = filesBeside(site, node, layout.body).map(({ make, ...file }) => ({
    ...file,
    content: make(),
  }));
  return { files: [document, ...others], shared, social };
}

/** The main part of a rendered page. */
function mainPart(body: string): string {
  const start = body.indexOf('<main');
  return start < 0 ? body : body.slice(start, body.lastIndexOf('</main>'));
}

/** Tells agents that read the HTML of a page where all pages are listed, and the address of its Markdown version. */
function agentsText(
  { graph, config }: Site,
  { locale }: PageNode,
  markdown: Url | undefined,
): string {
  const index = indexAddress(graph, locale);
  const { agentIndex, agentMarkdown } = messagesOf(graph.messages, locale);
  return [
    index === undefined ? '' : fillMessage(agentIndex, { index }),
    markdown && fillMessage(agentMarkdown, { address: absolute(config, markdown) }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The paths of a page's files, without making them. */
export function fileNames(
  site: Site,
  node: PageNode,
): readonly Pick<OutputFile, 'path' | 'origin'>[] {
  const document = { path: pageFile(node, site.config), origin: routeLocation(node) };
  return [document, ...filesBeside(site, node)];
}

/** The files beside a page's document: its Markdown version, a description or a slice of it, the data of a builder. */
function filesBeside(site: Site, node: PageNode, body = ''): readonly PlannedFile[] {
  const markdown = markdownOf(site.graph, node);
  const files: PlannedFile[] = [];
  // API pages of other locales share that of the default one.
  if (markdown === markdownFile(node.route)) {
    const make = (): string =>
      indexLine(site.graph, node.locale) +
      articleMarkdown(node.type === 'react' ? mainPart(body) : site.pageInput(node).html, {
        linkOf: site.markdownLink,
        moreSamples: (names) =>
          fillMessage(messagesOf(site.graph.messages, node.locale).moreSamples, {
            names: names.join(', '),
          }),
      });
    files.push({ path: markdown, make, origin: routeLocation(node) });
  }
  if (node.type === 'api')
    for (const [kind, path] of apiFilePaths(node, site.config)) {
      const { location: origin } = node.page;
      files.push({ path, make: () => site.apiFile(node, kind), origin });
    }
  return files;
}

function socialImage({ social }: Site, input: PageInput): SocialImage | undefined {
  return input.page.kind === 'notFound' ? undefined : social?.of(input);
}

function previewOf(
  { config }: Site,
  { path, width, height }: SocialImage,
  title: string,
): PreviewImage {
  return { href: printFile(path, config), width, height, alt: title };
}

/** The security policy in a document of the site, if its host does not send it. */
export function sitePolicy(
  { config, bundles }: Pick<Site, 'config' | 'bundles'>,
  policies: readonly PagePolicy[],
): string | undefined {
  const hasIslands =
    bundles.islands.loader !== undefined || config.openapi.some((api) => api.console !== undefined);
  return metaPolicy({ config, policies, hasIslands });
}

/** The tags of plug-ins in the head of a page. */
function headOf(from: Site, node: PageNode, { page, site }: PageInput): PluginHead {
  const input: HeadInput = {
    route: node.route,
    title: page.title,
    description: page.description,
    file: 'source' in node ? node.source.file : undefined,
    language: site.locale.htmlLang,
  };
  const { tags, diagnostics } = pluginHead(from, input);
  const added = from.additions(node);
  return {
    tags: [...tags, ...added.head],
    diagnostics: [...diagnostics, ...added.diagnostics],
  };
}

interface PageAssets {
  readonly styles: readonly HeadAsset[];
  readonly scripts: readonly HeadAsset[];
  readonly shared: readonly OutputFile[];
  /** Whether its islands read the page's data. */
  readonly hasData: boolean;
}

/** The style sheets and scripts of a page, in addition to those of all pages. */
function pageAssets(site: Site, node: PageNode, { body, islands }: RenderedLayout): PageAssets {
  const { styleParts, scriptParts } = site.settings;
  const { api, home } = styleParts;
  const { bundles } = site;
  const doc = node.type === 'doc' ? site.readDoc(node.source.file) : undefined;
  const isList = node.type === 'generated' && /siteIndex|tags|posts/.test(node.generated);
  const isHome =
    doc === undefined
      ? !isList
      : doc.frontmatter.layout === 'home' || site.pageInput(node).page.kind === 'home';
  const part = node.type === 'api' ? [api] : isHome ? [home] : [];
  const components = doc?.hasComponents === true ? bundles.components.styles : undefined;
  const hasIslands = islands !== undefined || doc?.islands !== undefined;
  const { loader } = bundles.islands;
  const shared = sharedFiles(site, node);
  const own = (node.type === 'doc' ? shared : []).map(({ path, content }) => ({
    href: printFile(path, site.config),
    integrity: integrityOf(content),
  }));
  return {
    styles: [...part, ...(components === undefined ? [] : [components]), ...own],
    scripts: [
      ...(node.type === 'api' ? [scriptParts.apiTools] : []),
      ...(hasIslands && loader !== undefined ? [loader] : []),
    ],
    shared,
    hasData: hasIslands && body.includes(READS),
  };
}

const NO_SOURCES: PagePolicy = {
  script: [],
  style: [],
  font: [],
  img: [],
  connect: [],
  trustedTypes: [],
  inlineStyles: false,
};

/** The additions to the site's policy that a page needs: for its islands, and to send requests to an API. */
function policiesOf(
  { readDoc }: Site,
  node: PageNode,
  { islands }: RenderedLayout,
): readonly PagePolicy[] {
  const doc = node.type === 'doc' ? readDoc(node.source.file) : undefined;
  const api = node.type === 'api' && node.page.kind === 'operation' ? node.api : undefined;
  const sends =
    api?.console === undefined
      ? []
      : [{ ...NO_SOURCES, connect: [...api.console.servers, ...api.console.tokens] }];
  return [...(doc?.islands ?? []), ...(islands ?? []), ...sends];
}

/** Files that other pages may have, too: the style sheet of a doc from its components, the messages of a builder. */
export function sharedFiles(site: Site, node: PageNode): readonly OutputFile[] {
  if (node.type === 'api') {
    const hasBuilder = apiFilePaths(node, site.config).some(([kind]) => kind === 'builder');
    return hasBuilder ? [builderMessagesFile(site.graph, node)] : [];
  }
  const css = node.type === 'doc' ? site.readDoc(node.source.file).css : '';
  return css === '' ? [] : [sharedFile('page', 'css', css)];
}

function pageNotes(site: Site, node: PageNode, rendered: RenderedPage): PageNotes {
  if ('failure' in rendered) return { ...NO_NOTES, failure: rendered.failure };
  const { config } = site;
  const { input, head, layout } = rendered;
  const { body } = layout;
  const { page } = input;
  const isScanned = node.type === 'react' || node.type === 'generated';
  const scanned = isScanned ? scanPage(body, config.markdown.searchHeadingLevel) : undefined;
  const own = reactNotes(site, node, scanned);
  const ids = node.type === 'api' ? site.apiArticle(node).ids : scanned?.ids;
  return {
    description: page.description,
    linkFacts: node.type === 'doc' ? linkFacts(site, node) : undefined,
    ids: ids && [...ids].join('\0'),
    layoutIds: node === site.sampleDoc ? idsAround(site, node, body) : undefined,
    // Links of docwright's templates lead to pages and files of the site, or are checked in the configuration.
    references: site.bundles.renderer.isOwn
      ? site.brokenReferences(node, layoutReferences(node, body))
      : [],
    links: own.links,
    apiUses: node.type === 'api' ? site.apiArticle(node).uses : undefined,
    diagnostics: [...own.diagnostics, ...head.diagnostics, ...layout.diagnostics],
    indexFile: searchIndexFile(config, node.locale, page.searchTag),
    policies: policiesOf(site, node, layout),
  };
}

/** The sections of a page for the search; `rendered` is that of a React page. */
function sectionsOf(
  site: Site,
  node: PageNode,
  rendered: RenderedPage | undefined,
): readonly IndexedSection[] {
  const { config, readArticle } = site;
  const scanned =
    rendered === undefined || 'failure' in rendered
      ? []
      : scanPage(rendered.layout.body, config.markdown.searchHeadingLevel).sections;
  return pageSections({
    node,
    page: site.pageInput(node).page,
    readArticle,
    scanned,
    article: node.type === 'api' ? site.apiArticle(node).sections : [],
    style: config,
  });
}

function reactNotes(
  site: Site,
  node: PageNode,
  scanned: ScannedPage | undefined,
): Pick<PageNotes, 'links' | 'diagnostics'> {
  if (node.type !== 'react' || scanned === undefined) return { links: [], diagnostics: [] };
  const read = site.readText(node.source);
  const source = read.ok ? read.text : '';
  return {
    diagnostics: [...policyProblems(node, scanned.refused), ...duplicateIdProblems(node, scanned)],
    links: reactPageLinks(site.graph, node, { links: scanned.links, source }),
  };
}

function idsAround({ readDoc }: Site, { source }: DocNode, body: string): readonly string[] {
  const own = new Set(readDoc(source.file).ids);
  return [...scanPage(body, 0).ids].filter((id) => !own.has(id));
}
