import type { DocsSet, NavbarItemConfig } from '../../config/types.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { LinkAttributes, NavbarItem, PageData } from '../../shared/page.ts';
import { printRoute, type Route, toRoute } from '../../shared/paths.ts';
import type { DocNode, Sidebar } from '../site-graph.ts';
import {
  type ChromeContext,
  type ConfigPath,
  configHref,
  configHtml,
  configProblem,
} from './chrome-context.ts';

/** What decides whether an item is active on a page. */
export interface ActivePlace {
  readonly route: Route;
  /** The sidebar that the page stands in. */
  readonly sidebar: Sidebar | undefined;
}

type Activity = 'page' | 'true' | undefined;

/** A navbar item and the rule that makes it active. */
export interface BuiltItem {
  readonly item: NavbarItem;
  readonly isActive: (place: ActivePlace) => Activity;
  readonly children: readonly BuiltItem[];
}

interface ItemInput {
  readonly context: ChromeContext;
  readonly config: NavbarItemConfig;
  readonly path: ConfigPath;
  readonly key: string;
}

/** Keys that mean something to the generator; every other key becomes an attribute of the link. */
const KNOWN_KEYS: ReadonlySet<string> = new Set([
  'type',
  'label',
  'to',
  'href',
  'html',
  'value',
  'position',
  'activeBasePath',
  'activeBaseRegex',
  'className',
  'docId',
  'sidebarId',
  'docsPluginId',
  'items',
]);

/** Builds the navbar's items (rules 9-12); an item that cannot be built is a diagnostic and left out. */
export function buildNavbar(context: ChromeContext): readonly BuiltItem[] {
  return buildItems(context, context.graph.config.navbar.items, {
    path: ['navbar', 'items'],
    prefix: '',
  });
}

function buildItems(
  context: ChromeContext,
  items: readonly NavbarItemConfig[],
  place: { path: ConfigPath; prefix: string },
): readonly BuiltItem[] {
  return items.flatMap((config, index) => {
    const built = buildItem({
      context,
      config,
      path: [...place.path, index],
      key: `${place.prefix}${index}`,
    });
    return built === undefined ? [] : [built];
  });
}

function buildItem(input: ItemInput): BuiltItem | undefined {
  const { config } = input;
  const type = config.type ?? (config.items === undefined ? 'default' : 'dropdown');
  switch (type) {
    case 'default':
      return linkItem(input);
    case 'dropdown':
      return dropdownItem(input);
    case 'html':
      return {
        item: { type: 'html', ...common(input), html: itemHtml(input) },
        isActive: never,
        children: [],
      };
    case 'search':
      return { item: { type: 'search', ...common(input) }, isActive: never, children: [] };
    case 'doc':
      return docItem(input);
    case 'docSidebar':
      return docSidebarItem(input);
    case 'docsVersion':
    case 'docsVersionDropdown':
      return docsVersionItem(input);
    default:
      fail(input, `No NavbarItem component found for type "${type}".`);
      return undefined;
  }
}

/** The HTML of an item: `value` of an `html` item, `html` of a link. */
function itemHtml({ context, config, path }: ItemInput): string {
  const name = config.value === undefined ? 'html' : 'value';
  return configHtml(context, config[name] ?? '', [...path, name]);
}

function never(): undefined {
  return undefined;
}

function common({ config, key }: ItemInput): {
  key: string;
  position: 'left' | 'right';
  className?: string;
} {
  return {
    key,
    position: config.position ?? 'left',
    ...(config.className === undefined ? {} : { className: config.className }),
  };
}

/** Reports that an item cannot be built, with its configuration and the cause (rule 10). */
function fail(input: ItemInput, cause: string, hint?: string): void {
  configProblem(input.context, input.path, {
    message: `${cause} The item is ${JSON.stringify(input.config)}`,
    hint,
  });
}

function linkItem(input: ItemInput): BuiltItem {
  const { context, config, path } = input;
  const name = config.to === undefined ? 'href' : 'to';
  const wanted = config.to ?? config.href ?? '';
  const { href, external } = configHref(context, wanted, { path: [...path, name] });
  const text =
    config.html === undefined ? { label: config.label ?? wanted } : { html: itemHtml(input) };
  const attributes = extraAttributes(config);
  return {
    item: {
      type: 'link',
      ...common(input),
      ...text,
      href,
      external,
      ...(attributes === undefined ? {} : { attributes }),
    },
    isActive: external ? never : linkRule(config, context.style.baseUrl),
    children: [],
  };
}

