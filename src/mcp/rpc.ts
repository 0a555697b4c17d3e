import { isRecord } from '../config/problem.ts';

/** Codes of JSON-RPC 2.0, and MCP's for an unknown resource. */
export const RPC = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  unknownResource: -32002,
} as const;

export type Params = Readonly<Record<string, unknown>>;

/** A result, or an error of the protocol. */
export type Outcome =
  | { readonly result: object }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: object } };

export function rpcError(code: number, message: string, data?: object): Outcome {
  return { error: { code, message, ...(data === undefined ? {} : { data }) } };
}

/** The answering side of a connection. */
export interface Responder {
  /** Answers a request; undefined for an unknown method. */
  readonly request: (method: string, params: Params) => Promise<Outcome> | undefined;
  /** Whether the negotiated version has batches. */
  readonly hasBatches: () => boolean;
}

export interface Connection {
  readonly input: AsyncIterable<Uint8Array>;
  /** Resolves when more can be written. */
  readonly write: (text: string) => Promise<void>;
  /** Reports a bug. */
  readonly report: (error: unknown) => void;
}

/** Maximum length of a message, in bytes. */
const LONGEST_MESSAGE = 1_000_000;

const NEWLINE = 10;

const CANCELED = 'notifications/cancelled';

type Id = string | number;

interface Response {
  readonly jsonrpc: '2.0';
  readonly id: Id | null;
}

/** Requests that are answered at the same time; further ones are not read yet. */
const AT_ONCE = 64;

/** Answers newline-delimited JSON-RPC 2.0 until the input ends and all is answered. */
export async function serveConnection(connection: Connection, responder: Responder): Promise<void> {
  const { input, write } = connection;
  const answerLine = createPeer(connection, responder);
  const running = new Set<Promise<void>>();
  for await (const line of linesOf(input)) {
    const task = answerLine(line).then(async (answer) => {
      if (answer !== undefined) await write(`${JSON.stringify(answer)}\n`);
    });
    running.add(task);
    void task.finally(() => running.delete(task));
    if (running.size >= AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
}

/** Returns a function that answers a line; undefined if there is nothing to answer. */
function createPeer({ report }: Connection, responder: Responder) {
  /** Requests in progress; a canceled one gets no answer. */
  const pending = new Map<Id, { isCanceled: boolean }>();

  async function answerRequest(
    id: Id,
    method: string,
    params: Params,
  ): Promise<Response | undefined> {
    const state = { isCanceled: false };
    pending.set(id, state);
    try {
      const outcome = await responder.request(method, params);
      const unknown = rpcError(RPC.unknownMethod, `unknown method ${JSON.stringify(method)}`);
      return state.isCanceled ? undefined : respond(id, outcome ?? unknown);
    } catch (error) {
      report(error);
      return respond(id, rpcError(RPC.internal, 'internal error'));
    } finally {
      if (pending.get(id) === state) pending.delete(id);
    }
  }

  async function answerMessage(message: unknown): Promise<Response | undefined> {
    if (!isRecord(message) || message['jsonrpc'] !== '2.0')
      return invalid('the message is not JSON-RPC 2.0');
    const { id, method, params = {} } = message;
    if (typeof method !== 'string') {
      const isResponse = method === undefined && ('result' in message || 'error' in message);
      return isResponse ? undefined : invalid('the message has no method');
    }
    if (id === undefined) {
      const target = isRecord(params) ? params['requestId'] : undefined;
      const state = method === CANCELED && isId(target) ? pending.get(target) : undefined;
      if (state !== undefined) state.isCanceled = true;
      return undefined;
    }
    if (!isId(id)) return invalid('the id is neither text nor a whole number up to 2^53');
    if (!isRecord(params))
      return respond(id, rpcError(RPC.invalidParams, 'params must be an object'));
    return answerRequest(id, method, params);
  }

  return async (line: Uint8Array | undefined): Promise<object | undefined> => {
    if (line === undefined) return invalid(`the message is longer than ${LONGEST_MESSAGE} bytes`);
    let message: unknown;
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(line).trim();
      if (text === '') return undefined;
      message = JSON.parse(text);
    } catch {
      return respond(null, rpcError(RPC.parse, 'the message is not JSON in UTF-8'));
    }
    if (!Array.isArray(message)) return answerMessage(message);
    if (message.length === 0 || !responder.hasBatches())
      return invalid('the protocol version has no batches: send one message a line');
    const answers = await Promise.all(message.map(answerMessage));
    const responses = answers.filter((answer) => answer !== undefined);
    return responses.length === 0 ? undefined : responses;
  };
}

/** Larger numbers would be answered with another id. */
function isId(value: unknown): value is Id {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function respond(id: Id | null, outcome: Outcome): Response {
  return { jsonrpc: '2.0', id, ...outcome };
}

function invalid(message: string): Response {
  return respond(null, rpcError(RPC.invalidRequest, message));
}

/** Splits a stream at line feeds; undefined for a line that is too long, of which nothing is kept. */
export async function* linesOf(
  input: AsyncIterable<Uint8Array>,
  most = LONGEST_MESSAGE,
): AsyncGenerator<Uint8Array | undefined> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const add = (part: Uint8Array): void => {
    size += part.length;
    if (size <= most) parts.push(part);
    else parts = [];
  };
  const take = (): Uint8Array | undefined => {
    const line = size > most ? undefined : Buffer.concat(parts);
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (size > 0) yield take();
}
