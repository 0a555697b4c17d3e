import type { ImageSize } from '../content/image-size.ts';
import { buildToc } from '../markdown/blocks/toc.ts';
import type { ArticleReader, DocFacts, ParsedDoc } from '../markdown/parsed-doc.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { itemAt } from '../shared/item-at.ts';
import type {
  Breadcrumb,
  PageData,
  PageInput,
  PagerLink,
  SidebarBranch,
  SiteData,
} from '../shared/page.ts';
import { printFile, printRoute, type Route } from '../shared/paths.ts';
import { openBranch } from '../shared/sidebar.ts';
import { alternatesFinder, type PageAlternates } from './alternates.ts';
import { createImageAttributes } from './article-images.ts';
import type { DocTargets } from './doc-links.ts';
import type {
  ApiNode,
  DocNode,
  GeneratedNode,
  LinkTarget,
  PageNode,
  ReactNode,
  ReactPageMeta,
  Sidebar,
  SidebarPage,
} from './graph-types.ts';
import type { LayoutContext } from './layout-context.ts';
import { markdownOf } from './markdown-pages.ts';
import { activeItems } from './navbar.ts';
import type { BuiltItem } from './navbar-items.ts';
import type { PageDates } from './page-dates.ts';
import { printTarget } from './print-target.ts';
import { searchTagOf } from './search-data.ts';
import { type DocFinder, docFinder, type PrintedSidebar, sidebarId } from './sidebar-entries.ts';
import { docTitle, pageLabel } from './sidebar-tree.ts';
import { siteIndexHtml } from './site-index.ts';

/** The finished article of an API page. */
export interface ApiArticle {
  readonly html: string;
  readonly toc: PageData['toc'];
}

export interface PageInputOptions {
  readonly sidebars: ReadonlyMap<Sidebar, PrintedSidebar>;
  readonly context: LayoutContext;
  readonly site: SiteData;
  readonly navbar: readonly BuiltItem[];
  readonly targets: DocTargets;
  readonly readArticle: ArticleReader;
  readonly reactPage: (node: ReactNode) => ReactPageMeta;
  readonly apiArticle: (node: ApiNode) => ApiArticle;
  readonly dates: PageDates;
  /** The size of a local image. */
  readonly imageSize: (target: LinkTarget) => ImageSize | undefined;
}

interface Maker extends PageInputOptions {
  /** Position of each doc in the reading order of its sidebar. */
  readonly order: ReadonlyMap<Route, number>;
  readonly findDoc: DocFinder;
  readonly alternates: (node: PageNode) => PageAlternates;
}

/** Builds the template input of each page. */
export interface PageInputMaker {
  readonly pageInput: (node: PageNode) => PageInput;
  /**
   * The data that a page shows of others, besides the shared data: titles of neighbors, its branch of the sidebar.
   * Undefined for pages that list others.
   */
  readonly surroundings: (node: PageNode) => Surroundings | undefined;
}

interface Surroundings {
  readonly data: Partial<PageData>;
  /** For a long sidebar, the part that the page adds to the shared one. */
  readonly branch: SidebarBranch | undefined;
}

export function pageInputMaker(options: PageInputOptions): PageInputMaker {
  const { graph } = options.context;
  const all = [...graph.sidebars.values()].flat();
  const maker: Maker = {
    ...options,
    findDoc: docFinder(graph),
    alternates: alternatesFinder(options.context),
    order: new Map(
      all.flatMap(({ pages }) => pages.map(({ route }, index) => [route, index] as const)),
    ),
  };
  return {
    pageInput: (node) => {
      if (node.type === 'doc') return docInput(maker, node);
      if (node.type === 'react') return reactInput(maker, node);
      return node.type === 'api' ? apiInput(maker, node) : generatedInput(maker, node);
    },
    surroundings: (node) => surroundings(maker, node),
  };
}

function surroundings(maker: Maker, node: PageNode): Surroundings | undefined {
  const { sidebarOf, parents } = maker.context.graph;
  switch (node.type) {
    case 'doc': {
      const basic = basicData(maker, node, sidebarOf.get(node.route));
      const { data, branch } = sidebarParts(maker, parents.get(node.route) ?? node);
      return { data: { ...basic, ...data, title: docTitle(node) }, branch };
    }
    case 'api': {
      const { data, branch } = sidebarParts(maker, node);
      return { data: { ...basicData(maker, node, sidebarOf.get(node.route)), ...data }, branch };
    }
    case 'react':
      return { data: basicData(maker, node, undefined), branch: undefined };
    case 'generated':
      return undefined;
  }
}

