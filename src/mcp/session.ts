import type { SiteFacts } from '../shared/site-facts.ts';
import { markdownFile, toRoute } from '../shared/paths.ts';
import { readArguments } from './arguments.ts';
import { createBuiltFolder } from './built-folder.ts';
import { type BuiltSite, createBuiltSite, isFailure } from './built-site.ts';
import { findPage } from './find-page.ts';
import {
  type Connection,
  type Outcome,
  type Params,
  type Responder,
  RPC,
  rpcError,
  serveConnection,
} from './rpc.ts';
import { createTools, type ToolResult } from './tools.ts';

/** Versions of the protocol, newest first. */
const VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
/** Newer ones have no batches. */
const LAST_WITH_BATCHES = '2025-03-26';

/** Resources in an answer to `resources/list`. */
const RESOURCES_AT_ONCE = 100;
const SCHEME = 'docs://';
const MARKDOWN = { mimeType: 'text/markdown' } as const;

/** A server for a built folder; undefined if the folder has no site of this version of docwright. */
export async function openServer(
  folder: string,
  version: string,
): Promise<((connection: Connection) => Promise<void>) | undefined> {
  const built = createBuiltSite(createBuiltFolder(folder));
  if (isFailure(await built.site())) return undefined;
  return (connection) => serveConnection(connection, createSession(built, version));
}

/** Answers the requests of one client. */
function createSession(built: BuiltSite, version: string): Responder {
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
        .map(({ name, title, description, inputSchema, outputSchema }) => ({
          name,
          title,
          description,
          inputSchema,
          outputSchema,
          annotations: { title, ...ANNOTATIONS },
        }));
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
  const after = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : '';
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
      ...(last === undefined ? {} : { nextCursor: Buffer.from(last.route).toString('base64url') }),
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
