import { isRecord } from '../config/problem.ts';
import { markdownFile, toRoute } from '../shared/paths.ts';
import type { SiteFacts } from '../shared/site-facts.ts';
import { readArguments } from './arguments.ts';
import { type BuiltSite, isFailure } from './built-site.ts';
import { findPage } from './find-page.ts';
import { createTools, type ToolResult } from './tools.ts';

/** Versions of the protocol, newest first. */
export const VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
/** Newer ones have no batches. */
const LAST_WITH_BATCHES = '2025-03-26';

/** Resources in an answer to `resources/list`. */
const RESOURCES_AT_ONCE = 100;
const SCHEME = 'docs://';
const MARKDOWN = { mimeType: 'text/markdown' } as const;

/** Answers the requests of one client. */
export function createSession(built: BuiltSite, version: string): Responder {
  let negotiated = VERSIONS[0] ?? '';
  const methods: Readonly<Record<string, (params: Params) => Promise<Outcome>>> = {
    initialize: async ({ protocolVersion }) => {
      if (typeof protocolVersion !== 'string')
        return rpcError(RPC.invalidParams, 'protocolVersion must be a text');
      negotiated = VERSIONS.find((known) => known === protocolVersion) ?? VERSIONS[0] ?? '';
      const file = await built.site();
      const { title, url, instructions } = isFailure(file)
        ? { title: 'Documentation', url: undefined, instructions: file.problem }
        : { title: file.site.title, url: file.url, instructions: describeSite(file) };
      return {
        result: {
          protocolVersion: negotiated,
          capabilities: { tools: {}, resources: {} },
          serverInfo: { name: 'docwright', title, version, ...(url && { websiteUrl: url }) },
          instructions,
        },
      };
    },
    ping: async () => ({ result: {} }),
    'tools/list': async (params) => {
      const file = await built.site();
      const pages = await built.pages({});
      const kinds = new Set(isFailure(pages) ? [] : pages.map(({ start }) => start.kind));
      const tools = (isFailure(file) ? [] : createTools(file))
        .filter(({ pages: kind }) => kind === undefined || kinds.has(kind))
        .map((tool) => {
          const { pages: _, run: __, ...facts } = tool;
          return { ...facts, annotations: { title: facts.title, ...ANNOTATIONS } };
        });
      return noCursor(params) ?? { result: { tools } };
    },
    'tools/call': (params) => callTool(built, params),
    'resources/list': (params) => listResources(built, params),
    'resources/templates/list': async (params) =>
      noCursor(params) ?? {
        result: {
          resourceTemplates: [
            {
              uriTemplate: `${SCHEME}/{+path}.md`,
              name: 'page',
              title: 'Page of the documentation',
              description: 'The Markdown version of a page, by its path on the site.',
              ...MARKDOWN,
            },
          ],
        },
      },
    'resources/read': (params) => readResource(built, params),
  };
  return {
    request: (method, params) =>
      Object.hasOwn(methods, method) ? methods[method]?.(params) : undefined,
    hasBatches: () => negotiated <= LAST_WITH_BATCHES,
  };
}

function describeSite({ url, instructions, site }: SiteFacts): string {
  const { title, tagline, version, baseUrl } = site;
  const lines = [
    `The documentation ${JSON.stringify(title)}.`,
    tagline,
    version !== undefined && `Version: ${version}`,
    url !== undefined && `URL: ${url}${baseUrl}`,
    'Use search first, then read_page for the sections that fit; get_operation and get_schema for exact API details. Cite the URL of a result.',
    instructions,
  ];
  return lines.filter(Boolean).join('\n');
}

const ANNOTATIONS = {
  readOnlyHint: true,
  idempotentHint: true,
  destructiveHint: false,
  openWorldHint: false,
};

/** Lists that are never cut have no cursor. */
function noCursor({ cursor }: Params): Outcome | undefined {
  return cursor === undefined ? undefined : rpcError(RPC.invalidParams, 'unknown cursor');
}

