import type { ResolvedConfig } from '../config/site-config.ts';
import type { ImageSize } from '../content/image-size.ts';
import { buildToc } from '../markdown/blocks/toc.ts';
import type { ArticleReader, DocFacts, ArticleDoc } from '../markdown/parsed-doc.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { itemAt } from '../shared/item-at.ts';
import type {
  Breadcrumb,
  Locale,
  PageData,
  PageInput,
  PagerLink,
  SidebarBranch,
  SidebarEntry,
  SiteData,
} from '../shared/page.ts';
import { printFile, printRoute, type Route, toRoute } from '../shared/paths.ts';
import { openBranch } from '../shared/sidebar.ts';
import { alternatesFinder, type PageAlternates } from './alternates.ts';
import { type BlogPages, createBlogPages } from './blog-lists.ts';
import type { DocTargets } from './doc-links.ts';
import type {
  ApiNode,
  DocNode,
  Edition,
  LinkTarget,
  PageNode,
  ReactNode,
  ReactPageMeta,
  Sidebar,
  SidebarPage,
} from './graph-types.ts';
import type { LayoutContext } from './layout-context.ts';
import { createImageAttributes } from './image-attributes.ts';
import { inLocale } from './locales.ts';
import { markdownOf } from './markdown-pages.ts';
import type { BuiltItem } from './navbar-items.ts';
import { activeItems } from './navbar.ts';
import { type PageDates, printDate } from './page-dates.ts';
import { hasRefusedScheme, type PrintContext, printTarget } from './print-target.ts';
import { searchTagOf } from './search-data.ts';
import { pageFinder, type PageFinder, type PrintedSidebar, sidebarId } from './sidebar-entries.ts';
import { docTitle, pageLabel } from './sidebar-tree.ts';
import { siteIndexHtml } from './site-index.ts';
import { createTagPages, type TagPages } from './tags.ts';

/** The finished article of an API page. */
export interface ApiArticle {
  readonly html: string;
  readonly toc: PageData['toc'];
}

export interface SurroundingsOptions {
  readonly sidebars: ReadonlyMap<Sidebar, PrintedSidebar>;
  readonly context: LayoutContext;
  readonly site: SiteData;
  readonly navbar: readonly BuiltItem[];
  readonly reactPage: (node: ReactNode) => ReactPageMeta;
  readonly lastUpdate: PageDates['lastUpdate'];
}

interface Maker extends SurroundingsOptions {
  /** Position of each doc in the reading order of its sidebar. */
  readonly order: ReadonlyMap<Route, number>;
  readonly findPage: PageFinder;
  readonly alternates: (node: PageNode) => PageAlternates;
  readonly tags: TagPages;
  readonly blog: BlogPages;
}

/** The parts of a page that come from its place in the site, such as titles of neighbors; not its own text. */
export interface Surroundings {
  readonly page: PageData;
  /** For a long sidebar, the part that the page adds to the shared one. */
  readonly branch: SidebarBranch | undefined;
  /** The article of a page that lists others; what is above the text of a post. */
  readonly html?: string;
  /** Of a start page, the chapter that it shows once more. */
  readonly chapter?: Route;
}

export function surroundingsOf(options: SurroundingsOptions): (node: PageNode) => Surroundings {
  const { graph } = options.context;
  const all = [...graph.sidebars.values()].flat();
  const maker: Maker = {
    ...options,
    findPage: pageFinder(graph),
    alternates: alternatesFinder(options.context),
    tags: createTagPages(options.context),
    blog: createBlogPages(options.context),
    order: new Map(
      all.flatMap(({ pages }) => pages.map(({ route }, index) => [route, index] as const)),
    ),
  };
  return (node) => surroundings(maker, node);
}

