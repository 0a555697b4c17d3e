import * as http from 'node:http';
import { connect } from 'node:net';
import { listen, trackSockets } from './link-server.ts';

export interface ProxyServer {
  readonly port: number;
  /** Start lines of the requests, and what `Proxy-Authorization` said. */
  readonly requests: readonly { readonly line: string; readonly authorization?: string }[];
  readonly close: () => Promise<void>;
}

/** A proxy that leads every tunnel and every request to one port of this machine. */
export async function startProxy(targetPort: number): Promise<ProxyServer> {
  const requests: { line: string; authorization?: string }[] = [];
  const note = (request: http.IncomingMessage): void => {
    const authorization = request.headers['proxy-authorization'];
    const line = `${request.method} ${request.url}`;
    requests.push(authorization === undefined ? { line } : { line, authorization });
  };
  const server = http.createServer((request, response) => {
    note(request);
    const { pathname, search } = new URL(request.url ?? '/', 'http://any.test');
    const { method, headers } = request;
    const onward = http.request(
      { host: '127.0.0.1', port: targetPort, path: pathname + search, method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    onward.end();
  });
  server.on('connect', (request: http.IncomingMessage, socket) => {
    note(request);
    if (request.url?.startsWith('nowhere.test') === true) {
      return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    }
    const onward = connect(targetPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket);
      socket.pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    socket.on('close', () => onward.destroy());
  });
  const sockets = trackSockets(server);
  return { port: await listen(server), requests, close: sockets.close };
}