async function callTool(built: BuiltSite, params: Params): Promise<Outcome> {
  const { name, arguments: given } = params;
  const file = await built.site();
  if (isFailure(file)) return { result: printResult(file) };
  const tools = createTools(file);
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) {
    const names = tools.map((known) => known.name).join(', ');
    return rpcError(RPC.invalidParams, `unknown tool ${JSON.stringify(name)}; tools: ${names}`);
  }
  const read = readArguments(tool.inputSchema, given);
  return { result: printResult(isFailure(read) ? read : await tool.run(built, read)) };
}

function printResult(result: ToolResult): object {
  if ('problem' in result)
    return { content: [{ type: 'text', text: result.problem }], isError: true };
  if ('data' in result)
    return {
      content: [{ type: 'text', text: JSON.stringify(result.data) }],
      structuredContent: result.data,
    };
  return { content: result.texts.map((text) => ({ type: 'text', text })) };
}

/** Lists the pages of the default edition. A cursor names the last page, so that a new build does not shift the list. */
async function listResources(built: BuiltSite, { cursor }: Params): Promise<Outcome> {
  const after = typeof cursor === 'string' ? cursor : '';
  const isRoute = after.startsWith('/') && after === toRoute(after);
  if (cursor !== undefined && !isRoute) return rpcError(RPC.invalidParams, 'unknown cursor');
  const pages = await built.pages({});
  if (isFailure(pages)) return rpcError(RPC.internal, pages.problem);
  const rest = pages
    .toSorted((one, other) => (one.route < other.route ? -1 : 1))
    .filter(({ route }) => route > after);
  const shown = rest.slice(0, RESOURCES_AT_ONCE);
  const last = rest.length > shown.length ? shown.at(-1) : undefined;
  return {
    result: {
      resources: shown.map(({ route, start: { pageTitle, content } }) => ({
        uri: `${SCHEME}/${encodeURI(markdownFile(route))}`,
        name: route,
        title: pageTitle,
        ...(content === '' ? {} : { description: content }),
        ...MARKDOWN,
      })),
      ...(last === undefined ? {} : { nextCursor: last.route }),
    },
  };
}

async function readResource(built: BuiltSite, { uri }: Params): Promise<Outcome> {
  if (typeof uri !== 'string') return rpcError(RPC.invalidParams, 'uri must be a text');
  const path = uri.startsWith(`${SCHEME}/`) ? uri.slice(SCHEME.length) : undefined;
  const page = path === undefined ? undefined : await findPage(built, path);
  if (page === undefined || isFailure(page))
    return rpcError(RPC.unknownResource, page?.problem ?? `URIs begin with ${SCHEME}/`, { uri });
  return { result: { contents: [{ uri, ...MARKDOWN, text: page.text }] } };
}

/** Codes of JSON-RPC 2.0, and MCP's for an unknown resource. */
const RPC = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  unknownResource: -32002,
} as const;

type Params = Readonly<Record<string, unknown>>;

/** A result, or an error of the protocol. */
type Outcome =
  | { readonly result: object }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: object } };

export function rpcError(code: number, message: string, data?: object): Outcome {
  return { error: { code, message, ...(data === undefined ? {} : { data }) } };
}

/** The answering side of a connection. */
export interface Responder {
  /** Answers a request; undefined for an unknown method. */
  readonly request: (method: string, params: Params) => Promise<Outcome> | undefined;
  /** Whether the negotiated version has batches. */
  readonly hasBatches: () => boolean;
}

export interface Connection {
  readonly input: AsyncIterable<Uint8Array>;
  /** Resolves when more can be written. */
  readonly write: (text: string) => Promise<void>;
  /** Reports a bug. */
  readonly report: (error: unknown) => void;
}

/** Maximum length of a message, in bytes. */
const LONGEST_MESSAGE = 1_000_000;

const NEWLINE = 10;

const CANCELED = 'notifications/cancelled';

type Id = string | number;

interface Response {
  readonly jsonrpc: '2.0';
  readonly id: Id | null;
}

/** Requests that are answered at the same time; further ones are not read yet. */
const AT_ONCE = 64;

