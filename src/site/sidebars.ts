import { didYouMean } from '../config/problem.ts';
import type { SidebarItemConfig } from '../config/schema-docs.ts';
import { CURRENT } from '../config/versions.ts';
import type { CategoryFiles } from '../content/category-file.ts';
import { docName, sidebarsOf } from '../diagnostics/causes.ts';
import {
  type Diagnostic,
  diagnostic,
  type DiagnosticDetails,
  type Location,
} from '../diagnostics/diagnostic.ts';
import { boundedNearest } from '../diagnostics/nearest.ts';
import type { SummaryItem } from '../markdown/summary.ts';
import type { ApiOutline } from '../openapi/outline.ts';
import { itemAt } from '../shared/item-at.ts';
import { getOrInsert, groupBy } from '../shared/maps.ts';
import type { Locale } from '../shared/page.ts';
import { type FilePath, type Route, toFilePath } from '../shared/paths.ts';
import type { SetContext } from './docs-sets.ts';
import { isLast } from './editions.ts';
import type {
  ApiNode,
  DocNode,
  Edition,
  GraphInput,
  PageNode,
  Sidebar,
  SidebarNode,
} from './graph-types.ts';
import { apiMessagesOf } from './locales.ts';
import { autogenerate, docLabel, flattenPages } from './sidebar-tree.ts';

type Path = readonly (string | number)[];

/** Builds the sidebars of all editions, from the configuration or from folders. */
export function buildSidebars(
  input: GraphInput,
  editions: readonly Edition[],
  pages: ReadonlyMap<Route, PageNode>,
): { sidebars: ReadonlyMap<Edition, readonly Sidebar[]>; diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const nodes = [...pages.values()];
  const docs = groupBy(
    nodes.filter((node) => node.type === 'doc'),
    ({ edition }) => edition,
  );
  const apiPages = nodes.filter((node) => node.type === 'api');
  const sidebars = new Map<Edition, readonly Sidebar[]>();
  for (const edition of editions) {
    const own = docs.get(edition) ?? [];
    const isDefault = edition.locale.code === input.config.defaultLocale;
    const context: SetContext = {
      input,
      edition,
      isInherited: edition.version.name !== CURRENT && edition.version.sidebars === undefined,
      docs: own,
      apiPages: apiPages.filter(({ locale }) => locale === edition.locale),
      byId: new Map(own.map((node) => [node.id, node])),
      categories: categoriesOf(input, edition.locale),
      translate: input.labels.of(edition.locale),
      // Other locales would repeat the diagnostics of the default locale.
      diagnostics: isDefault ? diagnostics : [],
      nearest: boundedNearest(),
      reported: new Set(),
    };
    sidebars.set(edition, editionSidebars(context));
  }
  return { sidebars, diagnostics };
}

/** The category files of a locale: its translations, and those of the default locale for the rest. */
function categoriesOf({ categories }: GraphInput, { code }: Locale): CategoryFiles {
  const merged = new Map(categories.get(''));
  for (const [folder, own] of categories.get(code) ?? []) {
    merged.set(folder, { ...merged.get(folder), ...own });
  }
  return merged;
}

function editionSidebars(context: SetContext): readonly Sidebar[] {
  const { edition, input } = context;
  const { set, version } = edition;
  const inside = version.sidebars === undefined ? [] : ['versions', version.name];
  const path = ['docs', input.config.docs.indexOf(set), ...inside, 'sidebars'];
  const explicit = version.sidebars ?? set.sidebars;
  const configured = explicit ?? { docs: 'auto' };
  const own = Object.entries(configured)
    .map(([id, items]) => {
      const nodes =
        items === 'auto'
          ? generated(context, '')
          : items.flatMap((item, index) => itemNodes(context, item, [...path, id, index]));
      const pages = flattenPages(nodes).filter((page) => page.type === 'api' || inSidebars(page));
      return { id, edition, nodes, pages };
    })
    .filter(({ nodes }) => nodes.length > 0 || explicit !== undefined);
  return [...own, ...apiSidebars(context, own)];
}

function generated(context: SetContext, dir: string): readonly SidebarNode[] {
  const root = context.edition.version.path;
  const summary = dir === '' ? context.input.summaries.get(root) : undefined;
  if (summary !== undefined) return summaryNodes(context, summary);
  const visible = context.docs.filter(inSidebars);
  const { categories, translate } = context;
  const { ordered } = context.input.config.dialect;
  const reportLink = (id: string, location: Location | undefined): void =>
    reportCategoryLink(context, id, location);
  return autogenerate({ docs: visible, root, dir, categories, translate, ordered, reportLink });
}

