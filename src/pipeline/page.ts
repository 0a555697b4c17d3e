/** Makes the files of one page, and collects data for the search and the link check. */
import { createHash } from 'node:crypto';
import { integrityOf } from '../bundle/bundle-client.ts';
import type { RenderedLayout } from '../bundle/render-layout.ts';
import { messageOfError } from '../config/loading/error-location.ts';
import { endingInTime } from '../config/loading/time-limit.ts';
import type { HeadInput } from '../config/plugins.ts';
import { readSource } from '../content/read-source.ts';
import type { SourceFile } from '../content/source-file.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { articleMarkdown } from '../html/markdown/article-markdown.ts';
import { type ScannedPage, scanPage } from '../html/scan-page.ts';
import { checkDocs, checkSite, type SiteCheck, siteUrls } from '../links/check-site.ts';
import {
  type DocLinks,
  factsOfDoc,
  type LinkFacts,
  linkedAssets,
  usesOfDoc,
} from '../links/doc-facts.ts';
import {
  createStaticDocuments,
  isStaticDocument,
  type PublishedFile,
  type StaticDocuments,
} from '../links/static-documents.ts';
import type { PublishedUrl, UrlLock } from '../links/url-lock.ts';
import { metaPolicy } from '../publish/hosting-rules.ts';
import type { OutputFile } from '../publish/output-file.ts';
import { renderDocument } from '../render/document.ts';
import { type RenderFailure, templateErrors } from '../render/render-page.ts';
import type { IndexedSection } from '../search/index/build-index.ts';
import { pageSections } from '../search/index/page-sections.ts';
import type { InSteps } from '../shared/in-steps.ts';
import type { PageInput } from '../shared/page.ts';
import { type HeadAsset, type PagePolicy, READS } from '../shared/page-data.ts';
import {
  ASSETS_FOLDER,
  markdownFile,
  type OutputPath,
  printFile,
  type Route,
  toOutputPath,
} from '../shared/paths.ts';
import type { RichTextFindings } from '../site/api-rich-text.ts';
import { referencedAssets } from '../site/doc-links.ts';
import type { DocNode, LinkUse, PageNode } from '../site/graph-types.ts';
import type { PreviewImage } from '../site/identity.ts';
import { collectLayoutLinks, type LayoutReference, layoutUses } from '../site/layout-links.ts';
import { markdownOf } from '../site/markdown-pages.ts';
import { pageHead } from '../site/page-head.ts';
import { pluginHead } from '../site/plugin-head.ts';
import { hasRefusedScheme } from '../site/print-target.ts';
import { duplicateIdProblems, policyProblems, reactPageLinks } from '../site/react-pages.ts';
import { routeLocation } from '../site/routes.ts';
import { searchIndexFile } from '../site/search-data.ts';
import { folderFiles, pageFile } from '../site/site-files.ts';
import { templateSources } from '../site/template-sources.ts';
import type { Site } from './prepare.ts';
import type { SocialImage } from './social-images.ts';

interface MadePage {
  /** The document and files for programs; empty if a template has thrown. */
  readonly files: readonly OutputFile[];
  /** Files that other pages may have too. */
  readonly shared: readonly OutputFile[];
  /** The image of its link previews, if the build makes it. */
  readonly social: SocialImage | undefined;
  readonly notes: PageNotes;
}

