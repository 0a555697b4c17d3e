import type {
  MediaContent,
  NamedSchema,
  Operation,
  Parameter,
  RawSchema,
} from '../model/api-model.ts';
import {
  allowsSiblings,
  asObject,
  isInternal,
  isObject,
  type ModelContext,
  stringOf,
} from '../model/model-context.ts';
import type { JsonObject } from '../read/description.ts';
import type { Flattener } from './flatten.ts';
import { eachSubschema } from './keywords.ts';
import { mappingTarget, type SchemaNames } from './names.ts';

interface Walk {
  readonly context: ModelContext;
  readonly names: SchemaNames;
  readonly flattener: Flattener;
  readonly seen: Set<object>;
  readonly queue: JsonObject[];
}

/**
 * Lists the named schemas that operations use, directly or through other schemas; all if there are no operations.
 * Merges them, which reports contradictions.
 */
export function listSchemas(
  context: ModelContext,
  tools: { readonly names: SchemaNames; readonly flattener: Flattener },
  operations: readonly Operation[],
): readonly NamedSchema[] {
  const walk: Walk = { context, ...tools, seen: new Set(), queue: [] };
  const { names } = tools;
  const roots =
    operations.length === 0
      ? names.list().map(({ schema }) => schema)
      : operations.flatMap(schemasOfOperation);
  for (const schema of roots) visit(walk, schema);
  for (let next = walk.queue.pop(); next !== undefined; next = walk.queue.pop()) {
    walkSchema(walk, next);
  }
  return names.list().filter(({ schema }) => typeof schema === 'object' && walk.seen.has(schema));
}

function visit(walk: Walk, schema: RawSchema | undefined): void {
  if (typeof schema !== 'object' || walk.seen.has(schema) || isInternal(schema)) return;
  walk.seen.add(schema);
  walk.queue.push(schema);
}

function walkSchema(walk: Walk, schema: JsonObject): void {
  const ref = schema['$ref'] ?? schema['$dynamicRef'];
  if (typeof ref === 'string') {
    visit(walk, walk.names.target(ref, schema)?.schema);
    if (!allowsSiblings(walk.context)) return;
  }
  eachSubschema(schema, (child) => visit(walk, child));
  if (schema['discriminator'] !== undefined) {
    const { mapping } = asObject(schema['discriminator']) ?? {};
    for (const value of isObject(mapping) ? Object.values(mapping) : []) {
      visit(walk, mappingTarget(walk.names, stringOf(value), schema)?.schema);
    }
  }
  for (const made of walk.flattener.madeBy(schema)) visit(walk, made);
}

function schemasOfOperation(operation: Operation): RawSchema[] {
  const found = operation.parameters.flatMap(schemasOfParameter);
  found.push(...(operation.body?.contents ?? []).flatMap(schemasOfMedia));
  for (const response of operation.responses) {
    found.push(...response.contents.flatMap(schemasOfMedia));
    found.push(...response.headers.flatMap(schemasOfParameter));
  }
  for (const callback of operation.callbacks) {
    found.push(...callback.operations.flatMap(schemasOfOperation));
  }
  return found;
}

function schemasOfParameter({ schema, content }: Parameter): RawSchema[] {
  const own = schema === undefined ? [] : [schema];
  return content === undefined ? own : [...own, ...schemasOfMedia(content)];
}

function schemasOfMedia({ schema, itemSchema, encoding }: MediaContent): RawSchema[] {
  const found = encoding.flatMap(({ headers }) => headers.flatMap(schemasOfParameter));
  if (schema !== undefined) found.push(schema);
  if (itemSchema !== undefined) found.push(itemSchema);
  return found;
}
