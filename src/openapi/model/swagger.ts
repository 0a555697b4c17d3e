import type { JsonObject } from '../read/description.ts';
import type { MediaContent, RawSchema, RequestBody } from './api-model.ts';
import { plainExample, readExamples } from './examples.ts';
import {
  asSchema,
  changed,
  emptyObject,
  entriesOf,
  isInternal,
  type ModelContext,
  objectOf,
  type Resolved,
  resolvedText,
  stringOf,
  stringsOf,
} from './model-context.ts';
import { collectionStyle } from './styles.ts';

// Keys of the parameter itself; the others are a schema (Swagger 2.0, Parameter Object).
const PARAMETER_KEYS: ReadonlySet<string> = new Set(
  (
    'name in description required collectionFormat allowEmptyValue x-example x-examples' +
    ' x-deprecated x-deprecated-description'
  ).split(' '),
);

/** Returns the schema of a parameter or header of Swagger 2.0. */
export function schemaOfParameter(context: ModelContext, parameter: JsonObject): RawSchema {
  const given = asSchema(parameter['schema']);
  if (given !== undefined) return given;
  const schema = changed(parameter, { without: PARAMETER_KEYS });
  return context.description.derive(schema, parameter);
}

/** Returns the media types of the operation, else of the root, else JSON. */
function mediaTypes(
  context: ModelContext,
  operation: JsonObject,
  key: 'consumes' | 'produces',
): readonly string[] {
  const own = operation[key];
  const types = stringsOf(Array.isArray(own) ? own : context.root[key]);
  return types.length === 0 ? ['application/json'] : types;
}

/** Reads the body of a Swagger 2.0 operation: its `body` parameter, or its `formData` parameters as a form. */
export function swaggerBody(
  context: ModelContext,
  operation: JsonObject,
  parameters: readonly Resolved[],
): RequestBody | undefined {
  const visible = parameters.filter(({ object }) => !isInternal(object));
  const body = visible.findLast(({ object }) => object['in'] === 'body');
  if (body !== undefined) {
    const { object } = body;
    const examples = readExamples(context, object);
    return {
      required: object['required'] === true,
      description: resolvedText(body, 'description'),
      contents: mediaTypes(context, operation, 'consumes').map((type) => ({
        type,
        schema: asSchema(object['schema']),
        examples: examples.filter(({ name }) => name === type || !name.includes('/')),
        encoding: [],
        source: object,
      })),
      source: object,
    };
  }
  const fields = visible
    .map(({ object }) => object)
    .filter(({ in: place }) => place === 'formData');
  if (fields.length === 0) return undefined;
  const schema = context.description.derive(formSchema(context, fields), operation);
  const forms = mediaTypes(context, operation, 'consumes').filter(
    (type) => type.startsWith('multipart/') || type === 'application/x-www-form-urlencoded',
  );
  const hasFile = fields.some((field) => field['type'] === 'file');
  const [form = 'application/x-www-form-urlencoded', ...more] = forms;
  return {
    required: fields.some((field) => field['required'] === true),
    description: { text: '', owner: operation, key: 'description' },
    contents: (hasFile ? ['multipart/form-data'] : [form, ...more]).map((type) => ({
      type,
      schema,
      examples: [],
      encoding: fields
        .filter((field) => field['type'] === 'array')
        .map((field) => ({
          property: stringOf(field['name']),
          contentType: '',
          headers: [],
          ...collectionStyle('query', field['collectionFormat']),
        })),
      source: operation,
    })),
    source: operation,
  };
}

function formSchema({ description }: ModelContext, fields: readonly JsonObject[]): JsonObject {
  const form = objectOf('type', 'object');
  const properties = emptyObject();
  for (const field of fields) {
    const schema = changed(field, { without: PARAMETER_KEYS });
    for (const key of ['description', 'x-deprecated-description'])
      if (field[key] !== undefined) schema[key] = field[key];
    if (field['x-example'] !== undefined) schema['example'] = field['x-example'];
    if (field['x-deprecated'] === true) schema['deprecated'] = true;
    properties[stringOf(field['name'])] = description.derive(schema, field);
  }
  form['properties'] = properties;
  form['required'] = fields
    .filter((field) => field['required'] === true)
    .map((field) => stringOf(field['name']));
  return form;
}

/** Returns the media types of a Swagger 2.0 response: those that the operation produces, and those with an example. */
export function swaggerContents(
  context: ModelContext,
  operation: JsonObject,
  response: JsonObject,
): readonly MediaContent[] {
  const schema = asSchema(response['schema']);
  const examples = new Map(entriesOf(response['examples']));
  if (schema === undefined && examples.size === 0) return [];
  const produced = schema === undefined ? [] : mediaTypes(context, operation, 'produces');
  return [...new Set([...produced, ...examples.keys()])].map((type) => {
    const example = examples.get(type);
    return {
      type,
      schema,
      examples: example === undefined ? [] : [plainExample('', example, response)],
      encoding: [],
      source: response,
    };
  });
}
