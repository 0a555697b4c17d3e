import picomatch from 'picomatch';
import {
  compareDiagnostics,
  type Diagnostic,
  diagnostic,
  type Location,
} from '../../diagnostics/diagnostic.ts';
import type { ApiExclusion } from '../../config/site-config.ts';
import { groupBy } from '../../shared/maps.ts';
import { itemAt } from '../../shared/item-at.ts';
import type { ApiContext } from '../pages/api-page.ts';
import type { Description } from '../read/description.ts';
import { createFlattener } from '../schema/flatten.ts';
import { createSchemaNames } from '../schema/names.ts';
import { createSchemaReader } from '../schema/reader.ts';
import { findUsedSchemas } from '../schema/used-schemas.ts';
import type { ApiModel, Operation, SchemaReader } from './api-model.ts';
import { readInfo } from './info.ts';
import type { LinkTarget, LinkTargets } from './link-objects.ts';
import {
  asObject,
  dialectOf,
  emptyObject,
  type ModelContext,
  stringOf,
  stringsOf,
} from './model-context.ts';
import { readOperation, titleOf } from './operations.ts';
import { type NameSource, nameOfId, pageNames } from './page-names.ts';
import { type OperationDraft, readPathItems } from './path-items.ts';
import { readSecurity, readSecuritySchemes } from './security.ts';
import { preferServer, rootServers } from './servers.ts';
import { groupByTag, isInternalByTags, readTagList, type TagList } from './tags.ts';
import { fingerprint, kebab } from './words.ts';

export interface ModelOptions {
  readonly id: string;
  readonly infoSlug?: string | undefined;
  /** Server of the samples: its index, or a text in its address or description. */
  readonly server?: number | string | undefined;
  /** Default: `used`. */
  readonly schemas?: 'all' | 'used';
  readonly exclude?: ApiExclusion;
}