/** Answers newline-delimited JSON-RPC 2.0 until the input ends and all is answered. */
export async function serveConnection(connection: Connection, responder: Responder): Promise<void> {
  const { input, write } = connection;
  const answerLine = createPeer(connection, responder);
  const running = new Set<Promise<void>>();
  for await (const line of linesOf(input)) {
    const task = answerLine(line).then(async (answer) => {
      if (answer !== undefined) await write(`${JSON.stringify(answer)}\n`);
    });
    running.add(task);
    void task.finally(() => running.delete(task));
    if (running.size >= AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
}

/** Returns a function that answers a line; undefined if there is nothing to answer. */
export function createPeer({ report }: Pick<Connection, 'report'>, responder: Responder) {
  /** Requests in progress; a canceled one gets no answer. */
  const pending = new Map<Id, { isCanceled: boolean }>();

  async function answerRequest(
    id: Id,
    method: string,
    params: Params,
  ): Promise<Response | undefined> {
    const state = { isCanceled: false };
    pending.set(id, state);
    try {
      const outcome = await responder.request(method, params);
      const unknown = rpcError(RPC.unknownMethod, `unknown method ${JSON.stringify(method)}`);
      return state.isCanceled ? undefined : respond(id, outcome ?? unknown);
    } catch (error) {
      report(error);
      return respond(id, rpcError(RPC.internal, 'internal error'));
    } finally {
      if (pending.get(id) === state) pending.delete(id);
    }
  }

  async function answerMessage(message: unknown): Promise<Response | undefined> {
    if (!isRecord(message) || message['jsonrpc'] !== '2.0')
      return invalid('the message is not JSON-RPC 2.0');
    const { id, method, params = {} } = message;
    if (typeof method !== 'string') {
      const isResponse = method === undefined && ('result' in message || 'error' in message);
      return isResponse ? undefined : invalid('the message has no method');
    }
    if (id === undefined) {
      const target = isRecord(params) ? params['requestId'] : undefined;
      const state = method === CANCELED && isId(target) ? pending.get(target) : undefined;
      if (state !== undefined) state.isCanceled = true;
      return undefined;
    }
    if (!isId(id)) return invalid('the id is neither text nor a whole number up to 2^53');
    if (!isRecord(params))
      return respond(id, rpcError(RPC.invalidParams, 'params must be an object'));
    return answerRequest(id, method, params);
  }

  return async (line: Uint8Array | undefined): Promise<object | undefined> => {
    if (line === undefined) return invalid(`the message is longer than ${LONGEST_MESSAGE} bytes`);
    let message: unknown;
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(line).trim();
      if (text === '') return undefined;
      message = JSON.parse(text);
    } catch {
      return respond(null, rpcError(RPC.parse, 'the message is not JSON in UTF-8'));
    }
    if (!Array.isArray(message)) return answerMessage(message);
    if (message.length === 0 || !responder.hasBatches())
      return invalid('the protocol version has no batches: send one message a line');
    const answers = await Promise.all(message.map(answerMessage));
    const responses = answers.filter((answer) => answer !== undefined);
    return responses.length === 0 ? undefined : responses;
  };
}

/** Larger numbers would be answered with another id. */
function isId(value: unknown): value is Id {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function respond(id: Id | null, outcome: Outcome): Response {
  return { jsonrpc: '2.0', id, ...outcome };
}

function invalid(message: string): Response {
  return respond(null, rpcError(RPC.invalidRequest, message));
}

/** Splits a stream at line feeds; undefined for a line that is too long, of which nothing is kept. */
export async function* linesOf(
  input: AsyncIterable<Uint8Array>,
  most = LONGEST_MESSAGE,
): AsyncGenerator<Uint8Array | undefined> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const add = (part: Uint8Array): void => {
    size += part.length;
    if (size <= most) parts.push(part);
    else parts = [];
  };
  const take = (): Uint8Array | undefined => {
    const line = size > most ? undefined : Buffer.concat(parts);
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (size > 0) yield take();
}
