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
import { encodeAll, encodeReserved, plainText } from './sample-request.ts';

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
    const { items } = arrayNode(reader.read(schema), reader) ?? {};
    return items === undefined ? undefined : several(value, reader.read(items));
  }
  if (!isObject(value)) return undefined;
  const entries = namedEntries(value);
  if (entries.length === 0) return undefined;
  return Object.assign(emptyObject(), Object.fromEntries(entries.slice(0, MOST)));
}

// `array or single value` is a common union.
function arrayNode(node: SchemaNode, reader: SchemaReader): SchemaNode | undefined {
  if (node.kind !== 'union') return node;
  const lists = node.variants?.list.map((variant) => reader.read(variant.schema));
  return lists?.find((inner) => inner.kind === 'array');
}

function several(value: readonly JsonValue[], items: SchemaNode): JsonValue[] {
  if (items.enum.length > 1) return items.enum.slice(0, MOST).map(({ json }) => json);
  const [first] = value;
  const isGiven = givenExample(items) !== undefined;
  if (typeof first === 'number') return isGiven ? [first, first + 1] : inOrder(first);
  return first === undefined || first === 'string' ? ['a', 'b'] : [first, first];
}

function inOrder(first: number): number[] {
  return first === 1 || first === 1.5 ? [3, 4, 5] : [first, first + 1, first + 2];
}

/** Fields that determine the serialization of a value (OpenAPI 3.2, Style Values). */
type WireStyle = Pick<Parameter, 'name' | 'in' | 'style' | 'explode' | 'allowReserved'>;

/**
 * Serializes a parameter's value without separators to other parameters: pairs for a query parameter (`a=1&a=2`;
 * brackets of `deepObject` are not escaped) or a cookie (`a=1; a=2`), the text of a path's template expression, or
 * the value of a header. Empty if nothing is sent.
 */
export function serialize(wire: WireStyle, value: JsonValue): string {
  const print = printerFor(wire);
  switch (wire.style) {
    case 'matrix':
      return pairs(wire, value, { print, join: ',' })
        .map((pair) => `;${pair}`)
        .join('');
    case 'label':
      return `.${simple(wire, value, { print, join: wire.explode ? '.' : ',' })}`;
    case 'simple':
      return simple(wire, value, { print, join: ',' });
    case 'spaceDelimited':
      return pairs(wire, value, { print, join: '%20' }).join('&');
    case 'pipeDelimited':
      return pairs(wire, value, { print, join: '%7C' }).join('&');
    case 'deepObject':
      return deepPairs(print(wire.name), value, print).join('&');
    case 'form':
      return pairs(wire, value, { print, join: ',' }).join(wire.in === 'cookie' ? '; ' : '&');
    case 'cookie':
      return pairs(wire, value, { print, join: ',' }).join('; ');
  }
}

type Print = (text: string) => string;

interface Joined {
  readonly print: Print;
  readonly join: string;
}

// Header fields and cookies of style `cookie` are not encoded; the others are parts of an address.
function printerFor(wire: WireStyle): Print {
  if (wire.in === 'header' || wire.style === 'cookie') return (text) => text;
  if (!wire.allowReserved) return encodeAll;
  const location = wire.in === 'path' ? 'path' : 'query';
  return (text) => encodeReserved(text, location);
}

function simple(wire: WireStyle, value: JsonValue, { print, join }: Joined): string {
  if (Array.isArray(value)) return value.map((item) => print(plainText(item))).join(join);
  if (!isObject(value)) return print(plainText(value));
  const middle = wire.explode ? '=' : ',';
  return namedEntries(value)
    .map(([key, item]) => `${print(key)}${middle}${print(plainText(item))}`)
    .join(join);
}

function pairs(wire: WireStyle, value: JsonValue, { print, join }: Joined): string[] {
  const name = print(wire.name);
  const pair = (key: string, text: string): string =>
    text === '' && wire.style === 'matrix' ? key : `${key}=${text}`;
  if (Array.isArray(value)) {
    const texts = value.map((item) => print(plainText(item)));
    if (wire.explode) return texts.map((text) => pair(name, text));
    return [pair(name, texts.join(join))];
  }
  if (!isObject(value)) return [pair(name, print(plainText(value)))];
  const entries = namedEntries(value).map(
    ([key, item]) => [print(key), print(plainText(item))] as const,
  );
  if (wire.explode) return entries.map(([key, text]) => pair(key, text));
  return [pair(name, entries.flat().join(join))];
}

// The specification defines one level; deeper ones use more brackets, as servers parse them.
function deepPairs(name: string, value: JsonValue, print: Print): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) =>
      deepPairs(name, isObject(item) ? JSON.stringify(item) : item, print),
    );
  }
  if (!isObject(value)) return [`${name}=${print(plainText(value))}`];
  return namedEntries(value).flatMap(([key, item]) =>
    deepPairs(`${name}[${print(key)}]`, item, print),
  );
}
