/** Serves the APIs of a site on loopback: from a mock, or by passing requests on to a server. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Operations } from './find-operation.ts';
import { createMock, type MockAnswer, type MockRequest, readRequest } from './mock.ts';

export interface ApiServer {
  /** `http://127.0.0.1:4711` */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

interface ApiServerOptions {
  /** The operations of APIs at an origin. */
  readonly operationsAt: (origin: string) => Operations;
  /** The origin that requests are passed on to; without one, the mock answers. */
  readonly server: string | undefined;
  /** Texts that the mock accepts as credentials. */
  readonly credentials: readonly string[];
  readonly onAnswer: (answer: MockAnswer) => void;
}

/** Headers that belong to one connection, or that are written again. */
const OF_CONNECTION =
  /^(?:host|connection|keep-alive|transfer-encoding|content-length|content-encoding|expect|upgrade|te|proxy-.*|accept-encoding)$/i;

export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { operationsAt, credentials, server, onAnswer } = options;
  const http = createServer();
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const address = http.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const operations = operationsAt(origin);
  const mock = createMock(operations, credentials);
  /** Passes a request on. Ids and credentials are known to the server only. */
  const ask = async (request: MockRequest, body: Buffer): Promise<MockAnswer> => {
    const { method, url, headers } = request;
    const real = await fetch(url.replace(origin, server ?? ''), {
      method,
      headers: headers
        .filter(([name]) => !OF_CONNECTION.test(name))
        .map(([name, value]): [string, string] => [name, value]),
      redirect: 'manual',
      ...(body.length === 0 || method === 'GET' ? {} : { body: new Uint8Array(body) }),
    });
    const type = real.headers.get('content-type') ?? undefined;
    const { wrong, match } = readRequest(request, operations);
    const problems = wrong.map(({ message }) => message);
    return { status: real.status, type, body: await real.text(), problems, match };
  };
  http.on('request', async (message, response) => {
    const { method = 'GET', url = '/', rawHeaders } = message;
    let answer: MockAnswer;
    try {
      const headers = rawHeaders.flatMap((name, at) =>
        at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : [],
      );
      const sent = await buffer(message);
      const request = { method, url: origin + url, headers, body: sent.toString() };
      answer = await (server === undefined ? mock(request) : ask(request, sent));
    } catch (error) {
      const problems = [`${method} ${url}: ${String(error)}`];
      answer = { status: 502, type: undefined, body: '', problems, match: undefined };
    }
    const { status, type, body } = answer;
    onAnswer(answer);
    response.writeHead(status, type === undefined ? {} : { 'Content-Type': type }).end(body);
  });
  return {
    origin,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
