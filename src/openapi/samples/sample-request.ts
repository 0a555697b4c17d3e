import type { SchemaNode } from '../model/api-model.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';

/** A request as it would be sent, before it is written in a language. Values are not escaped for any language. */
export interface SampleRequest {
  readonly method: string;
  /** Absolute, percent-encoded (RFC 3986) but for placeholders in braces. */
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

/** A sample as a page shows it. */
export interface Sample {
  /** What the reader's choice is remembered by: `curl`, `javascript`, `typescript`, `python`, `go`. */
  readonly id: string;
  readonly label: string;
  readonly language: string;
  readonly code: string;
}

/** The objects that a node is read from: its own, and the named one that it refers to. */
export function sourcesOf(node: SchemaNode): JsonObject[] {
  return [node.source, node.ref?.target].filter(isSource);
}

function isSource(value: object | boolean | undefined): value is JsonObject {
  return typeof value === 'object' && !Array.isArray(value);
}

/** A value as the text of a parameter or field: texts as they are, null as nothing, objects and lists as JSON. */
export function plainText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

export function prettyJson(value: JsonValue): string {
  return JSON.stringify(value, null, 2);
}

/** Percent-encodes everything but unreserved characters (RFC 3986, 2.3). Unpaired surrogates become U+FFFD. */
export function encodeAll(text: string): string {
  return encodeURIComponent(wellFormed(text)).replace(/[!'()*]/g, percent);
}

/** As `encodeAll`, with reserved characters as they are (RFC 6570, 3.2.3) where the place of the text allows them. */
export function encodeReserved(text: string, location: 'query' | 'path'): string {
  const kept = location === 'query' ? /%(?:2F|3A|3F|40|21|24|27|28|29|2A|2C|3B)/g : KEPT_IN_PATH;
  return encodeAll(text).replace(kept, (escape) => decodeURIComponent(escape));
}

const KEPT_IN_PATH = /%(?:3A|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g;

/** Percent-encodes what may not stand in a path (RFC 3986, 3.3); escapes, slashes and placeholders in braces stay. */
export function encodePath(text: string): string {
  return wellFormed(text)
    .replace(/[^\w\-.~!$&'()*+,;=:@/%{}]/gu, encodeURIComponent)
    .replace(LONE_PERCENT, '%25');
}

/** Percent-encodes what may not stand in an address at all; delimiters, escapes and placeholders in braces stay. */
export function encodeAddress(text: string): string {
  return wellFormed(text)
    .replace(/[^\w\-.~!$&'()*+,;=:@/%{}?#[\]]/gu, encodeURIComponent)
    .replace(LONE_PERCENT, '%25');
}

const LONE_PERCENT = /%(?![\da-f]{2})/gi;

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The text with U+FFFD for unpaired surrogates, which no encoding can carry. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

// Control characters, line and paragraph separators, marks that turn the direction of text or have no width, the byte
// order mark and unpaired surrogates: what a reader cannot see or no file can hold.
const UNSEEN =
  /[\0-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

/** Writes what cannot be seen as escapes: `\n`, `\r`, `\t`, else by the language's own way from the UTF-16 code unit. */
export function escapeControls(text: string, escape: (code: number) => string): string {
  return text.replace(UNSEEN, (sign) => NAMED[sign] ?? escape(sign.charCodeAt(0)));
}

export function isUnique(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}