function extraAttributes(config: NavbarItemConfig): LinkAttributes | undefined {
  const extra = Object.entries(config).flatMap(([name, value]) =>
    KNOWN_KEYS.has(name) || typeof value !== 'string' ? [] : [[name, value] as const],
  );
  return extra.length === 0 ? undefined : Object.fromEntries(extra);
}

/** Rule 11: the regex wins over the base path, which wins over the link's own section. */
function linkRule(config: NavbarItemConfig, baseUrl: string): BuiltItem['isActive'] {
  const own = toRoute((config.to ?? config.href ?? '').replace(/[?#].*$/, ''));
  const regex =
    config.activeBaseRegex === undefined ? undefined : new RegExp(config.activeBaseRegex, 'i');
  const section = config.activeBasePath === undefined ? own : toRoute(config.activeBasePath);
  const inSection = (route: Route): boolean => {
    if (regex !== undefined) return regex.test(baseUrl + route.slice(1));
    if (section === '/' && config.activeBasePath === undefined) return route === '/';
    return section === '/' || route === section || route.startsWith(`${section}/`);
  };
  return ({ route }) => {
    if (route === own) return 'page';
    return inSection(route) ? 'true' : undefined;
  };
}

function dropdownItem(input: ItemInput): BuiltItem {
  const { context, config, path, key } = input;
  const children = buildItems(context, config.items ?? [], {
    path: [...path, 'items'],
    prefix: `${key}.`,
  });
  return {
    item: {
      type: 'dropdown',
      ...common(input),
      label: config.label ?? '',
      items: children.map(({ item }) => item),
    },
    isActive: (place) =>
      children.some((child) => child.isActive(place) !== undefined) ? 'true' : undefined,
    children,
  };
}

/** The docs set that an item names; the first one by default. */
function findSet(input: ItemInput): DocsSet | undefined {
  const { docs } = input.context.graph.config;
  const wanted = input.config.docsPluginId;
  const set = wanted === undefined ? docs[0] : docs.find(({ id }) => id === wanted);
  if (set === undefined) {
    fail(
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

function docItem(input: ItemInput): BuiltItem | undefined {
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
    fail(input, `there is no doc "${config.docId ?? ''}" in the docs set "${set.id}".`, known);
    return undefined;
  }
  const sidebar = context.graph.sidebarOf.get(node.route);
  return pageLink(input, node, { label: node.id, sidebar });
}

/** A link to a doc, active on it and in its sidebar. */
function pageLink(
  input: ItemInput,
  node: DocNode,
  rule: { label: string; sidebar: Sidebar | undefined },
): BuiltItem {
  const attributes = extraAttributes(input.config);
  return {
    item: {
      type: 'link',
      ...common(input),
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

function docSidebarItem(input: ItemInput): BuiltItem | undefined {
  const set = findSet(input);
  if (set === undefined) return undefined;
  const wanted = input.config.sidebarId ?? '';
  const sidebars = input.context.graph.sidebars.get(set.id) ?? [];
  const sidebar = sidebars.find(({ id }) => id === wanted);
  if (sidebar === undefined) {
    fail(
      input,
      `there is no sidebar "${wanted}" in the docs set "${set.id}".`,
      `the sidebars are: ${sidebars.map(({ id }) => id).join(', ')}`,
    );
    return undefined;
  }
  const first = sidebar.docs[0];
  if (first === undefined) {
    fail(input, `Navbar item "docSidebar": sidebar "${wanted}" has nothing to be linked to.`);
    return undefined;
  }
  return pageLink(input, first, { label: wanted, sidebar });
}

/** The main doc of the docs set, labelled with its version. */
function docsVersionItem(input: ItemInput): BuiltItem | undefined {
  const set = findSet(input);
  if (set === undefined) return undefined;
  const docs = setDocs(input.context, set);
  const main =
    docs.find(({ route }) => route === set.routeBase) ??
    input.context.graph.sidebars.get(set.id)?.[0]?.docs[0] ??
    docs[0];
  if (main === undefined) {
    fail(input, `the docs set "${set.id}" has no doc to link to.`);
    return undefined;
  }
  return pageLink(input, main, {
    label: set.versions['current']?.label ?? 'Current',
    sidebar: undefined,
  });
}

/** The active items of a page, by key. */
export function activeItems(
  items: readonly BuiltItem[],
  place: ActivePlace,
): PageData['activeItems'] {
  const found: Record<string, 'page' | 'true'> = {};
  const visit = (built: BuiltItem): void => {
    const activity = built.isActive(place);
    if (activity !== undefined) found[built.item.key] = activity;
    built.children.forEach(visit);
  };
  items.forEach(visit);
  return found;
}
