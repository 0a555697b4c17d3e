import { fstatSync, ReadStream, type Stats } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib';
import sirv from 'sirv';
import { realFolder } from '../../config/folders.ts';
import type { ResolvedConfig } from '../../config/site-config.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { cacheRule, contentType, securityHeaders } from '../../publish/hosting-rules.ts';
import { loadSite } from '../../publish/recover.ts';
import { markdownBeside, type OutputPath, toOutputPath } from '../../shared/paths.ts';
import { findAddress, isPublic, notFoundFiles } from '../find-file.ts';
import type { Listening, ListenProblem } from '../listen.ts';
import {
  type Exchange,
  isKnown,
  NOT_FOUND,
  readRange,
  sendBytes,
  sendRedirect,
  sendText,
  sendUnchanged,
  setAgentHeaders,
  setPolicy,
} from '../send.ts';
import { startSiteServer } from '../site-server.ts';

export interface PreviewOptions {
  readonly siteDir: string;
  /** Default: `site.config.ts` (or `.mts`, `.js`, `.mjs`) in the site folder. */
  readonly configFile?: string | undefined;
  /** Default: the configuration's `outDir`. */
  readonly outDir?: string | undefined;
  /** Default: 3000, or the next free port. 0: any. */
  readonly port?: number | undefined;
  /** Default: `localhost`, reachable from this machine only. */
  readonly host?: string | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
}

interface PreviewServer extends Omit<Listening, 'origin'> {
  /** Origin and base path. */
  readonly url: string;
  /** Absolute folder that is served. */
  readonly outDir: string;
  /** Warnings of the configuration. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The server of a built site, or the reason why it did not start; `problem` complements the diagnostics. */
export type Preview =
  | PreviewServer
  | {
      readonly kind: 'failed';
      readonly diagnostics: readonly Diagnostic[];
      readonly problem?: Omit<ListenProblem, 'kind'>;
    };

/** Serves the output folder as a host does. The configuration is read once, the folder with each request. */
export async function preview(options: PreviewOptions): Promise<Preview> {
  const { port, host = 'localhost', allowedHosts = [] } = options;
  const { config, diagnostics } = await loadSite({
    ...options,
    siteDir: realFolder(options.siteDir),
  });
  if (config === undefined) return { kind: 'failed', diagnostics };
  const answer = await openBuiltFolder(config);
  if (answer === undefined) {
    const problem = {
      message: `there is no built site in ${config.outDir}`,
      hint: 'run `docs build` first, or name the built folder with --out-dir',
    };
    return { kind: 'failed', diagnostics, problem };
  }
  const headers = securityHeaders(config);
  const server = await startSiteServer({
    port,
    host,
    allowedHosts,
    headers: () => headers,
    answer,
  });
  if (server.kind === 'failed') return { kind: 'failed', diagnostics, problem: server };
  const { outDir, baseUrl } = config;
  return { ...server, url: server.origin + baseUrl, outDir, diagnostics };
}

interface BuiltFile {
  /** Relative to the folder, with symbolic links resolved. */
  readonly path: OutputPath;
  readonly stats: Stats;
}

/** Serves the output folder as it is at each request; undefined if there is nothing to serve. */
async function openBuiltFolder(
  config: ResolvedConfig,
): Promise<((exchange: Exchange) => Promise<void>) | undefined> {
  const root = await ifReadable(() => realpath(config.outDir));
  const names = root === undefined ? undefined : await ifReadable(() => readdir(root));
  if (root === undefined || names?.some((name) => !name.startsWith('.')) !== true) return undefined;
  // Answers without content need the policy too: it replaces the one that the browser has.
  const setFilePolicy = async (exchange: Exchange, path: OutputPath): Promise<void> => {
    const isHtml = path.endsWith('.html');
    const html = isHtml ? await ifReadable(() => readFile(join(root, path))) : undefined;
    setPolicy(exchange, config, { path, html });
  };
  const style = { baseUrl: config.baseUrl, trailingSlash: config.trailingSlash };
  const serve = sirv(root, { dev: true, etag: true, extensions: [], setHeaders });
  return async (exchange) => {
    const { pathname } = exchange.target;
    const { accept } = exchange.request.headers;
    const found = await findAddress(pathname, { ...style, accept }, (path) => findIn(root, path));
    switch (found.kind) {
      case 'file':
        await setFilePolicy(exchange, found.file.path);
        setAgentHeaders(exchange, config, {
          path: found.path,
          markdown: (await findIn(root, markdownBeside(found.path, style)))?.path,
        });
        if (isUnchanged(exchange, found.file)) return;
        if (await sendCompressed(exchange, root, found.file)) return;
        normalize(exchange, found.file);
        return serve(exchange.request, exchange.response, () => sendText(exchange, NOT_FOUND));
      case 'redirect':
        return sendRedirect(exchange, found);
      case 'missing':
        for (const path of notFoundFiles(found.path, config)) {
          const file = await findIn(root, path);
          const bytes = file && (await ifReadable(() => readFile(join(root, file.path))));
          if (bytes === undefined) continue;
          return sendBytes(exchange, { status: 404, type: contentType(path), bytes });
        }
        return sendText(exchange, NOT_FOUND);
    }
  };
}

/** Undefined for links to hidden files or out of the folder too: sirv follows all links. */
async function findIn(root: string, path: OutputPath): Promise<BuiltFile | undefined> {
  const real = await ifReadable(() => realpath(join(root, path)));
  if (real === undefined || !real.startsWith(root.endsWith(sep) ? root : root + sep))
    return undefined;
  const name = relative(root, real).replaceAll(sep, '/');
  const stats = isPublic(name) ? await ifReadable(() => stat(real)) : undefined;
  return stats?.isFile() === true ? { path: toOutputPath(name), stats } : undefined;
}

function varyByEncoding(response: ServerResponse): void {
  response.setHeader(
    'Vary',
    response.hasHeader('Vary') ? 'Accept, Accept-Encoding' : 'Accept-Encoding',
  );
}

/** Called by sirv before it sends a file. */
function setHeaders(response: ServerResponse, pathname: string, { size }: Stats): void {
  const path = toOutputPath(pathname.slice(1));
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Cache-Control', cacheRule(path));
  response.setHeader('Content-Type', contentType(path));
  if (isText(path)) varyByEncoding(response);
  // sirv treats an archive as the compressed form of its content, which a browser would decompress.
  if (/\.(?:gz|br)$/.test(path)) response.setHeader('Content-Encoding', 'identity');
  response.once('pipe', (source) => guard(source, response, size));
}

/** Answers 304 if the client's copy is current. sirv compares `If-None-Match` as a whole, and sends no headers. */
function isUnchanged({ request, response }: Exchange, { path, stats }: BuiltFile): boolean {
  const etag = etagOf(stats);
  if (!isKnown(request.headers, etag)) return false;
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', cacheRule(path));
  if (isText(path)) varyByEncoding(response);
  sendUnchanged(response);
  return true;
}

/** Answers with the compressed text of a file if the client accepts it, else false. Ranges are those of the file. */
async function sendCompressed(
  { request, response }: Exchange,
  root: string,
  { path, stats }: BuiltFile,
): Promise<boolean> {
  const { range, 'accept-encoding': accepted } = request.headers;
  const encoding = isText(path) && stats.size >= SHORTEST ? encodingFor(accepted) : undefined;
  if (encoding === undefined || range !== undefined) return false;
  const bytes = await ifReadable(() => readFile(join(root, path)));
  if (bytes === undefined) return false;
  const content = encoding === 'br' ? await brotli(bytes, BROTLI) : await gzip(bytes);
  varyByEncoding(response);
  response.writeHead(200, {
    'Content-Type': contentType(path),
    'Content-Encoding': encoding,
    'Content-Length': content.length,
    'Cache-Control': cacheRule(path),
    ETag: etagOf(stats),
  });
  response.end(content);
  return true;
}

/** Bytes from which compression saves a packet. */
const SHORTEST = 1_000;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCompress);

