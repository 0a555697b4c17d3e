import { parseJson } from '../../shared/json.ts';
import type {
  FieldStyle,
  ModelBody,
  ModelCredential,
  RequestModel,
  ShownValue,
} from '../../shared/request/request-model.ts';
import { initialValues, requestOf, serverAddress } from '../../shared/request/request-model.ts';
import { mediaKind } from '../../shared/request/media-type.ts';
import type { SampleRequest } from '../../shared/request/sample-request.ts';
import type {
  ApiModel,
  Example,
  MediaContent,
  Operation,
  Parameter,
  SchemaReader,
  SecurityScheme,
} from '../model/api-model.ts';
import { type Direction, exampleOf } from './example.ts';
import { shownValue } from './shown-value.ts';
import { jsonValue, partsOf, printBody } from './print-body.ts';
import { keywordsOf } from './scalar-example.ts';

export interface SampleTools {
  readonly schemas: SchemaReader;
  readonly securitySchemes: ApiModel['securitySchemes'];
}

/** The request of an operation with its examples: samples show the first of each choice. */
export function requestModel(
  { method, path, servers, parameters, body, security, responses }: Operation,
  { schemas, securitySchemes }: SampleTools,
): RequestModel {
  const shown = new Set(shownParameters(parameters));
  const accepted = responses.find(
    ({ status, contents }) => status.startsWith('2') && contents.length > 0,
  );
  return {
    method,
    path,
    servers: servers.map(({ url, description, variables }) => ({
      url,
      description,
      variables: variables.map(({ name, default: value, enum: values }) => ({
        name,
        default: value,
        enum: values,
      })),
    })),
    parameters: parameters.map((parameter) => {
      const { content } = parameter;
      return {
        name: parameter.name,
        in: parameter.in,
        style: parameter.style,
        explode: parameter.explode,
        allowReserved: parameter.allowReserved,
        required: parameter.required,
        deprecated: parameter.deprecated,
        isShown: shown.has(parameter),
        content: content && { type: content.type, encoding: fieldStyles(content) },
        example: shownValue(parameter, schemas),
      };
    }),
    bodies: (body?.contents ?? []).map((media) => bodyModel(media, schemas)),
    needsBody: body?.required === true,
    // Credentials are named placeholders: no sample contains real ones.
    ways: security.map((alternative) =>
      alternative.flatMap(({ scheme: name }) => {
        const scheme = securitySchemes.get(name);
        return (scheme && credentialOf(scheme)) ?? [];
      }),
    ),
    accept: accepted?.contents[0]?.type ?? '',
  };
}

/** The request that the samples of an operation show. */
export function sampleRequest(operation: Operation, tools: SampleTools): SampleRequest {
  const model = requestModel(operation, tools);
  return requestOf(model, initialValues(model));
}

const MOST_OPTIONAL = 3;

/** Returns required parameters, and the first optional ones with an example in the description. */
export function shownParameters(parameters: readonly Parameter[]): readonly Parameter[] {
  let optional = 0;
  return parameters.filter((parameter) => {
    if (parameter.required || parameter.in === 'path') return true;
    if (parameter.deprecated || parameter.in === 'cookie') return false;
    const isDescribed = parameter.examples.some(hasValue);
    if (isDescribed) optional += 1;
    return isDescribed && optional <= MOST_OPTIONAL;
  });
}

function hasValue({ value, serialized }: Example): boolean {
  return value !== undefined || serialized !== undefined;
}

/** Returns the address before the path of a request: absolute, without a final slash. */
export function baseAddress({ servers }: Pick<Operation, 'servers'>): string {
  return serverAddress({ url: servers[0]?.resolvedUrl ?? '', variables: [] });
}

