import type {
  ApiModel,
  Operation,
  RawSchema,
  SchemaReader,
} from '../../../../src/openapi/model/api-model.ts';
import { buildModel } from '../../../../src/openapi/model/build-model.ts';
import type { Description, JsonValue } from '../../../../src/openapi/read/description.ts';
import { openDescription } from '../../../../src/openapi/read/open.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';

/** Opens a description of files given as values or texts; the root is `openapi.json`. */
export function describe(
  root: unknown,
  others: Readonly<Record<string, unknown>> = {},
): Description {
  const files = new Map(Object.entries({ 'openapi.json': root, ...others }));
  const { description } = openDescription(toFilePath('openapi.json'), (file) => {
    const content = files.get(file);
    if (content === undefined) return { ok: false, reason: 'missing', message: 'missing' };
    return { ok: true, text: typeof content === 'string' ? content : JSON.stringify(content) };
  });
  if (description === undefined) throw new Error('no description');
  return description;
}

/** A description with one operation `POST /things/{id}` of these fields. */
export function operationOf(
  operation: Readonly<Record<string, unknown>>,
  rest: Readonly<Record<string, unknown>> = {},
): { operation: Operation; schemas: SchemaReader; securitySchemes: ApiModel['securitySchemes'] } {
  const { path = '/things', method = 'post', ...fields } = rest;
  const description = describe({
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    servers: [{ url: 'https://api.test/v1' }],
    paths: { [String(path)]: { [String(method)]: { responses: {}, ...operation } } },
    ...fields,
  });
  const { model, schemas } = buildModel(description, { id: 'test' });
  const [first] = model.operations;
  if (first === undefined) throw new Error('no operation');
  return { operation: first, schemas, securitySchemes: model.securitySchemes };
}

/** A schema with those that it refers to as `#/components/schemas/…`. */
export function schemaOf(
  schema: JsonValue,
  named: Readonly<Record<string, unknown>> = {},
  version = '3.1.0',
): { schema: RawSchema; reader: SchemaReader } {
  const content = { 'application/json': { schema } };
  const description = describe({
    openapi: version,
    info: { title: 'Test', version: '1' },
    paths: { '/': { get: { responses: { 200: { description: '', content } } } } },
    components: { schemas: named },
  });
  const { model, schemas } = buildModel(description, { id: 'test' });
  const found = model.operations[0]?.responses[0]?.contents[0]?.schema;
  if (found === undefined) throw new Error('no schema');
  return { schema: found, reader: schemas };
}
