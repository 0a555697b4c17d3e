/** The client that the guides of the Achievo site import: one method for each operation of the description. */

export interface ClientOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

interface ClientOptions {
  readonly baseUrl: string;
  readonly credential?: string | (() => string);
}

interface CallInput {
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

type Client = Readonly<Record<string, (input?: CallInput) => Promise<unknown>>>;

export function clientOf(
  operations: readonly ClientOperation[],
): (options: ClientOptions) => Client {
  return (options) =>
    Object.fromEntries(
      operations.map((operation) => [
        operation.id,
        (input = {}) => call(operation, input, options),
      ]),
    );
}

async function call(
  { id, method, path }: ClientOperation,
  input: CallInput,
  { baseUrl, credential }: ClientOptions,
): Promise<unknown> {
  const url = new URL(
    baseUrl +
      path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = input.path?.[name];
        if (value === undefined) throw new Error(`${id}: path.${name} is missing`);
        return encodeURIComponent(value);
      }),
  );
  for (const [name, value] of Object.entries(input.query ?? {}))
    url.searchParams.set(name, String(value));
  const response = await fetch(url, {
    method,
    headers: headersOf(input, typeof credential === 'function' ? credential() : credential),
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  });
  const text = await response.text();
  const answer = text === '' ? undefined : JSON.parse(text);
  if (!response.ok) throw new AchievoError(response.status, answer);
  return answer;
}

function headersOf(input: CallInput, credential: string | undefined): Record<string, string> {
  return {
    ...input.headers,
    ...(credential === undefined ? {} : { Authorization: credential }),
    ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(input.idempotencyKey === undefined ? {} : { 'Idempotency-Key': input.idempotencyKey }),
  };
}
