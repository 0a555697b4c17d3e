/** The types of the client of the Achievo API, and the description that they come from. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { bundleDescription } from '../../src/openapi/export/single-file.ts';
import type { ApiModel, Operation } from '../../src/openapi/model/api-model.ts';
import { buildModel } from '../../src/openapi/model/build-model.ts';
import { entriesOf, isObject, listOf } from '../../src/openapi/model/model-context.ts';
import type { JsonObject, JsonValue } from '../../src/openapi/read/description.ts';
import { openDescription } from '../../src/openapi/read/open.ts';
import { toFilePath } from '../../src/shared/paths.ts';

const ROOT = resolve(import.meta.dirname, '../..');

interface AchievoApi {
  readonly model: ApiModel;
  /** TypeScript that declares `@achievo/api-client`. */
  readonly declarations: () => string;
}

export function readAchievoApi(): AchievoApi {
  const { description } = openDescription(toFilePath('openapi/achievo.yaml'), (path) => ({
    ok: true,
    text: readFileSync(resolve(ROOT, path), 'utf8'),
  }));
  if (description === undefined) throw new Error('openapi/achievo.yaml cannot be read');
  const { model } = buildModel(description, { id: 'api' });
  return { model, declarations: () => declarationsOf(model, bundleDescription(description)) };
}

/** What a request body leaves out is optional; hexadecimal text of answers has the type that wallets take. */
type Direction = 'In' | 'Out';

function declarationsOf(model: ApiModel, bundle: JsonObject): string {
  const schemas = entriesOf(childOf(bundle, ['components', 'schemas']));
  const types = schemas.flatMap(([name, schema]) => [
    `type ${name}$In = ${typeOf(schema, 'In')};`,
    `type ${name}$Out = ${typeOf(schema, 'Out')};`,
    `export type ${name} = ${name}$Out;`,
  ]);
  const methods = model.operations.map((operation) => methodOf(operation, bundle));
  return `declare module '@achievo/api-client' {
${types.join('\n')}
export interface Client { ${methods.join('\n')} }
export function createClient(options?: {
  baseUrl?: string;
  credential?: string | (() => string);
  timeoutMs?: number;
  maxRetries?: number;
}): Client;
export class AchievoError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly details: readonly ErrorDetail[];
}
}
`;
}

function methodOf(operation: Operation, bundle: JsonObject): string {
  const source = childOf(bundle, ['paths', operation.path, operation.method.toLowerCase()]);
  const body = childOf(source, ['requestBody', 'content', 'application/json', 'schema']);
  const status = operation.responses[0]?.status ?? '';
  const answer = childOf(source, ['responses', status, 'content', 'application/json', 'schema']);
  const isRepeatable = parameters(operation, 'header', true).length > 0;
  const parts = [
    ...(['path', 'query', 'header'] as const).map((location) => partOf(operation, location)),
    ...(body === undefined ? [] : [`body: ${typeOf(body, 'In')}`]),
    ...(isRepeatable ? ['idempotencyKey?: string'] : []),
  ].filter((text) => text !== '');
  const input = parts.every((text) => text.includes('?:')) ? 'input?' : 'input';
  const output = answer === undefined ? 'void' : typeOf(answer, 'Out');
  return `${operation.operationId}(${input}: { ${parts.join('; ')} }): Promise<${output}>;`;
}

function partOf(operation: Operation, location: 'path' | 'query' | 'header'): string {
  const found = parameters(operation, location, false);
  if (found.length === 0) return '';
  const members = found.map(([name, isOptional]) => `'${name}'${isOptional ? '?' : ''}: unknown`);
  const name = location === 'header' ? 'headers' : location;
  return `${name}${found.every(([, isOptional]) => isOptional) ? '?' : ''}: { ${members.join('; ')} }`;
}

function parameters(
  operation: Operation,
  location: 'path' | 'query' | 'header',
  isKey: boolean,
): readonly (readonly [name: string, isOptional: boolean])[] {
  return operation.parameters
    .filter(({ in: where, name }) => where === location && (name === 'Idempotency-Key') === isKey)
    .map(({ name, required }) => [name, !required] as const);
}

/** The type of a schema, with `&` for parts that hold together and `|` for alternatives. */
function typeOf(schema: JsonValue, direction: Direction): string {
  if (!isObject(schema)) return 'unknown';
  const parts = [...composedTypes(schema, direction), ...ownTypes(schema, direction)];
  return parts.length === 0 ? 'unknown' : parts.map((part) => `(${part})`).join(' & ');
}

function composedTypes(schema: JsonObject, direction: Direction): readonly string[] {
  const { $ref: reference } = schema;
  const alternatives = listOf(schema['oneOf'] ?? schema['anyOf']);
  return [
    ...(typeof reference === 'string' ? [`${reference.split('/').at(-1)}$${direction}`] : []),
    ...listOf(schema['allOf']).map((part) => typeOf(part, direction)),
    ...(alternatives.length === 0
      ? []
      : [alternatives.map((item) => typeOf(item, direction)).join(' | ')]),
  ];
}

function ownTypes(schema: JsonObject, direction: Direction): readonly string[] {
  if (schema['const'] !== undefined) return [JSON.stringify(schema['const'])];
  const values = listOf(schema['enum']);
  if (values.length > 0) return [values.map((value) => JSON.stringify(value)).join(' | ')];
  const kinds = typeof schema['type'] === 'string' ? [schema['type']] : listOf(schema['type']);
  if (kinds.length === 0) return schema['properties'] ? [objectType(schema, direction)] : [];
  return [kinds.map((kind) => kindType(kind, schema, direction)).join(' | ')];
}

function kindType(kind: JsonValue, schema: JsonObject, direction: Direction): string {
  if (kind === 'integer') return 'number';
  if (kind === 'array') return `(${typeOf(schema['items'] ?? true, direction)})[]`;
  if (kind === 'object') return objectType(schema, direction);
  const isHex = String(schema['pattern']).startsWith('^0x') && direction === 'Out';
  return kind === 'string' && isHex ? '`0x${string}`' : String(kind);
}

function objectType(schema: JsonObject, direction: Direction): string {
  const required = listOf(schema['required']);
  const members = entriesOf(schema['properties']).map(([name, property]) => {
    const isOptional = !required.includes(name);
    return `'${name}'${isOptional ? '?' : ''}: ${typeOf(property, direction)}`;
  });
  const rest = schema['additionalProperties'];
  const others = isObject(rest) ? ` & Record<string, ${typeOf(rest, direction)}>` : '';
  if (members.length === 0) return others === '' ? 'Record<string, unknown>' : others.slice(3);
  return `{ ${members.join('; ')} }${others}`;
}

function childOf(value: JsonValue | undefined, keys: readonly string[]): JsonValue | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  return isObject(value) ? childOf(value[key], rest) : undefined;
}
