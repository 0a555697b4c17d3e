/** The request of an operation as data: samples are printed from it in the build and in the browser. */
import { isObject, type JsonValue, namedEntries } from '../json.ts';
import { concreteType, extensionOf, mediaKind } from './media-type.ts';
import {
  encodeAddress,
  encodeAll,
  encodePath,
  formText,
  type MultipartField,
  plainText,
  type SampleBody,
  type SampleRequest,
} from './sample-request.ts';
import { serialize, styledPairs, type WireStyle } from './serialize.ts';

export interface RequestModel {
  readonly method: string;
  /** As in the description: `/things/{id}`. */
  readonly path: string;
  readonly servers: readonly ModelServer[];
  /** By location, then in the order of the description. */
  readonly parameters: readonly ModelParameter[];
  /** By media type, in the order of the description. */
  readonly bodies: readonly ModelBody[];
  readonly needsBody: boolean;
  /** Alternatives of security, each with the credentials that it needs; an empty one needs none. */
  readonly ways: readonly (readonly ModelCredential[])[];
  /** Media type of the first successful response; empty if it has no body. */
  readonly accept: string;
}

export interface ModelServer {
  /** With `{variables}`. */
  readonly url: string;
  readonly description: string;
  readonly variables: readonly {
    readonly name: string;
    readonly default: string;
    readonly enum: readonly string[];
  }[];
}

/** A value, or the text that is transmitted for it. */
export type ShownValue = { readonly json: JsonValue } | { readonly text: string };

/** The value, or the text in its place. */
export function jsonOf(shown: ShownValue | undefined): JsonValue | undefined {
  return shown && ('json' in shown ? shown.json : shown.text);
}

/** How a property of a form is sent. */
export interface FieldStyle {
  readonly property: string;
  readonly style?: WireStyle['style'] | undefined;
  readonly explode?: boolean | undefined;
}

export interface ModelParameter extends WireStyle {
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Whether samples have it before a reader changes anything. */
  readonly isShown: boolean;
  /** Its media type, if it has one, with the styles of a form. */
  readonly content?:
    | { readonly type: string; readonly encoding: readonly FieldStyle[] }
    | undefined;
  /** Absent if the description gives none: a placeholder is shown. */
  readonly example?: ShownValue | undefined;
  /** JSON Schema, for fields. */
  readonly schema?: JsonValue | undefined;
  readonly note?: string | undefined;
}

/** How the parts of a property of a multipart body are sent. */
export interface ModelPart {
  readonly property: string;
  readonly type?: string | undefined;
  readonly isFile: boolean;
}

export interface ModelBody {
  readonly type: string;
  readonly kind: 'json' | 'form' | 'multipart' | 'text' | 'file';
  readonly example?: ShownValue | undefined;
  readonly encoding: readonly FieldStyle[];
  readonly parts: readonly ModelPart[];
  readonly schema?: JsonValue | undefined;
}

export interface ModelCredential {
  /** Name of the security scheme. */
  readonly scheme: string;
  readonly title: string;
  readonly kind: 'key' | 'basic' | 'token';
  readonly in: 'header' | 'query' | 'cookie';
  /** Of the header, query parameter or cookie. */
  readonly name: string;
  /** Before the credential: `Bearer `. */
  readonly prefix: string;
  /** `YOUR_TOKEN` */
  readonly placeholder: string;
  /** How readers sign in, if pages can. */
  readonly flow?: {
    readonly authorize: string;
    readonly token: string;
    readonly scopes: string;
  };
}

/** The values of a request: those of the examples until a reader changes them. */
export interface RequestValues {
  /** Index of the server. */
  readonly server: number;
  /** Values of its variables, by name. */
  readonly variables: Readonly<Record<string, string>>;
  /** By `keyOf`: null for a placeholder; absent ones are not sent. */
  readonly parameters: Readonly<Record<string, ShownValue | null>>;
  /** Index of the media type; undefined for no body. */
  readonly media: number | undefined;
  readonly body: ShownValue | undefined;
  /** Names of the files of a body, by their fields; empty for a body that is a file. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** Index of the alternative of security. */
  readonly way: number;
  /** By scheme, as they are sent after their prefix; absent ones are placeholders. */
  readonly credentials: Readonly<Record<string, string>>;
}

/**
 * Splits a path at what descriptions add to tell operations at the same path apart: the query of an address, which is sent,
 * or a mark, which is not (`/answers?beta=true`, `/answers#stream`).
 */
