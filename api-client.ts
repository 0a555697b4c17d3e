import { readFileSync } from 'node:fs';

/** What stands in for `@achievo/api-client` when the samples of the guides run: a method for each operation. */

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

interface Options {
  readonly baseUrl: string;
  readonly credential?: string | (() => string);
}

interface Input {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly requestId: string;
  readonly details: readonly unknown[];
}

export class AchievoError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly details: readonly unknown[];

  constructor(status: number, { code, message, requestId, details }: ErrorBody) {
    super(message);
    this.name = 'AchievoError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = details;
  }
}

const operations: readonly Operation[] = JSON.parse(
  readFileSync(process.env['DOCS_OPERATIONS'] ?? '', 'utf8'),
);

export function createClient(options: Options) {
  const methods = operations.flatMap((operation) => [
    [operation.id, (input: Input = {}) => call(operation, input, options)] as const,
    [`${operation.id}Pages`, (input: Input = {}) => pages(operation, input, options)] as const,
  ]);
  return Object.fromEntries<(input?: Input) => unknown>(methods);
}

async function* pages(operation: Operation, input: Input, options: Options) {
  for (let cursor: unknown; cursor !== null; ) {
    const query = { ...input.query, ...(cursor === undefined ? {} : { cursor }) };
    const page = await call(operation, { ...input, query }, options);
    yield page;
    ({ nextCursor: cursor = null } = page);
  }
}

async function call({ id, method, path }: Operation, input: Input, options: Options) {
  const { baseUrl, credential } = options;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.path?.[name];
    if (value === undefined) throw new Error(`${id}: path.${name} is missing`);
    return encodeURIComponent(value);
  });
  const url = new URL(baseUrl + address);
  for (const [name, value] of Object.entries(input.query ?? {}))
    url.searchParams.set(name, String(value));
  const key = typeof credential === 'function' ? credential() : credential;
  const response = await fetch(url, {
    method,
    headers: {
      ...input.headers,
      ...(key === undefined ? {} : { Authorization: key }),
      ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(input.idempotencyKey === undefined ? {} : { 'Idempotency-Key': input.idempotencyKey }),
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  });
  const text = await response.text();
  const answer = text === '' ? undefined : JSON.parse(text);
  if (!response.ok) throw new AchievoError(response.status, answer);
  return answer;
}
