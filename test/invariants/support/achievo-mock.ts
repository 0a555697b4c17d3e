/** The Achievo API on loopback: requests and answers by the description, state by the table of `achievo-steps.ts`. */
import { createServer, type IncomingMessage } from 'node:http';
import type { Operation } from '../../../src/openapi/model/api-model.ts';
import { type AchievoApi, pointerOf } from '../../support/achievo-api.ts';
import { close, listen } from '../../support/serve.ts';
import { type Credential, Refusal, type Request, STEPS, type State } from './achievo-steps.ts';

export interface MockOptions {
  /** Scopes of API keys that exist, by secret. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
  /** Addresses of sessions of players that exist, by token. */
  readonly players?: Readonly<Record<string, string>>;
  /** Ids, addresses and names that exist. */
  readonly exists?: readonly string[];
}

export interface AchievoMock {
  readonly url: string;
  /** Ids of the operations that were called, in order, refused ones too. */
  readonly calls: readonly string[];
  /** The last answer of each operation. */
  readonly answers: ReadonlyMap<string, unknown>;
  /** The last body sent to each operation. */
  readonly bodies: ReadonlyMap<string, unknown>;
  readonly close: () => Promise<void>;
}

/** How often a job answers that it is running before it is done. */
const POLLS = 2;

export async function startAchievoMock(
  api: AchievoApi,
  options: MockOptions = {},
): Promise<AchievoMock> {
  const state = newState(options);
  const calls: string[] = [];
  const answers = new Map<string, unknown>();
  const bodies = new Map<string, unknown>();
  const server = createServer(async (message, response) => {
    const { status, body } = await answer(api, state, { message, calls, bodies });
    answers.set(calls.at(-1) ?? '', body);
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  const origin = await listen(server);
  return { url: `${origin}/v1`, calls, answers, bodies, close: () => close(server) };
}

function newState({ keys = {}, players = {}, exists = [] }: MockOptions): State {
  const credentials = new Map<string, Credential>();
  for (const [secret, scopes] of Object.entries(keys))
    credentials.set(secret, { scheme: 'apiKey', grants: new Set(scopes) });
  for (const [token, address] of Object.entries(players))
    credentials.set(token, { scheme: 'session', grants: new Set(['player']), address });
  return {
    credentials,
    things: new Map(exists.map((id) => [id, 'ready'] as const)),
    jobs: new Map(),
    usedMessages: new Set(),
    repeats: new Map(),
    polls: POLLS,
  };
}

interface Exchange {
  readonly message: IncomingMessage;
  readonly calls: string[];
  readonly bodies: Map<string, unknown>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function answer(api: AchievoApi, state: State, exchange: Exchange): Promise<Answer> {
  const { message, calls, bodies } = exchange;
  const { pathname, searchParams } = new URL(message.url ?? '', 'http://127.0.0.1');
  const name = `${message.method} ${pathname.replace(/^\/v1/, '')}`;
  try {
    const { operation, path } = find(api.model.operations, message.method ?? '', pathname);
    calls.push(operation.operationId);
    const request: Request = {
      operation,
      path,
      query: Object.fromEntries(searchParams),
      headers: message.headers,
      body: await readBody(message),
      credential: state.credentials.get(message.headers.authorization ?? ''),
    };
    bodies.set(operation.operationId, request.body);
    checkCredential(request);
    checkRequest(api, request);
    return await respond(api, state, request);
  } catch (error) {
    if (!(error instanceof Refusal)) return failure(500, 'internal', `${name}: ${String(error)}`);
    return failure(error.status, error.code, `${name}: ${error.message}`);
  }
}

/** A repeat with the same key gets the first answer. */
async function respond(api: AchievoApi, state: State, request: Request): Promise<Answer> {
  const { operation } = request;
  const key = request.headers['idempotency-key'];
  const text = JSON.stringify([operation.operationId, request.path, request.body]);
  const repeated = state.repeats.get(String(key));
  if (repeated !== undefined && repeated.text !== text)
    throw new Refusal(400, 'the Idempotency-Key belongs to another request');
  const step = STEPS[operation.operationId];
  if (step === undefined) throw new Error('no guide calls this operation: add it to STEPS');
  const body = repeated?.body ?? (await step(request, state));
  if (key !== undefined) state.repeats.set(String(key), { text, body });
  const status = operation.responses[0]?.status ?? '';
  const pointer = `${pointerOf(operation)}/responses/${status}/content/application~1json/schema`;
  const problem = api.problemOf(pointer, body);
  if (problem !== undefined) throw new Error(`the answer does not fit: ${problem}`);
  return { status: Number(status), body };
}

function failure(status: number, code: string, message: string): Answer {
  const requestId = 'b81e4d07-2c5f-4f3a-8d96-0a7c3e5b1f42';
  return { status, body: { code, message, requestId, details: [] } };
}

function find(
  operations: readonly Operation[],
  method: string,
  pathname: string,
): { readonly operation: Operation; readonly path: Readonly<Record<string, string>> } {
  for (const operation of operations) {
    const pattern = operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const found = new RegExp(`^/v1${pattern}$`).exec(pathname);
    if (operation.method !== method || found === null) continue;
    const groups = Object.entries(found.groups ?? {});
    const path = groups.map(([name, value]) => [name, decodeURIComponent(value)] as const);
    return { operation, path: Object.fromEntries(path) };
  }
  throw new Refusal(404, 'no operation has this method and path');
}

function checkCredential({ operation, headers, credential }: Request): void {
  const wanted = operation.security.flat();
  const sent = headers.authorization;
  if (wanted.length === 0) {
    if (sent !== undefined) throw new Refusal(401, 'takes no credential');
    return;
  }
  if (credential === undefined)
    throw new Refusal(401, sent === undefined ? 'needs a credential' : 'unknown credential');
  const names = wanted.map(({ scheme, scopes }) => [scheme, ...scopes].join(' ')).join(' or ');
  const accepted = wanted.filter(({ scheme }) => scheme === credential.scheme);
  if (accepted.length === 0) throw new Refusal(401, `needs ${names}`);
  if (!accepted.some(({ scopes }) => scopes.every((scope) => credential.grants.has(scope))))
    throw new Refusal(403, `needs ${names}; the credential has ${[...credential.grants].join()}`);
}

/** Holds parameters and body against their schemas. */
function checkRequest(api: AchievoApi, { operation, path, query, headers, body }: Request): void {
  const known = operation.parameters.filter((parameter) => parameter.in === 'query');
  for (const name of Object.keys(query))
    if (!known.some((parameter) => parameter.name === name))
      throw new Refusal(400, `unknown query parameter "${name}"`);
  const sent: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    path,
    query,
    header: headers,
  };
  for (const { name, in: location, required, schema } of operation.parameters) {
    const values = sent[location] ?? {};
    const value = values[location === 'header' ? name.toLowerCase() : name];
    if (value === undefined && required) throw new Refusal(400, `${location}.${name} is missing`);
    const pattern = typeof schema === 'object' ? schema['pattern'] : undefined;
    if (
      typeof value === 'string' &&
      typeof pattern === 'string' &&
      !new RegExp(pattern).test(value)
    )
      throw new Refusal(400, `${location}.${name} does not match ${pattern}`);
  }
  if (operation.body === undefined) return;
  const pointer = `${pointerOf(operation)}/requestBody/content/application~1json/schema`;
  const problem = api.problemOf(pointer, body);
  if (problem !== undefined) throw new Refusal(400, `body${problem}`);
}

async function readBody(message: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}