function isText(path: OutputPath): boolean {
  return /^text\/|[/+](?:json|xml|javascript)\b/.test(contentType(path));
}

/** Reads `Accept-Encoding` (RFC 9110, 12.5.3). */
function encodingFor(accepted: string | string[] = ''): 'br' | 'gzip' | undefined {
  const names = String(accepted)
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/i.test(part))
    .map((part) => part.replace(/;.*/, '').trim().toLowerCase());
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : undefined;
}

/** The same format as sirv's. A weak tag is that of all encodings. */
function etagOf({ size, mtime }: Stats): string {
  return `W/"${size}-${mtime.getTime()}"`;
}

/** Rewrites a request for sirv: the path in `_parsedUrl`, where `?` starts no query, and one range with a start. */
function normalize({ request }: Exchange, { path, stats }: BuiltFile): void {
  const range = readRange(request.headers, { size: stats.size, etag: etagOf(stats) });
  delete request.headers.range;
  if (range.kind === 'unsatisfiable') request.headers.range = `bytes=${stats.size}-`;
  // sirv treats an end of 0 as none; sending the whole file is always allowed.
  else if (range.kind === 'part' && range.end > 0)
    request.headers.range = `bytes=${range.start}-${range.end}`;
  const url = `/${path.replaceAll('%', '%25')}`;
  Object.assign(request, { url, _parsedUrl: { raw: url, pathname: url } });
}

// sirv promises the length of the file that it found. If the file has another length when it is opened, or is gone, the
// connection must end without an answer, so that the browser tries again.
function guard(source: unknown, response: ServerResponse, size: number): void {
  if (!(source instanceof ReadStream)) return;
  const stop = (): void => {
    source.destroy();
    response.destroy();
  };
  source.on('error', stop);
  source.on('open', (descriptor) => {
    if (fstatSync(descriptor).size !== size) stop();
  });
  response.once('close', () => source.destroy());
}

/** The result of a file system call; undefined if it fails. */
async function ifReadable<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}
