import type {
  ApiModel,
  Example,
  MediaContent,
  Operation,
  Parameter,
  SchemaReader,
  SecurityScheme,
} from '../model/api-model.ts';
import type { JsonValue } from '../read/description.ts';
import { type Direction, exampleOf } from './example.ts';
import { formFields, isFileBody, multipartFields } from './fields.ts';
import { concreteType, extensionOf, mediaKind } from './media-type.ts';
import { parameterText, type ShownValue } from './parameter-text.ts';
import { jsonValue, printBody } from './print-body.ts';
import {
  encodeAddress,
  encodeAll,
  encodePath,
  type SampleBody,
  type SampleRequest,
} from './sample-request.ts';

export interface SampleTools {
  readonly schemas: SchemaReader;
  readonly securitySchemes: ApiModel['securitySchemes'];
}

// Used if a description has no server.
const HOST = 'https://api.example.com';

/**
 * Creates the request of an operation's samples: required parameters, optional ones with examples, first server,
 * first media type, first authentication. Placeholders are in braces or start with `YOUR_`.
 */
export function sampleRequest(operation: Operation, tools: SampleTools): SampleRequest {
  const { schemas } = tools;
  const shown = shownParameters(operation.parameters);
  // Credentials are named placeholders: no sample contains real ones.
  const credentials = (operation.security[0] ?? []).flatMap(({ scheme: name }) => {
    const scheme = tools.securitySchemes.get(name);
    return (scheme && credentialOf(scheme)) ?? [];
  });
  const sentIn = (place: Credential['in']): readonly Credential[] =>
    credentials.filter((credential) => credential.in === place);
  const media = operation.body?.contents[0];
  const body = media === undefined ? undefined : bodyOf(media, schemas);
  const pairsOf = (...locations: Parameter['in'][]): string[] =>
    shown
      .filter((parameter) => locations.includes(parameter.in))
      .map((parameter) => parameterText(parameter, schemas));
  const cookies = [
    ...pairsOf('cookie'),
    ...sentIn('cookie').map(({ name, value }) => `${name}=${value}`),
  ].filter((pair) => pair !== '');
  const query = [
    ...pairsOf('query', 'querystring'),
    ...sentIn('query').map(({ name, value }) => `${encodeAll(name)}=${value}`),
  ];
  const search = query.filter((pair) => pair !== '').join('&');
  const accepted = operation.responses.find(
    ({ status, contents }) => status.startsWith('2') && contents.length > 0,
  );
  const inPath = new Map(
    shown.flatMap((parameter) => (parameter.in === 'path' ? [[parameter.name, parameter]] : [])),
  );
  // Template expressions without a parameter stay as placeholders.
  const pieces = operation.path.split(/(\{[^{}]*\})/).map((piece, index) => {
    if (index % 2 === 0) return encodePath(piece).replace(/[{}]/g, encodeURIComponent);
    const parameter = inPath.get(piece.slice(1, -1));
    return parameter === undefined ? encodePath(piece) : parameterText(parameter, schemas);
  });
  const path = pieces.join('');
  const slash = path.startsWith('/') || path === '' ? '' : '/';
  const address = baseAddress(operation) + slash + path;
  return {
    method: operation.method,
    url: search === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${search}`,
    headers: headerList([
      ['Accept', accepted?.contents[0]?.type ?? ''],
      [
        'Content-Type',
        media === undefined || body?.kind === 'multipart' ? '' : concreteType(media.type),
      ],
      ...sentIn('header').map(({ name, value }) => [name, value] as const),
      ...shown
        .filter((parameter) => parameter.in === 'header')
        .map((parameter) => [parameter.name, parameterText(parameter, schemas)] as const),
      ['Cookie', cookies.join('; ')],
    ]),
    ...(body === undefined ? {} : { body }),
  };
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

/** Lists headers without duplicate names and without characters that headers cannot hold (RFC 9110, 5.5). */
function headerList(
  pairs: readonly (readonly [string, string])[],
): { readonly name: string; readonly value: string }[] {
  const list = new Map<string, { readonly name: string; readonly value: string }>();
  for (const [rawName, rawValue] of pairs) {
    const name = rawName.replace(/[^\w!#$%&'*+.^`|~-]/g, '');
    const value = rawValue.replace(/[\0-\x08\n-\x1f\x7f]+/g, ' ').trim();
    const key = name.toLowerCase();
    if (name !== '' && value !== '' && !list.has(key)) list.set(key, { name, value });
  }
  return [...list.values()];
}

