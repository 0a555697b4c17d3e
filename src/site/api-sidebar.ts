import { didYouMean } from '../config/problem.ts';
import { type DiagnosticDetails, diagnostic } from '../diagnostics/diagnostic.ts';
import type { ApiOutline } from '../openapi/outline.ts';
import { itemAt } from '../shared/item-at.ts';
import { getOrInsert } from '../shared/maps.ts';
import type { SetContext } from './docs-sets.ts';
import type { Sidebar, SidebarNode } from './graph-types.ts';
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
      const { id, index } = api;
      if (own.some((sidebar) => sidebar.id === id))
        context.diagnostics.push(
          diagnostic('sidebar-item', {
            message: `the API description "${id}" has the id of a sidebar of the docs set "${context.edition.set.id}"`,
            location: context.input.locate(['openapi', index, 'id']),
            hint: "give one of them another id, or put { type: 'openapi' } into that sidebar",
          }),
        );
      const nodes = apiNodes(context, api);
      return { id, edition: context.edition, nodes, pages: flattenPages(nodes) };
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
  const message = `there is no API description "${wanted}"`;
  return { message, hint: didYouMean(wanted, ids) ?? `the descriptions are: ${ids.join(', ')}` };
}

function apisOf({ apiPages }: SetContext): readonly ApiOutline[] {
  return [...new Set(apiPages.map(({ api }) => api))];
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
  return [...single('info', undefined), ...top, ...single('schemas', messages.schemas)];
}
