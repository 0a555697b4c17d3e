import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { isKnown, readRange } from './conditions.ts';
import type { Answer, Exchange } from './exchange.ts';

/** Answers with a line of text. */
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

/** What `sendText` says of an address without a file. */
export const NOT_FOUND = { status: 404, message: 'There is nothing at this address.' } as const;

/** Sends the reader on. `to` is a path of this server; the query of the request is kept. */
export function sendRedirect(
  { response, target }: Exchange,
  { status, to }: { readonly status: 301 | 302; readonly to: string },
): void {
  response.writeHead(status, { Location: to + target.query, 'Content-Length': 0 });
  response.end();
}

/** Bytes in memory. */
export interface Body {
  readonly status: number;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Answers with bytes, or with 304 where the client has them. */
export function sendBytes({ request, response }: Answer, { status, type, bytes }: Body): void {
  if (status === 200) {
    const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
    response.setHeader('ETag', etag);
    if (isKnown(request.headers, etag)) return sendUnchanged(response);
  }
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length });
  response.end(bytes);
}

/** A file of the author. */
export interface Source {
  readonly absolute: string;
  readonly type: string;
}

/**
 * Answers with a file of the disk, or a range of it. False, and nothing is sent, when there is no regular file (any
 * more). Length, entity tag and content are those of one open file, whatever is written to its name meanwhile.
 */
export async function sendSource(answer: Answer, { absolute, type }: Source): Promise<boolean> {
  const handle = await openFile(absolute);
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

// Without O_NONBLOCK, opening a named pipe waits for a writer.
async function openFile(absolute: string): Promise<FileHandle | undefined> {
  try {
    return await open(absolute, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
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
    // The length is promised: of a file that has become shorter, the rest cannot come.
    if (stream.bytesRead < length) response.destroy();
  }
  response.end();
}

/** Answers that the client has the current state. */
export function sendUnchanged(response: ServerResponse): void {
  response.writeHead(304);
  response.end();
}
