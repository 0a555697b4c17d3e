import { docName } from '../diagnostics/causes.ts';
import { type Diagnostic, diagnostic, startOf } from '../diagnostics/diagnostic.ts';
import { boundedNearest } from '../diagnostics/nearest.ts';
import { getOrInsert, groupBy } from '../shared/maps.ts';
import type { SidebarBranch, SidebarEntry } from '../shared/page.ts';
import { printRoute, type Route } from '../shared/paths.ts';
import {
  isLongSidebar,
  sharedBranch,
  sharedSidebar,
  sidebarBranch,
  sidebarPaths,
} from '../shared/sidebar.ts';
import type {
  PageNode,
  Sidebar,
  SidebarCategoryNode,
  SidebarNode,
  SidebarPage,
  SiteGraph,
} from './graph-types.ts';
import { configHref, type LayoutContext } from './layout-context.ts';

/** A printed sidebar, as included in the HTML of a page. */
export interface PrintedSidebar {
  /** The part that all pages share: all entries, or the top level of a long sidebar. */
  readonly shared: readonly SidebarEntry[];
  /** The part of a long sidebar that a page adds; for pages of a category, the same object. */
  readonly branch: (route: Route) => SidebarBranch | undefined;
  /** The first entry of a page. */
  readonly place: (route: Route) => SidebarPlace | undefined;
}

interface SidebarPlace {
  readonly label: string;
  /** The categories that contain the page, outermost first. */
  readonly trail: readonly SidebarCategoryNode[];
}

export function printSidebar(context: LayoutContext, sidebar: Sidebar): PrintedSidebar {
  const places = sidebarPlaces(sidebar.nodes);
  const place = (route: Route): SidebarPlace | undefined => places.get(route);
  const { autoCollapse } = context.graph.config.sidebar;
  const collapsed = autoCollapse || countEntries(sidebar.nodes) > SHORT;
  const entries = sidebar.nodes.map((node) => printNode(context, node, collapsed));
  if (!isLongSidebar(entries)) return { shared: entries, branch: () => undefined, place };
  const paths = sidebarPaths(entries);
  const labels = { before: context.messages.sidebarBefore, after: context.messages.sidebarAfter };
  const branches = new Map<string, SidebarBranch | undefined>();
  const branch = (route: Route): SidebarBranch | undefined => {
    const path = paths.get(printRoute(route, context.style)) ?? [];
    const shared = sharedBranch(entries, path);
    if (shared === undefined) return sidebarBranch(entries, path, labels);
    const key = shared.join();
    if (!branches.has(key)) branches.set(key, sidebarBranch(entries, path, labels));
    return branches.get(key);
  };
  return { shared: sharedSidebar(entries, labels), branch, place };
}

/** Categories of a sidebar with at most as many entries are open, unless they say otherwise. */
const SHORT = 25;

function countEntries(nodes: readonly SidebarNode[]): number {
  return nodes.reduce(
    (sum, node) => sum + 1 + (node.type === 'category' ? countEntries(node.items) : 0),
    0,
  );
}

/** The sidebar's key, unique across all docs sets. */
export function sidebarId({ id, edition }: Sidebar): string {
  return `${edition.set.id}/${id}`;
}

function printNode(context: LayoutContext, node: SidebarNode, collapsed: boolean): SidebarEntry {
  const className = node.className === undefined ? {} : { className: node.className };
  const note = node.type === 'link' ? undefined : noteOf(context, node);
  const labeled = { label: node.label, ...(note === undefined ? {} : { note }) };
  switch (node.type) {
    case 'page':
      return {
        type: 'link',
        ...labeled,
        href: printRoute(node.node.route, context.style),
        ...(node.badge === undefined ? {} : { badge: node.badge }),
        ...className,
      };
    case 'link': {
      const { href } = configHref(context, node.href, node);
      return { type: 'link', label: node.label, href, ...className };
    }
    case 'category':
      return {
        type: 'category',
        ...labeled,
        ...(node.node === undefined ? {} : { href: printRoute(node.node.route, context.style) }),
        collapsible: node.collapsible,
        collapsed: node.collapsed ?? collapsed,
        items: node.items.map((item) => printNode(context, item, collapsed)),
        ...(node.draft === undefined ? {} : { draft: node.draft }),
        ...className,
      };
  }
}

