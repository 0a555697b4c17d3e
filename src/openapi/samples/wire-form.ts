import type {
  MediaContent,
  Parameter,
  RawSchema,
  SchemaNode,
  SchemaReader,
} from '../model/api-model.ts';
import { emptyObject, isObject, namedEntries } from '../model/model-context.ts';
import type { JsonValue } from '../read/description.ts';
import { exampleOf, givenExample } from './example.ts';
import { isJsonType } from './media-type.ts';
import { printBody } from './print-body.ts';
import { encodeAll } from './sample-request.ts';
import { serialize } from './serialize.ts';

/**
 * Shows how an array or object is serialized as a parameter: `?ids=3,4,5`, `;mx=3;mx=4`, `X-Ids: 3,4`, `Cookie:
 * a=1; b=2`. Undefined for a single value, which needs no explanation.
 */
export function wireForm(parameter: Parameter, reader: SchemaReader): string | undefined {
  const { content, schema } = parameter;
  if (content !== undefined) return contentForm(parameter, content, reader);
  const value = schema === undefined ? undefined : showable(parameter, schema, reader);
  return value === undefined ? undefined : placed(parameter, serialize(parameter, value));
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
  // The content of a query string that is a form is complete.
  return parameter.in === 'querystring' ? `?${code}` : contentPlaced(parameter, code);
}

function contentPlaced(parameter: Parameter, text: string): string {
  if (parameter.in === 'header') return placed(parameter, text);
  if (parameter.in === 'path' || parameter.in === 'querystring')
    return placed(parameter, encodeAll(text));
  return placed(parameter, `${encodeAll(parameter.name)}=${encodeAll(text)}`);
}

const MOST = 3;

/** Returns a value with enough entries to show how they are joined. */
function showable(
  { examples }: Parameter,
  schema: RawSchema,
  reader: SchemaReader,
): JsonValue | undefined {
  const given = examples.find((example) => example.value !== undefined)?.value?.json;
  const value = given ?? exampleOf(schema, reader, 'request');
  if (Array.isArray(value)) {
    if (value.length > 1) return value.slice(0, MOST);
    const node = reader.read(schema);
    // `array or single value` is a common union.
    const alternatives = node.variants?.list.map((variant) => reader.read(variant.schema));
    const list = node.kind === 'union' ? alternatives?.find(({ kind }) => kind === 'array') : node;
    return list?.items === undefined ? undefined : several(value, reader.read(list.items));
  }
  if (!isObject(value)) return undefined;
  const entries = namedEntries(value);
  if (entries.length === 0) return undefined;
  return Object.assign(emptyObject(), Object.fromEntries(entries.slice(0, MOST)));
}

function several(value: readonly JsonValue[], items: SchemaNode): JsonValue[] {
  if (items.enum.length > 1) return items.enum.slice(0, MOST).map(({ json }) => json);
  const [first] = value;
  if (typeof first === 'number') {
    if (givenExample(items) !== undefined) return [first, first + 1];
    return first === 1 || first === 1.5 ? [3, 4, 5] : [first, first + 1, first + 2];
  }
  return first === undefined || first === 'string' ? ['a', 'b'] : [first, first];
}