/** The parts of `PageData` that all pages have. */
function basicData(
  maker: Maker,
  node: PageNode,
  sidebar: Sidebar | undefined,
): Omit<PageData, 'kind' | 'title'> {
  const { route } = node;
  const lastUpdate = maker.dates.lastUpdate(node);
  const { graph, style } = maker.context;
  const markdown = markdownOf(graph, node);
  return {
    route,
    href: printRoute(route, style),
    ...(markdown === undefined ? {} : { markdown: printFile(markdown, style) }),
    description: '',
    toc: [],
    breadcrumbs: [],
    pager: {},
    activeItems: activeItems(maker.navbar, { route, sidebar }),
    searchTag: searchTagOf(node),
    ...maker.alternates(node),
    ...(lastUpdate === undefined ? {} : { lastUpdate }),
  };
}

/** The parts of `PageData` that pages in a sidebar have. */
function sidebarParts(
  maker: Maker,
  node: SidebarPage,
): Surroundings & { readonly entries: PageInput['sidebar'] } {
  const sidebar = maker.context.graph.sidebarOf.get(node.route);
  const printed = sidebar === undefined ? undefined : maker.sidebars.get(sidebar);
  if (sidebar === undefined || printed === undefined)
    return { data: {}, branch: undefined, entries: [] };
  const parent = maker.context.graph.parents.get(node.route);
  const branch = printed.branch((parent ?? node).route);
  const data: Partial<PageData> = {
    breadcrumbs: breadcrumbs(maker, node, printed),
    pager: pager(maker, node, sidebar),
    sidebarId: sidebarId(sidebar),
  };
  return { data, branch, entries: openBranch(printed.shared, branch) };
}

function docInput(maker: Maker, node: DocNode): PageInput {
  const { edition, route } = node;
  const doc = maker.readArticle(node.source.file);
  const { sidebarOf, parents } = maker.context.graph;
  const sidebar = sidebarOf.get(route);
  const { data, entries } = sidebarParts(maker, parents.get(route) ?? node);
  const title = docTitle(node);
  const edit = edition?.set.editUrl;
  const { title_template: titleTemplate } = doc.frontmatter;
  const page: PageData = {
    ...basicData(maker, node, sidebar),
    kind: docKind(node, doc),
    title,
    ...(titleTemplate === undefined ? {} : { titleTemplate }),
    description: doc.description,
    toc: docToc(maker, doc),
    ...data,
    ...(edit === undefined ? {} : { editUrl: `${edit.replace(/\/$/, '')}/${node.source.file}` }),
  };
  const heading = doc.hasTitleHeading ? '' : `<h1>${escapeHtml(title)}</h1>\n`;
  const html = heading + articleHtml(maker, node, doc);
  return { site: maker.site, page, sidebar: entries, html };
}

function docKind({ edition }: DocNode, { frontmatter }: DocFacts): PageData['kind'] {
  if (frontmatter.layout === 'home') return 'landing';
  return edition === undefined ? 'page' : 'doc';
}

function apiInput(maker: Maker, node: ApiNode): PageInput {
  const { route, page: outline } = node;
  const sidebar = maker.context.graph.sidebarOf.get(route);
  const { data, entries } = sidebarParts(maker, node);
  const { html, toc } = maker.apiArticle(node);
  const wide = outline.kind === 'operation' || outline.kind === 'webhook';
  const page: PageData = {
    ...basicData(maker, node, sidebar),
    kind: wide ? 'api' : 'doc',
    title: outline.title,
    description: outline.description,
    toc: wide ? [] : toc,
    ...data,
  };
  return { site: maker.site, page, sidebar: entries, html };
}

function docToc(maker: Maker, { frontmatter, headings }: DocFacts): PageData['toc'] {
  if (frontmatter.hide_table_of_contents === true) return [];
  const { toc } = maker.context.graph.config;
  return buildToc(headings, {
    min: frontmatter.toc_min_heading_level ?? toc.min,
    max: frontmatter.toc_max_heading_level ?? toc.max,
  });
}

