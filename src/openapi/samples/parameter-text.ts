import type { MediaContent, Parameter, SchemaReader } from '../model/api-model.ts';
import { asText } from '../model/model-context.ts';
import type { JsonValue } from '../read/description.ts';
import { exampleOf, givenExample } from './example.ts';
import { formText } from './fields.ts';
import { mediaKind } from './media-type.ts';
import { encodeAll, plainText } from './sample-request.ts';
import { keywordsOf, typeOf } from './scalar-example.ts';
import { serialize } from './serialize.ts';

/**
 * Returns a parameter as it is sent: the text in the path, the value of a header, the pairs of a query or cookie
 * (`a=1&a=2`). A placeholder in braces stands for an unknown value.
 */
export function parameterText(parameter: Parameter, reader: SchemaReader): string {
  const { name, in: location, style, content } = parameter;
  const value = shownValue(parameter, reader);
  const isPair = location !== 'path' && location !== 'header';
  if (value && 'text' in value) return isPair ? value.text.replace(/^\?/, '') : value.text;
  const json = value?.json;
  const inContent = content && contentText(content, json ?? null);
  const encoded = encodeAll(name);
  switch (location) {
    case 'path': {
      // An empty segment would change the path.
      const isEmpty = json === undefined || json === '' || json === null;
      if (!isEmpty) {
        const text = inContent === undefined ? serialize(parameter, json) : encodeAll(inContent);
        return text.replaceAll('/', '%2F');
      }
      if (style === 'label') return `.{${encoded}}`;
      return style === 'matrix' ? `;${encoded}={${encoded}}` : `{${encoded}}`;
    }
    case 'header':
      return json === undefined ? `{${name}}` : (inContent ?? serialize(parameter, json));
    case 'querystring': {
      // OpenAPI 3.2: the content is the whole query.
      const isForm = content && mediaKind(content.type) === 'form';
      if (isForm) return formText(json ?? null, content.encoding);
      return encodeAll(inContent ?? plainText(json ?? null));
    }
    case 'query':
    case 'cookie': {
      const key = location === 'cookie' ? name : encoded;
      if (json === undefined) return `${key}={${encoded}}`;
      if (inContent !== undefined) return `${key}=${encodeAll(inContent)}`;
      return serialize(parameter, json).replaceAll('[', '%5B').replaceAll(']', '%5D');
    }
  }
}

function contentText({ type }: MediaContent, value: JsonValue): string {
  return mediaKind(type) === 'json' ? JSON.stringify(value) : plainText(value);
}

/** A value, or the text that is transmitted for it. */
export type ShownValue = { readonly json: JsonValue } | { readonly text: string };

/** Returns the value that samples show; undefined if the schema only states that it is a text or a number. */
export function shownValue(parameter: Parameter, reader: SchemaReader): ShownValue | undefined {
  for (const { value, serialized } of parameter.examples) {
    if (value !== undefined) return value;
    if (serialized !== undefined) return { text: serialized };
  }
  const schema = parameter.schema ?? parameter.content?.schema;
  if (schema === undefined) return undefined;
  const node = reader.read(schema);
  const json = givenExample(node);
  if (json !== undefined) return { json };
  if (node.kind === 'any' || node.kind === 'never') return undefined;
  if (node.kind === 'scalar') {
    const type = typeOf(node);
    const format = asText(keywordsOf(node)['format']);
    const isNumber = type === 'integer' || type === 'number';
    if (isNumber && parameter.in === 'path') return undefined;
    const isPlain = format === undefined || format === 'int32' || format === 'int64';
    if (type === 'string' && isPlain) return undefined;
  }
  return { json: exampleOf(schema, reader, 'request') };
}
