import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { isIPv6, type Server as NetServer } from 'node:net';

export interface ListenOptions {
  /** Name or address to bind; `localhost` binds both loopback addresses. */
  readonly host: string;
  /** Default: 3000, or the next free port. 0: any. */
  readonly port: number | undefined;
  /** Default: `TIMEOUTS`. */
  readonly timeouts?: typeof TIMEOUTS | undefined;
}

/**
 * Milliseconds that a client may take to send a request, so that slow headers and bodies end within 30 seconds. Answers
 * have no limit: streams stay open, and clients may read slowly. Connections stay open as long as those of hosts: a client
 * that is busy for some seconds sends its next request on one that it believes to be open.
 */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 60_000,
  connectionsCheckingInterval: 5000,
};

/** Why the server could not start, for the author. */
export interface ListenProblem {
  readonly kind: 'failed';
  readonly message: string;
  readonly hint: string;
}

/** Listening servers, one for each address of the host, all on the same port. */
export interface Listening {
  readonly kind: 'listening';
  readonly port: number;
  /** `http://localhost:3000`. */
  readonly origin: string;
  /** Closes all connections, including open streams. */
  readonly close: () => Promise<void>;
}

const DEFAULT_PORT = 3000;
/** Number of ports to try after the default one. */
const MORE_PORTS = 20;

/** Binds a host. `prepare` is called with every server before it listens. */
export async function listen(
  options: ListenOptions,
  prepare: (server: Server) => void,
): Promise<Listening | ListenProblem> {
  const first = options.port ?? DEFAULT_PORT;
  const last = options.port ?? DEFAULT_PORT + MORE_PORTS;
  const open = (): Server => {
    const server = createServer(options.timeouts ?? TIMEOUTS);
    prepare(server);
    return server;
  };
  for (let port = first; port <= last; port++) {
    const attempt = await bindAll(addressesOf(options.host), port, open);
    if (attempt.kind === 'bound') {
      const { port: bound, servers } = attempt;
      const origin = `http://${printHost(options.host)}:${bound}`;
      return { kind: 'listening', port: bound, origin, close: () => closeAll(servers) };
    }
    if (attempt.code !== 'EADDRINUSE') return problem(options, port, attempt.code);
  }
  if (first === last) return problem(options, first, 'EADDRINUSE');
  const message = `the ports ${first} to ${last} are all in use`;
  return { kind: 'failed', message, hint: 'choose a free port with --port' };
}

// Browsers try ::1 first for `localhost`. Without a listener, another program may have the same port there.
function addressesOf(host: string): readonly string[] {
  return host.toLowerCase() === 'localhost' ? ['127.0.0.1', '::1'] : [host.replace(/^\[|\]$/g, '')];
}

type Attempt =
  | { readonly kind: 'bound'; readonly port: number; readonly servers: readonly Server[] }
  | { readonly kind: 'refused'; readonly code: string };

async function bindAll(
  addresses: readonly string[],
  port: number,
  open: () => Server,
): Promise<Attempt> {
  const servers: Server[] = [];
  let bound = port;
  for (const [index, address] of addresses.entries()) {
    const server = open();
    const result = await bind(server, address, bound);
    if (typeof result === 'number') {
      bound = result;
      servers.push(server);
    } else if (index === 0 || !MISSING_ADDRESS.has(result)) {
      await closeAll(servers);
      return { kind: 'refused', code: result };
    }
  }
  return { kind: 'bound', port: bound, servers };
}

/** Errors of a machine without IPv6, which is served over IPv4 alone. */
const MISSING_ADDRESS: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

/** The bound port, or the system's error code. */
function bind(server: NetServer, host: string, port: number): Promise<number | string> {
  return new Promise((resolve) => {
    // Stays registered: later errors, such as too many open files, end with the next connection.
    server.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    try {
      server.listen({ host, port }, () => {
        const address = server.address();
        resolve(address === null || typeof address === 'string' ? port : address.port);
      });
    } catch (error) {
      resolve(error instanceof Error && 'code' in error ? String(error.code) : String(error));
    }
  });
}

/** Prints a host for a URL. All interfaces are printed as `localhost`. */
function printHost(host: string): string {
  const address = host.replace(/^\[|\]$/g, '');
  if (address === '0.0.0.0' || address === '::') return 'localhost';
  return isIPv6(address) ? `[${address}]` : address.toLowerCase();
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  );
}

function problem({ host }: ListenOptions, port: number, code: string): ListenProblem {
  const bound = `port ${port} of ${host}`;
  const denied = [`${bound} requires more permissions`, 'choose a port from 1024 up with --port'];
  const missing = [
    `${host} is not an address of this machine`,
    'leave --host out to serve this machine only, or use --host 0.0.0.0 for all its addresses',
  ];
  const busy = [
    `${bound} is in use by another program`,
    'choose another port with --port, or leave it out to get a free one',
  ];
  const problems: Readonly<Record<string, readonly string[]>> = {
    EADDRINUSE: busy,
    EACCES: denied,
    EPERM: denied,
    ENOTFOUND: missing,
    EAI_AGAIN: missing,
    ...Object.fromEntries(Array.from(MISSING_ADDRESS, (name) => [name, missing])),
    ERR_SOCKET_BAD_PORT: [`${port} is not a port`, 'use a whole number from 0 to 65535'],
  };
  const other = [`${bound} cannot be bound (${code})`, 'choose others with --port and --host'];
  const [message = '', hint = ''] = problems[code] ?? other;
  return { kind: 'failed', message, hint };
}

/** Opens an address in the system's browser, if there is one. */
export function openBrowser(url: string): void {
  // No shell is involved, so an address is never run as a command.
  const [program, ...parameters] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...parameters, url], { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