export function splitPath(path: string): { readonly path: string; readonly query: string } {
  const [, own = path, query = ''] =
    /^([^]*?)(?:\?([^/?#]+=[^/?#]*))?(?:#[^/?#]*)?$/.exec(path) ?? [];
  return { path: own, query };
}

/** Identifies a parameter in `RequestValues`. */
export function keyOf({ name, in: location }: Pick<WireStyle, 'name' | 'in'>): string {
  return `${location}:${name}`;
}

/** The values of samples: required parameters, optional ones with examples, first server, media type and credentials. */
export function initialValues({ parameters, bodies }: RequestModel): RequestValues {
  const shown = parameters.filter(({ isShown }) => isShown);
  return {
    server: 0,
    variables: {},
    parameters: Object.fromEntries(shown.map((one) => [keyOf(one), one.example ?? null])),
    media: bodies.length === 0 ? undefined : 0,
    body: bodies[0]?.example,
    files: {},
    way: 0,
    credentials: {},
  };
}

/** Creates the request of an operation with values. Placeholders are in braces or start with `YOUR_`. */
export function requestOf(model: RequestModel, values: RequestValues): SampleRequest {
  const shown = model.parameters.filter((parameter) => keyOf(parameter) in values.parameters);
  const textOf = (parameter: ModelParameter): string =>
    parameterText(parameter, values.parameters[keyOf(parameter)] ?? undefined);
  const credentials = (model.ways[values.way] ?? []).map((one) => ({
    ...one,
    value: one.prefix + (values.credentials[one.scheme] || one.placeholder),
  }));
  const sentIn = (place: ModelCredential['in']) =>
    credentials.filter((credential) => credential.in === place);
  const pairsOf = (...locations: readonly WireStyle['in'][]): readonly string[] =>
    shown.filter((parameter) => locations.includes(parameter.in)).map(textOf);
  const media = values.media === undefined ? undefined : model.bodies[values.media];
  const body = media && bodyOf(media, values);
  const cookies = [
    ...pairsOf('cookie'),
    ...sentIn('cookie').map(({ name, value }) => `${name}=${value}`),
  ].filter((pair) => pair !== '');
  const template = splitPath(model.path);
  const query = [
    template.query,
    ...pairsOf('query', 'querystring'),
    ...sentIn('query').map(({ name, value }) => `${encodeAll(name)}=${encodeAll(value)}`),
  ];
  const search = query.filter((pair) => pair !== '').join('&');
  const inPath = new Map(
    shown.flatMap((parameter) => (parameter.in === 'path' ? [[parameter.name, parameter]] : [])),
  );
  // Template expressions without a parameter stay as placeholders.
  const pieces = template.path.split(/(\{[^{}]*\})/).map((piece, index) => {
    if (index % 2 === 0) return encodePath(piece).replace(/[{}]/g, encodeURIComponent);
    const parameter = inPath.get(piece.slice(1, -1));
    return parameter === undefined ? encodePath(piece) : textOf(parameter);
  });
  const path = pieces.join('');
  const slash = path.startsWith('/') || path === '' ? '' : '/';
  const address = serverAddress(model.servers[values.server], values.variables) + slash + path;
  return {
    method: model.method,
    url: search === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${search}`,
    headers: headerList([
      ['Accept', model.accept],
      ['Content-Type', media && body?.kind !== 'multipart' ? concreteType(media.type) : ''],
      ...sentIn('header').map(({ name, value }) => [name, value] as const),
      ...shown
        .filter((parameter) => parameter.in === 'header')
        .map((parameter) => [parameter.name, textOf(parameter)] as const),
      ['Cookie', cookies.join('; ')],
    ]),
    ...(body === undefined ? {} : { body }),
  };
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

// Used if a description has no server.
const HOST = 'https://api.example.com';

/** The address before the path of a request: absolute, without a final slash. */
export function serverAddress(
  server: Pick<ModelServer, 'url' | 'variables'> | undefined,
  values: Readonly<Record<string, string>> = {},
): string {
  const filled = fillVariables(server?.url ?? '', server?.variables ?? [], values);
  const url = filled.trim().replace(/#.*$/s, '');
  // Without quotes, so that a script can replace the address in quoted code.
  const address = encodeAddress(url).replaceAll("'", '%27').replace(/\/+$/, '');
  if (/^https?:\/\//i.test(address) || address.startsWith('{')) return address;
  if (address.startsWith('//')) return `https:${address}`;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(address)) return address;
  return address === '' ? HOST : `${HOST}/${address.replace(/^(?:\.{0,2}\/)+/, '')}`;
}

/** The address of a server with values of its variables, or their defaults. */
export function fillVariables(
  url: string,
  variables: readonly Pick<ModelServer['variables'][number], 'name' | 'default'>[],
  values: Readonly<Record<string, string>> = {},
): string {
  const defaults = new Map(variables.map(({ name, default: value }) => [name, value]));
  // At once: values that name other variables could grow without bounds.
  return url.replace(/\{([^{}]*)\}/g, (place, name: string) => {
    const own = Object.hasOwn(values, name) && defaults.has(name) ? values[name] : '';
    return own || defaults.get(name) || place;
  });
}

/**
 * Returns a parameter as it is sent: the text in the path, the value of a header, the pairs of a query or cookie
 * (`a=1&a=2`). A placeholder in braces stands for an unknown value.
 */
export function parameterText(
  parameter: Pick<ModelParameter, keyof WireStyle | 'content'>,
  value: ShownValue | undefined,
): string {
  const { name, in: location, style, content } = parameter;
  const isPair = location !== 'path' && location !== 'header';
  if (value && 'text' in value) return isPair ? value.text.replace(/^\?/, '') : value.text;
  const json = value?.json;
  const inContent = content && contentText(content.type, json ?? null);
  const encoded = encodeAll(name);
  switch (location) {
    case 'path': {
      // An empty segment would change the path.
      const isEmpty = json === undefined || json === '' || json === null;
      if (!isEmpty) {
        const text = inContent === undefined ? serialize(parameter, json) : encodeAll(inContent);
        return text.replaceAll('/', '%2F');
      }
      if (style === 'label') return `.{${encoded}}`;
      return style === 'matrix' ? `;${encoded}={${encoded}}` : `{${encoded}}`;
    }
    case 'header':
      return json === undefined ? `{${name}}` : (inContent ?? serialize(parameter, json));
    case 'querystring': {
      // OpenAPI 3.2: the content is the whole query.
      const isForm = content && mediaKind(content.type) === 'form';
      if (isForm) return formOf(json ?? null, content.encoding);
      return encodeAll(inContent ?? plainText(json ?? null));
    }
    case 'query':
    case 'cookie': {
      const key = location === 'cookie' ? name : encoded;
      if (json === undefined) return `${key}={${encoded}}`;
      if (inContent !== undefined) return `${key}=${encodeAll(inContent)}`;
      return serialize(parameter, json).replaceAll('[', '%5B').replaceAll(']', '%5D');
    }
  }
}

function contentText(type: string, value: JsonValue): string {
  return mediaKind(type) === 'json' ? JSON.stringify(value) : plainText(value);
}

function bodyOf(media: ModelBody, { body: given, files }: RequestValues): SampleBody | undefined {
  if (media.kind === 'file')
    return { kind: 'binary', fileName: files['']?.[0] ?? `file.${extensionOf(media.type)}` };
  if (given === undefined) return undefined;
  if ('text' in given) return { kind: 'text', text: given.text };
  const value = given.json;
  switch (media.kind) {
    case 'json':
      return { kind: 'json', value };
    case 'form':
      if (typeof value === 'string') return { kind: 'text', text: value };
      return { kind: 'form', fields: formFields(value, media.encoding) };
    case 'multipart':
      return { kind: 'multipart', fields: multipartFields(value, media.parts, files) };
    case 'text':
      return { kind: 'text', text: plainText(value) };
  }
}

/**
 * Lists the fields of a form (OpenAPI 3.1, 4.8.14.4): lists repeat their name, objects are JSON, unless the
 * encoding has a style. Names and values are not encoded.
 */
function formFields(
  value: JsonValue,
  encodings: readonly FieldStyle[],
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

/** Serializes the value of a form; text stays as it is. */
export function formOf(value: JsonValue, encodings: readonly FieldStyle[]): string {
  return typeof value === 'string' ? value : formText(formFields(value, encodings));
}

/** Lists the parts of a multipart body: lists as one part per item. */
export function multipartFields(
  value: JsonValue,
  known: readonly ModelPart[],
  files: RequestValues['files'] = {},
): MultipartField[] {
  return namedEntries(value).flatMap(([name, whole]) => {
    const { type, isFile = false } = known.find(({ property }) => property === name) ?? {};
    const safe = name.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '');
    const parts = (item: JsonValue): MultipartField[] => {
      if (Array.isArray(item)) return item.flatMap(parts);
      if (typeof item === 'string' && isFile) {
        const extension = extensionOf(type ?? 'application/octet-stream');
        const isChosen = files[name]?.includes(item) === true;
        const fileName = isChosen ? item : `${safe.slice(0, 40) || 'file'}.${extension}`;
        return [{ kind: 'file', name, fileName, contentType: type }];
      }
      const contentType = type ?? (isObject(item) ? 'application/json' : undefined);
      return [{ kind: 'text', name, value: plainText(item), contentType }];
    };
    return parts(whole);
  });
}
