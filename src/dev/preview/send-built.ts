import { fstatSync, ReadStream } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';
import { isKnown, readRange } from '../server/conditions.ts';
import type { Answer } from '../server/exchange.ts';
import { NOT_FOUND, sendText, sendUnsatisfiable } from '../server/send.ts';
import type { BuiltFile, BuiltFolder } from './built-folder.ts';

/** Sends a file of the folder; headers that are set already stay. */
export type SendBuilt = (answer: Answer, file: BuiltFile) => void;

/**
 * Lets sirv send files that were looked at before. It reads the folder at each request, so that a rebuilt site is served
 * as it is. What it would stumble over is settled here: lists of entity tags, ranges that are not plain, names with
 * escapes, and files that are replaced between its look at them and its reading.
 */
export function createSender({ root }: BuiltFolder): SendBuilt {
  const send = sirv(root, { dev: true, etag: true, extensions: [] });
  return (answer, file) => {
    const { request, response } = answer;
    const etag = etagOf(file);
    const range = readRange(request.headers, { size: file.size, etag });
    response.setHeader('ETag', etag);
    response.setHeader('Accept-Ranges', 'bytes');
    // sirv takes an archive for the compressed form of what is in it, which a browser would unpack.
    if (/\.(?:gz|br)$/.test(file.realPath)) response.setHeader('Content-Encoding', 'identity');
    if (range.kind === 'unsatisfiable' && !isKnown(request.headers, etag)) {
      return sendUnsatisfiable(response, file.size);
    }
    const headers = plainHeaders(request.headers, {
      etag,
      // sirv takes an end of 0 for none; the whole file is an answer to every range.
      range:
        range.kind === 'part' && range.end > 0 ? `bytes=${range.start}-${range.end}` : undefined,
    });
    response.once('pipe', (source) => guard(source, response, file));
    send(ask(request, file, headers), response, () => sendText(answer, NOT_FOUND));
  };
}

/** As sirv prints it. */
function etagOf({ size, modified }: BuiltFile): string {
  return `W/"${size}-${modified}"`;
}

/** sirv compares `If-None-Match` as a whole, and reads one kind of range. */
function plainHeaders(
  headers: IncomingHttpHeaders,
  { etag, range }: { readonly etag: string; readonly range: string | undefined },
): IncomingHttpHeaders {
  const { range: _asked, 'if-none-match': condition, ...others } = headers;
  return {
    ...others,
    ...(condition === undefined || !isKnown(headers, etag) ? {} : { 'if-none-match': etag }),
    ...(range === undefined ? {} : { range }),
  };
}

/**
 * The same request with other headers, for the path of a file. sirv asks `_parsedUrl` before it reads an address, as Polka
 * does: so names with `?` and `#` are no query and no fragment. It still decodes what has a percent sign.
 */
function ask(
  request: IncomingMessage,
  { realPath }: BuiltFile,
  headers: IncomingHttpHeaders,
): IncomingMessage {
  const url = `/${realPath.replaceAll('%', '%25')}`;
  return Object.create(request, {
    url: { value: url },
    _parsedUrl: { value: { raw: url, pathname: url } },
    headers: { value: headers },
  });
}

// The length is promised by what sirv saw. A file that has another one when it is opened, or none at all, must not be
// sent: the connection ends, and the reader's browser asks again.
function guard(source: unknown, response: ServerResponse, { size }: BuiltFile): void {
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
