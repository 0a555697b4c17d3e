import type { NavbarItemConfig } from '../config/schema.ts';
import type { DocsSet } from '../config/site-config.ts';
import { didYouMean } from '../config/problem.ts';
import { CURRENT } from '../config/versions.ts';
import { docName, sidebarsOf } from '../diagnostics/causes.ts';
import { type DiagnosticDetails, diagnostic } from '../diagnostics/diagnostic.ts';
import type { LinkAttributes, NavbarItem } from '../shared/page.ts';
import { printRoute, type Route } from '../shared/paths.ts';
import { docsSets } from './docs-sets.ts';
import { isLast } from './editions.ts';
import type { DocNode, Edition, Sidebar, SidebarPage } from './graph-types.ts';
import type { ConfigPath, LayoutContext } from './layout-context.ts';
import { docLabel } from './sidebar-tree.ts';

/** The docs set that an item names, or the first one. */
function findSet(input: ItemInput): DocsSet | undefined {
  const { sets } = input.context.graph.config;
  const { docsPluginId: wanted, sidebarId } = input.config;
  // The sidebar of an API with versions has the id of the API.
  const ofApi = sets.find(({ id, isApi }) => isApi === true && id === sidebarId);
  const set = wanted === undefined ? (ofApi ?? sets[0]) : sets.find(({ id }) => id === wanted);
  if (set !== undefined) return set;
  const known = `the docs sets are: ${sets.map(({ id }) => id).join(', ')}`;
  return failItem(input, `there is no docs set "${wanted ?? ''}".`, { hint: known });
}

/** The versions of a docs set that an item can point to: the one that these pages belong to, then the last one. */
function itemEditions({ graph, locale, edition }: LayoutContext, set: DocsSet): readonly Edition[] {
  return graph.editions
    .filter((entry) => entry.set === set && entry.locale === locale)
    .filter((entry) => entry === edition || isLast(entry))
    .toSorted((a, b) => Number(b === edition) - Number(a === edition));
}

function editionDocs({ graph }: LayoutContext, edition: Edition): readonly DocNode[] {
  return [...graph.pages.values()].flatMap((node) =>
    node.type === 'doc' && node.edition === edition ? [node] : [],
  );
}

/** `doc`: a link to a doc, active on it and in its sidebar. */
export function docItem(input: ItemInput): BuiltItem | undefined {
  const { context, config } = input;
  const set = findSet(input);
  if (set === undefined) return undefined;
  const docs = itemEditions(context, set).flatMap((edition) => editionDocs(context, edition));
  const node = docs.find(({ id }) => id === config.docId);
  if (node === undefined) {
    const wanted = config.docId ?? '';
    const ids = [...new Set(docs.map(({ id }) => id))];
    const hint = didYouMean(wanted, ids) ?? `the docs are: ${ids.slice(0, 20).join(', ')}`;
    const missing = itemEditions(context, set).map(({ version }) => `${version.path}/${wanted}`);
    const cause = `there is no doc "${wanted}" in the docs set "${set.id}".`;
    return failItem(input, cause, { hint, missing: missing.map(docName) });
  }
  const sidebar = context.graph.sidebarOf.get(node.route);
  return pageLink(input, node, { label: docLabel(node), sidebar });
}

/** A link to a page, active on it and in its sidebar. */
function pageLink(
  input: ItemInput,
  node: SidebarPage,
  rule: { label: string; sidebar: Sidebar | undefined },
): BuiltItem {
  return {
    item: {
      type: 'link',
      ...commonParts(input),
      label: rule.label,
      ...labelPart(input),
      href: printRoute(node.route, input.context.style),
      external: false,
      ...extraAttributes(input.config),
    },
    isActive: ({ route, sidebar }) => {
      if (route === node.route) return 'page';
      return rule.sidebar !== undefined && sidebar === rule.sidebar ? 'true' : undefined;
    },
    children: [],
  };
}

