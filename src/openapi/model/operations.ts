import { STATUS_CODES } from 'node:http';
import { compareStrings } from '../../diagnostics/diagnostic.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import type {
  ApiResponse,
  Callback,
  Encoding,
  MediaContent,
  Operation,
  Parameter,
  ParameterLocation,
  RequestBody,
  SecurityAlternative,
  Server,
} from './api-model.ts';
import { readExamples } from './examples.ts';
import { readExternalDocs } from './info.ts';
import { type LinkTargets, readLinks } from './link-objects.ts';
import {
  asSchema,
  entriesOf,
  isInternal,
  listOf,
  type ModelContext,
  namedEntries,
  objectsOf,
  readText,
  type Resolved,
  resolvedText,
  resolveObject,
  stringOf,
  textOrNone,
} from './model-context.ts';
import { type OperationDraft, readPathItem } from './path-items.ts';
import { readSecurity } from './security.ts';
import { pathOfServer, preferServer, readServers, swaggerServers } from './servers.ts';
import { collectionStyle, isStyle, serialization } from './styles.ts';
import { schemaOfParameter, swaggerBody, swaggerContents } from './swagger.ts';
import { readTags, type TagList } from './tags.ts';
import { inWords } from './words.ts';

interface OperationSetting {
  readonly kind: Operation['kind'];
  readonly slug: string;
  readonly servers: readonly Server[];
  /** Index or text of the server to prefer among an operation's own. */
  readonly server: number | string | undefined;
  readonly security: readonly SecurityAlternative[];
  readonly targets: LinkTargets;
  readonly tagList: TagList;
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

export function readOperation(
  context: ModelContext,
  draft: OperationDraft,
  setting: OperationSetting,
): Operation {
  const { source, shared, method, path } = draft;
  const levels = [shared.parameters, listOf(source['parameters'])];
  const summary = readText(source, 'summary');
  const own = readText(source, 'description');
  const servers = serversOf(context, draft, setting);
  const security = readSecurity(source['security']) ?? setting.security;
  return {
    kind: setting.kind,
    slug: setting.slug,
    method,
    path,
    fullPath: path.startsWith('/') ? pathOfServer(servers[0]) + path : path,
    operationId: stringOf(source['operationId']),
    title: titleOf(draft),
    longSummary: isTitle(summary.text.trim()) ? { ...summary, text: '' } : summary,
    description:
      own.text === '' && shared.description !== undefined
        ? readText(shared.description, 'description')
        : own,
    deprecated: source['deprecated'] === true,
    deprecatedDescription: stringOf(source['x-deprecated-description']),
    ...readTags(source, setting.tagList),
    ...readExternalDocs(source),
    servers,
    security,
    parameters: readParameters(context, levels, security.length > 0),
    body: readBody(context, source, levels),
    responses: readResponses(context, source, setting.targets),
    callbacks: readCallbacks(context, source['callbacks'], setting),
    samples: objectsOf(source['x-codeSamples'] ?? source['x-code-samples'])
      .map((sample) => {
        const lang = stringOf(sample['lang']);
        return {
          lang,
          label: stringOf(sample['label']) || lang,
          source: stringOf(sample['source']),
        };
      })
      .filter((sample) => sample.source !== ''),
    source,
    shared,
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

/** Reads the published responses of an operation: 2xx, 3xx, 4xx, 5xx, others, `default`; ranges after their statuses. */
function readResponses(
  context: ModelContext,
  operation: JsonObject,
  targets: LinkTargets,
): readonly ApiResponse[] {
  const responses = entriesOf(resolveObject(context, operation['responses'])?.object).flatMap(
    ([key, value]): ApiResponse[] => {
      const resolved = resolveObject(context, value);
      if (resolved === undefined || isInternal(resolved.object)) return [];
      const { object } = resolved;
      const status = key.replace(/^([1-5])xx$/i, '$1XX');
      const summary = resolvedText(resolved, 'summary').text || stringOf(object['x-summary']);
      return [
        {
          status,
          summary: summary || (REASONS.get(status) ?? ''),
          description: resolvedText(resolved, 'description'),
          headers: readHeaders(context, object['headers']),
          contents:
            context.dialect === '2.0'
              ? swaggerContents(context, operation, object)
              : readContents(context, object['content']),
          links: readLinks(context, object['links'], targets),
          source: object,
        },
      ];
    },
  );
  const rank = ({ status }: ApiResponse): number => {
    if (status === 'default') return 7;
    return /^[2-5](?:\d\d|XX)$/.test(status) ? Number(status[0]) : 6;
  };
  return responses.sort((a, b) => rank(a) - rank(b) || compareStrings(a.status, b.status));
}

// Corrections of Node's reason phrases by RFC 9110; undefined for statuses that do not exist.
const REASONS: ReadonlyMap<string, string | undefined> = new Map([
  ...Object.entries(STATUS_CODES),
  ['413', 'Content Too Large'],
  ['418', "I'm a teapot"],
  ['422', 'Unprocessable Content'],
  ['509', undefined],
]);

const LOCATIONS = ['path', 'query', 'querystring', 'header', 'cookie'] as const;

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
  const found = new Map<string, Parameter | undefined>();
  for (const resolved of resolveParameters(context, levels)) {
    const { object } = resolved;
    const name = stringOf(object['name']);
    const location = LOCATIONS.find((known) => known === object['in']);
    // Header names are case-insensitive (RFC 9110, 5.1).
    const key = location === 'header' ? name.toLowerCase() : name;
    // Without a security scheme, nothing else describes the credential.
    const isIgnored =
      location === 'header' && IGNORED_HEADERS.has(key) && (isSecured || key !== 'authorization');
    const isShown = location !== undefined && name !== '' && !isInternal(object) && !isIgnored;
    found.set(
      `${stringOf(object['in'])}\n${key}`,
      isShown ? describeParameter(context, resolved, { name, location }) : undefined,
    );
  }
  return LOCATIONS.flatMap((location) =>
    [...found.values()].filter((parameter) => parameter?.in === location),
  ).filter((parameter) => parameter !== undefined);
}

/** Resolves the parameters of the path, then of the operation. */
function resolveParameters(
  context: ModelContext,
  levels: readonly (readonly JsonValue[])[],
): readonly Resolved[] {
  return levels.flat().flatMap((value) => resolveObject(context, value) ?? []);
}

function readContents(
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
function readHeaders(context: ModelContext, headers: JsonValue | undefined): readonly Parameter[] {
  return namedEntries(resolveObject(context, headers)?.object).flatMap(([name, value]) => {
    const resolved = resolveObject(context, value);
    if (resolved === undefined || isInternal(resolved.object)) return [];
    if (name.toLowerCase() === 'content-type') return [];
    return [describeParameter(context, resolved, { name, location: 'header' })];
  });
}

function describeParameter(
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