function bodyModel(media: MediaContent, reader: SchemaReader): ModelBody {
  const { type } = media;
  const encoding = fieldStyles(media);
  const parts = partsOf(media, reader);
  if (isFileBody(media, reader)) return { type, kind: 'file', encoding, parts };
  const mime = mediaKind(type);
  const kind = mime === 'json' || mime === 'form' || mime === 'multipart' ? mime : 'text';
  const given = contentExample(media, reader, 'request');
  if (given === undefined || 'text' in given)
    return { type, kind, example: given, encoding, parts };
  const example =
    kind === 'json'
      ? { json: jsonValue(given.json, media, reader) }
      : kind === 'text'
        ? { text: printBody(given.json, media, reader).code.replaceAll('\u241e', '\u001e') }
        : given;
  return { type, kind, example, encoding, parts };
}

export function fieldStyles({ encoding }: MediaContent): readonly FieldStyle[] {
  return encoding.map(({ property, style, explode }) => ({ property, style, explode }));
}

/** True if a body is a single file, by its media type or a binary schema. */
export function isFileBody(media: MediaContent, reader: SchemaReader): boolean {
  const kind = mediaKind(media.type);
  if (kind === 'binary') return true;
  if (kind !== 'text' || media.schema === undefined) return false;
  return keywordsOf(reader.read(media.schema))['format'] === 'binary';
}

/** Returns the first example of a body, else one from its schema: a value, or text as transmitted. */
export function contentExample(
  media: MediaContent,
  reader: SchemaReader,
  direction: Direction,
): ShownValue | undefined {
  const { value, serialized } = media.examples.find(hasValue) ?? {};
  const isJson = mediaKind(media.type) === 'json';
  if (value !== undefined) return isJson ? { json: jsonValue(value.json, media, reader) } : value;
  if (serialized !== undefined) {
    const json = isJson ? parseJson(serialized) : undefined;
    return json === undefined ? { text: serialized } : { json };
  }
  const { schema, itemSchema } = media;
  if (schema !== undefined) return { json: exampleOf(schema, reader, direction) };
  if (itemSchema === undefined) return undefined;
  return { json: [exampleOf(itemSchema, reader, direction)] };
}

/** Returns the credential of a scheme; undefined if the request does not show it. */
export function credentialOf(scheme: SecurityScheme): ModelCredential | undefined {
  // `YOUR_` and the title of the scheme; without one, its kind, or the name of an API key.
  const placeholder = (kind: string): string => `YOUR_${constantName(scheme.title) || kind}`;
  const common = { scheme: scheme.name, title: scheme.title || scheme.name };
  const authorization = { ...common, in: 'header', name: 'Authorization' } as const;
  switch (scheme.type) {
    case 'apiKey': {
      const name = constantName(scheme.name);
      const short = name.replace(/_?(?:AUTH|AUTHENTICATION|AUTHORIZATION|SCHEME|SECURITY)$/, '');
      const { in: place, parameter } = scheme;
      const own = { in: place, name: parameter, placeholder: placeholder(short || 'API_KEY') };
      return { ...common, kind: 'key', prefix: '', ...own };
    }
    case 'http': {
      if (/^basic$/i.test(scheme.scheme)) {
        const own = { prefix: 'Basic ', placeholder: 'YOUR_BASE64_CREDENTIALS' };
        return { ...authorization, kind: 'basic', ...own };
      }
      const isBearer = /^bearer$/i.test(scheme.scheme);
      const value = placeholder(isBearer ? 'TOKEN' : 'CREDENTIALS');
      const prefix = `${isBearer ? 'Bearer' : scheme.scheme} `;
      return { ...authorization, kind: 'token', prefix, placeholder: value };
    }
    case 'oauth2':
    case 'openIdConnect': {
      const own = { prefix: 'Bearer ', placeholder: placeholder('ACCESS_TOKEN') };
      return { ...authorization, kind: 'token', ...own };
    }
    case 'mutualTLS':
    case 'other':
      return undefined;
  }
}

/** `apiKey` and `API key` become `API_KEY`. */
function constantName(text: string): string {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
}