/** Returns the address before the path of a request: absolute, without a final slash. */
export function baseAddress({ servers }: Pick<Operation, 'servers'>): string {
  const url = (servers[0]?.resolvedUrl ?? '').trim().replace(/#.*$/s, '');
  // Without quotes, so that a script can replace the address in quoted code.
  const address = encodeAddress(url).replaceAll("'", '%27').replace(/\/+$/, '');
  if (/^https?:\/\//i.test(address) || address.startsWith('{')) return address;
  if (address.startsWith('//')) return `https:${address}`;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(address)) return address;
  return address === '' ? HOST : `${HOST}/${address.replace(/^(?:\.{0,2}\/)+/, '')}`;
}

function bodyOf(media: MediaContent, reader: SchemaReader): SampleBody | undefined {
  if (isFileBody(media, reader))
    return { kind: 'binary', fileName: `file.${extensionOf(media.type)}` };
  const given = contentExample(media, reader, 'request');
  if (given === undefined) return undefined;
  if ('text' in given) return { kind: 'text', text: given.text };
  const value = given.json;
  switch (mediaKind(media.type)) {
    case 'json':
      return { kind: 'json', value: jsonValue(value, media, reader) };
    case 'form':
      if (typeof value === 'string') return { kind: 'text', text: value };
      return { kind: 'form', fields: formFields(value, media.encoding) };
    case 'multipart':
      return { kind: 'multipart', fields: multipartFields(value, media, reader) };
    default: {
      const { code } = printBody(value, media, reader);
      return { kind: 'text', text: code.replaceAll('\u241e', '\u001e') };
    }
  }
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
    if (!isJson) return { text: serialized };
    try {
      const json: JsonValue = JSON.parse(serialized);
      return { json };
    } catch {
      return { text: serialized };
    }
  }
  const { schema, itemSchema } = media;
  if (schema !== undefined) return { json: exampleOf(schema, reader, direction) };
  if (itemSchema === undefined) return undefined;
  return { json: [exampleOf(itemSchema, reader, direction)] };
}

/** A credential as samples send it. */
interface Credential {
  readonly in: 'header' | 'query' | 'cookie';
  /** Of the header, query parameter or cookie. */
  readonly name: string;
  /** With its placeholder: `Bearer YOUR_TOKEN`. */
  readonly value: string;
}

/** Returns the credential of a scheme; undefined if the request does not show it. */
export function credentialOf(scheme: SecurityScheme): Credential | undefined {
  // `YOUR_` and the title of the scheme; without one, its kind, or the name of an API key.
  const placeholder = (kind: string): string => `YOUR_${constantName(scheme.title) || kind}`;
  const authorization = { in: 'header', name: 'Authorization' } as const;
  switch (scheme.type) {
    case 'apiKey': {
      const name = constantName(scheme.name);
      const short = name.replace(/_?(?:AUTH|AUTHENTICATION|AUTHORIZATION|SCHEME|SECURITY)$/, '');
      return { in: scheme.in, name: scheme.parameter, value: placeholder(short || 'API_KEY') };
    }
    case 'http': {
      if (/^basic$/i.test(scheme.scheme))
        return { ...authorization, value: 'Basic YOUR_BASE64_CREDENTIALS' };
      const isBearer = /^bearer$/i.test(scheme.scheme);
      const value = placeholder(isBearer ? 'TOKEN' : 'CREDENTIALS');
      return { ...authorization, value: `${isBearer ? 'Bearer' : scheme.scheme} ${value}` };
    }
    case 'oauth2':
    case 'openIdConnect':
      return { ...authorization, value: `Bearer ${placeholder('ACCESS_TOKEN')}` };
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