function surroundings(maker: Maker, node: PageNode): Surroundings {
  const { sidebarOf, parents } = maker.context.graph;
  const { messages } = maker.context;
  switch (node.type) {
    case 'doc': {
      const basic = basicData(maker, node, sidebarOf.get(node.route));
      const chapter = parents.get(node.route);
      const { data, branch } = sidebarParts(maker, chapter ?? node);
      const isHome = node.doc.frontmatter.layout === 'home';
      const plain = node.edition === undefined ? 'page' : 'doc';
      const kind = isHome ? 'landing' : plain;
      const tags = maker.tags.linksOf(node);
      const page: PageData = { ...basic, kind, title: docTitle(node), ...data, ...tags };
      const html = maker.blog.facts(node);
      return { page, branch, html, ...(chapter && { chapter: chapter.route }) };
    }
    case 'api': {
      const { kind, title, description } = node.page;
      const basic = basicData(maker, node, sidebarOf.get(node.route));
      const { data, branch } = sidebarParts(maker, node);
      const isWide = kind === 'operation' || kind === 'webhook';
      const page = { ...basic, kind: isWide ? 'api' : 'doc', title, description, ...data } as const;
      return { page, branch };
    }
    case 'react': {
      const { title, description } = maker.reactPage(node);
      const basic = basicData(maker, node, undefined);
      return { page: { ...basic, kind: 'react', title, description }, branch: undefined };
    }
    case 'generated': {
      const basic = { ...basicData(maker, node, undefined), title: '' };
      const branch = undefined;
      switch (node.generated) {
        case 'notFound':
          return { page: { ...basic, kind: 'notFound', title: messages.notFoundTitle }, branch };
        case 'home':
          return { page: { ...basic, kind: 'home', description: maker.site.tagline }, branch };
        case 'siteIndex':
          return {
            page: { ...basic, kind: 'page', title: messages.siteIndexTitle },
            branch,
            html: siteIndexHtml(maker.context, maker.reactPage),
          };
        case 'tags': {
          const { html, ...data } = maker.tags.page(node.route);
          return { page: { ...basic, kind: 'page', ...data }, branch, html };
        }
        case 'posts': {
          const { html, title } = maker.blog.page(node.route);
          return { page: { ...basic, kind: 'page', title }, branch, html };
        }
      }
    }
  }
}

/** The parts of `PageData` that all pages have. */
function basicData(
  maker: Maker,
  node: PageNode,
  sidebar: Sidebar | undefined,
): Omit<PageData, 'kind' | 'title'> {
  const { route } = node;
  const lastUpdate = maker.lastUpdate(node);
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
): Pick<Surroundings, 'branch'> & { readonly data: Partial<PageData> } {
  const sidebar = maker.context.graph.sidebarOf.get(node.route);
  const printed = sidebar === undefined ? undefined : maker.sidebars.get(sidebar);
  if (sidebar === undefined || printed === undefined) return { data: {}, branch: undefined };
  const parent = maker.context.graph.parents.get(node.route);
  const branch = printed.branch((parent ?? node).route);
  const data: Partial<PageData> = {
    breadcrumbs: breadcrumbs(maker, node, printed),
    pager: pager(maker, node, printed),
    sidebarId: sidebarId(sidebar),
  };
  return { data, branch };
}

/** Data that the pages of one locale share: of the last versions, or of one other version. */
export interface SharedLayout {
  /** As `sharedName`. */
  readonly name: string;
  readonly locale: Locale;
  /** Undefined for the pages of the last versions. */
  readonly edition: Edition | undefined;
  readonly site: SiteData;
  /** The `ClientSite` as JSON. */
  readonly client: string;
  /** The part of each sidebar that all pages share, by its id. */
  readonly sidebars: ReadonlyMap<string, readonly SidebarEntry[]>;
}

/** The parts of a site that the inputs of pages need. */
export interface PageInputSite extends Pick<PrintContext, 'assetUrl'> {
  readonly config: ResolvedConfig;
  readonly surroundings: (node: PageNode) => Surroundings;
  /** The data that a page shares with others. */
  readonly sharedOf: (node: PageNode) => SharedLayout;
  readonly targets: DocTargets;
  readonly readArticle: ArticleReader;
  readonly apiArticle: (node: ApiNode) => ApiArticle;
  /** The accepted state of a translation, and the indexes of the original's headings above what has changed since. */
  readonly outdated: (
    node: DocNode,
  ) =>
    | { readonly date: string; readonly headings: readonly number[]; readonly of: number }
    | undefined;
  /** The size of a local image. */
  readonly imageSize: (target: LinkTarget) => ImageSize | undefined;
}

