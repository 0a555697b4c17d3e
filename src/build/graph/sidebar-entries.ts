import type { SidebarEntry } from '../../shared/page.ts';
import { type AddressStyle, printRoute, type Route } from '../../shared/paths.ts';
import type { Sidebar, SidebarCategoryNode, SidebarNode } from '../site-graph.ts';
import { type ChromeContext, configHref } from './chrome-context.ts';
import { flattenDocs } from './sidebar-tree.ts';

/** A sidebar with more entries than this is trimmed in each page's HTML (architecture §5.8). */
const WHOLE_SIDEBAR_LIMIT = 150;

/** A sidebar, printed: whole, and as it stands in one page's HTML. */
export interface PrintedSidebar {
  readonly entries: readonly SidebarEntry[];
  /** Whole up to 150 entries, else the top level plus the branch of the route. */
  readonly entriesFor: (route: Route) => readonly SidebarEntry[];
  /** The categories above a doc, outermost first. */
  readonly trail: (route: Route) => readonly SidebarCategoryNode[];
}

export function printSidebar(context: ChromeContext, sidebar: Sidebar): PrintedSidebar {
  const trails = categoryTrails(sidebar.nodes);
  const trail = (route: Route): readonly SidebarCategoryNode[] => trails.get(route) ?? [];
  const entries = sidebar.nodes.map((node) => printNode(context, node));
  if (countEntries(entries) <= WHOLE_SIDEBAR_LIMIT)
    return { entries, entriesFor: () => entries, trail };
  const closed = closedCategories(entries, sidebar.nodes, context.style);
  const trim = { entries, nodes: sidebar.nodes, closed };
  return {
    entries,
    trail,
    entriesFor: (route) => trimEntries({ ...trim, open: new Set(trail(route)) }),
  };
}

function printNode(context: ChromeContext, node: SidebarNode): SidebarEntry {
  const className = node.className === undefined ? {} : { className: node.className };
  switch (node.type) {
    case 'doc':
      return {
        type: 'link',
        label: node.label,
        href: printRoute(node.node.route, context.style),
        external: false,
        ...className,
      };
    case 'link':
      return {
        type: 'link',
        label: node.label,
        ...configHref(context, node.href, { path: ['docs'] }),
        ...className,
      };
    case 'category':
      return {
        type: 'category',
        label: node.label,
        ...(node.node === undefined ? {} : { href: printRoute(node.node.route, context.style) }),
        collapsible: node.collapsible,
        collapsed: node.collapsed,
        items: node.items.map((item) => printNode(context, item)),
        ...className,
      };
  }
}

function countEntries(entries: readonly SidebarEntry[]): number {
  let count = 0;
  for (const entry of entries)
    count += 1 + (entry.type === 'category' ? countEntries(entry.items) : 0);
  return count;
}

/** The categories above every doc; a doc that stands twice keeps its first place. */
function categoryTrails(
  nodes: readonly SidebarNode[],
): ReadonlyMap<Route, readonly SidebarCategoryNode[]> {
  const trails = new Map<Route, readonly SidebarCategoryNode[]>();
  const note = (route: Route, trail: readonly SidebarCategoryNode[]): void => {
    if (!trails.has(route)) trails.set(route, trail);
  };
  const visit = (node: SidebarNode, trail: readonly SidebarCategoryNode[]): void => {
    if (node.type === 'doc') note(node.node.route, trail);
    if (node.type !== 'category') return;
    const inner = [...trail, node];
    if (node.node !== undefined) note(node.node.route, inner);
    for (const item of node.items) visit(item, inner);
  };
  for (const node of nodes) visit(node, []);
  return trails;
}

/** Each category without its items, as it stands on pages outside it: a link to its own page or its first doc. */
function closedCategories(
  entries: readonly SidebarEntry[],
  nodes: readonly SidebarNode[],
  style: AddressStyle,
): ReadonlyMap<SidebarNode, SidebarEntry> {
  const closed = new Map<SidebarNode, SidebarEntry>();
  entries.forEach((entry, index) => {
    const node = nodes[index];
    if (entry.type !== 'category' || node?.type !== 'category') return;
    const first = node.node ?? flattenDocs(node.items)[0];
    const href = first === undefined ? {} : { href: printRoute(first.route, style) };
    closed.set(node, { ...entry, items: [], trimmed: true, ...href });
    for (const [inner, shown] of closedCategories(entry.items, node.items, style))
      closed.set(inner, shown);
  });
  return closed;
}

interface TrimInput {
  readonly entries: readonly SidebarEntry[];
  readonly nodes: readonly SidebarNode[];
  readonly open: ReadonlySet<SidebarNode>;
  readonly closed: ReadonlyMap<SidebarNode, SidebarEntry>;
}

/** Leaves out the items of every category that is not on the way to the page. */
function trimEntries({ entries, nodes, open, closed }: TrimInput): readonly SidebarEntry[] {
  return entries.map((entry, index) => {
    const node = nodes[index];
    if (entry.type !== 'category' || node?.type !== 'category') return entry;
    if (!open.has(node)) return closed.get(node) ?? entry;
    return {
      ...entry,
      items: trimEntries({ entries: entry.items, nodes: node.items, open, closed }),
    };
  });
}
