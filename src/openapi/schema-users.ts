import type { ApiModel, NamedSchema, Operation, SchemaReader } from './model/api-model.ts';
import type { SchemaUsers } from './pages/api-page.ts';
import type { Description, JsonObject, JsonValue } from './read/description.ts';

const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);

interface Walk {
  readonly description: Description;
  readonly schemas: SchemaReader;
  /** Named schemas that an object refers to without passing through another named schema. */
  readonly known: Map<object, ReadonlySet<NamedSchema>>;
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

function namedBelow(walk: Walk, start: JsonObject): ReadonlySet<NamedSchema> {
  const before = walk.known.get(start);
  if (before !== undefined) return before;
  const found = new Set<NamedSchema>();
  // Registered before the walk, so that cycles end here.
  walk.known.set(start, found);
  collect(walk, start, found);
  return found;
}

function collect(walk: Walk, value: JsonValue | undefined, found: Set<NamedSchema>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(walk, item, found);
    return;
  }
  const ref = value['$ref'];
  if (typeof ref === 'string') follow(walk, { ref, owner: value }, found);
  for (const key in value) if (!VALUES.has(key)) collect(walk, value[key], found);
}

function follow(
  walk: Walk,
  { ref, owner }: { ref: string; owner: object },
  found: Set<NamedSchema>,
): void {
  const target = walk.description.follow(ref, owner);
  if (!target.ok || typeof target.value !== 'object' || target.value === null) return;
  const named = walk.schemas.named(target.value);
  if (named !== undefined) found.add(named);
  else if (!Array.isArray(target.value)) {
    for (const schema of namedBelow(walk, target.value)) found.add(schema);
  }
}
