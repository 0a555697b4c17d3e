import { compareDiagnostics, type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { itemAt } from '../../shared/item-at.ts';
import type { Description } from '../read/description.ts';
import { createFlattener } from '../schema/flatten.ts';
import { createSchemaNames } from '../schema/names.ts';
import { createSchemaReader } from '../schema/reader.ts';
import { listSchemas } from '../schema/used-schemas.ts';
import type { ApiModel, SchemaReader } from './api-model.ts';
import { readInfo, rootServers } from './info.ts';
import type { LinkTarget, LinkTargets } from './link-objects.ts';
import { asObject, dialectOf, emptyObject, type ModelContext, stringOf } from './model-context.ts';
import { readOperation, titleOf } from './operations.ts';
import { isReservedName, pageNames } from './page-names.ts';
import { type OperationDraft, readPathItems } from './path-items.ts';
import { readSecurity, readSecuritySchemes } from './security.ts';
import { groupByTag, isInternalByTags, readTagList } from './tags.ts';
import { fingerprint, kebab } from './words.ts';

export interface ModelOptions {
  readonly id: string;
  readonly infoSlug?: string;
}

export interface BuiltModel {
  readonly model: ApiModel;
  readonly schemas: SchemaReader;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Makes one model of a description of any version (Swagger 2.0, OpenAPI 3.0, 3.1, 3.2) without what is marked
 * `x-internal`. Reads whatever stands there: what has a wrong type counts as absent, and a check tells it.
 */
export function buildModel(description: Description, options: ModelOptions): BuiltModel {
  const root =
    asObject(description.root.root) ?? description.derive(emptyObject(), description.root);
  const diagnostics: Diagnostic[] = [];
  const context: ModelContext = { description, dialect: dialectOf(root), root, diagnostics };
  const info = readInfo(context, options.infoSlug);
  const tagList = readTagList(context);
  const draftsOf = (key: string): readonly OperationDraft[] =>
    readPathItems(context, root[key]).filter(({ source }) => !isInternalByTags(source, tagList));
  const named = nameOperations(context, {
    operations: draftsOf('paths'),
    webhooks: [...draftsOf('webhooks'), ...draftsOf('x-webhooks')],
    infoSlug: info.slug,
  });
  const setting = {
    servers: rootServers(context),
    security: readSecurity(root['security']) ?? [],
    targets: targetsOf(named.operations),
    internalTags: tagList.internal,
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
  const schemas = listSchemas(context, tools, [...operations, ...webhooks]);
  const model: ApiModel = {
    id: options.id,
    info,
    servers: setting.servers,
    securitySchemes: readSecuritySchemes(context),
    security: setting.security,
    tags,
    operations: tags.flatMap((tag) => tag.operations),
    webhooks,
    schemas,
  };
  return { model, schemas: createSchemaReader(context, tools), diagnostics: sorted(diagnostics) };
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

// The same part of an allOf may be merged into several schemas.
function sorted(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const all = [...diagnostics].sort(compareDiagnostics);
  return all.filter((one, index) => {
    const before = all[index - 1];
    return before === undefined || compareDiagnostics(before, one) !== 0;
  });
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

/** Names the pages of operations and webhooks; two equal names are told at both places. */
function nameOperations(
  context: ModelContext,
  { operations, webhooks, infoSlug }: Drafts,
): { readonly operations: readonly NamedDraft[]; readonly webhooks: readonly NamedDraft[] } {
  const hooks = nameWebhooks(webhooks);
  const taken = new Set([infoSlug, ...hooks.map(({ slug }) => slug)]);
  const sources = operations.map((draft) => ({
    method: draft.method,
    path: draft.path,
    operationId: stringOf(draft.source['operationId']),
  }));
  const slugs = pageNames(sources, taken);
  const named = operations.map((draft, index) => ({ draft, slug: itemAt(slugs, index) }));
  tellEqualNames(context, [...named, ...hooks], infoSlug);
  return { operations: named, webhooks: hooks };
}

function nameWebhooks(webhooks: readonly OperationDraft[]): readonly NamedDraft[] {
  const methods = new Map<string, number>();
  for (const { path } of webhooks) methods.set(path, (methods.get(path) ?? 0) + 1);
  return webhooks.map((draft) => {
    const name = kebab(draft.path) || fingerprint(draft.path);
    const slug = `webhook-${name}`;
    const several = (methods.get(draft.path) ?? 0) > 1;
    return { draft, slug: several ? `${slug}-${kebab(draft.method)}` : slug };
  });
}

function tellEqualNames(
  context: ModelContext,
  named: readonly NamedDraft[],
  infoSlug: string,
): void {
  const first = new Map<string, OperationDraft>();
  for (const { draft, slug } of named) {
    const other = first.get(slug);
    if (other !== undefined) tellTwice(context, draft, { other, slug });
    else if (slug === infoSlug || isReservedName(slug)) tellReserved(context, draft, slug);
    else first.set(slug, draft);
  }
}

function tellTwice(
  context: ModelContext,
  draft: OperationDraft,
  { other, slug }: { readonly other: OperationDraft; readonly slug: string },
): void {
  // The same operationId twice is told by a check of its own.
  const id = draft.source['operationId'];
  if (typeof id === 'string' && id === other.source['operationId']) return;
  const { file, line } = placeOf(context, other);
  const message = `${label(draft)} and ${label(other)} (${file}:${line}) would both get the page "${slug}"`;
  const location = placeOf(context, draft);
  const hint = 'give one of them another operationId';
  context.diagnostics.push(diagnostic('openapi-page-name', { message, location, hint }));
}

function tellReserved(context: ModelContext, draft: OperationDraft, slug: string): void {
  const message = `${label(draft)} would get the page "${slug}", which the reference itself has`;
  const location = placeOf(context, draft);
  const hint = 'give it another operationId';
  context.diagnostics.push(diagnostic('openapi-page-name', { message, location, hint }));
}

function label({ method, path, source }: OperationDraft): string {
  const id = stringOf(source['operationId']);
  return id === '' ? `${method} ${path}` : `"${id}"`;
}

function placeOf(context: ModelContext, { source }: OperationDraft) {
  const key = typeof source['operationId'] === 'string' ? 'operationId' : undefined;
  return context.description.locate(source, key);
}
