import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** An API on another origin: what it has received, and how it answers. */
export interface FakeApi {
  readonly origin: string;
  readonly received: Received[];
  answer: (request: Received) => {
    readonly status: number;
    readonly type?: string | undefined;
    /** Parts of a stream are written when they come. */
    readonly body?: string | Buffer | AsyncIterable<string>;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Whether pages of other origins may read its answers. */
  isOpen: boolean;
  readonly close: () => Promise<void>;
}

export async function startApi(): Promise<FakeApi> {
  const http = createServer();
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const address = http.address();
  const port = typeof address === 'object' ? address?.port : '';
  const api: FakeApi = {
    origin: `http://127.0.0.1:${port}`,
    received: [],
    answer: () => ({ status: 200, type: 'application/json', body: '{}' }),
    isOpen: true,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  http.on('request', async (message, response) => {
    const { method = '', url = '', headers } = message;
    const body = (await buffer(message)).toString();
    const allowed: Record<string, string> = api.isOpen
      ? {
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Headers': '*, Authorization',
          'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        }
      : {};
    if (method === 'OPTIONS') return void response.writeHead(204, allowed).end();
    const request = { method, url, headers, body };
    api.received.push(request);
    const { status, type, body: text = '', headers: own } = api.answer(request);
    const typed: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
    response.writeHead(status, { ...allowed, ...typed, ...own });
    if (typeof text === 'string' || Buffer.isBuffer(text)) return void response.end(text);
    response.flushHeaders();
    for await (const part of text) response.write(part);
    response.end();
  });
  return api;
}
