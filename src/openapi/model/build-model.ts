import { compareDiagnostics, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Description } from '../read/description.ts';
import { createFlattener } from '../schema/flatten.ts';
import { createSchemaNames } from '../schema/names.ts';
import { createSchemaReader } from '../schema/reader.ts';
import { listSchemas } from '../schema/used.ts';
import type { ApiModel, SchemaReader } from './api-model.ts';
import { readInfo } from './info.ts';
import { asObject, emptyObject, stringOf } from './json.ts';
import type { LinkTarget, LinkTargets } from './link-objects.ts';
import { dialectOf, type ModelContext } from './model-context.ts';
import { type NamedDraft, nameOperations } from './name-operations.ts';
import { readOperation, titleOf } from './operations.ts';
import { type OperationDraft, readPathItems } from './path-items.ts';
import { readSecurity, readSecuritySchemes } from './security.ts';
import { rootServers } from './servers.ts';
import { groupByTag, isInternalByTags, readTagList, type TagList } from './tags.ts';

export interface ModelOptions {
  /** Id of the description in the configuration. */
  readonly id: string;
  /** Page name of the info page. */
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
  const named = nameOperations(context, {
    operations: draftOperations(context, tagList),
    webhooks: draftWebhooks(context, tagList),
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

function draftOperations(context: ModelContext, tags: TagList): readonly OperationDraft[] {
  const drafts = readPathItems(context, context.root['paths']);
  return drafts.filter(({ source }) => !isInternalByTags(source, tags));
}

function draftWebhooks(context: ModelContext, tags: TagList): readonly OperationDraft[] {
  const { root } = context;
  const drafts = [
    ...readPathItems(context, root['webhooks']),
    ...readPathItems(context, root['x-webhooks']),
  ];
  return drafts.filter(({ source }) => !isInternalByTags(source, tags));
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
