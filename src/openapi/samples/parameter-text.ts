import type { MediaContent, Parameter, SchemaReader } from '../model/api-model.ts';
import type { JsonValue } from '../read/description.ts';
import { exampleOf, givenExample } from './example.ts';
import { formText } from './fields.ts';
import { mediaKind } from './media-type.ts';
import { encodeAll, plainText } from './sample-request.ts';
import { factsOf } from './scalar-facts.ts';
import { serialize } from './serialize.ts';

/** Returns the text of a path parameter in the URL: its example, or a placeholder in braces. */
export function pathText(parameter: Parameter, reader: SchemaReader): string {
  const value = shownValue(parameter, reader);
  if (value?.kind === 'serialized') return value.text;
  // An empty segment would change the path.
  const isEmpty = value === undefined || value.json === '' || value.json === null;
  return isEmpty ? placeholder(parameter) : written(parameter, value.json).replaceAll('/', '%2F');
}

/** Returns the pairs of a query parameter or cookie (`a=1&a=2`), with a placeholder for an unknown value. */
export function parameterPairs(parameter: Parameter, reader: SchemaReader): string {
  const value = shownValue(parameter, reader);
  if (value?.kind === 'serialized') return value.text.replace(/^\?/, '');
  if (parameter.in === 'querystring') {
    // OpenAPI 3.2: the content is the whole query.
    const { content } = parameter;
    const json = value?.json ?? null;
    if (content === undefined) return encodeAll(plainText(json));
    if (mediaKind(content.type) !== 'form') return encodeAll(contentText(content, json));
    return formText(json, content.encoding);
  }
  const isCookie = parameter.in === 'cookie';
  const name = isCookie ? parameter.name : encodeAll(parameter.name);
  if (value === undefined) return `${name}=${placeholder(parameter)}`;
  if (parameter.content !== undefined)
    return `${name}=${encodeAll(contentText(parameter.content, value.json))}`;
  return serialize(parameter, value.json).replaceAll('[', '%5B').replaceAll(']', '%5D');
}

export function valueText(parameter: Parameter, reader: SchemaReader): string {
  const value = shownValue(parameter, reader);
  if (value === undefined) return `{${parameter.name}}`;
  return value.kind === 'serialized' ? value.text : written(parameter, value.json);
}

function written(parameter: Parameter, value: JsonValue): string {
  if (parameter.content === undefined) return serialize(parameter, value);
  const text = contentText(parameter.content, value);
  return parameter.in === 'header' ? text : encodeAll(text);
}

function contentText(content: MediaContent, value: JsonValue): string {
  return mediaKind(content.type) === 'json' ? JSON.stringify(value) : plainText(value);
}

function placeholder({ in: location, style, name }: Parameter): string {
  const text = `{${encodeAll(name)}}`;
  if (location !== 'path') return text;
  if (style === 'label') return `.${text}`;
  return style === 'matrix' ? `;${encodeAll(name)}=${text}` : text;
}

/** Returns the value that samples show; undefined for a placeholder. */
export function parameterExample(
  parameter: Parameter,
  reader: SchemaReader,
): JsonValue | undefined {
  const value = shownValue(parameter, reader);
  return value?.kind === 'serialized' ? value.text : value?.json;
}

type Shown =
  | { readonly kind: 'value'; readonly json: JsonValue }
  | { readonly kind: 'serialized'; readonly text: string };

/** Returns the value to show; undefined if the schema only states that it is a text or a number. */
function shownValue(parameter: Parameter, reader: SchemaReader): Shown | undefined {
  const given = [...parameter.examples, ...(parameter.content?.examples ?? [])];
  for (const { value, serialized } of given) {
    if (value !== undefined) return { kind: 'value', json: value.json };
    if (serialized !== undefined) return { kind: 'serialized', text: serialized };
  }
  const schema = parameter.schema ?? parameter.content?.schema;
  if (schema === undefined) return undefined;
  const node = reader.read(schema);
  const json = givenExample(node);
  if (json !== undefined) return { kind: 'value', json };
  if (node.kind === 'any' || node.kind === 'never') return undefined;
  if (node.kind === 'scalar') {
    const { type, format } = factsOf(node, reader);
    const isNumber = type === 'integer' || type === 'number';
    if (isNumber && parameter.in === 'path') return undefined;
    const isPlain = format === undefined || format === 'int32' || format === 'int64';
    if (type === 'string' && isPlain) return undefined;
  }
  return { kind: 'value', json: exampleOf(schema, reader, 'request') };
}
