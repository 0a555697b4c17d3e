import { STATUS_CODES } from 'node:http';
import type { JsonObject, JsonValue } from '../read/description.ts';
import type {
  ApiResponse,
  Callback,
  Operation,
  Parameter,
  ParameterLocation,
  RequestBody,
  SecurityAlternative,
  Server,
  Text,
  VendorSample,
} from './api-model.ts';
import { readExternalDocs } from './info.ts';
import { type LinkTargets, readLinks } from './link-objects.ts';
import { describeParameter, readContents, readHeaders } from './media.ts';
import {
  entriesOf,
  isInternal,
  listOf,
  type ModelContext,
  objectsOf,
  type Resolved,
  readText,
  resolvedText,
  resolveObject,
  stringOf,
  stringsOf,
  textOrNone,
} from './model-context.ts';
import { type OperationDraft, readPathItem } from './path-items.ts';
import { readSecurity } from './security.ts';
import { pathOfServer, preferServer, readServers, swaggerServers } from './servers.ts';
import { swaggerBody, swaggerContents } from './swagger.ts';
import { inWords } from './words.ts';

export interface OperationSetting {
  readonly kind: Operation['kind'];
  readonly slug: string;
  readonly servers: readonly Server[];
  /** Index or text of the server to prefer among an operation's own. */
  readonly server: number | string | undefined;
  readonly security: readonly SecurityAlternative[];
  readonly targets: LinkTargets;
  readonly internalTags: ReadonlySet<string>;
  /** Number of callbacks around the operation. */
  readonly depth: number;
}

/** Returns the title of an operation: summary, else operationId in words, else method and path. Never empty. */
export function titleOf({ source, shared, method, path }: OperationDraft): string {
  const summary = readText(source, 'summary').text.trim();
  if (isTitle(summary)) return summary;
  const id = inWords(stringOf(source['operationId']));
  const common = stringOf(shared.summary?.['summary']).trim();
  return textOrNone(id) ?? (isTitle(common) ? common : `${method} ${path}`);
}

/** Some descriptions have a whole paragraph as a title. */
function isTitle(summary: string): boolean {
  return summary !== '' && summary.length <= LONGEST_TITLE && !summary.includes('\n');
}

const LONGEST_TITLE = 120;

function longSummaryOf({ source }: OperationDraft): Text {
  const summary = readText(source, 'summary');
  return isTitle(summary.text.trim()) ? { ...summary, text: '' } : summary;
}

export function readOperation(
  context: ModelContext,
  draft: OperationDraft,
  setting: OperationSetting,
): Operation {
  const { source, shared, method, path } = draft;
  const levels = [shared.parameters, listOf(source['parameters'])];
  const servers = serversOf(context, draft, setting);
  const security = readSecurity(source['security']) ?? setting.security;
  const body = readBody(context, source, levels);
  return {
    kind: setting.kind,
    slug: setting.slug,
    method,
    path,
    fullPath: path.startsWith('/') ? pathOfServer(servers[0]) + path : path,
    operationId: stringOf(source['operationId']),
    title: titleOf(draft),
    longSummary: longSummaryOf(draft),
    description: descriptionOf(draft),
    deprecated: source['deprecated'] === true,
    deprecatedDescription: stringOf(source['x-deprecated-description']),
    tags: stringsOf(source['tags']).filter((tag) => !setting.internalTags.has(tag)),
    ...readExternalDocs(source),
    servers,
    security,
    parameters: readParameters(context, levels, security.length > 0),
    ...(body === undefined ? {} : { body }),
    responses: readResponses(context, source, setting.targets),
    callbacks: readCallbacks(context, source['callbacks'], setting),
    samples: readSamples(source),
    source,
  };
}

function serversOf(
  context: ModelContext,
  { source, shared }: OperationDraft,
  setting: OperationSetting,
): readonly Server[] {
  if (context.dialect === '2.0') {
    const schemes = source['schemes'];
    const own = Array.isArray(schemes) && setting.servers.length > 0;
    if (!own) return setting.servers;
    return preferServer(swaggerServers(context.root, schemes), setting.server);
  }
  const servers = readServers(context, source['servers']) ?? readServers(context, shared.servers);
  return servers === undefined ? setting.servers : preferServer(servers, setting.server);
}

function descriptionOf({ source, shared }: OperationDraft): Text {
  const own = readText(source, 'description');
  if (own.text !== '' || shared.description === undefined) return own;
  return readText(shared.description, 'description');
}

const MAX_CALLBACK_DEPTH = 3;

function readCallbacks(
  context: ModelContext,
  callbacks: JsonValue | undefined,
  setting: OperationSetting,
): readonly Callback[] {
  if (setting.depth >= MAX_CALLBACK_DEPTH) return [];
  // The API sends these requests to the reader's server: its own servers and credentials do not apply.
  const inner: OperationSetting = {
    ...setting,
    kind: 'operation',
    slug: '',
    servers: [],
    security: [],
    depth: setting.depth + 1,
  };
  return entriesOf(callbacks).flatMap(([name, value]) => {
    const callback = resolveObject(context, value)?.object;
    if (callback === undefined || isInternal(callback)) return [];
    return entriesOf(callback).flatMap(([expression, item]) => {
      const drafts = readPathItem(context, expression, item);
      if (drafts.length === 0) return [];
      const operations = drafts.map((draft) => readOperation(context, draft, inner));
      return [{ name, expression, operations }];
    });
  });
}

