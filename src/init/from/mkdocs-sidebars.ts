import type { NavNode } from './mkdocs-nav.ts';
import type { Moving, Unchecked } from './moving.ts';

/** How the theme shows the navigation. */
export interface NavStyle {
  /** A section's index page is the page of the category. */
  readonly hasIndexes: boolean;
  /** The sections at the top have separate sidebars, and items in the navbar. */
  readonly hasTabs: boolean;
  /** Sections start open, or closed. */
  readonly collapsed: boolean | undefined;
  /** Sections at the top are groups that cannot be closed. */
  readonly hasGroups: boolean;
}

/** Sidebars, and navbar items for them. */
export interface Navigation {
  readonly sidebars: Unchecked;
  readonly items: readonly object[];
}

/** Converts a navigation to one sidebar, or to one for each section at the top. */
export function toNavigation(
  nodes: readonly NavNode[],
  style: NavStyle,
  moving: Moving,
): Navigation {
  const convert = (items: readonly NavNode[], depth: number): readonly object[] =>
    items.map((node) => moving.from(toItem(node, depth), node.origin));
  const toItem = (node: NavNode, depth: number): object => {
    const label = node.label === undefined ? {} : { label: node.label };
    if (node.kind === 'page') return { type: 'doc', id: node.id, ...label };
    if (node.kind === 'link') return { type: 'link', ...label, href: node.href };
    const index = style.hasIndexes ? node.items.find(isIndex) : undefined;
    const items = convert(
      node.items.filter((item) => item !== index),
      depth + 1,
    );
    if (index !== undefined && items.length === 0) return { type: 'doc', id: index.id, ...label };
    const { collapsed } = style;
    const isGroup = style.hasGroups && depth === 0;
    return {
      type: 'category',
      ...label,
      ...(index === undefined ? {} : { link: index.id }),
      ...(isGroup ? { collapsible: false } : collapsed === undefined ? {} : { collapsed }),
      items,
    };
  };
  if (!style.hasTabs) return { sidebars: { docs: convert(nodes, 0) }, items: [] };
  const sidebars: Unchecked = {};
  const items = nodes.map((node) => {
    const { label, origin } = node;
    if (node.kind === 'link') return moving.from({ label, ...target(node.href) }, origin);
    if (node.kind === 'page')
      return moving.from(
        { type: 'doc', docId: node.id, ...(label === undefined ? {} : { label }) },
        origin,
      );
    const id = unusedId(node.label, sidebars);
    // The name of the tab is not repeated.
    sidebars[id] = convert(node.items, 0);
    return moving.from({ type: 'docSidebar', sidebarId: id, label }, origin);
  });
  return { sidebars, items };
}

function isIndex(node: NavNode): node is Extract<NavNode, { kind: 'page' }> {
  return node.kind === 'page' && /(?:^|\/)index$/.test(node.id);
}

function target(href: string): object {
  return href.startsWith('/') ? { to: href } : { href };
}

function unusedId(label: string, taken: Unchecked): string {
  const name =
    label
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'docs';
  let id = name;
  for (let number = 2; id in taken; number += 1) id = `${name}-${number}`;
  return id;
}
