import type { ShownValue } from '../../shared/request/request-model.ts';
import type { Parameter, SchemaReader } from '../model/api-model.ts';
import { asText } from '../model/model-context.ts';
import { exampleOf, givenExample } from './example.ts';
import { keywordsOf, typeOf } from './scalar-example.ts';

/** Returns the value that samples show; undefined if the schema only states that it is a text or a number. */
export function shownValue(parameter: Parameter, reader: SchemaReader): ShownValue | undefined {
  for (const { value, serialized } of parameter.examples) {
    if (value !== undefined) return value;
    if (serialized !== undefined) return { text: serialized };
  }
  const schema = parameter.schema ?? parameter.content?.schema;
  if (schema === undefined) return undefined;
  const node = reader.read(schema);
  const json = givenExample(node);
  if (json !== undefined) return { json };
  if (node.kind === 'any' || node.kind === 'never') return undefined;
  if (node.kind === 'scalar') {
    const type = typeOf(node);
    const format = asText(keywordsOf(node)['format']);
    const isNumber = type === 'integer' || type === 'number';
    if (isNumber && parameter.in === 'path') return undefined;
    const isPlain = format === undefined || format === 'int32' || format === 'int64';
    if (type === 'string' && isPlain) return undefined;
  }
  return { json: exampleOf(schema, reader, 'request') };
}
