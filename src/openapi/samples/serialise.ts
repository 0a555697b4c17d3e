import type { Parameter } from '../model/api-model.ts';
import { isObject, namedEntries } from '../model/json.ts';
import type { JsonValue } from '../read/description.ts';
import { plainText } from './json.ts';
import { encodeAll, encodeReserved } from './percent.ts';

/** What decides over the wire form of a value (OpenAPI 3.2, Style Values). */
export type WireStyle = Pick<Parameter, 'name' | 'in' | 'style' | 'explode' | 'allowReserved'>;

/**
 * A parameter's value as it goes over the wire, without what joins it to its neighbours: of a query parameter the
 * pairs (`a=1&a=2`; the brackets of `deepObject` are not escaped), of a cookie the pairs (`a=1; a=2`), of a path parameter what stands for its template expression
 * and of a header its value. Empty where nothing is sent.
 */
export function serialise(wire: WireStyle, value: JsonValue): string {
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

// Header fields and cookies of style `cookie` go as they are; the rest is part of an address.
function printerFor(wire: WireStyle): Print {
  if (wire.in === 'header' || wire.style === 'cookie') return (text) => text;
  if (!wire.allowReserved) return encodeAll;
  const place = wire.in === 'path' ? 'path' : 'query';
  return (text) => encodeReserved(text, place);
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

// The specification defines one level; deeper ones go on in brackets, as servers read them.
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
