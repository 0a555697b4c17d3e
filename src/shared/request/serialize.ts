import { isObject, type JsonValue, namedEntries } from '../json.ts';
import { encodeAll, encodeReserved, plainText } from './sample-request.ts';

/** Fields that determine the serialization of a value (OpenAPI 3.2, Style Values). */
export interface WireStyle {
  readonly name: string;
  readonly in: 'path' | 'query' | 'querystring' | 'header' | 'cookie';
  readonly style:
    | 'matrix'
    | 'label'
    | 'simple'
    | 'form'
    | 'spaceDelimited'
    | 'pipeDelimited'
    | 'deepObject'
    | 'cookie';
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

/**
 * Serializes a parameter's value without separators to other parameters: pairs for a query parameter (`a=1&a=2`;
 * brackets of `deepObject` are not escaped) or a cookie (`a=1; a=2`), the text of a path's template expression, or
 * the value of a header. Empty if nothing is sent.
 */
export function serialize(wire: WireStyle, value: JsonValue): string {
  const { style, explode } = wire;
  // Header fields and cookies of style `cookie` are not encoded; the others are parts of an address.
  const location = wire.in === 'path' ? 'path' : 'query';
  const isPlain = wire.in === 'header' || style === 'cookie';
  const print = (text: string): string => {
    if (isPlain) return text;
    return wire.allowReserved ? encodeReserved(text, location) : encodeAll(text);
  };
  switch (style) {
    case 'label':
    case 'simple': {
      const isLabel = style === 'label';
      const parts = isObject(value)
        ? namedEntries(value).flatMap(([key, item]) => {
            const pair = [print(key), print(plainText(item))];
            return explode ? pair.join('=') : pair;
          })
        : [value].flat().map((item) => print(plainText(item)));
      return `${isLabel ? '.' : ''}${parts.join(isLabel && explode ? '.' : ',')}`;
    }
    case 'deepObject':
      return deepPairs(print(wire.name), value, print).join('&');
    case 'matrix':
    case 'spaceDelimited':
    case 'pipeDelimited':
    case 'form':
    case 'cookie': {
      const separator =
        style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ',';
      const pairs = styledPairs(wire.name, value, { explode, separator, print }).map(
        ([key, text]) => (text === '' && style === 'matrix' ? key : `${key}=${text}`),
      );
      if (style === 'matrix') return pairs.map((pair) => `;${pair}`).join('');
      return pairs.join(wire.in === 'cookie' || style === 'cookie' ? '; ' : '&');
    }
  }
}

/** Returns the names and texts by which a value is sent as fields. */
export function styledPairs(
  name: string,
  value: JsonValue,
  {
    explode,
    separator,
    print = (text) => text,
  }: {
    readonly explode: boolean;
    readonly separator: string;
    readonly print?: (text: string) => string;
  },
): readonly (readonly [string, string])[] {
  const printed = (item: JsonValue): string => print(plainText(item));
  const entries = isObject(value)
    ? namedEntries(value).map(([key, item]) => [print(key), printed(item)] as const)
    : [value].flat().map((item) => [print(name), printed(item)] as const);
  if (explode) return entries;
  const texts = isObject(value) ? entries.flat() : entries.map(([, text]) => text);
  return [[print(name), texts.join(separator)]];
}

// The specification defines one level; deeper ones use more brackets, as servers parse them.
function deepPairs(name: string, value: JsonValue, print: (text: string) => string): string[] {
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
