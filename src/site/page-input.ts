import type { DocReader, ParsedDoc } from '../markdown/parsed-doc.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { itemAt } from '../shared/item-at.ts';
import type { Breadcrumb, PageData, PageInput, PagerLink, SiteData } from '../shared/page.ts';
import { printRoute, type Route, type Url } from '../shared/paths.ts';
import { openBranch } from '../shared/sidebar.ts';
import { type PageTwins, twinFinder } from './alternates.ts';
import type { DocTargets } from './doc-links.ts';
import type { ChromeContext } from './layout-context.ts';
import { activeItems } from './navbar.ts';
import type { BuiltItem } from './navbar-docs.ts';
import { printTarget } from './resolve-link.ts';
import { searchTagOf } from './search-data.ts';
import { type DocFinder, docFinder, type PrintedSidebar, sidebarId } from './sidebar-entries.ts';

import { docLabel, pageLabel } from './sidebar-tree.ts';
import type {
  ApiNode,
  DocNode,
  GeneratedNode,
  PageNode,
  ReactNode,
  ReactPageMeta,
  Sidebar,
  SidebarPage,
} from './site-graph.ts';
import { buildToc, siteIndexHtml } from './site-index.ts';

/** What the bundle stage knows of a React page. */
export interface ReactPageInfo {
  readonly meta: ReactPageMeta;
  readonly entry: Url | undefined;
}

/** The finished article of a page of an API description. */
export interface ApiArticle {
  readonly html: string;
  readonly toc: PageData['toc'];
}

export interface PageInputOptions {
  readonly sidebars: ReadonlyMap<Sidebar, PrintedSidebar>;
  readonly context: ChromeContext;
  readonly site: SiteData;
  readonly navbar: readonly BuiltItem[];
  readonly targets: DocTargets;
  readonly readDoc: DocReader;
  readonly reactPage: (node: ReactNode) => ReactPageInfo;
  readonly apiArticle: (node: ApiNode) => ApiArticle;
}

interface Maker extends PageInputOptions {
  /** Place of each doc in its sidebar's reading order. */
  readonly order: ReadonlyMap<Route, number>;
  readonly findDoc: DocFinder;
  readonly twins: (node: PageNode) => PageTwins;
}

/** Makes the function that gives each page all that its template may read. */
export function pageInputMaker(options: PageInputOptions): (node: PageNode) => PageInput {
  const { graph } = options.context;
  const all = [...graph.sidebars.values()].flat();
  const maker: Maker = {
    ...options,
    findDoc: docFinder(graph),
    twins: twinFinder(options.context),
    order: new Map(
      all.flatMap(({ pages }) => pages.map(({ route }, index) => [route, index] as const)),
    ),
  };
  return (node) => {
    switch (node.type) {
      case 'doc':
        return docInput(maker, node);
      case 'react':
        return reactInput(maker, node);
      case 'api':
        return apiInput(maker, node);
      case 'generated':
        return generatedInput(maker, node);
    }
  };
}

/** The parts of `PageData` that every page has. */
function basicData(
  maker: Maker,
  node: PageNode,
  sidebar: Sidebar | undefined,
): Omit<PageData, 'kind' | 'title'> {
  const { route } = node;
  return {
    route,
    href: printRoute(route, maker.context.style),
    description: '',
    toc: [],
    breadcrumbs: [],
    pager: {},
    activeItems: activeItems(maker.navbar, { route, sidebar }),
    searchTag: searchTagOf(node),
    ...maker.twins(node),
  };
}

/** What a page has by standing in a sidebar. */
function sidebarParts(
  maker: Maker,
  node: SidebarPage,
): { readonly data: Partial<PageData>; readonly entries: PageInput['sidebar'] } {
  const sidebar = maker.context.graph.sidebarOf.get(node.route);
  const printed = sidebar === undefined ? undefined : maker.sidebars.get(sidebar);
  if (sidebar === undefined || printed === undefined) return { data: {}, entries: [] };
  const parent = maker.context.graph.parents.get(node.route);
  const branch = printed.branch((parent ?? node).route);
  const data: Partial<PageData> = {
    breadcrumbs: breadcrumbs(maker, node, printed),
    pager: pager(maker, node, sidebar),
    sidebarId: sidebarId(sidebar),
    ...(branch === undefined ? {} : { sidebarBranch: branch }),
  };
  return { data, entries: openBranch(printed.shared, branch) };
}

function docInput(maker: Maker, node: DocNode): PageInput {
  const { edition, route } = node;
  const doc = maker.readDoc(node.source.file);
  const sidebar = maker.context.graph.sidebarOf.get(route);
  const { data, entries } = sidebarParts(maker, node);
  const title = docTitle(node);
  const editBase = edition?.set.editUrl;
  const page: PageData = {
    ...basicData(maker, node, sidebar),
    kind: edition === undefined ? 'page' : 'doc',
    title,
    description: doc.description,
    toc: docToc(maker, doc),
    ...data,
    ...(editBase === undefined ? {} : { editUrl: editUrl(editBase, node) }),
  };
  const heading = doc.hasTitleHeading ? '' : `<h1>${escapeHtml(title)}</h1>\n`;
  return {
    site: maker.site,
    page,
    sidebar: entries,
    html: heading + articleHtml(maker, node, doc),
  };
}

