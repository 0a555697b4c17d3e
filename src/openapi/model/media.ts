import type { JsonObject, JsonValue } from '../read/description.ts';
import type { Encoding, MediaContent, Parameter, ParameterLocation } from './api-model.ts';
import { readExamples } from './examples.ts';
import {
  asSchema,
  entriesOf,
  isInternal,
  type ModelContext,
  namedEntries,
  type Resolved,
  resolvedText,
  resolveObject,
  stringOf,
} from './model-context.ts';
import { collectionStyle, isStyle, serialization } from './styles.ts';
import { schemaOfParameter } from './swagger.ts';

export function readContents(
  context: ModelContext,
  content: JsonValue | undefined,
): readonly MediaContent[] {
  // Some descriptions in many files refer to whole maps.
  return entriesOf(resolveObject(context, content)?.object).flatMap(([type, value]) => {
    const media = resolveObject(context, value)?.object;
    return media === undefined ? [] : [readMedia(context, type, media)];
  });
}

function readMedia(context: ModelContext, type: string, source: JsonObject): MediaContent {
  return {
    type,
    schema: asSchema(source['schema']),
    itemSchema: asSchema(source['itemSchema']),
    examples: readExamples(context, source),
    encoding: namedEntries(source['encoding']).map(([property, value]): Encoding => {
      const { contentType, headers, style, explode } = resolveObject(context, value)?.object ?? {};
      return {
        property,
        contentType: stringOf(contentType),
        headers: readHeaders(context, headers),
        style: isStyle(style) ? style : undefined,
        explode: typeof explode === 'boolean' ? explode : undefined,
      };
    }),
    source,
  };
}

/**
 * Reads the published headers of a response or part by name, without `Content-Type`, which the media type
 * determines.
 */
export function readHeaders(
  context: ModelContext,
  headers: JsonValue | undefined,
): readonly Parameter[] {
  return namedEntries(resolveObject(context, headers)?.object).flatMap(([name, value]) => {
    const resolved = resolveObject(context, value);
    if (resolved === undefined || isInternal(resolved.object)) return [];
    if (name.toLowerCase() === 'content-type') return [];
    return [describeParameter(context, resolved, { name, location: 'header' })];
  });
}

export function describeParameter(
  context: ModelContext,
  resolved: Resolved,
  { name, location }: { name: string; location: ParameterLocation },
): Parameter {
  const { object } = resolved;
  const swagger = context.dialect === '2.0';
  const [content] = readContents(context, object['content']);
  const schema = swagger ? schemaOfParameter(context, object) : asSchema(object['schema']);
  const written = swagger
    ? collectionStyle(location, object['collectionFormat'])
    : serialization(location, { style: object['style'], explode: object['explode'] });
  return {
    name,
    in: location,
    required: location === 'path' || object['required'] === true,
    deprecated: object['deprecated'] === true || object['x-deprecated'] === true,
    deprecatedDescription: stringOf(object['x-deprecated-description']),
    description: resolvedText(resolved, 'description'),
    ...written,
    allowReserved: object['allowReserved'] === true,
    allowEmptyValue: object['allowEmptyValue'] === true,
    schema: content === undefined ? schema : undefined,
    content,
    examples: [...readExamples(context, object), ...(content?.examples ?? [])],
    source: object,
  };
}