/** Builds the template input of a page. */
export function pageInput(from: PageInputSite, node: PageNode): PageInput {
  const { page, branch, html = '' } = from.surroundings(node);
  const { site, sidebars } = from.sharedOf(node);
  const shared = page.sidebarId === undefined ? undefined : sidebars.get(page.sidebarId);
  const sidebar = shared === undefined ? [] : openBranch(shared, branch);
  switch (node.type) {
    case 'doc': {
      const doc = from.readArticle(node.source.file);
      const edit = node.edition?.set.editUrl?.replace(/\/$/, '');
      const { made, file } = node.source;
      const editFile = made === undefined ? file : made.editFile;
      const { title_template: titleTemplate } = doc.frontmatter;
      const own = {
        ...(titleTemplate === undefined ? {} : { titleTemplate }),
        description: doc.description,
        toc: docToc(from, doc),
        ...outdatedPart(from, node, doc),
        ...(edit === undefined || editFile === undefined ? {} : { editUrl: `${edit}/${editFile}` }),
      };
      if (isBareHome(from, node, doc)) {
        const all = homeEntries(from, sidebars);
        return { site, page: { ...page, ...own, toc: [], kind: 'home' }, sidebar: all, html: '' };
      }
      const heading = doc.hasTitleHeading ? '' : `<h1>${escapeHtml(page.title)}</h1>\n`;
      const article = heading + html + articleHtml(from, node, doc);
      return { site, page: { ...page, ...own }, sidebar, html: article };
    }
    case 'api': {
      const article = from.apiArticle(node);
      const toc = page.kind === 'api' ? [] : article.toc;
      return { site, page: { ...page, toc }, sidebar, html: article.html };
    }
    case 'react':
      return { site, page, sidebar, html };
    case 'generated': {
      const isHome = node.generated === 'home';
      return { site, page, sidebar: isHome ? homeEntries(from, sidebars) : sidebar, html };
    }
  }
}

/** The entries of all sidebars; of a blog, the last posts. */
function homeEntries(
  { config }: PageInputSite,
  sidebars: ReadonlyMap<string, readonly SidebarEntry[]>,
): readonly SidebarEntry[] {
  const { blog } = config;
  return [...sidebars].flatMap(([id, entries]): readonly SidebarEntry[] => {
    if (blog === undefined || !id.startsWith('blog/')) return entries;
    const href = printRoute(toRoute(blog.routeBase), config);
    const items = entries.slice(0, blog.perPage);
    return [
      { type: 'category', label: blog.title, href, collapsible: true, collapsed: false, items },
    ];
  });
}

/** The notice of a translation: with other headings than its original, it names no section but the page. */
function outdatedPart(
  { outdated }: PageInputSite,
  node: DocNode,
  { headings }: DocFacts,
): Pick<PageData, 'outdated'> {
  const found = outdated(node);
  if (found === undefined) return {};
  const { date, of } = found;
  const indexes = of === headings.length ? found.headings : [0];
  const sections = indexes.flatMap((index) => {
    const heading = headings[index];
    return heading === undefined ? [] : [{ id: heading.id, title: heading.text }];
  });
  return { outdated: { date, text: printDate(Date.parse(date), node.locale), sections } };
}

/** Whether the home page of another tool's site has no content, as its templates would fill it: it is generated. */
function isBareHome(
  { config }: PageInputSite,
  { route, locale }: DocNode,
  { chunks, islands, frontmatter }: ArticleDoc,
): boolean {
  const isHome = config.dialect.isForeign && route === inLocale(config, locale, '/');
  if (!isHome || islands !== undefined) return false;
  if (frontmatter.hero !== undefined || frontmatter.features !== undefined) return false;
  const inside = chunks
    .join('')
    .replace(/<h1\b[^]*?<\/h1>|<\/?(?:div|p|span|section)\b[^>]*>/g, '');
  return inside.trim() === '';
}