function docTitle(node: DocNode): string {
  return node.doc.title === '' ? docLabel(node) : node.doc.title;
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

function editUrl(base: string, node: DocNode): string {
  return `${base.replace(/\/$/, '')}/${node.source.file}`;
}

function docToc(maker: Maker, { frontmatter, headings }: ParsedDoc): PageData['toc'] {
  if (frontmatter.hideTableOfContents === true) return [];
  const { toc } = maker.context.graph.config;
  return buildToc(headings, {
    min: frontmatter.tocMinHeadingLevel ?? toc.min,
    max: frontmatter.tocMaxHeadingLevel ?? toc.max,
  });
}

/** Fills the holes of the article with printed addresses. */
function articleHtml(maker: Maker, node: DocNode, doc: ParsedDoc): string {
  const targets = maker.targets(node).links;
  let html = itemAt(doc.chunks, 0);
  doc.links.forEach((link, index) => {
    const target = targets[index];
    const address = target === undefined ? '' : printTarget(target, link.href, maker.context);
    html += escapeHtml(address) + itemAt(doc.chunks, index + 1);
  });
  return html;
}

function breadcrumbs(
  maker: Maker,
  node: SidebarPage,
  printed: PrintedSidebar,
): readonly Breadcrumb[] {
  const parent = maker.context.graph.parents.get(node.route);
  const above = printed
    .trail((parent ?? node).route)
    .filter((category) => category.node === undefined || ![node, parent].includes(category.node));
  return [
    ...above.map((category) => ({
      label: category.label,
      ...(category.node === undefined
        ? {}
        : { href: printRoute(category.node.route, maker.context.style) }),
    })),
    ...(parent === undefined
      ? []
      : [{ label: pageLabel(parent), href: printRoute(parent.route, maker.context.style) }]),
    { label: pageLabel(node) },
  ];
}

function pager(maker: Maker, node: SidebarPage, sidebar: Sidebar): PageData['pager'] {
  const at = maker.order.get(node.route);
  if (at === undefined) return {};
  const { paginationPrev, paginationNext } = node.type === 'doc' ? node.doc.frontmatter : {};
  const previous = pagerLink(maker, node, {
    wanted: paginationPrev,
    neighbour: sidebar.pages[at - 1],
  });
  const next = pagerLink(maker, node, { wanted: paginationNext, neighbour: sidebar.pages[at + 1] });
  return {
    ...(previous === undefined ? {} : { previous }),
    ...(next === undefined ? {} : { next }),
  };
}

interface Neighbour {
  readonly wanted: string | null | undefined;
  readonly neighbour: SidebarPage | undefined;
}

function pagerLink(maker: Maker, node: SidebarPage, choice: Neighbour): PagerLink | undefined {
  const target = chosenPage(maker, node, choice);
  if (target === undefined) return undefined;
  const label = target.type === 'doc' ? docTitle(target) : target.page.title;
  return { label, href: printRoute(target.route, maker.context.style) };
}

/** An unknown id was reported when the graph was built. */
function chosenPage(
  maker: Maker,
  node: SidebarPage,
  { wanted, neighbour }: Neighbour,
): SidebarPage | undefined {
  if (wanted === undefined || node.type !== 'doc') return neighbour;
  return wanted === null ? undefined : maker.findDoc(node, wanted);
}

function reactInput(maker: Maker, node: ReactNode): PageInput {
  const { meta, entry } = maker.reactPage(node);
  const page: PageData = {
    ...basicData(maker, node, undefined),
    kind: 'react',
    title: meta.title,
    description: meta.description,
    ...(entry === undefined ? {} : { entry }),
  };
  return { site: maker.site, page, sidebar: [], html: '' };
}

function generatedInput(maker: Maker, node: GeneratedNode): PageInput {
  const basic = basicData(maker, node, undefined);
  const { texts } = maker.context;
  switch (node.generated) {
    case 'notFound':
      return {
        site: maker.site,
        page: { ...basic, kind: 'notFound', title: texts.notFoundTitle },
        sidebar: [],
        html: '',
      };
    case 'home':
      return {
        site: maker.site,
        page: { ...basic, kind: 'home', title: '', description: maker.site.tagline },
        sidebar: homeEntries(maker),
        html: '',
      };
    case 'siteIndex':
      return {
        site: maker.site,
        page: { ...basic, kind: 'page', title: texts.siteIndexTitle },
        sidebar: [],
        html: siteIndexHtml(maker.context, (react) => maker.reactPage(react).meta),
      };
  }
}

/** A generated home page lists every sidebar of the site. */
function homeEntries(maker: Maker): PageInput['sidebar'] {
  return [...maker.sidebars.values()].flatMap(({ shared }) => shared);
}
