import { addTo } from '../../shared/maps.ts';
import { createKinds, type KindName, visitValue } from '../kinds.ts';
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
  namedEntries,
  stringOf,
} from '../model/model-context.ts';
import type { SchemaUsers } from '../pages/api-page.ts';
import type { JsonObject } from '../read/description.ts';
import type { Flattener } from './flatten.ts';
import { mappingTarget, type SchemaNames } from './names.ts';

interface OperationLists {
  /** Whether schemas count that nothing uses. */
  readonly hasAll?: boolean;
  /** In source order, in which schemas of other files are discovered. */
  readonly operations: readonly Operation[];
  readonly sidebar: readonly Operation[];
}

/**
 * Lists the named schemas that operations use, directly or through other schemas; all if there are no operations.
 * Merges them, which reports contradictions.
 */
export function findUsedSchemas(
  context: ModelContext,
  { names, flattener }: { readonly names: SchemaNames; readonly flattener: Flattener },
  { operations, sidebar, hasAll = false }: OperationLists,
): {
  readonly schemas: readonly NamedSchema[];
  /** Returns the operations and named schemas that use a named schema directly. */
  readonly usersOf: (schema: NamedSchema) => SchemaUsers;
} {
  const kinds = createKinds(context.dialect);
  // The schemas in each schema, and those that it refers to.
  const parts = new Map<JsonObject, JsonObject[]>();
  const queue: JsonObject[] = [];
  const visit = (schema: RawSchema | undefined, holder?: JsonObject[]): void => {
    if (typeof schema !== 'object' || isInternal(schema)) return;
    holder?.push(schema);
    if (parts.has(schema)) return;
    parts.set(schema, []);
    queue.push(schema);
  };
  const roots = new Map(
    operations.map((operation) => [operation, schemasOfOperation(operation).filter(isObject)]),
  );
  const all = operations.length === 0 || hasAll ? names.list().map(({ schema }) => schema) : [];
  for (const schema of [...all, ...roots.values()].flat()) visit(schema);
  for (let owner = queue.pop(); owner !== undefined; owner = queue.pop()) {
    const inside = parts.get(owner) ?? [];
    const ref = owner['$ref'] ?? owner['$dynamicRef'];
    if (typeof ref === 'string') {
      visit(names.target(ref, owner)?.schema, inside);
      if (!allowsSiblings(context)) continue;
    }
    const part = (kind: KindName, object: JsonObject): JsonObject => {
      if (kind === 'Schema') visit(object, inside);
      return object;
    };
    for (const key of Object.keys(owner)) {
      // These count where they are referenced.
      if (key === '$defs' || key === 'definitions') continue;
      const type = kinds.typeOf('Schema', key);
      if (type !== undefined) visitValue({ part }, type, { owner, key, value: owner[key] ?? null });
    }
    for (const [, value] of namedEntries(asObject(owner['discriminator'])?.['mapping']))
      visit(mappingTarget(names, stringOf(value), owner)?.schema);
    for (const merged of flattener.madeBy(owner)) visit(merged);
  }
  const schemas = names.list().filter(({ schema }) => isObject(schema) && parts.has(schema));
  const usingOperations = new Map<NamedSchema, Operation[]>();
  const usingSchemas = new Map<NamedSchema, NamedSchema[]>();
  const namedBelow = (objects: Iterable<JsonObject>): ReadonlySet<NamedSchema> => {
    const named = new Set<NamedSchema>();
    const seen = new Set(objects);
    // Visits what is added meanwhile, too: chains of references may be longer than the stack allows.
    for (const object of seen) {
      const schema = names.named(object);
      if (schema !== undefined) named.add(schema);
      else for (const inner of parts.get(object) ?? []) seen.add(inner);
    }
    return named;
  };
  for (const operation of sidebar)
    for (const used of namedBelow(roots.get(operation) ?? []))
      addTo(usingOperations, used, operation);
  for (const user of schemas) {
    if (!isObject(user.schema)) continue;
    for (const used of namedBelow(parts.get(user.schema) ?? []))
      if (used !== user) addTo(usingSchemas, used, user);
  }
  const usersOf = (schema: NamedSchema): SchemaUsers => ({
    operations: usingOperations.get(schema) ?? [],
    schemas: usingSchemas.get(schema) ?? [],
  });
  return { schemas, usersOf };
}

/** Lists the schemas of the parameters, bodies, headers and callbacks of an operation. */
export function schemasOfOperation(operation: Operation): RawSchema[] {
  return [
    ...operation.parameters.flatMap(schemasOfParameter),
    ...(operation.body?.contents ?? []).flatMap(schemasOfMedia),
    ...operation.responses.flatMap(({ contents, headers }) => [
      ...contents.flatMap(schemasOfMedia),
      ...headers.flatMap(schemasOfParameter),
    ]),
    ...operation.callbacks.flatMap(({ operations }) => operations.flatMap(schemasOfOperation)),
  ];
}

function schemasOfParameter({ schema, content }: Parameter): RawSchema[] {
  return [...(schema === undefined ? [] : [schema]), ...(content ? schemasOfMedia(content) : [])];
}

function schemasOfMedia({ schema, itemSchema, encoding }: MediaContent): RawSchema[] {
  const ofHeaders = encoding.flatMap(({ headers }) => headers.flatMap(schemasOfParameter));
  return [...ofHeaders, schema, itemSchema].filter((one) => one !== undefined);
}
