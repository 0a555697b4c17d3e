import type {
  MediaContent,
  Parameter,
  RawSchema,
  SchemaNode,
  SchemaReader,
} from '../model/api-model.ts';
import { emptyObject, namedEntries } from '../model/model-context.ts';
import type { JsonValue } from '../read/description.ts';
import { exampleOf, givenExample } from './example.ts';
import { parameterText } from '../../shared/request/request-model.ts';
import { fieldStyles } from './request.ts';
import { serialize } from '../../shared/request/serialize.ts';

/**
 * Shows how an array or object is serialized as a parameter: `?ids=3,4,5`, `;mx=3;mx=4`, `X-Ids: 3,4`, `Cookie:
 * a=1; b=2`. Undefined for a single value, which needs no explanation.
 */
export function wireForm(parameter: Parameter, reader: SchemaReader): string | undefined {
  const { name, in: location, content, schema } = parameter;
  const text = content
    ? contentForm(parameter, content, reader)
    : schema !== undefined && shownForm(parameter, schema, reader);
  if (typeof text !== 'string') return undefined;
  const starts = {
    path: '',
    query: '?',
    querystring: '?',
    header: `${name}: `,
    cookie: 'Cookie: ',
  };
  return starts[location] + text;
}

/** A value in a media type. */
function contentForm(
  parameter: Parameter,
  content: MediaContent,
  reader: SchemaReader,
): string | undefined {
  const given = parameter.examples.find((example) => example.value)?.value?.json;
  const value =
    given ?? (content.schema === undefined ? null : exampleOf(content.schema, reader, 'request'));
  if (typeof value !== 'object' || value === null) return undefined;
  const own = { type: content.type, encoding: fieldStyles(content) };
  return parameterText({ ...parameter, content: own }, { json: value });
}

const MOST = 3;

/** Serializes a value with enough entries to show how they are joined. */
function shownForm(
  parameter: Parameter,
  schema: RawSchema,
  reader: SchemaReader,
): string | undefined {
  const { examples } = parameter;
  const given = examples.find((example) => example.value !== undefined)?.value?.json;
  const value = given ?? exampleOf(schema, reader, 'request');
  if (Array.isArray(value)) {
    if (value.length > 1) return serialize(parameter, value.slice(0, MOST));
    const node = reader.read(schema);
    // `array or single value` is a common union.
    const alternatives = node.variants?.list.map((variant) => reader.read(variant.schema));
    const list = node.kind === 'union' ? alternatives?.find(({ kind }) => kind === 'array') : node;
    if (list?.items === undefined) return undefined;
    return serialize(parameter, several(value, reader.read(list.items)));
  }
  const entries = namedEntries(value).slice(0, MOST);
  if (entries.length === 0) return undefined;
  return serialize(parameter, Object.assign(emptyObject(), Object.fromEntries(entries)));
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
