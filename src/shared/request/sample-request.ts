import { wellFormed } from '../escape-html.ts';
import type { JsonValue } from '../json.ts';
import { isJsonType } from './media-type.ts';

/** A request before it is printed in a language. Values are not escaped. */
export interface SampleRequest {
  readonly method: string;
  /** Absolute, percent-encoded (RFC 3986) except for placeholders in braces. */
  readonly url: string;
  /** In order; credentials are placeholders (`YOUR_API_KEY`). */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body?: SampleBody;
}

export type SampleBody =
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'form'; readonly fields: readonly (readonly [string, string])[] }
  | { readonly kind: 'multipart'; readonly fields: readonly MultipartField[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary'; readonly fileName: string };

export type MultipartField = {
  readonly name: string;
  readonly contentType?: string | undefined;
} & (
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'file'; readonly fileName: string }
);

/** Prints the fields of a form (`application/x-www-form-urlencoded`). */
export function formText(fields: readonly (readonly [string, string])[]): string {
  return fields.map((pair) => pair.map(encodeAll).join('=')).join('&');
}

/** The parts of a multipart body as they are sent (RFC 7578): texts, and names of files. */
export function multipartPieces(
  fields: readonly MultipartField[],
  boundary: string,
  line = '\r\n',
): readonly (readonly ['text' | 'file', string])[] {
  // HTML standard, multipart/form-data encoding of names.
  const word = (name: string): string => name.replace(/["\r\n]/g, encodeURIComponent);
  let end = '';
  const pieces = fields.flatMap((field) => {
    const isFile = field.kind === 'file';
    const file = isFile ? `; filename="${word(field.fileName)}"` : '';
    const type = field.contentType === undefined ? '' : `${line}Content-Type: ${field.contentType}`;
    const disposition = `Content-Disposition: form-data; name="${word(field.name)}"${file}${type}`;
    const head = `${end}--${boundary}${line}${disposition}${line}${line}`;
    end = line;
    return isFile
      ? ([
          ['text', head],
          ['file', field.fileName],
        ] as const)
      : ([['text', head + field.value]] as const);
  });
  return [...pieces, ['text', `${end}--${boundary}--${line}`]];
}

/** Prints a multipart body with the boundary `boundary`, on lines for readers and editors. */
export function multipartText(
  fields: readonly MultipartField[],
  file: (name: string) => string,
): string {
  const pieces = multipartPieces(fields, 'boundary', '\n');
  return pieces
    .map(([kind, text]) => (kind === 'file' ? file(text) : text))
    .join('')
    .trimEnd();
}

/** A sample as shown on a page. */
export interface Sample {
  /** Identifies the reader's choice: `curl`, `javascript`, `typescript`, `python`, `go`. */
  readonly id: string;
  readonly label: string;
  readonly language: string;
  readonly code: string;
  /** Of the site, of which the code is made. */
  readonly template?: string;
  /** Not given by the site or the description. */
  readonly isGenerated?: true;
}

/** Returns a value as the text of a parameter or field: null as an empty text, objects and lists as JSON. */
export function plainText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

/** Percent-encodes everything but unreserved characters (RFC 3986, 2.3). Unpaired surrogates become U+FFFD. */
export function encodeAll(text: string): string {
  return encodeURIComponent(wellFormed(text)).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Like `encodeAll`, but keeps reserved characters (RFC 6570, 3.2.3) that the location allows. */
export function encodeReserved(text: string, location: 'query' | 'path'): string {
  const kept = location === 'query' ? /%(?:2F|3A|3F|40|21|24|27|28|29|2A|2C|3B)/g : KEPT_IN_PATH;
  return encodeAll(text).replace(kept, (escape) => decodeURIComponent(escape));
}

const KEPT_IN_PATH = /%(?:3A|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g;

/**
 * Percent-encodes characters not allowed in a path (RFC 3986, 3.3); keeps escapes, slashes and placeholders in
 * braces.
 */
export function encodePath(text: string): string {
  return wellFormed(text)
    .replace(/[^\w\-.~!$&'()*+,;=:@/%{}]/gu, encodeURIComponent)
    .replace(LONE_PERCENT, '%25');
}

/** Percent-encodes characters not allowed in any address; keeps delimiters, escapes and placeholders in braces. */
export function encodeAddress(text: string): string {
  return wellFormed(text)
    .replace(/[^\w\-.~!$&'()*+,;=:@/%{}?#[\]]/gu, encodeURIComponent)
    .replace(LONE_PERCENT, '%25');
}

const LONE_PERCENT = /%(?![\da-f]{2})/gi;

/** How a language writes invisible characters: `\u200b` or `\u{200b}`. */
export type Escape = readonly [sign: string, open: string, close: string];

const NAMED: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' };

// Characters that are invisible or cannot be saved: control characters, line and paragraph separators, marks of
// text direction or without width, the byte order mark and unpaired surrogates.
const UNSEEN =
  /[\0-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

/** Escapes invisible characters: `\n`, `\r`, `\t`, others as UTF-16 code units. */
export function escapeControls(
  text: string,
  [escape, open, close]: Escape = ['\\', '', ''],
): string {
  return text.replace(UNSEEN, (sign) => {
    const code = sign.charCodeAt(0).toString(16).padStart(4, '0');
    return escape + (NAMED[sign] ?? `u${open}${code}${close}`);
  });
}

/** How a language writes the values of JSON. */
interface Literals {
  readonly step: string;
  readonly text: (text: string) => string;
  readonly key: (name: string) => string;
  /** Of null, booleans and numbers. */
  readonly word: (value: number | boolean | null) => string;
}

/** Prints a JSON value as a literal; `indent` is that of its first line. */
export function printLiteral(value: JsonValue, indent: string, literals: Literals): string {
  const { step, text, key: printKey, word } = literals;
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return word(value);
  const inner = indent + step;
  const print = (item: JsonValue): string => printLiteral(item, inner, literals);
  const items = Array.isArray(value)
    ? value.map(print)
    : Object.entries(value).map(([key, item]) => `${printKey(key)}: ${print(item)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
}

/** Returns which part of a response a sample prints. */
export function shownResult({ method, headers }: SampleRequest): 'status' | 'json' | 'text' {
  const accept = headers.find(({ name }) => name === 'Accept')?.value;
  if (accept === undefined || method === 'HEAD') return 'status';
  return isJsonType(accept) ? 'json' : 'text';
}

export function isUnique(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}
