import type { Encoding, MediaContent, RawSchema, SchemaReader } from '../model/api-model.ts';
import { isObject, namedEntries } from '../model/model-context.ts';
import type { JsonValue } from '../read/description.ts';
import { concreteType, extensionOf, isJsonType, mediaKind } from './media-type.ts';
import { encodeAll, type MultipartField, plainText } from './sample-request.ts';
import { factsOf } from './scalar-facts.ts';

/**
 * Lists the fields of a form (OpenAPI 3.1, 4.8.14.4): lists repeat their name, objects are JSON, unless the
 * encoding has a style. Names and values are not encoded.
 */
export function formFields(
  value: JsonValue,
  encodings: readonly Encoding[],
): (readonly [string, string])[] {
  if (!isObject(value)) return [];
  return namedEntries(value).flatMap(([name, item]) => {
    const encoding = encodings.find(({ property }) => property === name);
    return fieldPairs(name, item, encoding);
  });
}

/** Serializes fields; text stays as it is. */
export function formText(value: JsonValue, encodings: readonly Encoding[]): string {
  if (typeof value === 'string') return value;
  return formFields(value, encodings)
    .map(([name, text]) => `${encodeAll(name)}=${encodeAll(text)}`)
    .join('&');
}

function fieldPairs(
  name: string,
  value: JsonValue,
  encoding: Encoding | undefined,
): (readonly [string, string])[] {
  const style = encoding?.style;
  const explode = encoding?.explode ?? (style ?? 'form') === 'form';
  const separator = style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ',';
  if (Array.isArray(value)) {
    const texts = value.map(plainText);
    return explode ? texts.map((text) => [name, text] as const) : [[name, texts.join(separator)]];
  }
  if (!isObject(value) || (style === undefined && encoding?.explode === undefined))
    return [[name, plainText(value)]];
  const entries = namedEntries(value).map(([key, item]) => [key, plainText(item)] as const);
  if (style === 'deepObject') return entries.map(([key, text]) => [`${name}[${key}]`, text]);
  return explode ? entries : [[name, entries.flat().join(separator)]];
}

/** Lists the parts of a multipart body: files by schema or content type, lists as one part per item. */
export function multipartFields(
  value: JsonValue,
  media: MediaContent,
  reader: SchemaReader,
): MultipartField[] {
  if (!isObject(value)) return [];
  const node = media.schema === undefined ? undefined : reader.read(media.schema);
  const properties = new Map(node?.properties.map(({ name, schema }) => [name, schema]));
  return namedEntries(value).flatMap(([name, item]) => {
    const schema = properties.get(name);
    const encoding = media.encoding.find(({ property }) => property === name);
    const given = encoding?.contentType.split(',')[0]?.trim();
    const contentType = given === undefined || given === '' ? undefined : concreteType(given);
    return parts({ name, schema, reader, contentType }, item);
  });
}

interface Part {
  readonly name: string;
  readonly schema: RawSchema | undefined;
  readonly reader: SchemaReader;
  readonly contentType: string | undefined;
}

function parts(part: Part, value: JsonValue): MultipartField[] {
  const { name, schema, reader, contentType } = part;
  const node = schema === undefined ? undefined : reader.read(schema);
  if (Array.isArray(value)) {
    return value.flatMap((item) => parts({ ...part, schema: node?.items }, item));
  }
  const facts = node === undefined ? undefined : factsOf(node, reader);
  const isFile =
    typeof value === 'string' &&
    (facts?.format === 'binary' ||
      facts?.type === 'file' ||
      (contentType !== undefined && mediaKind(contentType) === 'binary'));
  if (isFile) {
    const type = contentType ?? 'application/octet-stream';
    const fileName = `${safeName(name)}.${extensionOf(type)}`;
    return [{ kind: 'file', name, fileName, contentType }];
  }
  const type = contentType ?? (isObject(value) ? 'application/json' : undefined);
  return [{ kind: 'text', name, value: plainText(value), contentType: type }];
}

function safeName(name: string): string {
  const safe = name.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '');
  return safe === '' ? 'file' : safe.slice(0, 40);
}

/** True if a body is a single file, by its media type or a binary schema. */
export function isFileBody(media: MediaContent, reader: SchemaReader): boolean {
  const kind = mediaKind(media.type);
  if (kind === 'binary') return true;
  if (isJsonType(media.type) || kind !== 'text' || media.schema === undefined) return false;
  return factsOf(reader.read(media.schema), reader).format === 'binary';
}
