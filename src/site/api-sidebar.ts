import { type DiagnosticDetails, diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { ApiGroup, ApiOutline } from '../openapi/outline.ts';
import type { SetContext } from './docs-sets.ts';
import type { ApiNode, Sidebar, SidebarCategoryNode, SidebarNode } from './graph-types.ts';
import { apiMessagesOf } from './locales.ts';
import { flattenPages } from './sidebar-tree.ts';

/** Generates a sidebar for each API description of the set that no configured sidebar contains. */
export function apiSidebars(context: SetContext, own: readonly Sidebar[]): readonly Sidebar[] {
  const held = new Set(
    own.flatMap(({ pages }) => pages.flatMap((page) => (page.type === 'api' ? [page.api] : []))),
  );
  return apisOf(context)
    .filter((api) => !held.has(api))
    .map((api) => {
      if (own.some(({ id }) => id === api.id)) context.diagnostics.push(takenId(context, api));
      const nodes = apiNodes(context, api);
      return { id: api.id, edition: context.edition, nodes, pages: flattenPages(nodes) };
    });
}

/**
 * Builds an `openapi` item of a configured sidebar: the entries of a whole description. The pages of a description
 * belong to one version; others link to them.
 */
export function openApiItem(
  context: SetContext,
  wanted: string | undefined,
  path: readonly (string | number)[],
): readonly SidebarNode[] {
  const isWanted = ({ id }: ApiOutline): boolean => wanted === undefined || id === wanted;
  const api = apisOf(context).find(isWanted);
  if (api !== undefined) return apiNodes(context, api);
  if (context.isInherited) return [];
  const elsewhere = context.apiPagesElsewhere.find(
    ({ api: other, page }) => isWanted(other) && page.kind === 'info',
  );
  if (elsewhere !== undefined) {
    return [{ type: 'link', label: elsewhere.page.title, href: elsewhere.route, path }];
  }
  const location = context.input.locate(path);
  context.diagnostics.push(diagnostic('sidebar-item', { ...noApi(context, wanted), location }));
  return [];
}

function noApi({ input, edition }: SetContext, wanted: string | undefined): DiagnosticDetails {
  const { openapi } = input.config;
  const ids = openapi.map(({ id }) => id);
  const base = edition.set.routeBase;
  if (wanted === undefined || ids.includes(wanted)) {
    const isNone = ids.length === 0;
    return {
      message: isNone ? 'the site has no API description' : `no API description is below ${base}`,
      missing: openapi.map(({ routeBase }) => `${routeBase}/`),
      hint: isNone
        ? "add openapi: [{ spec: 'openapi/api.yaml' }] to the configuration"
        : `set "routeBase" of the description to an address below ${base}`,
    };
  }
  const near = nearest(wanted, ids);
  return {
    message: `there is no API description "${wanted}"`,
    hint:
      near === undefined ? `the descriptions are: ${ids.join(', ')}` : `did you mean "${near}"?`,
  };
}

function apisOf({ apiPages }: SetContext): readonly ApiOutline[] {
  return [...new Set(apiPages.map(({ api }) => api))];
}

function takenId(context: SetContext, { id, index }: ApiOutline): ReturnType<typeof diagnostic> {
  return diagnostic('sidebar-item', {
    message: `the API description "${id}" has the id of a sidebar of the docs set "${context.edition.set.id}"`,
    location: context.input.locate(['openapi', index, 'id']),
    hint: "give one of them another id, or put { type: 'openapi' } into that sidebar",
  });
}

/** The info page, then the groups with their operations, then the schemas. */
function apiNodes(context: SetContext, api: ApiOutline): readonly SidebarNode[] {
  const pages = context.apiPages.filter((node) => node.api === api);
  const bySlug = new Map(pages.map((node) => [node.page.slug, node]));
  const single = (kind: 'info' | 'schemas', label: string | undefined): SidebarNode[] =>
    pages
      .filter(({ page }) => page.kind === kind)
      .map((node) => ({ type: 'page', node, label: label ?? node.page.title }));
  const top: SidebarNode[] = [];
  const messages = apiMessagesOf(context.input.messages, context.edition.locale);
  for (const { label, ...group } of api.groups) {
    const words = typeof label === 'string' ? label : messages[label.text];
    addGroup(top, { ...group, label: words }, bySlug);
  }
  return [...single('info', undefined), ...top, ...single('schemas', messages.schemas)];
}

function addGroup(
  top: SidebarNode[],
  group: ApiGroup & { readonly label: string },
  bySlug: ReadonlyMap<string, ApiNode>,
): void {
  let items = top;
  for (const label of group.above) items = categoryItems(items, label);
  const own = categoryItems(items, group.label);
  for (const slug of group.pages) {
    const node = bySlug.get(slug);
    if (node === undefined) continue;
    const { title, badge } = node.page;
    own.push({ type: 'page', node, label: title, ...(badge === undefined ? {} : { badge }) });
  }
}

interface OpenCategory extends SidebarCategoryNode {
  readonly items: SidebarNode[];
}

/** Returns the items of the category with this label; creates the category if needed. */
function categoryItems(nodes: SidebarNode[], label: string): SidebarNode[] {
  const found = nodes.find((node) => node.type === 'category' && node.label === label);
  if (found !== undefined && isOpen(found)) return found.items;
  const made: OpenCategory = {
    type: 'category',
    label,
    items: [],
    collapsible: true,
    collapsed: undefined,
  };
  nodes.push(made);
  return made.items;
}

function isOpen(node: SidebarNode): node is OpenCategory {
  return node.type === 'category';
}
