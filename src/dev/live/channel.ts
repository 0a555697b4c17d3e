import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LiveEvents } from '../../shared/live.ts';
import type { WarmSite } from '../dev-events.ts';

/** Maximum number of simultaneous streams. */
const MAX_CLIENTS = 64;
/** Milliseconds between comments, which keep proxies from closing an idle stream. */
const HEARTBEAT = 15_000;
/** Maximum number of buffered bytes for a client that does not read. */
const MAX_WAITING = 1024 * 1024;

export interface LiveChannelOptions {
  readonly site: WarmSite;
  readonly maxClients?: number;
  /** In milliseconds. */
  readonly heartbeat?: number;
}

export type LiveChannel = ReturnType<typeof createLiveChannel>;

/**
 * Sends state and findings to all open pages by server-sent events (HTML standard, section 9.2). Another event id tells
 * pages that the server was restarted.
 */
export function createLiveChannel(options: LiveChannelOptions) {
  const { site, maxClients = MAX_CLIENTS, heartbeat = HEARTBEAT } = options;
  const clients = new Set<ServerResponse>();
  const id = randomUUID().slice(0, 8);
  let closed = false;

  const broadcast = (text: string): void => {
    if (text === '') return;
    for (const client of clients) send(client, text);
  };
  const stateText = (): string => eventText('state', site.current()?.state, id);
  const findingsText = (): string => eventText('findings', site.findings(), id);
  const timer = setInterval(() => broadcast(':\n\n'), heartbeat);
  timer.unref();

  return {
    /** Answers a request for the stream; the client has already been authorized. */
    handle: (request: IncomingMessage, response: ServerResponse): void => {
      if (request.method !== 'GET') return refuse(response, { status: 405, Allow: 'GET' });
      if (closed || clients.size >= maxClients)
        return refuse(response, { status: 503, 'Retry-After': '2' });
      response.on('close', () => clients.delete(response));
      response.on('error', () => response.destroy());
      // Sends small messages at once.
      response.socket?.setNoDelay(true).setTimeout(0);
      response.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      });
      clients.add(response);
      send(response, `:\n\n${stateText()}${findingsText()}`);
    },
    changed: (): void => broadcast(stateText()),
    found: (): void => broadcast(findingsText()),
    /** Closes all streams and rejects new ones. */
    close: (): void => {
      closed = true;
      clearInterval(timer);
      for (const client of clients) client.end();
      clients.clear();
    },
    clients: (): number => clients.size,
  };
}

/** Closes the stream of a client that does not read; its page reconnects when it wakes up. */
function send(client: ServerResponse, text: string): void {
  client.write(text);
  if (client.writableLength > MAX_WAITING) client.destroy();
}

// JSON contains no line breaks, so one `data` line is enough.
function eventText<Name extends keyof LiveEvents>(
  name: Name,
  value: LiveEvents[Name] | undefined,
  id: string,
): string {
  if (value === undefined) return '';
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(value)}\n\n`;
}

interface Refusal extends Readonly<Record<string, string | number>> {
  readonly status: number;
}

function refuse(response: ServerResponse, { status, ...headers }: Refusal): void {
  response.writeHead(status, { 'Cache-Control': 'no-store', ...headers });
  response.end();
}
