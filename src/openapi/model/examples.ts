import type { JsonObject, JsonValue } from '../read/description.ts';
import type { Example } from './api-model.ts';
import {
  asText,
  isObject,
  type ModelContext,
  namedEntries,
  readText,
  resolvedText,
  resolveObject,
  textOrNone,
} from './model-context.ts';

export function readExamples(context: ModelContext, owner: JsonObject): readonly Example[] {
  const single = owner['example'] === undefined ? 'x-example' : 'example';
  const value = owner[single];
  const examples = value === undefined ? [] : [plainExample('', value, owner)];
  if (Array.isArray(owner['examples'])) {
    const list = owner['examples'].map((item) => plainExample('', item, owner));
    return [...examples, ...list];
  }
  const named = namedEntries(owner['examples'] ?? owner['x-examples']);
  return [
    ...examples,
    ...named.map(([name, item]) => readExample(context, { name, value: item, owner })),
  ];
}

export function plainExample(name: string, value: JsonValue, owner: JsonObject): Example {
  const source = typeof value === 'object' && value !== null ? value : owner;
  const description = { text: '', owner, key: 'description' };
  return { name, summary: '', description, value: { json: value }, source };
}

const FIELDS = ['value', 'externalValue', 'dataValue', 'serializedValue', 'summary', 'description'];

function readExample(
  context: ModelContext,
  { name, value, owner }: { name: string; value: JsonValue; owner: JsonObject },
): Example {
  const resolved = resolveObject(context, value);
  // A value instead of an Example Object: a common mistake, and the form of Swagger 2.0's `x-examples`.
  if (resolved === undefined || !FIELDS.some((key) => resolved.object[key] !== undefined)) {
    if (isObject(value) && typeof value['$ref'] === 'string') {
      return { name, summary: '', description: readText(value, 'description'), source: value };
    }
    return plainExample(name, value, owner);
  }
  const { object } = resolved;
  const written = object['dataValue'] ?? object['value'];
  // A reference belongs beside `value`; some descriptions have it inside.
  const json = resolveObject(context, written)?.object ?? written;
  return {
    name,
    summary: resolvedText(resolved, 'summary').text,
    description: resolvedText(resolved, 'description'),
    value: json === undefined ? undefined : { json },
    serialized: asText(object['serializedValue']),
    externalUrl: textOrNone(object['externalValue']),
    source: object,
  };
}
