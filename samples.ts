import { defineSamples, type SampleOperation, type SampleValue } from 'docwright';

/** The call of each operation with `@achievo/api-client`, as content/docs/sdk/api-client.md explains it. */
export default defineSamples((operation) => [
  { label: 'api-client', language: 'ts', code: clientSample(operation) },
]);

function clientSample(operation: SampleOperation): string {
  const isRepeatable = operation.parameters.some(({ name }) => name === REPEAT_KEY);
  const options = [`baseUrl: ${print(operation.server, 2)}`, ...credential(operation)];
  const { variable, shown } = answer(operation);
  const assignment = variable === undefined ? '' : `const ${variable} = `;
  const call = `${assignment}await achievo.${operation.id}(`;
  return [
    ...(isRepeatable ? ["import { randomUUID } from 'node:crypto';"] : []),
    "import { createClient } from '@achievo/api-client';",
    '',
    options.length === 1
      ? `const achievo = createClient({ ${options.join('')} });`
      : `const achievo = createClient({\n${options.map((option) => `  ${option},\n`).join('')}});`,
    '',
    `${call}${input(operation, isRepeatable, call.length)});`,
    ...(shown === undefined ? [] : [`console.log(${shown});`]),
  ].join('\n');
}

const REPEAT_KEY = 'Idempotency-Key';

const VARIABLES: Readonly<Record<string, string>> = {
  apiKey: 'ACHIEVO_API_KEY',
  session: 'ACHIEVO_SESSION',
};

/** The option for the first credential that the operation accepts. */
function credential({ security }: SampleOperation): readonly string[] {
  const variable = VARIABLES[security[0]?.[0]?.scheme ?? ''];
  return variable === undefined ? [] : [`credential: process.env.${variable} ?? ''`];
}

/** The argument of the call: its parts on one line each, unless the call fits on one line. */
function input(operation: SampleOperation, isRepeatable: boolean, start: number): string {
  const { body } = operation;
  const parts = [
    ...(['path', 'query', 'header'] as const).flatMap((location) =>
      parameters(operation, location),
    ),
    ...(body?.example === undefined ? [] : [`body: ${print(body.example, 2, 'body: '.length)}`]),
    ...(isRepeatable ? ['idempotencyKey: randomUUID()'] : []),
  ];
  if (parts.length === 0) return '';
  const line = `{ ${parts.join(', ')} }`;
  const isShort = !line.includes('\n') && start + line.length + 2 <= WIDTH;
  return isShort ? line : `{\n${parts.map((part) => `  ${part},\n`).join('')}}`;
}

function parameters(
  operation: SampleOperation,
  location: 'path' | 'query' | 'header',
): readonly string[] {
  const shown = operation.parameters.filter(
    (parameter) => parameter.in === location && parameter.isShown && parameter.name !== REPEAT_KEY,
  );
  if (shown.length === 0) return [];
  const key = location === 'header' ? 'headers' : location;
  const values = shown.map(({ name, example }) => [name, example ?? `{${name}}`] as const);
  return [`${key}: ${print(Object.fromEntries(values), 2, key.length + 2)}`];
}

/** The variable for the answer, and the part of it that is printed; none for an answer without a body. */
function answer({ id, method, response }: SampleOperation): {
  readonly variable?: string;
  readonly shown?: string;
} {
  const example = response?.body?.example;
  if (response?.body === undefined) return {};
  const keys = isObject(example) ? Object.keys(example) : [];
  if (keys.includes('data')) {
    const shown = ['data', 'nextCursor'].filter((key) => keys.includes(key)).join(', ');
    return { variable: `{ ${shown} }`, shown };
  }
  const resource = id.replace(/^get/, '');
  const name = resource.charAt(0).toLowerCase() + resource.slice(1);
  if (method === 'GET') return { variable: name, shown: name };
  if (!keys.includes('requestId')) return { variable: 'result', shown: 'result' };
  const shown = ['requestId', 'status'].filter((key) => keys.includes(key));
  return { variable: 'request', shown: shown.map((key) => `request.${key}`).join(', ') };
}

const WIDTH = 72;

/** Prints a value as TypeScript, on one line if it fits behind `start` characters of its line. */
function print(value: SampleValue, indent: number, start = 0): string {
  const line = printLine(value);
  if (indent + start + line.length + 1 <= WIDTH) return line;
  const inner = ' '.repeat(indent + 2);
  const end = ' '.repeat(indent);
  if (isList(value)) {
    const items = value.map((item) => `${inner}${print(item, indent + 2)},\n`);
    return `[\n${items.join('')}${end}]`;
  }
  if (!isObject(value)) return line;
  const entries = Object.entries(value).map(([name, item]) => {
    const key = `${printKey(name)}: `;
    return `${inner}${key}${print(item, indent + 2, key.length)},\n`;
  });
  return `{\n${entries.join('')}${end}}`;
}

function printLine(value: SampleValue): string {
  if (typeof value === 'string') return quote(value);
  if (isList(value)) return `[${value.map(printLine).join(', ')}]`;
  if (!isObject(value)) return String(value);
  const entries = Object.entries(value).map(
    ([name, item]) => `${printKey(name)}: ${printLine(item)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function printKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function isList(value: SampleValue | undefined): value is readonly SampleValue[] {
  return Array.isArray(value);
}

function isObject(
  value: SampleValue | undefined,
): value is { readonly [key: string]: SampleValue } {
  return typeof value === 'object' && value !== null && !isList(value);
}