/** Replaces the placeholders of the article by printed addresses. */
function articleHtml(maker: Maker, node: DocNode, doc: ParsedDoc): string {
  const targets = maker.targets(node).links;
  const images = createImageAttributes(!doc.hasTitleHeading);
  let before = itemAt(doc.chunks, 0);
  let html = before;
  doc.links.forEach((link, index) => {
    const target = targets[index];
    const address = target === undefined ? '' : printTarget(target, link.href, maker.context);
    const after = itemAt(doc.chunks, index + 1);
    images.passed(before);
    html += escapeHtml(address);
    if (link.loads === 'img')
      html += images.complete({ before, after, size: target && maker.imageSize(target) });
    else html += after;
    before = after;
  });
  return html;
}

function breadcrumbs(
  maker: Maker,
  node: SidebarPage,
  printed: PrintedSidebar,
): readonly Breadcrumb[] {
  const parent = maker.context.graph.parents.get(node.route);
  const crumb = (label: string, page: SidebarPage | undefined): Breadcrumb =>
    page === undefined ? { label } : { label, href: printRoute(page.route, maker.context.style) };
  const above = printed
    .trail((parent ?? node).route)
    .filter((category) => category.node === undefined || ![node, parent].includes(category.node));
  return [
    ...above.map((category) => crumb(category.label, category.node)),
    ...(parent === undefined ? [] : [crumb(pageLabel(parent), parent)]),
    { label: pageLabel(node) },
  ];
}

function pager(maker: Maker, node: SidebarPage, sidebar: Sidebar): PageData['pager'] {
  const at = maker.order.get(node.route);
  if (at === undefined) return {};
  const { pagination_prev, pagination_next } = node.type === 'doc' ? node.doc.frontmatter : {};
  const { pages } = sidebar;
  const previous = pagerLink(maker, node, { wanted: pagination_prev, neighbor: pages[at - 1] });
  const next = pagerLink(maker, node, { wanted: pagination_next, neighbor: pages[at + 1] });
  return {
    ...(previous === undefined ? {} : { previous }),
    ...(next === undefined ? {} : { next }),
  };
}

interface Neighbor {
  readonly wanted: string | null | undefined;
  readonly neighbor: SidebarPage | undefined;
}

function pagerLink(maker: Maker, node: SidebarPage, choice: Neighbor): PagerLink | undefined {
  const target = chosenPage(maker, node, choice);
  if (target === undefined) return undefined;
  const label = target.type === 'doc' ? docTitle(target) : target.page.title;
  return { label, href: printRoute(target.route, maker.context.style) };
}

// An unknown id was reported when the graph was built.
function chosenPage(
  maker: Maker,
  node: SidebarPage,
  { wanted, neighbor }: Neighbor,
): SidebarPage | undefined {
  if (wanted === undefined || node.type !== 'doc') return neighbor;
  return wanted === null ? undefined : maker.findDoc(node.edition, wanted);
}

function reactInput(maker: Maker, node: ReactNode): PageInput {
  const meta = maker.reactPage(node);
  const page: PageData = {
    ...basicData(maker, node, undefined),
    kind: 'react',
    title: meta.title,
    description: meta.description,
  };
  return { site: maker.site, page, sidebar: [], html: '' };
}

function generatedInput(maker: Maker, node: GeneratedNode): PageInput {
  const basic = basicData(maker, node, undefined);
  const { messages } = maker.context;
  const { site } = maker;
  switch (node.generated) {
    case 'notFound': {
      const page: PageData = { ...basic, kind: 'notFound', title: messages.notFoundTitle };
      return { site, page, sidebar: [], html: '' };
    }
    case 'home': {
      const page: PageData = { ...basic, kind: 'home', title: '', description: site.tagline };
      const sidebar = [...maker.sidebars.values()].flatMap(({ shared }) => shared);
      return { site, page, sidebar, html: '' };
    }
    case 'siteIndex': {
      const page: PageData = { ...basic, kind: 'page', title: messages.siteIndexTitle };
      const html = siteIndexHtml(maker.context, maker.reactPage);
      return { site, page, sidebar: [], html };
    }
  }
}