function reportCategoryLink(
  { docs, byId, diagnostics, nearest, reported, input }: SetContext,
  id: string,
  location: Location | undefined,
): void {
  // A doc that cannot be read, is a draft or in no sidebar is known. Sidebars may have the folder twice.
  const isKnown = [...input.docs.keys()].some((file) =>
    file.replace(/\.mdx?$/, '').endsWith(id.replace(/^\//, '')),
  );
  if (isKnown || docs.some((node) => node.id === id)) return;
  if (location === undefined || reported.has(location)) return;
  reported.add(location);
  const near = nearest(id, byId.keys());
  const folder = id.slice(0, id.lastIndexOf('/') + 1);
  const beside = [...byId.keys()].filter((other) => other.startsWith(folder)).slice(0, 8);
  const hint = `add the doc, or name another${beside.length === 0 ? '' : `: ${beside.join(', ')}`}`;
  const message = `there is no doc "${id}"`;
  const advice = near === undefined ? hint : `did you mean "${near}"?`;
  const details = { message, missing: [docName(id)], location, hint: advice };
  diagnostics.push(diagnostic('sidebar-unknown-doc', details));
}

/** The sidebar of a table of contents. */
function summaryNodes(context: SetContext, items: readonly SummaryItem[]): readonly SidebarNode[] {
  const byFile = new Map(context.docs.map((node) => [node.source.originalFile, node] as const));
  const nodeOf = (item: SummaryItem): SidebarNode => {
    const node = item.file === undefined ? undefined : byFile.get(item.file);
    if (item.file !== undefined && node === undefined) reportMissing(context, item, byFile);
    const { label } = item;
    if (item.items.length === 0 && node !== undefined) return { type: 'page', node, label };
    return {
      type: 'category',
      label,
      ...(node === undefined ? {} : { node }),
      items: item.items.map(nodeOf),
      collapsible: !item.isPart,
      collapsed: context.input.config.sidebar.autoCollapse && !item.isPart ? undefined : false,
      ...(item.items.length === 0 && !item.isPart ? { draft: true } : {}),
    };
  };
  return items.map(nodeOf);
}

function reportMissing(
  { diagnostics, input, nearest }: SetContext,
  { file = toFilePath(''), location }: SummaryItem,
  byFile: ReadonlyMap<FilePath, DocNode>,
): void {
  // A doc that cannot be read, or is a draft, is known.
  if (input.docs.has(file)) return;
  const near = nearest(file, byFile.keys());
  const hint = near === undefined ? 'correct the path, or add the file' : `did you mean "${near}"?`;
  const details = {
    message: `there is no doc "${file}"`,
    missing: [docName(file)],
    location,
    hint,
  };
  diagnostics.push(diagnostic('sidebar-unknown-doc', details));
}

/** Docs with `sidebar: false` and unlisted docs are left out of generated sidebars. */
function inSidebars(node: DocNode): boolean {
  const { sidebar, unlisted } = node.doc.frontmatter;
  return sidebar !== false && unlisted !== true;
}

function itemNodes(
  context: SetContext,
  item: SidebarItemConfig,
  path: Path,
): readonly SidebarNode[] {
  if (typeof item === 'string') return docItem(context, { id: item }, path);
  switch (item.type) {
    case 'doc':
      return docItem(context, item, [...path, 'id']);
    case 'link': {
      const { type, href } = item;
      const label = context.translate(item.label);
      return [{ type, label, href, path: [...path, 'href'], ...classOf(item) }];
    }
    case 'autogenerated':
      return generatedBelow(context, item.dir, path);
    case 'openapi':
      return openApiItem(context, item, [...path, item.version === undefined ? 'id' : 'version']);
    case 'category':
      return [categoryItem(context, item, path)];
  }
}

function docItem(
  context: SetContext,
  item: { id: string; label?: string | undefined; className?: string | undefined },
  path: Path,
): readonly SidebarNode[] {
  const node = findDoc(context, item.id, path);
  if (node === undefined) return [];
  const label = item.label === undefined ? docLabel(node) : context.translate(item.label);
  return [{ type: 'page', node, label, ...classOf(item) }];
}

function categoryItem(
  context: SetContext,
  item: Extract<SidebarItemConfig, { type: 'category' }>,
  path: Path,
): SidebarNode {
  const own = item.link === undefined ? undefined : findDoc(context, item.link, [...path, 'link']);
  const items = item.items.flatMap((child, index) =>
    itemNodes(context, child, [...path, 'items', index]),
  );
  return {
    type: 'category',
    label: context.translate(item.label),
    ...(own === undefined ? {} : { node: own }),
    items,
    collapsible: item.collapsible ?? true,
    collapsed: item.collapsed,
    ...classOf(item),
  };
}

function classOf(item: { className?: string | undefined }): { className?: string } {
  return item.className === undefined ? {} : { className: item.className };
}

function generatedBelow(context: SetContext, dir: string, path: Path): readonly SidebarNode[] {
  const clean = dir.replace(/^\.?\/*/, '').replace(/\/+$/, '');
  const nodes = generated(context, clean);
  if (nodes.length === 0 && !context.isInherited) {
    context.diagnostics.push(
      diagnostic('sidebar-item', {
        message: `the folder "${dir}" has no doc for the sidebar`,
        location: context.input.locate([...path, 'dir']),
        missing: [`${context.edition.version.path}/${clean}/`],
        lost: [sidebarsOf(context.edition.version.path)],
        hint: folderHint(context, clean),
      }),
    );
  }
  return nodes;
}

/** Names the folder that is meant, or those that have docs. */
function folderHint({ byId, edition, nearest }: SetContext, dir: string): string {
  const folders = new Set(
    [...byId.keys()].flatMap((id) => (id.includes('/') ? [id.slice(0, id.lastIndexOf('/'))] : [])),
  );
  const near = nearest(dir, folders);
  if (near !== undefined) return `did you mean "${near}"?`;
  const known = [...folders].slice(0, 10).join(', ');
  const { path } = edition.version;
  return folders.size === 0
    ? `${path} has no folders with docs: write dir: '.' for all of its docs`
    : `folders of ${path}: ${known}`;
}

function findDoc(context: SetContext, id: string, path: Path): DocNode | undefined {
  const node = context.byId.get(id) ?? context.byId.get(`${id}/index`);
  if (node !== undefined || context.isInherited) return node;
  // Written as a path of the site folder, or as an address.
  const { path: folder } = context.edition.version;
  const plain = id.replace(/^\.?\//, '').replace(/\.mdx?$/, '');
  const meant = [plain, plain.slice(plain.indexOf('/') + 1)].find((name) => context.byId.has(name));
  const near = meant ?? context.nearest(plain, context.byId.keys());
  const known = [...context.byId.keys()].slice(0, 10).join(', ');
  context.diagnostics.push(
    diagnostic('sidebar-unknown-doc', {
      message: `there is no doc "${id}" in ${folder}`,
      missing: [docName(`${folder}/${id}`)],
      lost: [sidebarsOf(folder)],
      location: context.input.locate(path),
      hint: near === undefined ? `docs of ${folder}: ${known}` : `did you mean "${near}"?`,
    }),
  );
  return undefined;
}

/** Generates a sidebar for each API description of the set that no configured sidebar contains. */
function apiSidebars(context: SetContext, own: readonly Sidebar[]): readonly Sidebar[] {
  const { edition } = context;
  const held = new Set(
    own.flatMap(({ pages }) => pages.flatMap((page) => (page.type === 'api' ? [page.api] : []))),
  );
  const apis = new Set(
    context.apiPages.flatMap(({ api, edition: of }) => (of === edition ? [api] : [])),
  );
  return [...apis]
    .filter((api) => !held.has(api))
    .map((api) => {
      const { path } = api;
      const id = api.set?.id ?? api.id;
      if (own.some((sidebar) => sidebar.id === id))
        context.diagnostics.push(
          diagnostic('sidebar-item', {
            message: `the API description "${id}" has the id of a sidebar of the docs set "${edition.set.id}"`,
            location: context.input.locate([...path, 'id']),
            hint: "give one of them another id, or put { type: 'openapi' } into that sidebar",
          }),
        );
      const nodes = apiNodes(context, api);
      return { id, edition, nodes, pages: flattenPages(nodes) };
    });
}

/**
 * Builds an `openapi` item of a configured sidebar: the entries of a whole description. The pages of a description
 * without versions belong to one version of the docs; others link to them.
 */
function openApiItem(
  context: SetContext,
  { id, version }: Extract<SidebarItemConfig, { type: 'openapi' }>,
  path: readonly (string | number)[],
): readonly SidebarNode[] {
  const { edition, apiPages, isInherited } = context;
  const isWanted = ({ api, edition: of }: ApiNode): boolean => {
    if (id !== undefined && id !== (api.set?.id ?? api.id)) return false;
    if (api.set === undefined || of === undefined) return version === undefined;
    return version === undefined ? isLast(of) : of.version.name === version;
  };
  const wanted = apiPages.filter(isWanted);
  const found = wanted.find(({ api, edition: of }) => of === edition || api.set !== undefined);
  if (found !== undefined) return apiNodes(context, found.api);
  if (isInherited) return [];
  const elsewhere = wanted.find(
    ({ page, edition: of }) => of?.set === edition.set && page.kind === 'info',
  );
  if (elsewhere !== undefined) {
    return [{ type: 'link', label: elsewhere.page.title, href: elsewhere.route, path }];
  }
  const location = context.input.locate(path);
  const details = noApi(context, { id, version });
  context.diagnostics.push(diagnostic('sidebar-item', { ...details, location }));
  return [];
}

function noApi(
  { input, edition }: SetContext,
  { id, version }: { readonly id?: string | undefined; readonly version?: string | undefined },
): DiagnosticDetails {
  const { openapi } = input.config;
  const ids = [...new Set(openapi.map((source) => source.set?.id ?? source.id))];
  const base = edition.set.routeBase;
  const set = openapi.find(
    (source) => source.set !== undefined && source.set.id === (id ?? ids[0]),
  )?.set;
  if (version !== undefined && (id === undefined || ids.includes(id))) {
    const names = set?.versions.map(({ name }) => name) ?? [];
    return {
      message: `the API "${id ?? ids[0] ?? ''}" has no version "${version}"`,
      hint: didYouMean(version, names) ?? `its versions are: ${names.join(', ') || 'none'}`,
    };
  }
  if (id === undefined || ids.includes(id)) {
    const isNone = ids.length === 0;
    return {
      message: isNone ? 'the site has no API description' : `no API description is below ${base}`,
      missing: openapi.map(({ routeBase }) => `${routeBase}/`),
      hint: isNone
        ? "add openapi: [{ spec: 'openapi/api.yaml' }] to the configuration"
        : `set "routeBase" of the description to an address below ${base}`,
    };
  }
  const message = `there is no API description "${id}"`;
  return { message, hint: didYouMean(id, ids) ?? `the descriptions are: ${ids.join(', ')}` };
}

/** The info page, then the groups with their operations, then the schemas. */
function apiNodes(context: SetContext, api: ApiOutline): readonly SidebarNode[] {
  const pages = context.apiPages.filter((node) => node.api === api);
  const bySlug = new Map(pages.map((node) => [node.page.slug, node]));
  const single = (kind: 'info' | 'schemas' | 'changes', label: string | undefined): SidebarNode[] =>
    pages
      .filter(({ page }) => page.kind === kind)
      .map((node) => ({ type: 'page', node, label: label ?? node.page.title }));
  const top: SidebarNode[] = [];
  const categories = new Map<string, SidebarNode[]>();
  const itemsOf = (labels: readonly string[]): SidebarNode[] => {
    if (labels.length === 0) return top;
    return getOrInsert(categories, labels.join('\0'), () => {
      const items: SidebarNode[] = [];
      const label = itemAt(labels, labels.length - 1);
      const above = itemsOf(labels.slice(0, -1));
      above.push({ type: 'category', label, items, collapsible: true, collapsed: undefined });
      return items;
    });
  };
  const messages = apiMessagesOf(context.input.messages, context.edition.locale);
  for (const { label, above, pages: slugs } of api.groups) {
    const items = itemsOf([...above, typeof label === 'string' ? label : messages[label.text]]);
    for (const slug of slugs) {
      const node = bySlug.get(slug);
      if (node === undefined) continue;
      const { title, badge } = node.page;
      items.push({ type: 'page', node, label: title, ...(badge === undefined ? {} : { badge }) });
    }
  }
  return [
    ...single('info', undefined),
    ...top,
    ...single('schemas', messages.schemas),
    ...single('changes', messages.changes),
  ];
}