/** Kept after the files of a page are written. */
export interface PageNotes {
  readonly node: PageNode;
  readonly description: string;
  /** The error that a template has thrown. */
  readonly failure: RenderFailure | undefined;
  /** The ids in the HTML, except for docs; for API pages, the ids of the article. */
  readonly ids: ReadonlySet<string> | undefined;
  /** The ids that the layout adds to every doc: set for the sample doc only. */
  readonly layoutIds: ReadonlySet<string> | undefined;
  /** Broken references in the layout. */
  readonly references: readonly LayoutReference[];
  /** The links of a doc, for the check. */
  readonly linkFacts: LinkFacts | undefined;
  /** References of a React page. */
  readonly links: readonly LinkUse[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sections: readonly IndexedSection[];
  /** The index file of the sections. */
  readonly indexFile: OutputPath | undefined;
  /** Additions to the site's policy that the page needs. */
  readonly policies: readonly PagePolicy[];
}

/** Makes a page. Pure: depends on the site alone. */
export function makePage(site: Site, node: PageNode): MadePage {
  const { bundles, settings } = site;
  const input = site.layout.pageInput(node);
  const head = pluginHead(site, headInput(node, input));
  const own = pageHead(site, node, site.isUnlisted(node));
  const social = own.image === undefined ? socialImage(site, input) : undefined;
  let layout: RenderedLayout;
  try {
    const { scripts } = bundles.islands;
    const file = node.type === 'react' ? node.source.file : undefined;
    const render = (): RenderedLayout => bundles.renderer.render({ input, file, scripts });
    layout = bundles.renderer.isOwn || node.type === 'react' ? endingInTime(render) : render();
  } catch (cause) {
    return failedPage(site, node, cause);
  }
  const { body } = layout;
  const { shared, ...assets } = pageAssets(site, node, layout);
  const page = {
    ...own,
    image: own.image ?? (social && previewOf(site, social, input.page.title)),
    site: site.layout.sharedOf(node).client,
    ...assets,
    head: head.tags,
    securityPolicy: sitePolicy(site, assets.policies),
  };
  const content = renderDocument({ input, settings, page, body });
  const document = { path: pageFile(node, site.config), content, origin: routeLocation(node) };
  const others = [
    ...markdownFiles(site, node, input),
    ...(node.type === 'api' ? site.api.files(node) : []),
  ];
  const copies = folderFiles(node, site.config).map((path) => ({ ...document, path }));
  return {
    files: [document, ...copies, ...others],
    shared,
    social,
    notes: {
      ...withProblems(pageNotes(site, node, { page: input.page, body }), [
        ...head.diagnostics,
        ...layout.diagnostics,
      ]),
      policies: assets.policies,
    },
  };
}

/** The Markdown version of a page, as a list of at most one. */
function markdownFiles(
  { graph, markdownLink }: Site,
  node: PageNode,
  { html }: PageInput,
): readonly OutputFile[] {
  const path = markdownOf(graph, node);
  // API pages of other locales share that of the default one.
  if (path === undefined || path !== markdownFile(node.route)) return [];
  const content = articleMarkdown(html, { linkOf: markdownLink });
  return [{ path, content, origin: routeLocation(node) }];
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
  const hasIslands = bundles.islands.loader !== undefined;
  return metaPolicy({ config, policies, hasIslands });
}

function headInput(node: PageNode, { page, site }: PageInput): HeadInput {
  return {
    route: node.route,
    title: page.title,
    description: page.description,
    file: 'source' in node ? node.source.file : undefined,
    language: site.locale.htmlLang,
  };
}

function withProblems(notes: PageNotes, problems: readonly Diagnostic[]): PageNotes {
  return problems.length === 0
    ? notes
    : { ...notes, diagnostics: [...notes.diagnostics, ...problems] };
}

interface PageAssets {
  readonly styles: readonly HeadAsset[];
  readonly scripts: readonly HeadAsset[];
  readonly shared: readonly OutputFile[];
  readonly policies: readonly PagePolicy[];
  /** Whether its islands read the page's data. */
  readonly hasData: boolean;
}

/** The style sheets and scripts of a page, in addition to those of all pages. */
function pageAssets(site: Site, node: PageNode, { body, islands }: RenderedLayout): PageAssets {
  const { styleParts, scriptParts } = site.settings;
  const { api, home } = styleParts;
  const { bundles } = site;
  const doc = node.type === 'doc' ? site.readDoc(node.source.file) : undefined;
  const isIndex = node.type === 'generated' && node.generated === 'siteIndex';
  const isHome = doc === undefined ? !isIndex : doc.frontmatter.layout === 'home';
  const part = node.type === 'api' ? [api] : isHome ? [home] : [];
  const components = doc?.hasComponents === true ? bundles.components.styles : undefined;
  const hasIslands = islands !== undefined || doc?.islands !== undefined;
  const { loader } = bundles.islands;
  const shared = sharedStyles(site, node);
  const own = shared.map(({ path, content }) => ({
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
    policies: [...(doc?.islands ?? []), ...(islands ?? [])],
    hasData: hasIslands && body.includes(READS),
  };
}

/** The style sheet that a doc has from its components; other pages may have the same. */
export function sharedStyles({ readDoc }: Site, node: PageNode): readonly OutputFile[] {
  const css = node.type === 'doc' ? readDoc(node.source.file).css : '';
  return css === '' ? [] : [styleFile(css)];
}

/** The style sheet of a page; equal ones are one file. */
function styleFile(css: string): OutputFile {
  const bytes = createHash('sha256').update(css).digest().subarray(0, 8);
  const name = Array.from(bytes, (byte) => BASE32.charAt(byte % 32)).join('');
  return { path: toOutputPath(`${ASSETS_FOLDER}${STYLE_PREFIX}${name}.css`), content: css };
}

const STYLE_PREFIX = 'page-';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function failedPage({ bundles }: Site, node: PageNode, cause: unknown): MadePage {
  const start = node.type === 'react' ? { file: node.source.file, line: 1, column: 1 } : undefined;
  const location = bundles.renderer.locationOf(cause) ?? start;
  const failure = { route: node.route, reason: messageOfError(cause), location };
  return { files: [], shared: [], social: undefined, notes: { ...NO_NOTES, node, failure } };
}

export const NO_NOTES: Omit<PageNotes, 'node'> = {
  description: '',
  failure: undefined,
  linkFacts: undefined,
  ids: undefined,
  layoutIds: undefined,
  references: [],
  links: [],
  diagnostics: [],
  sections: [],
  indexFile: undefined,
  policies: [],
};

interface RenderedNode extends Pick<PageInput, 'page'> {
  readonly body: string;
}

function pageNotes(site: Site, node: PageNode, { page, body }: RenderedNode): PageNotes {
  const { config, readArticle } = site;
  const article = node.type === 'api' ? site.api.article(node) : undefined;
  const isScanned = node.type === 'react' || node.type === 'generated';
  const { searchHeadingLevel } = config.markdown;
  const scanned = isScanned ? scanPage(body, searchHeadingLevel) : undefined;
  return {
    ...NO_NOTES,
    ...reactNotes(site, node, scanned),
    node,
    description: page.description,
    linkFacts: node.type === 'doc' ? linkFacts(site, node) : undefined,
    ids: article?.ids ?? scanned?.ids,
    layoutIds: node === site.sampleDoc ? idsAround(site, node, body) : undefined,
    references: site.brokenReferences(node, site.scanLayout(node, body)),
    indexFile: searchIndexFile(config, node.locale, page.searchTag),
    sections: pageSections({
      node,
      page,
      readArticle,
      scanned: scanned?.sections ?? [],
      article: article?.sections ?? [],
      style: config,
    }),
  };
}

/** The sections of a page for the search. */
export function sectionsOf(site: Site, node: PageNode): readonly IndexedSection[] {
  if (node.type !== 'doc') return makePage(site, node).notes.sections;
  const { page } = site.layout.pageInput(node);
  const { readArticle, config: style } = site;
  return pageSections({ node, page, readArticle, scanned: [], article: [], style });
}

function reactNotes(
  site: Site,
  node: PageNode,
  scanned: ScannedPage | undefined,
): Pick<PageNotes, 'links' | 'diagnostics'> | undefined {
  if (node.type !== 'react' || scanned === undefined) return undefined;
  const read = readSource(node.source);
  const source = read.ok ? read.text : '';
  return {
    diagnostics: [...policyProblems(node, scanned.refused), ...duplicateIdProblems(node, scanned)],
    links: reactPageLinks(site.graph, node, { links: scanned.links, source }),
  };
}

function idsAround({ readDoc }: Site, { source }: DocNode, body: string): ReadonlySet<string> {
  const own = new Set(readDoc(source.file).ids);
  return new Set([...scanPage(body, 0).ids].filter((id) => !own.has(id)));
}

/** Collects the input of the link check, page by page in route order. */
export function gatherPageFacts(site: Site) {
  const { graph, readDoc, layout, api, isUnlisted } = site;
  const noted = new Map<Route, LinkFacts>();
  const factsOf = (node: DocNode): LinkFacts => noted.get(node.route) ?? linkFacts(site, node);
  const diagnostics: Diagnostic[] = [];
  const failures: RenderFailure[] = [];
  const reported = new Set<string>();
  // Few pages are the target of an anchor: as one text, the ids take a tenth of the memory of a set.
  const ids = new Map<Route, string>();
  const idsOf = (route: Route): readonly string[] => ids.get(route)?.split('\0') ?? [];
  const links: LinkUse[] = [];
  const references = collectLayoutLinks(graph);
  let layoutIds: ReadonlySet<string> = new Set();
  const usesOf = (node: DocNode): Iterable<LinkUse> => usesOfDoc(node, docLinks(site, node));
  const facts = { graph, readDoc, factsOf, usesOf, configLinks: layout.links, idsOf, isUnlisted };
  const staticsOf = (assets: readonly SourceFile[]): StaticDocuments =>
    createStaticDocuments(graph, publishedFiles(site, assets));
  return {
    note(page: PageNotes): void {
      const { node } = page;
      if (page.linkFacts !== undefined) noted.set(node.route, page.linkFacts);
      if (page.failure !== undefined) failures.push(page.failure);
      if (page.ids !== undefined) ids.set(node.route, [...page.ids].join('\0'));
      if (page.layoutIds !== undefined) layoutIds = page.layoutIds;
      references.note(node, page.references);
      links.push(...page.links);
      for (const entry of page.diagnostics) {
        // Findings of plug-ins and templates, which are the same on many pages, are reported once.
        const key = JSON.stringify(entry);
        if (!reported.has(key)) diagnostics.push(entry);
        reported.add(key);
      }
    },
    /** The files beside the content that docs refer to. */
    assets: (): readonly SourceFile[] => linkedAssets(graph, factsOf),
    /** The addresses that readers may link to. */
    urls: (): readonly PublishedUrl[] => siteUrls(facts),
    /** Runs the complete check. `findings` are those in all articles of APIs. */
    *check(findings: RichTextFindings = api.findings(), lock?: UrlLock): InSteps<SiteCheck> {
      const pageLinks = [...links, ...findings.links, ...layoutLinks(site, references.list())];
      yield;
      const statics = staticsOf(linkedAssets(graph, factsOf));
      const checked = yield* checkSite({ ...facts, statics, pageLinks, layoutIds, lock });
      const found = [
        ...diagnostics,
        ...templateErrors(failures),
        ...findings.diagnostics,
        ...checked.diagnostics,
      ];
      return { diagnostics: found, links: checked.links };
    },
    /** Checks only the references of some docs. */
    checkDocs: (docs: readonly DocNode[]): SiteCheck => {
      const statics = staticsOf(referencedAssets(graph, site.targets));
      return checkDocs({ ...facts, statics, pageLinks: links, layoutIds }, docs);
    },
  };
}

function linkFacts(site: Site, node: DocNode): LinkFacts {
  return factsOfDoc(site.graph, node, docLinks(site, node));
}

function docLinks({ readDoc, targets }: Site, node: DocNode): DocLinks {
  return { doc: readDoc(node.source.file), target: targets(node) };
}

/** Files that are published as they are: static ones, and those beside the content under their new names. */
function publishedFiles(
  { sources, assetPath }: Site,
  assets: readonly SourceFile[],
): readonly PublishedFile[] {
  const beside = assets.filter(({ path }) => isStaticDocument(path));
  return [...sources.statics, ...beside.map((source) => ({ ...source, path: assetPath(source) }))];
}

/** References in the layout that come from the site's own templates, not from the configuration. */
function layoutLinks(
  { graph, layout, config }: Site,
  links: Parameters<typeof layoutUses>[0]['links'],
): readonly LinkUse[] {
  const broken = layout.links.filter(({ target }) => target.type === 'broken');
  const known = new Set(
    broken.flatMap(({ href, target }) => (hasRefusedScheme(target) ? [href, ''] : [href])),
  );
  return layoutUses({ graph, links, known, templates: templateSources(config) });
}
