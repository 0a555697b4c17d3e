import type { DocsSet } from '../../config/types.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { printRoute } from '../../shared/paths.ts';
import type { DocNode, Sidebar, SidebarPage } from '../site-graph.ts';
import type { ChromeContext } from './chrome-context.ts';
import {
  type BuiltItem,
  commonParts,
  extraAttributes,
  failItem,
  type ItemInput,
} from './navbar-item.ts';

/** The docs set that an item names; the first one by default. */
function findSet(input: ItemInput): DocsSet | undefined {
  const { docs } = input.context.graph.config;
  const wanted = input.config.docsPluginId;
  const set = wanted === undefined ? docs[0] : docs.find(({ id }) => id === wanted);
  if (set === undefined) {
    failItem(
      input,
      `there is no docs set "${wanted ?? ''}".`,
      `the docs sets are: ${docs.map(({ id }) => id).join(', ')}`,
    );
  }
  return set;
}

function setDocs(context: ChromeContext, set: DocsSet): readonly DocNode[] {
  return [...context.graph.pages.values()].flatMap((node) =>
    node.type === 'doc' && node.set === set ? [node] : [],
  );
}

/** `doc`: a link to a doc, active on it and in its sidebar (rule 12). */
export function docItem(input: ItemInput): BuiltItem | undefined {
  const { context, config } = input;
  const set = findSet(input);
  if (set === undefined) return undefined;
  const docs = setDocs(context, set);
  const node = docs.find(({ id }) => id === config.docId);
  if (node === undefined) {
    const near = nearest(
      config.docId ?? '',
      docs.map(({ id }) => id),
    );
    const known =
      near === undefined
        ? `the docs are: ${docs
            .map(({ id }) => id)
            .slice(0, 20)
            .join(', ')}`
        : `did you mean "${near}"?`;
    failItem(input, `there is no doc "${config.docId ?? ''}" in the docs set "${set.id}".`, known);
    return undefined;
  }
  const sidebar = context.graph.sidebarOf.get(node.route);
  return pageLink(input, node, { label: node.id, sidebar });
}

/** A link to a page, active on it and in its sidebar. */
function pageLink(
  input: ItemInput,
  node: SidebarPage,
  rule: { label: string; sidebar: Sidebar | undefined },
): BuiltItem {
  const attributes = extraAttributes(input.config);
  return {
    item: {
      type: 'link',
      ...commonParts(input),
      label: input.config.label ?? rule.label,
      href: printRoute(node.route, input.context.style),
      external: false,
      ...(attributes === undefined ? {} : { attributes }),
    },
    isActive: ({ route, sidebar }) => {
      if (route === node.route) return 'page';
      return rule.sidebar !== undefined && sidebar === rule.sidebar ? 'true' : undefined;
    },
    children: [],
  };
}

/** `docSidebar`: a link to a sidebar's first page, active on all of its pages (rule 12). */
export function docSidebarItem(input: ItemInput): BuiltItem | undefined {
  const set = findSet(input);
  if (set === undefined) return undefined;
  const wanted = input.config.sidebarId ?? '';
  const sidebars = input.context.graph.sidebars.get(set.id) ?? [];
  const sidebar = sidebars.find(({ id }) => id === wanted);
  if (sidebar === undefined) {
    failItem(
      input,
      `there is no sidebar "${wanted}" in the docs set "${set.id}".`,
      `the sidebars are: ${sidebars.map(({ id }) => id).join(', ')}`,
    );
    return undefined;
  }
  const first = sidebar.pages[0];
  if (first === undefined) {
    failItem(input, `Navbar item "docSidebar": sidebar "${wanted}" has nothing to be linked to.`);
    return undefined;
  }
  return pageLink(input, first, { label: wanted, sidebar });
}

/** The main doc of the docs set, labelled with its version. */
export function docsVersionItem(input: ItemInput): BuiltItem | undefined {
  const set = findSet(input);
  if (set === undefined) return undefined;
  const docs = setDocs(input.context, set);
  const main =
    docs.find(({ route }) => route === set.routeBase) ??
    input.context.graph.sidebars.get(set.id)?.[0]?.pages[0] ??
    docs[0];
  if (main === undefined) {
    failItem(input, `the docs set "${set.id}" has no doc to link to.`);
    return undefined;
  }
  return pageLink(input, main, {
    label: set.versions['current']?.label ?? 'Current',
    sidebar: undefined,
  });
}
