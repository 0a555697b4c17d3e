import { isObject, listOf, namedEntries } from '../../model/model-context.ts';
import type { JsonObject, JsonValue } from '../../read/description.ts';
import { type Check, type Direction, isExtension, report } from '../check-context.ts';
import { refOf, resolveObject } from '../references.ts';

// RFC 9110, 8.3.1: type "/" subtype and parameters; `*` for ranges.
const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(?:\\s*;.*)?$`);

/** Checks the keys of `content`, and of the examples of a response in Swagger 2.0. */
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

/** Reports encodings by name beside those by position (OpenAPI 3.2, Media Type Object). */
export function checkEncodings(check: Check, media: JsonObject): void {
  const other = ['prefixEncoding', 'itemEncoding'].find((key) => key in media);
  if (!('encoding' in media) || other === undefined) return;
  const message = `"encoding" cannot be used with "${other}"`;
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

/** True if values of a media type are written as JSON. */
function isJson(type: string): boolean {
  const bare = (type.split(';', 1)[0] ?? '').trim().toLowerCase();
  return bare.endsWith('/json') || bare.endsWith('+json') || bare === '*/*';
}

/** Checks the status codes of an operation's responses (OpenAPI 3, Responses Object). */
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

/** Checks the names of components: letters, digits, dots, hyphens and underscores (OpenAPI 3, Components Object). */
export function checkComponents(check: Check, components: JsonObject): void {
  for (const [section, held] of namedEntries(components)) {
    if (isExtension(section)) continue;
    for (const [name] of namedEntries(held)) {
      if (/^[\w.-]+$/.test(name)) continue;
      const message = `the name "${name}" has characters other than letters, digits, ".", "-" and "_"`;
      const holder = components[section];
      if (typeof holder !== 'object' || holder === null) continue;
      report(check, 'openapi-suspicious', {
        message,
        at: check.description.locateKey(holder, name),
      });
    }
  }
}

/** Records the examples of a media type, parameter, header or response for validation at the end. */
export function checkExampleHolder(check: Check, holder: JsonObject, direction: Direction): void {
  if ('example' in holder && 'examples' in holder) {
    const at = check.description.locateKey(holder, 'example');
    report(check, 'openapi-example', { message: '"example" has no effect beside "examples"', at });
  }
  const schema = holder['schema'];
  if (schema === undefined || schema === null) return;
  const note = (owner: object, key: string, value: JsonValue): void => {
    if (refOf(value) !== undefined) {
      reportRef(check, owner, key);
      return;
    }
    const task = { what: 'the example', owner, key, schema, direction };
    const media = mediaTypeOf(check, holder) ?? (check.version === '2.0' ? key : '');
    if (typeof value !== 'string' || !media.includes('/')) check.examples.push({ ...task, value });
    else if (isJson(media)) {
      const isString = resolveObject(check, schema)?.['type'] === 'string';
      check.examples.push({ ...task, ...(isString ? { value } : readJson(value)) });
    }
  };
  if (check.version === '2.0') {
    noteOldExamples(holder, note);
    return;
  }
  if (holder['example'] !== undefined) note(holder, 'example', holder['example']);
  for (const [, entry] of namedEntries(holder['examples'])) {
    const example = resolveObject(check, entry);
    for (const key of ['value', 'dataValue']) {
      const value = example?.[key];
      if (example !== undefined && value !== undefined) note(example, key, value);
    }
  }
}

function reportRef(check: Check, owner: object, key: string): void {
  const { file, line, column } = check.description.locateKey(owner, key);
  const message = 'the example is a reference, which "value" does not allow';
  const hint = 'write "$ref" instead of "value", directly below the name of the example';
  report(check, 'openapi-example', { message, at: { file, line, column }, hint });
}

type Note = (owner: object, key: string, value: JsonValue) => void;

function noteOldExamples(response: JsonObject, note: Note): void {
  const examples = response['examples'];
  if (!isObject(examples)) return;
  for (const [type, value] of namedEntries(examples)) note(examples, type, value);
}

/** Returns the key of the media type that holds an example, whose text may be a serialized body. */
function mediaTypeOf(check: Check, holder: JsonObject): string | undefined {
  const type = check.description.pointer(holder).pointer.split('/').at(-1) ?? '';
  return type.includes('~1') ? type.replaceAll('~1', '/') : undefined;
}

/** Parses JSON text; other text is the value itself. */
function readJson(text: string): { readonly value: JsonValue; readonly isText?: boolean } {
  if (!/^\s*[[{]/.test(text)) return { value: text };
  try {
    const value: JsonValue = JSON.parse(text);
    return { value, isText: true };
  } catch {
    return { value: text };
  }
}

export function checkExample(check: Check, example: JsonObject): void {
  // OpenAPI 3.2, Example Object: `value` must be absent beside one of the newer fields.
  const newer = ['dataValue', 'serializedValue'].find((key) => key in example);
  if ('value' in example && newer !== undefined) {
    const message = `an example cannot have both "value" and "${newer}"`;
    const at = check.description.locateKey(example, 'value');
    report(check, 'openapi-example', { message, at });
  }
  if (!('value' in example) || !('externalValue' in example)) return;
  const message = 'an example cannot have both "value" and "externalValue"';
  const at = check.description.locateKey(example, 'externalValue');
  report(check, 'openapi-example', { message, at });
}