/** The badge behind a label: of the category, else of its page or a plug-in; of an operation, its tags of the kind `badge`. */
function noteOf(
  { translate, badgeOf }: LayoutContext,
  node: Exclude<SidebarNode, { readonly type: 'link' }>,
): string | undefined {
  if (node.type === 'category' && node.note !== undefined) return node.note;
  if (node.node?.type === 'api') return node.node.page.note;
  if (node.node === undefined) return undefined;
  const written = node.node.doc.frontmatter.sidebar_badge;
  return written === undefined ? badgeOf(node.node) : translate(written);
}

function sidebarPlaces(nodes: readonly SidebarNode[]): ReadonlyMap<Route, SidebarPlace> {
  const places = new Map<Route, SidebarPlace>();
  const visit = (node: SidebarNode, above: readonly SidebarCategoryNode[]): void => {
    if (node.type === 'link') return;
    const trail = node.type === 'category' ? [...above, node] : above;
    const route = node.node?.route;
    if (route !== undefined && !places.has(route)) places.set(route, { label: node.label, trail });
    if (node.type === 'category') for (const item of node.items) visit(item, trail);
  };
  for (const node of nodes) visit(node, []);
  return places;
}

/** Finds a page by one of its keys; `undefined` as edition selects Markdown outside of all docs sets. */
export type PageFinder = (edition: SidebarPage['edition'], key: string) => SidebarPage | undefined;

/** Keys that pages share with those of other versions, the most certain first: the id of a doc; the slug and route of an operation. */
export function pageKeys(node: PageNode): readonly string[] {
  if (node.type === 'doc') return [node.id];
  if (node.type !== 'api' || node.edition?.set.isApi !== true) return [];
  const { kind, slug, operation } = node.page;
  // The slug of the first page is the title.
  return kind === 'info' ? ['/'] : [`/${slug}`, ...(operation === undefined ? [] : [operation])];
}

export function pageFinder(graph: SiteGraph): PageFinder {
  const byEdition = new Map<SidebarPage['edition'], Map<string, SidebarPage>>();
  for (const node of graph.pages.values())
    if (node.type === 'doc' || node.type === 'api') {
      const own = getOrInsert(byEdition, node.edition, () => new Map());
      for (const key of pageKeys(node)) if (!own.has(key)) own.set(key, node);
    }
  return (edition, key) => byEdition.get(edition)?.get(key);
}

/** Reports unknown ids in the frontmatter's pagination keys. */
export function checkPagination(graph: SiteGraph): readonly Diagnostic[] {
  const find = pageFinder(graph);
  const nearest = boundedNearest();
  const docs = [...graph.pages.values()].filter((node) => node.type === 'doc');
  const byEdition = groupBy(docs, ({ edition }) => edition);
  return docs.flatMap((node) =>
    (['pagination_prev', 'pagination_next'] as const).flatMap((key) => {
      const { edition, doc, source } = node;
      const id = doc.frontmatter[key];
      if (typeof id !== 'string' || find(edition, id) !== undefined) return [];
      // The id that a path of a file means.
      const plain = id.replace(/^\.?\/|\.mdx?$/g, '');
      const near = nearest(
        plain,
        (byEdition.get(edition) ?? []).map((other) => other.id),
      );
      return diagnostic('pagination-unknown-doc', {
        message: `there is no doc "${id}"`,
        missing: [docName(`${edition?.version.path ?? ''}/${id}`)],
        location: doc.frontmatterLocations.get(key) ?? startOf(source.file),
        hint: near === undefined ? undefined : `did you mean "${near}"?`,
      });
    }),
  );
}