function readSamples(source: JsonObject): readonly VendorSample[] {
  return objectsOf(source['x-codeSamples'] ?? source['x-code-samples']).flatMap((sample) => {
    const code = stringOf(sample['source']);
    const lang = stringOf(sample['lang']);
    if (code === '') return [];
    return [{ lang, label: stringOf(sample['label']) || lang, source: code }];
  });
}

/** Reads the body of an operation; undefined without a body or media type. */
function readBody(
  context: ModelContext,
  operation: JsonObject,
  parameterLevels: readonly (readonly JsonValue[])[],
): RequestBody | undefined {
  if (context.dialect === '2.0') {
    return swaggerBody(context, operation, resolveParameters(context, parameterLevels));
  }
  const resolved = resolveObject(context, operation['requestBody']);
  if (resolved === undefined || isInternal(resolved.object)) return undefined;
  const contents = readContents(context, resolved.object['content']);
  if (contents.length === 0) return undefined;
  return {
    required: resolved.object['required'] === true,
    description: resolvedText(resolved, 'description'),
    contents,
    source: resolved.object,
  };
}

/** Reads the published responses of an operation: 2xx, 3xx, 4xx, 5xx, default. */
function readResponses(
  context: ModelContext,
  operation: JsonObject,
  targets: LinkTargets,
): readonly ApiResponse[] {
  return entriesOf(resolveObject(context, operation['responses'])?.object)
    .flatMap(([status, value]) => {
      const resolved = resolveObject(context, value);
      if (resolved === undefined || isInternal(resolved.object)) return [];
      return [readResponse(context, { status, resolved, operation, targets })];
    })
    .sort((a, b) => compareStatus(a.status, b.status));
}

interface ResponseParts {
  readonly status: string;
  readonly resolved: Resolved;
  readonly operation: JsonObject;
  readonly targets: LinkTargets;
}

function readResponse(context: ModelContext, parts: ResponseParts): ApiResponse {
  const { resolved, operation, targets } = parts;
  const { object } = resolved;
  const status = parts.status.replace(/^([1-5])xx$/i, '$1XX');
  const contents =
    context.dialect === '2.0'
      ? swaggerContents(context, operation, object)
      : readContents(context, object['content']);
  return {
    status,
    summary: summaryOf(resolved) || (REASONS.get(status) ?? ''),
    description: resolvedText(resolved, 'description'),
    headers: readHeaders(context, object['headers']),
    contents,
    links: readLinks(context, object['links'], targets),
    source: object,
  };
}

function summaryOf(resolved: Resolved): string {
  return resolvedText(resolved, 'summary').text || stringOf(resolved.object['x-summary']);
}

// Corrections of Node's reason phrases by RFC 9110; undefined for statuses that do not exist.
const REASONS: ReadonlyMap<string, string | undefined> = new Map([
  ...Object.entries(STATUS_CODES),
  ['413', 'Content Too Large'],
  ['418', "I'm a teapot"],
  ['422', 'Unprocessable Content'],
  ['509', undefined],
]);

/** Orders statuses: 2xx, 3xx, 4xx, 5xx, others, `default`; ranges after the statuses in them. */
function compareStatus(a: string, b: string): number {
  const [first, second] = [rank(a), rank(b)];
  if (first !== second) return first - second;
  return a < b ? -1 : a > b ? 1 : 0;
}

function rank(status: string): number {
  if (status === 'default') return 7;
  return /^[2-5](?:\d\d|XX)$/.test(status) ? Number(status[0]) : 6;
}

const LOCATIONS: readonly ParameterLocation[] = [
  'path',
  'query',
  'querystring',
  'header',
  'cookie',
];

// These headers follow from body, responses and security schemes (OpenAPI 3.2, 4.12.2.2).
const IGNORED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/**
 * Reads the published parameters of an operation, which override those of its path by name and location. Omits
 * `body` and `formData` of Swagger 2.0.
 */
function readParameters(
  context: ModelContext,
  levels: readonly (readonly JsonValue[])[],
  isSecured: boolean,
): readonly Parameter[] {
  const found = new Map<string, Resolved>();
  for (const resolved of resolveParameters(context, levels)) {
    const { object } = resolved;
    const key = `${stringOf(object['in'])}\n${nameKey(object)}`;
    found.set(key, resolved);
  }
  const parameters = [...found.values()]
    .filter(({ object }) => !isInternal(object) && !isIgnored(object, isSecured))
    .flatMap((resolved) => readParameter(context, resolved) ?? []);
  return LOCATIONS.flatMap((location) =>
    parameters.filter((parameter) => parameter.in === location),
  );
}

/** Resolves the parameters of the path, then of the operation. */
function resolveParameters(
  context: ModelContext,
  levels: readonly (readonly JsonValue[])[],
): readonly Resolved[] {
  return levels.flat().flatMap((value) => resolveObject(context, value) ?? []);
}

// Header names are case-insensitive (RFC 9110, 5.1).
function nameKey(parameter: JsonObject): string {
  const name = stringOf(parameter['name']);
  return parameter['in'] === 'header' ? name.toLowerCase() : name;
}

function isIgnored(parameter: JsonObject, isSecured: boolean): boolean {
  if (parameter['in'] !== 'header') return false;
  const name = nameKey(parameter);
  // Without a security scheme, nothing else describes the credential.
  return IGNORED_HEADERS.has(name) && (isSecured || name !== 'authorization');
}

function readParameter(context: ModelContext, resolved: Resolved): Parameter | undefined {
  const { object } = resolved;
  const location = LOCATIONS.find((known) => known === object['in']);
  const name = stringOf(object['name']);
  if (location === undefined || name === '') return undefined;
  return describeParameter(context, resolved, { name, location });
}
