import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The content of an answer, as far as it was read. */
export interface PageBody {
  readonly text: string;
  /** False where it was longer than the limit, was cut off or could not be unpacked. */
  readonly complete: boolean;
}

/** The encodings that `readBody` understands, for `Accept-Encoding`. */
export const ENCODINGS = 'gzip, deflate, br';

/** Reads up to `limit` bytes of unpacked content, then closes the connection. Never rejects. */
export async function readBody(response: IncomingMessage, limit: number): Promise<PageBody> {
  const stream = unpacked(response);
  if (stream === undefined) {
    response.destroy();
    return { text: '', complete: false };
  }
  const chunks: Buffer[] = [];
  const whole = await readChunks(stream, chunks, limit);
  response.destroy();
  const bytes = Buffer.concat(chunks).subarray(0, limit);
  return { text: decode(bytes, response.headers['content-type']), complete: whole };
}

/** Resolves to true where the stream came to its end within the limit. */
async function readChunks(stream: Readable, chunks: Buffer[], limit: number): Promise<boolean> {
  let length = 0;
  try {
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) return false;
      chunks.push(chunk);
      length += chunk.length;
      if (length > limit) return false;
    }
    return true;
  } catch {
    // Cut off, broken compression, or destroyed when its time was over: what came before it still counts.
    return false;
  }
}

function unpacked(response: IncomingMessage): Readable | undefined {
  const through = (transform: ReturnType<typeof createGunzip>): Readable => {
    // Errors reach the reader through `transform`; one that comes after the reader has left is of no interest.
    pipeline(response, transform, () => {});
    return transform;
  };
  switch ((response.headers['content-encoding'] ?? '').trim().toLowerCase()) {
    case '':
    case 'identity':
    case 'none':
      return response;
    case 'gzip':
    case 'x-gzip':
      return through(createGunzip());
    case 'deflate':
      return through(createInflate());
    case 'br':
      return through(createBrotliDecompress());
    default:
      return undefined;
  }
}

function decode(bytes: Buffer, contentType: string | undefined): string {
  const label = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}