export interface BuiltModel {
  readonly model: ApiModel;
  readonly schemas: SchemaReader;
  readonly usersOf: ApiContext['usersOf'];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Builds the model of a description of any version (Swagger 2.0, OpenAPI 3.0, 3.1, 3.2), without `x-internal`
 * parts. Values of a wrong type count as absent; the check reports them.
 */
export function buildModel(description: Description, options: ModelOptions): BuiltModel {
  const root =
    asObject(description.root.root) ?? description.derive(emptyObject(), description.root);
  const diagnostics: Diagnostic[] = [];
  const context: ModelContext = { description, dialect: dialectOf(root), root, diagnostics };
  const info = readInfo(context, options.infoSlug);
  const tagList = readTagList(context);
  const drafts = publishedDrafts(context, tagList, options.exclude);
  const named = nameOperations(context, {
    operations: drafts.filter(({ kind }) => kind === 'operation'),
    webhooks: drafts.filter(({ kind }) => kind === 'webhook'),
    infoSlug: info.slug,
  });
  const servers = rootServers(context);
  const { server } = options;
  const setting = {
    servers: preferServer(servers, server),
    server: typeof server === 'number' ? servers[server]?.resolvedUrl : server,
    security: readSecurity(root['security']) ?? [],
    targets: targetsOf(named.operations),
    tagList,
    depth: 0,
  };
  const operations = named.operations.map(({ draft, slug }) =>
    readOperation(context, draft, { ...setting, kind: 'operation', slug }),
  );
  const webhooks = named.webhooks.map(({ draft, slug }) =>
    readOperation(context, draft, { ...setting, kind: 'webhook', slug, servers: [], security: [] }),
  );
  const tags = groupByTag(context, tagList, operations);
  const names = createSchemaNames(context);
  const tools = { names, flattener: createFlattener(context, names) };
  const tagged = tags.flatMap((tag) => tag.operations);
  const used = findUsedSchemas(context, tools, {
    operations: [...operations, ...webhooks],
    sidebar: [...tagged, ...webhooks],
    hasAll: options.schemas === 'all',
  });
  const model: ApiModel = {
    id: options.id,
    info,
    servers: setting.servers,
    securitySchemes: readSecuritySchemes(context),
    security: setting.security,
    tags,
    operations: tagged,
    webhooks,
    schemas: used.schemas,
  };
  // A part of an allOf may be merged into several schemas and reported for each.
  const distinct = diagnostics.sort(compareDiagnostics).filter((one, index) => {
    const previous = diagnostics[index - 1];
    return previous === undefined || compareDiagnostics(previous, one) !== 0;
  });
  return {
    model,
    schemas: createSchemaReader(context, tools),
    usersOf: used.usersOf,
    diagnostics: distinct,
  };
}

export interface PublishedDraft extends OperationDraft {
  readonly kind: Operation['kind'];
}

/** Lists the operations and webhooks of the published reference. */
export function publishedDrafts(
  context: ModelContext,
  tagList: TagList,
  exclude?: ApiExclusion,
): readonly PublishedDraft[] {
  const isExcluded = createExclusion(exclude);
  const read = (key: string, kind: Operation['kind']): readonly PublishedDraft[] =>
    readPathItems(context, context.root[key])
      .filter((draft) => !isInternalByTags(draft.source, tagList) && !isExcluded(draft))
      .map((draft) => ({ ...draft, kind }));
  return [
    ...read('paths', 'operation'),
    ...read('webhooks', 'webhook'),
    ...read('x-webhooks', 'webhook'),
  ];
}

/** Returns a function that tells whether the site leaves out an operation. */
function createExclusion({
  tags = [],
  paths = [],
  operations = [],
}: ApiExclusion = {}): (draft: OperationDraft) => boolean {
  const isPath = paths.length === 0 ? () => false : picomatch([...paths]);
  return ({ method, path, source }) =>
    isPath(path) ||
    operations.includes(stringOf(source['operationId'])) ||
    operations.includes(`${method} ${path}`) ||
    stringsOf(source['tags']).some((tag) => tags.includes(tag));
}

function targetsOf(operations: readonly NamedDraft[]): LinkTargets {
  const byId = new Map<string, LinkTarget>();
  const bySource = new Map<object, LinkTarget>();
  for (const { draft, slug } of operations) {
    const target = { slug, title: titleOf(draft) };
    const id = stringOf(draft.source['operationId']);
    if (id !== '' && !byId.has(id)) byId.set(id, target);
    bySource.set(draft.source, target);
  }
  return { byId, bySource };
}

interface NamedDraft {
  readonly draft: OperationDraft;
  readonly slug: string;
}

interface Drafts {
  readonly operations: readonly OperationDraft[];
  readonly webhooks: readonly OperationDraft[];
  readonly infoSlug: string;
}

/** Names the pages of operations and webhooks. */
function nameOperations(
  context: ModelContext,
  { operations, webhooks, infoSlug }: Drafts,
): { readonly operations: readonly NamedDraft[]; readonly webhooks: readonly NamedDraft[] } {
  const nameOf = ({ path }: OperationDraft): string =>
    `webhook-${kebab(path) || fingerprint(path)}`;
  const same = groupBy(webhooks, nameOf);
  const taken = new Set([infoSlug]);
  const hooks = webhooks.map((draft): NamedDraft => {
    const name = nameOf(draft);
    let slug = same.get(name)?.length === 1 ? name : `${name}-${kebab(draft.method)}`;
    if (taken.has(slug)) slug = `${slug}-${fingerprint(draft.path)}`;
    taken.add(slug);
    return { draft, slug };
  });
  const slugs = pageNames(operations.map(nameSource), taken);
  const named = operations.map((draft, index) => ({ draft, slug: itemAt(slugs, index) }));
  reportEqualNames(context, named);
  return { operations: named, webhooks: hooks };
}

function nameSource({ method, path, source }: OperationDraft): NameSource {
  return { method, path, operationId: stringOf(source['operationId']) };
}

/** Reports operations whose operationId is not the name of their page. */
function reportEqualNames(context: ModelContext, named: readonly NamedDraft[]): void {
  const locationOf = ({ source }: OperationDraft): Location => {
    const key = typeof source['operationId'] === 'string' ? 'operationId' : undefined;
    return context.description.locate(source, key);
  };
  const label = ({ method, path, source }: OperationDraft): string => {
    const id = stringOf(source['operationId']);
    return id === '' ? `${method} ${path}` : `"${id}"`;
  };
  const tell = ({ draft, slug }: NamedDraft, problem: string): void => {
    const message = `${label(draft)} ${problem}`;
    const hint = `change its operationId; its page is "${slug}" now`;
    const location = locationOf(draft);
    context.diagnostics.push(diagnostic('openapi-page-name', { message, location, hint }));
  };
  const groups = groupBy(named, ({ draft, slug }) => {
    const wanted = nameOfId(nameSource(draft));
    return wanted === slug ? undefined : wanted;
  });
  groups.delete(undefined);
  for (const [wanted, [first, ...others]] of groups) {
    if (others.length === 0) tell(first, `cannot use the page "${wanted}", which is reserved`);
    const { file, line } = locationOf(first.draft);
    for (const other of others) {
      // The check reports duplicate operationIds.
      const id = other.draft.source['operationId'];
      if (id === first.draft.source['operationId']) continue;
      tell(other, `and ${label(first.draft)} (${file}:${line}) both map to the page "${wanted}"`);
    }
  }
}
