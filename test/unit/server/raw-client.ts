import { connect } from 'node:net';

/** An answer as it came over the wire. */
export interface RawAnswer {
  /** 0 when the connection ended without an answer. */
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly text: string;
}

/** Sends bytes as they are, and reads until the server ends the connection. */
export function sendRaw(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (part) => parts.push(part));
    // A server that refuses a request may close before it has read all of it.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(readAnswer(Buffer.concat(parts).toString('latin1'))));
  });
}

/** Asks for a target, unchanged, with the headers that are given. */
export function get(
  port: number,
  target: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  return request(port, `GET ${target}`, headers);
}

/** Sends a request line without its version. */
export function request(
  port: number,
  line: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const all = Object.entries({ Host: `localhost:${port}`, ...headers, Connection: 'close' });
  const lines = [`${line} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`), '', ''];
  return sendRaw(port, Buffer.from(lines.join('\r\n'), 'latin1'));
}

function readAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end < 0 ? text.length : end).split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = end < 0 ? '' : text.slice(end + 4);
  return { status: Number(first.split(' ')[1] ?? 0), headers, body, text };
}
