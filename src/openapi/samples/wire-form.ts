import type { MediaContent, Parameter, SchemaNode, SchemaReader } from '../model/api-model.ts';
import { isObject, namedEntries } from '../model/json.ts';
import type { JsonValue } from '../read/description.ts';
import { type Direction, exampleOf, givenExample } from './example.ts';
import { isJsonType } from './media-type.ts';
import { encodeAll } from './percent.ts';
import { printBody } from './print-body.ts';
import { serialise } from './serialise.ts';

/**
 * How an array or object is written as a parameter, as it goes over the wire: `?ids=3,4,5`, `;mx=3;mx=4`,
 * `X-Ids: 3,4`, `Cookie: a=1; b=2`. Undefined for a single value, where there is nothing to tell. Of a response's
 * header the direction is `response`.
 */
export function wireForm(
  parameter: Parameter,
  reader: SchemaReader,
  direction: Direction = 'request',
): string | undefined {
  if (parameter.content !== undefined) return contentForm(parameter, parameter.content, reader);
  if (parameter.schema === undefined) return undefined;
  const value = showable(parameter, reader, direction);
  if (value === undefined) return undefined;
  return placed(parameter, serialise(parameter, value));
}

function placed(parameter: Parameter, text: string): string {
  switch (parameter.in) {
    case 'query':
    case 'querystring':
      return `?${text}`;
    case 'header':
      return `${parameter.name}: ${text}`;
    case 'cookie':
      return `Cookie: ${text}`;
    case 'path':
      return text;
  }
}

function contentForm(
  parameter: Parameter,
  content: MediaContent,
  reader: SchemaReader,
): string | undefined {
  const given = parameter.examples.concat(content.examples).find((example) => example.value);
  const value =
    given?.value?.json ??
    (content.schema === undefined ? null : exampleOf(content.schema, reader, 'request'));
  if (typeof value !== 'object' || value === null) return undefined;
  if (isJsonType(content.type)) return contentPlaced(parameter, JSON.stringify(value));
  const { code } = printBody(value, content, reader);
  // A query string that is a form is one already.
  return parameter.in === 'querystring' ? `?${code}` : contentPlaced(parameter, code);
}

function contentPlaced(parameter: Parameter, text: string): string {
  if (parameter.in === 'header') return placed(parameter, text);
  if (parameter.in === 'path' || parameter.in === 'querystring')
    return placed(parameter, encodeAll(text));
  return placed(parameter, `${encodeAll(parameter.name)}=${encodeAll(text)}`);
}

const MOST = 3;

/** A value with enough entries to see how they are joined. */
function showable(
  parameter: Parameter,
  reader: SchemaReader,
  direction: Direction,
): JsonValue | undefined {
  const given = parameter.examples.find((example) => example.value !== undefined)?.value?.json;
  const { schema } = parameter;
  const node = schema === undefined ? undefined : reader.read(schema);
  const value = given ?? (schema === undefined ? null : exampleOf(schema, reader, direction));
  if (Array.isArray(value)) {
    if (value.length > 1) return value.slice(0, MOST);
    return listNode(node, reader) === undefined ? undefined : several(value, node, reader);
  }
  if (!isObject(value)) return undefined;
  const entries = namedEntries(value);
  if (entries.length === 0) return undefined;
  const shown: { [key: string]: JsonValue } = Object.create(null);
  for (const [key, item] of entries.slice(0, MOST)) shown[key] = item;
  return shown;
}

function listNode(node: SchemaNode | undefined, reader: SchemaReader): SchemaNode | undefined {
  const { items } = arrayNode(node, reader) ?? {};
  return items === undefined ? undefined : reader.read(items);
}

// `array or single value` is a common union.
function arrayNode(node: SchemaNode | undefined, reader: SchemaReader): SchemaNode | undefined {
  if (node?.kind !== 'union') return node;
  const lists = node.variants?.list.map((variant) => reader.read(variant.schema));
  return lists?.find((inner) => inner.kind === 'array');
}

function several(
  value: readonly JsonValue[],
  node: SchemaNode | undefined,
  reader: SchemaReader,
): JsonValue[] {
  const items = listNode(node, reader);
  if (items === undefined) return [...value];
  if (items.enum.length > 1) return items.enum.slice(0, MOST).map(({ json }) => json);
  const [first] = value;
  const isGiven = givenExample(items) !== undefined;
  if (typeof first === 'number') return isGiven ? [first, first + 1] : inOrder(first);
  if (first === 'string') return ['a', 'b'];
  return first === undefined ? ['a', 'b'] : [first, first];
}

function inOrder(first: number): number[] {
  return first === 1 || first === 1.5 ? [3, 4, 5] : [first, first + 1, first + 2];
}