function docToc({ config }: PageInputSite, { frontmatter, headings }: DocFacts): PageData['toc'] {
  const { hide_table_of_contents: isHidden = false } = frontmatter;
  const { toc_min_heading_level: min = config.toc.min } = frontmatter;
  const { toc_max_heading_level: max = config.toc.max } = frontmatter;
  return isHidden ? [] : buildToc(headings, { min, max });
}
/** Replaces the placeholders of the article by printed addresses. */
function articleHtml(from: PageInputSite, node: DocNode, doc: ArticleDoc): string {
  const targets = from.targets(node).links;
  const context = { style: from.config, assetUrl: from.assetUrl };
  const images = createImageAttributes(!doc.hasTitleHeading);
  let before = itemAt(doc.chunks, 0);
  let html = before;
  doc.links.forEach((link, index) => {
    const target = targets[index];
    const address = target === undefined ? '' : printTarget(target, link.href, context);
    const next = itemAt(doc.chunks, index + 1);
    // Without an address, a link is text.
    const isText = target && hasRefusedScheme(target) && html.endsWith('<a href="');
    const after = isText ? next.slice('"'.length) : next;
    images.passed(before);
    html = isText ? html.slice(0, -' href="'.length) : html + escapeHtml(address);
    if (link.loads === 'img') {
      const size = target && from.imageSize(target);
      const tag = images.complete({ before, after, size });
      const end = tag.indexOf('>') + 1;
      const start = html.lastIndexOf('<img');
      const image = `${start < 0 ? '' : html.slice(start)}${tag.slice(0, end)}`;
      // A link without a text has no name.
      const isNamed = end > 0 && /\salt="[^"]/.test(image);
      const isWide = from.config.markdown.zoom && (size?.width ?? 0) > TEXT_WIDTH;
      if (isNamed && isWide && images.isPlain())
        html = `${html.slice(0, start)}<a class="zoom" href="${escapeHtml(address)}">${image}</a>${tag.slice(end)}`;
      else html += tag;
    } else html += after;
    before = after;
  });
  return html;
}

/** CSS pixels that the text of a page is wide, about. */
const TEXT_WIDTH = 760;

function breadcrumbs(
  maker: Maker,
  node: SidebarPage,
  printed: PrintedSidebar,
): readonly Breadcrumb[] {
  const parent = maker.context.graph.parents.get(node.route);
  const crumb = (label: string, page: SidebarPage | undefined): Breadcrumb =>
    page === undefined ? { label } : { label, href: printRoute(page.route, maker.context.style) };
  const { trail = [] } = printed.place((parent ?? node).route) ?? {};
  const above = trail.filter(
    (category) => category.node === undefined || ![node, parent].includes(category.node),
  );
  return [
    ...above.map((category) => crumb(category.label, category.node)),
    ...(parent === undefined ? [] : [crumb(labelIn(printed, parent), parent)]),
    { label: labelIn(printed, node) },
  ];
}

function labelIn(printed: PrintedSidebar, node: SidebarPage): string {
  return printed.place(node.route)?.label ?? pageLabel(node);
}

function pager(maker: Maker, node: SidebarPage, printed: PrintedSidebar): PageData['pager'] {
  const { pages = [] } = maker.context.graph.sidebarOf.get(node.route) ?? {};
  const at = maker.order.get(node.route);
  if (at === undefined) return {};
  const link = (
    wanted: string | null | undefined,
    neighbor: SidebarPage | undefined,
  ): PagerLink | undefined => {
    const isChosen = node.type === 'doc' && wanted !== undefined;
    // An unknown id was reported when the graph was built.
    const target = isChosen ? maker.findPage(node.edition, wanted ?? '') : neighbor;
    if (target === undefined) return undefined;
    const { pagination_label } = target.type === 'doc' ? target.doc.frontmatter : {};
    const label = pagination_label ?? labelIn(printed, target);
    return { label, href: printRoute(target.route, maker.context.style) };
  };
  const { pagination_prev, pagination_next } = node.type === 'doc' ? node.doc.frontmatter : {};
  const previous = link(pagination_prev, pages[at - 1]);
  const next = link(pagination_next, pages[at + 1]);
  return {
    ...(previous === undefined ? {} : { previous }),
    ...(next === undefined ? {} : { next }),
  };
}
