import type { ApiSource } from '../config/site-config.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import { cutAtSentence } from '../shared/cut-text.ts';
import type { FilePath, Route } from '../shared/paths.ts';
import { type ApiMessages, apiMessages } from '../shared/ui-messages.ts';
import type { ApiModel, Text } from './model/api-model.ts';
import { asObject, readText } from './model/model-context.ts';
import { restName } from './model/tags.ts';
import type { ApiPage } from './pages/api-page.ts';
import type { ApiPast } from './past.ts';
import type { Description } from './read/description.ts';

/** Pages of an API description, in reading order, as the site graph sees them. */
export interface ApiOutline {
  readonly id: string;
  readonly routeBase: Route;
  readonly file: FilePath;
  /** Of the configuration. */
  readonly path: ApiSource['path'];
  readonly set: ApiSource['set'];
  readonly downloads: ApiSource['downloads'];
  readonly builder: boolean;
  /** Where readers may send requests; undefined if they send none. */
  readonly console: ConsoleSettings | undefined;
  readonly pages: readonly ApiPageOutline[];
  readonly groups: readonly ApiGroup[];
}

export interface ConsoleSettings {
  readonly cors: boolean;
  /** The origins of servers. */
  readonly servers: readonly string[];
  /** Path of the mock in `docs dev`. */
  readonly mock?: string | undefined;
  /** The OAuth client that signs readers in. */
  readonly clientId?: string | undefined;
  /** The origins that give it tokens. */
  readonly tokens: readonly string[];
}

export interface ApiPageOutline {
  readonly kind: 'info' | 'operation' | 'webhook' | 'schemas' | 'schema' | 'changes' | 'removed';
  /** Slug below the route base: `get-tenant`, `schemas/Tenant`. */
  readonly slug: string;
  readonly title: string;
  /** Plain text of at most 160 characters. */
  readonly description: string;
  readonly badge?: string;
  /** The labels of its tags of the kind `badge`. */
  readonly note?: string;
  /** As `GET /path`, with the names of parameters left out. */
  readonly operation?: string;
  readonly isDeprecated?: true;
  /** Source location that determines the page. */
  readonly location: Location;
}

/** True if a page has its own file for download: the description, or the part of an operation. */
export function hasDownload(
  { downloads }: Pick<ApiOutline, 'downloads'>,
  kind: ApiPageOutline['kind'],
): boolean {
  if (kind === 'info') return downloads !== 'none';
  return downloads === 'operations' && (kind === 'operation' || kind === 'webhook');
}

export interface ApiGroup {
  /** As in the description, or the name of a UI message. */
  readonly label: string | { readonly text: keyof ApiMessages };
  /** Labels of the enclosing groups, outermost first. */
  readonly above: readonly string[];
  readonly pages: readonly string[];
}

interface OutlinedPage {
  readonly page: ApiPage;
  readonly outline: ApiPageOutline;
}

/** Longest description in a page's head: the length that search engines show. */
const DESCRIPTION_LENGTH = 160;

export function outlinePages(
  model: ApiModel,
  description: Description,
  { plain, past }: { readonly plain: (text: Text) => string; readonly past?: ApiPast | undefined },
): readonly OutlinedPage[] {
  const root = asObject(description.root.root) ?? {};
  const short = (text: Text): string => cutAtSentence(plain(text), DESCRIPTION_LENGTH);
  const { info } = model;
  const start = description.locateKey(root, 'info');
  const pages: OutlinedPage[] = [];
  const add = (page: ApiPage, outline: ApiPageOutline): void => void pages.push({ page, outline });
  add(
    { type: 'info' },
    {
      kind: 'info',
      slug: info.slug,
      title: info.title,
      description: info.summary === '' ? short(info.description) : info.summary,
      location: start,
    },
  );
  for (const operation of [...model.operations, ...model.webhooks]) {
    const { kind, slug, title, method, path, badges, deprecated, source } = operation;
    const words = short(operation.description) || short(operation.longSummary);
    const key = 'operationId' in source ? 'operationId' : undefined;
    add(
      { type: 'operation', operation },
      {
        kind,
        slug,
        title,
        description: words || `${method.toUpperCase()} ${path}`,
        badge: method,
        ...(badges.length > 0 && { note: badges.join(', ') }),
        ...(kind === 'operation' && {
          operation: `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`,
        }),
        ...(deprecated && { isDeprecated: true }),
        location: description.locate(source, key),
      },
    );
  }
  if (past !== undefined) {
    const taken = new Set(pages.map(({ outline }) => outline.slug));
    const common = { description: '', location: start };
    const title = apiMessages.changes;
    if (!taken.has('changes'))
      add({ type: 'changes', past }, { kind: 'changes', slug: 'changes', title, ...common });
    for (const removed of past.removed)
      if (!taken.has(removed.slug)) {
        const { slug, title: name } = removed;
        add({ type: 'removed', removed }, { kind: 'removed', slug, title: name, ...common });
      }
  }
  if (model.schemas.length === 0) return pages;
  const names = model.schemas.map(({ name }) => name).join(', ');
  add(
    { type: 'schemas' },
    {
      kind: 'schemas',
      slug: 'schemas',
      title: apiMessages.schemas,
      description: cutAtSentence(names, DESCRIPTION_LENGTH),
      location: description.locate(root),
    },
  );
  for (const schema of model.schemas) {
    const source = typeof schema.schema === 'boolean' ? root : schema.schema;
    add(
      { type: 'schema', schema },
      {
        kind: 'schema',
        slug: `schemas/${schema.slug}`,
        title: schema.name,
        description: short(readText(source, 'description')),
        location: description.locate(source),
      },
    );
  }
  return pages;
}

/** Lists the groups of the sidebar: the tags, then the webhooks. */
export function outlineGroups(model: ApiModel): readonly ApiGroup[] {
  const groups = model.tags.map(
    ({ label, groups: above, operations }): ApiGroup => ({
      label: label ?? { text: restName(model) },
      above,
      pages: operations.map(({ slug }) => slug),
    }),
  );
  if (model.webhooks.length === 0) return groups;
  return [
    ...groups,
    { label: { text: 'webhooks' }, above: [], pages: model.webhooks.map(({ slug }) => slug) },
  ];
}
