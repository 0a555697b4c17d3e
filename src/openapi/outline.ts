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
  const pages: OutlinedPage[] = [
    {
      page: { type: 'info' },
      outline: {
        kind: 'info',
        slug: info.slug,
        title: info.title,
        description: info.summary === '' ? short(info.description) : info.summary,
        location: description.locateKey(root, 'info'),
      },
    },
  ];
  for (const operation of [...model.operations, ...model.webhooks]) {
    pages.push({
      page: { type: 'operation', operation },
      outline: {
        kind: operation.kind,
        slug: operation.slug,
        title: operation.title,
        description:
          short(operation.description) ||
          short(operation.longSummary) ||
          `${operation.method.toUpperCase()} ${operation.path}`,
        badge: operation.method,
        ...(operation.badges.length === 0 ? {} : { note: operation.badges.join(', ') }),
        ...(operation.kind === 'operation'
          ? { operation: `${operation.method} ${operation.path.replace(/\{[^{}]*\}/g, '{}')}` }
          : {}),
        ...(operation.deprecated ? { isDeprecated: true } : {}),
        location: description.locate(
          operation.source,
          'operationId' in operation.source ? 'operationId' : undefined,
        ),
      },
    });
  }
  if (past !== undefined) {
    const location = description.locateKey(root, 'info');
    const taken = new Set(pages.map(({ outline }) => outline.slug));
    if (!taken.has('changes'))
      pages.push({
        page: { type: 'changes' },
        outline: {
          kind: 'changes',
          slug: 'changes',
          title: apiMessages.changes,
          description: '',
          location,
        },
      });
    for (const removed of past.removed)
      if (!taken.has(removed.slug))
        pages.push({
          page: { type: 'removed', removed },
          outline: {
            kind: 'removed',
            slug: removed.slug,
            title: removed.title,
            description: '',
            location,
          },
        });
  }
  if (model.schemas.length === 0) return pages;
  pages.push({
    page: { type: 'schemas' },
    outline: {
      kind: 'schemas',
      slug: 'schemas',
      title: apiMessages.schemas,
      description: cutAtSentence(
        model.schemas.map(({ name }) => name).join(', '),
        DESCRIPTION_LENGTH,
      ),
      location: description.locate(root),
    },
  });
  for (const schema of model.schemas) {
    const source = typeof schema.schema === 'boolean' ? root : schema.schema;
    pages.push({
      page: { type: 'schema', schema },
      outline: {
        kind: 'schema',
        slug: `schemas/${schema.slug}`,
        title: schema.name,
        description: short(readText(source, 'description')),
        location: description.locate(source),
      },
    });
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
