import { fstatSync, ReadStream, type Stats } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import sirv from 'sirv';
import type { ResolvedConfig } from '../../config/site-config.ts';
import { cacheRule } from '../../publish/hosting-rules.ts';
import { type OutputPath, toOutputPath } from '../../shared/paths.ts';
import { findAddress, isPublic, notFoundFiles } from '../find-file.ts';
import {
  contentType,
  type Exchange,
  isKnown,
  NOT_FOUND,
  readRange,
  sendBytes,
  sendRedirect,
  sendText,
  sendUnchanged,
} from '../send.ts';

/** A regular file of the output folder. */
interface BuiltFile {
  /** Relative to the folder, without symbolic links. */
  readonly path: OutputPath;
  readonly stats: Stats;
}

/** Answers from the folder that a build wrote, as it is at each request; undefined when it has nothing to show. */
export async function openBuiltFolder(
  config: ResolvedConfig,
): Promise<((exchange: Exchange) => Promise<void>) | undefined> {
  const root = await ifReadable(() => realpath(config.outDir));
  const names = root === undefined ? undefined : await ifReadable(() => readdir(root));
  if (root === undefined || names?.some((name) => !name.startsWith('.')) !== true) return undefined;
  const serve = sirv(root, { dev: true, etag: true, extensions: [], setHeaders });
  return async (exchange) => {
    const { pathname } = exchange.target;
    const found = await findAddress(pathname, config, (path) => findIn(root, path));
    switch (found.kind) {
      case 'file':
        if (isUnchanged(exchange, found.file)) return;
        normalize(exchange, found.file);
        return serve(exchange.request, exchange.response, () => sendText(exchange, NOT_FOUND));
      case 'redirect':
        return sendRedirect(exchange, found);
      case 'missing':
        return sendNotFound(exchange, root, notFoundFiles(found.path, config));
    }
  };
}

/** Undefined also where a link leads out of the folder or to a hidden file: sirv follows every link. */
async function findIn(root: string, path: OutputPath): Promise<BuiltFile | undefined> {
  const real = await ifReadable(() => realpath(join(root, path)));
  if (real === undefined || !real.startsWith(root.endsWith(sep) ? root : root + sep))
    return undefined;
  const name = relative(root, real).replaceAll(sep, '/');
  const stats = isPublic(name) ? await ifReadable(() => stat(real)) : undefined;
  return stats?.isFile() === true ? { path: toOutputPath(name), stats } : undefined;
}

/** Called by sirv before it sends a file. */
function setHeaders(response: ServerResponse, pathname: string, { size }: Stats): void {
  const path = toOutputPath(pathname.slice(1));
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Cache-Control', cacheRule(path));
  response.setHeader('Content-Type', contentType(path));
  // sirv reads an archive as the compressed form of its content, which a browser would decompress.
  if (/\.(?:gz|br)$/.test(path)) response.setHeader('Content-Encoding', 'identity');
  response.once('pipe', (source) => guard(source, response, size));
}

/** Answers with 304 where the client has the file. sirv compares `If-None-Match` as a whole, and sends no headers. */
function isUnchanged({ request, response }: Exchange, { path, stats }: BuiltFile): boolean {
  const etag = etagOf(stats);
  if (!isKnown(request.headers, etag)) return false;
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', cacheRule(path));
  sendUnchanged(response);
  return true;
}

/** As sirv prints it. */
function etagOf({ size, mtime }: Stats): string {
  return `W/"${size}-${mtime.getTime()}"`;
}

/** Rewrites a request for sirv: its path in `_parsedUrl`, where `?` is no query, and one range with a start. */
function normalize({ request }: Exchange, { path, stats }: BuiltFile): void {
  const range = readRange(request.headers, { size: stats.size, etag: etagOf(stats) });
  delete request.headers.range;
  if (range.kind === 'unsatisfiable') request.headers.range = `bytes=${stats.size}-`;
  // sirv reads an end of 0 as none; the whole file is an answer to every range.
  else if (range.kind === 'part' && range.end > 0)
    request.headers.range = `bytes=${range.start}-${range.end}`;
  const url = `/${path.replaceAll('%', '%25')}`;
  Object.assign(request, { url, _parsedUrl: { raw: url, pathname: url } });
}

// The length is promised by the file that sirv looked at. One that has another length when it is opened, or is gone, must
// not be sent: the connection ends, and the reader's browser asks again.
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

async function sendNotFound(
  exchange: Exchange,
  root: string,
  candidates: readonly OutputPath[],
): Promise<void> {
  for (const candidate of candidates) {
    const file = await findIn(root, candidate);
    const bytes = file && (await ifReadable(() => readFile(join(root, file.path))));
    if (bytes === undefined) continue;
    return sendBytes(exchange, { status: 404, type: contentType(candidate), bytes });
  }
  return sendText(exchange, NOT_FOUND);
}

/** The result of a file system call; undefined when it fails. */
async function ifReadable<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}
