import { isObject, listOf, namedEntries } from '../../model/model-context.ts';
import type { JsonObject, JsonValue } from '../../read/description.ts';
import { type Check, isExtension, report } from '../check-context.ts';

// RFC 9110, 8.3.1: type "/" subtype and parameters; `*` for ranges.
const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(?:\\s*;.*)?$`);

/** The keys of `content`, and of the examples of a response in Swagger 2.0. */
export function checkMediaTypes(check: Check, object: JsonObject): void {
  const key = check.version === '2.0' ? 'examples' : 'content';
  const content = object[key];
  if (!isObject(content)) return;
  for (const type of Object.keys(content)) {
    if (!MEDIA_TYPE.test(type) && !isExtension(type)) {
      reportType(check, type, { owner: content, key: undefined });
    }
  }
}

export function checkMediaTypeList(check: Check, object: JsonObject): void {
  if (check.version !== '2.0') return;
  for (const key of ['consumes', 'produces']) {
    const list: JsonValue | undefined = object[key];
    if (!Array.isArray(list)) continue;
    for (const [index, type] of listOf(list).entries()) {
      if (typeof type === 'string' && !MEDIA_TYPE.test(type)) {
        reportType(check, type, { owner: list, key: index });
      }
    }
  }
}

/** Encodings by name beside those by position (OpenAPI 3.2, Media Type Object). */
export function checkEncodings(check: Check, media: JsonObject): void {
  const other = ['prefixEncoding', 'itemEncoding'].find((key) => key in media);
  if (!('encoding' in media) || other === undefined) return;
  const message = `"encoding" cannot stand beside "${other}"`;
  const at = check.description.locateKey(media, 'encoding');
  report(check, 'openapi-media-type', { message, at });
}

function reportType(
  check: Check,
  type: string,
  { owner, key }: { owner: object; key: number | undefined },
): void {
  const at =
    key === undefined
      ? check.description.locateKey(owner, type)
      : check.description.locate(owner, key);
  const hint = 'a media type is written like "application/json"';
  report(check, 'openapi-media-type', { message: `"${type}" is not a media type`, at, hint });
}

/** True where values of a media type are written as JSON values. */
export function isJson(type: string): boolean {
  const bare = (type.split(';', 1)[0] ?? '').trim().toLowerCase();
  return bare.endsWith('/json') || bare.endsWith('+json') || bare === '*/*';
}

/** The status codes of an operation's responses (OpenAPI 3, Responses Object). */
export function checkResponses(check: Check, responses: JsonObject): void {
  for (const code of Object.keys(responses)) {
    if (code === 'default' || isExtension(code) || code === '$ref') continue;
    if (/^[1-5]\d\d$/.test(code)) continue;
    const range = /^[1-5]XX$/i.test(code);
    if (range && check.version !== '2.0' && code.endsWith('XX')) continue;
    const message = `"${code}" is not a status code`;
    const at = check.description.locateKey(responses, code);
    report(check, 'openapi-response', { message, at, hint: statusHint(check, code, range) });
  }
}

function statusHint(check: Check, code: string, range: boolean): string {
  const ranges = check.version !== '2.0';
  if (range && ranges) return `write "${code.toUpperCase()}"`;
  return ranges ? 'write "200", "4XX" or "default"' : 'write "200" or "default"';
}

/** Names of components are letters, digits, dots, hyphens and underscores (OpenAPI 3, Components Object). */
export function checkComponents(check: Check, components: JsonObject): void {
  for (const [section, held] of namedEntries(components)) {
    if (isExtension(section)) continue;
    for (const [name] of namedEntries(held)) {
      if (/^[\w.-]+$/.test(name)) continue;
      const message = `the name "${name}" has characters other than letters, digits, ".", "-" and "_"`;
      const holder = components[section];
      if (typeof holder !== 'object' || holder === null) continue;
      report(check, 'openapi-doubt', { message, at: check.description.locateKey(holder, name) });
    }
  }
}
