import type { Encoding, MediaContent, RawSchema, SchemaReader } from '../model/api-model.ts';
import { isObject, namedEntries } from '../model/model-context.ts';
import type { JsonValue } from '../read/description.ts';
import { concreteType, extensionOf, isJsonType, mediaKind } from './media-type.ts';
import { encodeAll, type MultipartField, plainText } from './sample-request.ts';
import { keywordsOf, typeOf } from './scalar-example.ts';
import { styledPairs } from './serialize.ts';

/**
 * Lists the fields of a form (OpenAPI 3.1, 4.8.14.4): lists repeat their name, objects are JSON, unless the
 * encoding has a style. Names and values are not encoded.
 */
export function formFields(
  value: JsonValue,
  encodings: readonly Encoding[],
): (readonly [string, string])[] {
  return namedEntries(value).flatMap(([name, item]) => {
    const { style, explode } = encodings.find(({ property }) => property === name) ?? {};
    if (isObject(item) && style === 'deepObject')
      return namedEntries(item).map(
        ([key, inner]) => [`${name}[${key}]`, plainText(inner)] as const,
      );
    const separator = style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ',';
    if (isObject(item) && style === undefined && explode === undefined)
      return [[name, plainText(item)] as const];
    return styledPairs(name, item, { explode: explode ?? (style ?? 'form') === 'form', separator });
  });
}

/** Serializes fields; text stays as it is. */
export function formText(value: JsonValue, encodings: readonly Encoding[]): string {
  if (typeof value === 'string') return value;
  return formFields(value, encodings)
    .map(([name, text]) => `${encodeAll(name)}=${encodeAll(text)}`)
    .join('&');
}

/** Lists the parts of a multipart body: files by schema or content type, lists as one part per item. */
export function multipartFields(
  value: JsonValue,
  media: MediaContent,
  reader: SchemaReader,
): MultipartField[] {
  const node = media.schema === undefined ? undefined : reader.read(media.schema);
  const properties = new Map(node?.properties.map(({ name, schema }) => [name, schema]));
  return namedEntries(value).flatMap(([name, whole]) => {
    const encoding = media.encoding.find(({ property }) => property === name);
    const given = encoding?.contentType.split(',')[0]?.trim();
    const contentType = given && concreteType(given);
    const safe = name.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '');
    const parts = (item: JsonValue, schema: RawSchema | undefined): MultipartField[] => {
      const part = schema === undefined ? undefined : reader.read(schema);
      if (Array.isArray(item)) return item.flatMap((one) => parts(one, part?.items));
      const isBinary = part && (keywordsOf(part)['format'] === 'binary' || typeOf(part) === 'file');
      if (
        typeof item === 'string' &&
        (isBinary || (contentType && mediaKind(contentType) === 'binary'))
      ) {
        const extension = extensionOf(contentType || 'application/octet-stream');
        const fileName = `${safe.slice(0, 40) || 'file'}.${extension}`;
        return [{ kind: 'file', name, fileName, contentType: contentType || undefined }];
      }
      const type = contentType || (isObject(item) ? 'application/json' : undefined);
      return [{ kind: 'text', name, value: plainText(item), contentType: type }];
    };
    return parts(whole, properties.get(name));
  });
}

/** True if a body is a single file, by its media type or a binary schema. */
export function isFileBody(media: MediaContent, reader: SchemaReader): boolean {
  const kind = mediaKind(media.type);
  if (kind === 'binary') return true;
  if (isJsonType(media.type) || kind !== 'text' || media.schema === undefined) return false;
  return keywordsOf(reader.read(media.schema))['format'] === 'binary';
}