/** `docSidebar`: a link to a sidebar's first page, active on all of its pages. */
export function docSidebarItem(input: ItemInput): BuiltItem | undefined {
  const set = findSet(input);
  if (set === undefined) return undefined;
  const wanted = input.config.sidebarId ?? '';
  const { graph } = input.context;
  const editions = itemEditions(input.context, set);
  const sidebars = editions.flatMap((edition) => graph.sidebars.get(edition) ?? []);
  const apis = graph.config.openapi.filter((api) => (api.set?.id ?? api.id) === wanted);
  const missing = [
    ...editions.flatMap(({ version }) => [`${version.path}/`, sidebarsOf(version.path)]),
    ...apis.map(({ routeBase }) => routeBase),
  ];
  const sidebar = sidebars.find(({ id }) => id === wanted);
  const empty = editions.find(
    (edition) => set.isApi !== true && editionDocs(input.context, edition).length === 0,
  );
  if (empty !== undefined && sidebars.every(({ pages }) => pages.length === 0)) {
    const { name, path } = empty.version;
    const isCurrent = name === CURRENT;
    const subject = isCurrent ? `the docs set "${set.id}"` : `the version "${name}"`;
    return failItem(input, `${subject} has no docs: there is no Markdown file in ${path}.`, {
      hint: isCurrent ? 'add a page' : 'add its docs, or delete the folder',
      missing: [`${path}/`],
    });
  }
  if (sidebar === undefined) {
    const hint = `the sidebars are: ${[...new Set(sidebars.map(({ id }) => id))].join(', ')}`;
    const cause = `there is no sidebar "${wanted}" in the docs set "${set.id}".`;
    return failItem(input, cause, { hint, missing });
  }
  const first = sidebar.pages[0];
  if (first !== undefined) return pageLink(input, first, { label: wanted, sidebar });
  const cause = `Navbar item "docSidebar": sidebar "${wanted}" has nothing to be linked to.`;
  return failItem(input, cause, { missing });
}

/** An item of all versions of a docs set, if it has a doc to link to. */
export function versionItem(
  input: ItemInput,
  make: (setId: string) => NavbarItem,
): BuiltItem | undefined {
  const set = findSet(input);
  if (set === undefined) return undefined;
  if (docsSets(input.context).some(({ id }) => id === set.id)) return plainItem(make(set.id));
  return failItem(input, `the docs set "${set.id}" has no doc to link to.`);
}

/** An item that is never active. */
export function plainItem(item: NavbarItem): BuiltItem {
  return { item, isActive: () => undefined, children: [] };
}

/** The page for which active items are determined. */
export interface ActivePage {
  readonly route: Route;
  /** The sidebar that lists the page. */
  readonly sidebar: Sidebar | undefined;
}

/** A navbar item with the rule that makes it active. */
export interface BuiltItem {
  readonly item: NavbarItem;
  readonly isActive: (page: ActivePage) => 'page' | 'true' | undefined;
  readonly children: readonly BuiltItem[];
}

/** An item of the configuration with its path. */
export interface ItemInput {
  readonly context: LayoutContext;
  readonly config: NavbarItemConfig;
  readonly path: ConfigPath;
  readonly key: string;
}

/** Keys that the generator uses; all others become attributes of the link. */
const KNOWN_KEYS: ReadonlySet<string> = new Set(
  (
    'type label to href html value position activeBasePath activeBaseRegex className docId sidebarId ' +
    'docsPluginId items'
  ).split(' '),
);

/** The properties that all kinds of items share. */
export function commonParts({
  config,
  key,
}: ItemInput): Pick<NavbarItem, 'key' | 'position' | 'className'> {
  return {
    key,
    position: config.position ?? 'left',
    ...(config.className === undefined ? {} : { className: config.className }),
  };
}

export function labelPart({ context, config }: ItemInput): { label?: string } {
  return config.label === undefined ? {} : { label: context.translate(config.label) };
}

/** Reports an item that cannot be built. */
export function failItem(
  input: ItemInput,
  cause: string,
  { hint, missing }: Pick<DiagnosticDetails, 'hint' | 'missing'> = {},
): undefined {
  const { context, config, path } = input;
  const message = `${cause} The item is ${JSON.stringify(config)}`;
  const location = context.locate(path);
  context.diagnostics.push(diagnostic('navbar-item', { message, hint, location, missing }));
}

/** Keys that the generator does not use become attributes of the link. */
export function extraAttributes(config: NavbarItemConfig): { attributes?: LinkAttributes } {
  const extra = Object.entries(config).flatMap(([name, value]) =>
    KNOWN_KEYS.has(name) || typeof value !== 'string' ? [] : [[name, value] as const],
  );
  return extra.length === 0 ? {} : { attributes: Object.fromEntries(extra) };
}
