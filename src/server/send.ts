import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ResolvedConfig } from '../config/site-config.ts';
import { filePolicy, type HostedConfig, siteLinks } from '../publish/hosting-rules.ts';
import { markdownLink } from '../shared/accept.ts';
import { type OutputPath, printFile } from '../shared/paths.ts';
import type { Target } from './find-file.ts';

/** Answers with a line of plain text. */
export function sendText(
  { response }: Pick<Answer, 'response'>,
  { status, message }: { readonly status: number; readonly message: string },
): void {
  const body = Buffer.from(`${message}\n`);
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': body.length,
  });
  response.end(body);
}

/** The answer for an address without a file. */
export const NOT_FOUND = { status: 404, message: 'There is nothing at this address.' } as const;

/** Redirects. `to` is a path of this server; the query of the request is kept. */
export function sendRedirect(
  { response, target }: Exchange,
  { status, to }: { readonly status: 301 | 302; readonly to: string },
): void {
  response.writeHead(status, { Location: to + target.query, 'Content-Length': 0 });
  response.end();
}

/** A file with its content, if it is HTML. */
interface PolicyFile {
  readonly path: OutputPath;
  readonly html: Uint8Array | undefined;
}

/** Replaces the policy in the headers for a file that has another one. */
export function setPolicy(
  { response }: Pick<Answer, 'response'>,
  config: HostedConfig,
  { path, html }: PolicyFile,
): void {
  const policy = filePolicy(config, path, html);
  if (policy !== undefined) response.setHeader('Content-Security-Policy', policy);
}

/** Sets the headers of pages and Markdown versions for agents; others have none. */
export function setAgentHeaders(
  { response }: Pick<Answer, 'response'>,
  config: ResolvedConfig,
  { path, markdown }: { readonly path: OutputPath; readonly markdown?: OutputPath | undefined },
): void {
  if (config.agents === undefined || !/\.(?:html|md)$/.test(path)) return;
  response.setHeader('Vary', 'Accept');
  const own = markdown === undefined ? [] : [markdownLink(printFile(markdown, config))];
  const links = [...siteLinks(config), ...own];
  if (links.length > 0) response.setHeader('Link', links.join(', '));
}

export interface Body {
  readonly status: number;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Answers with bytes, or with 304 if the client's copy is current. */
export function sendBytes({ request, response }: Answer, { status, type, bytes }: Body): void {
  if (status === 200) {
    const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
    response.setHeader('ETag', etag);
    if (isKnown(request.headers, etag)) return sendUnchanged(response);
  }
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length });
  response.end(bytes);
}

/** A file of the author, sent from disk. */
export interface Source {
  readonly absolute: string;
  readonly type: string;
}

/** Answers with a regular file or a range of it, else false. Length, tag and content belong to one open file. */
export async function sendSource(answer: Answer, { absolute, type }: Source): Promise<boolean> {
  // Without O_NONBLOCK, opening a named pipe would wait for a writer.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const handle = await open(absolute, flags).catch(() => undefined);
  if (handle === undefined) return false;
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) return false;
    const etag = `"${stats.ino.toString(36)}-${stats.size.toString(36)}-${stats.ctimeNs.toString(36)}"`;
    await sendOpenFile(answer, { handle, type, etag, size: Number(stats.size) });
    return true;
  } finally {
    await handle.close();
  }
}

interface OpenFile {
  readonly handle: FileHandle;
  readonly type: string;
  readonly etag: string;
  readonly size: number;
}

async function sendOpenFile(
  { request, response }: Answer,
  { handle, type, etag, size }: OpenFile,
): Promise<void> {
  response.setHeader('ETag', etag);
  response.setHeader('Accept-Ranges', 'bytes');
  if (isKnown(request.headers, etag)) return sendUnchanged(response);
  const range = readRange(request.headers, { size, etag });
  if (range.kind === 'unsatisfiable') {
    response.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 });
    return void response.end();
  }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: size - 1 };
  if (range.kind === 'part') response.setHeader('Content-Range', `bytes ${start}-${end}/${size}`);
  const length = end - start + 1;
  const headers = { 'Content-Type': type, 'Content-Length': length };
  response.writeHead(range.kind === 'part' ? 206 : 200, headers);
  if (request.method !== 'HEAD' && length > 0) {
    const stream = handle.createReadStream({ start, end, autoClose: false });
    await pipeline(stream, response, { end: false }).catch(() => response.destroy());
    // The file was truncated: the promised length cannot be sent.
    if (stream.bytesRead < length) response.destroy();
  }
  response.end();
}

/** Answers 304. */
export function sendUnchanged(response: ServerResponse): void {
  response.writeHead(304);
  response.end();
}

/** True if `If-None-Match` contains the entity tag, compared weakly (RFC 9110, section 13.1.2). */
export function isKnown({ 'if-none-match': header }: IncomingHttpHeaders, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag.replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

/** The requested part of a file; `end` is inclusive. */
type Range =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

/** Parses `Range` (RFC 9110, 14.2). Malformed, multiple and outdated ranges get the whole file. */
export function readRange(
  headers: IncomingHttpHeaders,
  { size, etag }: { readonly size: number; readonly etag: string | undefined },
): Range {
  const { range, 'if-range': condition } = headers;
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range ?? '') ?? [];
  const isOther = condition !== undefined && (condition !== etag || condition.startsWith('W/'));
  if (first === undefined || last === undefined || isOther) return { kind: 'whole' };
  if (first === '' && last === '') return { kind: 'whole' };
  if (first === '') return part(Math.max(0, size - Number(last)), size - 1);
  const end = last === '' ? size - 1 : Number(last);
  if (last !== '' && end < Number(first)) return { kind: 'whole' };
  return part(Number(first), Math.min(end, size - 1));
}

function part(start: number, end: number): Range {
  return start > end ? { kind: 'unsatisfiable' } : { kind: 'part', start, end };
}

/** A request with its response, which already has the headers of every answer. */
export interface Answer {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A request that has passed all checks. */
export interface Exchange extends Answer {
  readonly target: Target;
}
