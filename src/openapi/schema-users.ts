import type { ApiModel, NamedSchema, Operation, SchemaReader } from './model/api-model.ts';
import { isObject } from './model/model-context.ts';
import type { SchemaUsers } from './pages/api-page.ts';
import type { Description, JsonObject, JsonValue } from './read/description.ts';

const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);

interface Walk {
  readonly description: Description;
  readonly schemas: SchemaReader;
  readonly known: Map<object, Uses>;
}

/** Direct references of an object. */
interface Uses {
  readonly named: Set<NamedSchema>;
  /** Other targets, such as parameters, which may refer to schemas in turn. */
  readonly others: Set<JsonObject>;
}

/** Finds the operations and named schemas that use each named schema directly. */
export function findSchemaUsers(
  model: ApiModel,
  schemas: SchemaReader,
  description: Description,
): (schema: NamedSchema) => SchemaUsers {
  const walk: Walk = { description, schemas, known: new Map() };
  const users = new Map<NamedSchema, { operations: Operation[]; schemas: NamedSchema[] }>();
  const entry = (schema: NamedSchema): { operations: Operation[]; schemas: NamedSchema[] } => {
    const found = users.get(schema) ?? { operations: [], schemas: [] };
    users.set(schema, found);
    return found;
  };
  for (const operation of [...model.operations, ...model.webhooks]) {
    const used = new Set(namedBelow(walk, operation.source));
    for (const { source } of operation.parameters) {
      for (const schema of namedBelow(walk, source)) used.add(schema);
    }
    for (const schema of used) entry(schema).operations.push(operation);
  }
  for (const user of model.schemas) {
    if (typeof user.schema === 'boolean') continue;
    for (const schema of namedBelow(walk, user.schema)) {
      if (schema !== user) entry(schema).schemas.push(user);
    }
  }
  return (schema) => users.get(schema) ?? { operations: [], schemas: [] };
}

/** Named schemas that an object refers to without passing through another named schema. */
function namedBelow(walk: Walk, start: JsonObject): ReadonlySet<NamedSchema> {
  const found = new Set<NamedSchema>();
  const seen = new Set([start]);
  // Visits what is added meanwhile, too: chains of references may be longer than the stack allows.
  for (const object of seen) {
    const { named, others } = usesOf(walk, object);
    for (const schema of named) found.add(schema);
    for (const other of others) seen.add(other);
  }
  return found;
}

function usesOf(walk: Walk, object: JsonObject): Uses {
  const before = walk.known.get(object);
  if (before !== undefined) return before;
  const uses: Uses = { named: new Set(), others: new Set() };
  walk.known.set(object, uses);
  collect(walk, object, uses);
  return uses;
}

function collect(walk: Walk, value: JsonValue | undefined, uses: Uses): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(walk, item, uses);
    return;
  }
  const ref = value['$ref'];
  const target = typeof ref === 'string' ? walk.description.follow(ref, value) : undefined;
  if (target?.ok === true && isObject(target.value)) {
    const named = walk.schemas.named(target.value);
    if (named === undefined) uses.others.add(target.value);
    else uses.named.add(named);
  }
  for (const key in value) if (!VALUES.has(key)) collect(walk, value[key], uses);
}
