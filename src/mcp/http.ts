/** Answers agents over HTTP (`docwright/mcp`): no Node, no state, so that it runs in workers and functions of hosts. */
import { markdownLink, prefersMarkdown } from '../shared/accept.ts';
import { isPublic } from '../server/find-file.ts';
import { wellFormed } from '../shared/escape-html.ts';
import { parseUrl } from '../shared/paths.ts';
import { createBuiltSite } from './built-site.ts';
import { createReadFolder } from './read-folder.ts';
import { createPeer, createSession, VERSIONS } from './session.ts';

/** Longest message, in bytes: all that tools take is short. */
const LONGEST = 64_000;

export interface McpOptions {
  /** Returns the text of a published file, by its path below the base path; undefined if there is none. */
  readonly read: (path: string) => Promise<string | undefined>;
  /** Version of the server, for clients. */
  readonly version?: string;
}

/** Returns a handler of MCP requests: Streamable HTTP without sessions, one message and one answer for each request. */
export function createMcpHandler({ read, version = '0' }: McpOptions) {
  return async (request: Request): Promise<Response> => {
    const { method, headers, url } = request;
    const refuse = (status: number, text: string, more?: Record<string, string>): Response =>
      new Response(`${text}\n`, {
        status,
        headers: { ...HEADERS, ...more, 'Content-Type': 'text/plain' },
      });
    const origin = headers.get('origin');
    if (origin !== null && parseUrl(origin)?.host !== parseUrl(url)?.host)
      return refuse(403, 'Pages of other origins may not use this server.');
    if (method !== 'POST') return refuse(405, 'Send messages with POST.', { Allow: 'POST' });
    if (!/^application\/json\b/i.test(headers.get('content-type') ?? ''))
      return refuse(415, 'A message is application/json.');
    const protocol = headers.get('mcp-protocol-version');
    if (protocol !== null && !VERSIONS.includes(protocol))
      return refuse(400, `The protocol version is unknown. Versions: ${VERSIONS.join(', ')}.`);
    const message = await readBody(request);
    if (message === undefined) return refuse(413, `A message has at most ${LONGEST} bytes.`);
    // Each request reads what is published now.
    const session = createSession(createBuiltSite(createReadFolder(read)), version);
    const answer = await createPeer({ report: () => undefined }, session)(message);
    if (answer === undefined) return new Response(null, { status: 202, headers: HEADERS });
    return new Response(JSON.stringify(answer), {
      headers: { ...HEADERS, 'Content-Type': 'application/json' },
    });
  };
}

const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

/** The bytes of a body; undefined if it is too long, which is found out without reading all of it. */
async function readBody({ body, headers }: Request): Promise<Uint8Array | undefined> {
  if (Number(headers.get('content-length') ?? 0) > LONGEST) return undefined;
  const bytes = new Uint8Array(LONGEST);
  let size = 0;
  const reader = body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) return bytes.subarray(0, size);
    if (size + value.length > LONGEST) {
      await reader?.cancel();
      return undefined;
    }
    bytes.set(value, size);
    size += value.length;
  }
}

export interface AgentOptions {
  /** Answers a request with the published files, as the host does without this handler. */
  readonly assets: (request: Request) => Promise<Response>;
  /** Base path of the site. Default: `/`. */
  readonly base?: string;
  /** Path of the MCP server below the base path; false for none. Default: `mcp`. */
  readonly mcp?: string | false;
}

/** Returns a handler of all requests of a site: Markdown for those that prefer it, MCP, and files for all others. */
export function createAgentHandler({ assets, base = '/', mcp = 'mcp' }: AgentOptions) {
  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const accept = request.headers.get('accept');
    // A path such as `//x.com`, resolved as a reference, would be another host.
    const addressOf = (path: string): URL => {
      const address = new URL(request.url);
      address.pathname = path;
      address.search = '';
      return address;
    };
    const isCard = isRead && (pathname === `/${CARD}` || pathname === base + CARD);
    // The site may have a page at this path: clients post, or ask for a stream.
    const isMessage = pathname === base + mcp && !(isRead && !/event-stream/.test(accept ?? ''));
    if (mcp !== false && (isMessage || isCard)) {
      const read = async (path: string): Promise<string | undefined> => {
        // Hidden files are none, nor is what is above the base path.
        if (!isPublic(path)) return undefined;
        const escaped = wellFormed(path).split('/').map(encodeURIComponent).join('/');
        const response = await assets(new Request(addressOf(base + escaped)));
        return response.ok ? response.text() : undefined;
      };
      return isCard ? serverCard(base + mcp, read) : createMcpHandler({ read })(request);
    }
    const page = pathname.replace(/(?:\/index)?\.html$|\/$/, '') || '/index';
    const markdown = addressOf(pathname === base ? `${base}index.md` : `${page}.md`);
    const isPage = isRead && pathname.startsWith(base);
    const ask = (method: string): Promise<Response> => assets(new Request(markdown, { method }));
    const link = markdownLink(markdown.pathname);
    if (isPage && prefersMarkdown(accept)) {
      const response = await ask(request.method);
      if (isMarkdown(response)) return varied(response, link);
    }
    // At the same time, so that no reader waits for the header `Link`.
    const asked =
      isPage && !EXTENSION.test(pathname) ? ask('HEAD').catch(() => undefined) : undefined;
    const [response, version] = await Promise.all([assets(request), asked]);
    if (!/^text\/html\b/.test(typeOf(response))) return response;
    return varied(response, response.ok && version && isMarkdown(version) ? link : undefined);
  };
}

/** The end of an address that is no page's: a page may be called `v1.2`. */
const EXTENSION = /\.(?!html$)[a-z]\w*$/i;

function typeOf({ headers }: Response): string {
  return headers.get('content-type') ?? '';
}

function isMarkdown(response: Response): boolean {
  return response.ok && /^text\/(?:x-)?markdown\b/.test(typeOf(response));
}

/** The address at which clients look for servers of a host. */
const CARD = '.well-known/mcp/server-card.json';

/** Describes the server as it introduces itself to clients. */
async function serverCard(endpoint: string, read: McpOptions['read']): Promise<Response> {
  const session = createSession(createBuiltSite(createReadFolder(read)), '0');
  const [protocolVersion] = VERSIONS;
  const answer = await session.request('initialize', { protocolVersion });
  const card = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/mcp-server-card/v1.json',
    version: '1.0',
    ...(answer !== undefined && 'result' in answer ? answer.result : {}),
    transport: { type: 'streamable-http', endpoint },
    authentication: { required: false },
    tools: ['dynamic'],
    resources: ['dynamic'],
  };
  return new Response(JSON.stringify(card), {
    headers: { ...HEADERS, 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' },
  });
}

function varied(response: Response, link: string | undefined): Response {
  const own = new Response(response.body, response);
  own.headers.append('Vary', 'Accept');
  if (link !== undefined) own.headers.append('Link', link);
  return own;
}
