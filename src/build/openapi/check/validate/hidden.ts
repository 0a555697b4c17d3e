import type { JsonObject, JsonValue } from '../../documents/types.ts';
import { asList, asObject, isObject } from '../values.ts';
import type { Run } from './types.ts';

const MAX_DEPTH = 8;

type Test = (property: JsonObject) => boolean;

interface Search {
  readonly run: Run;
  readonly name: string;
  readonly test: Test;
}

/** True where a required property may be missing: it is read-only and the value is sent, or write-only and received. */
export function isHidden(run: Run, schema: JsonValue, name: string): boolean {
  const { direction } = run.options;
  const test: Test = (property) => {
    if (direction !== 'response' && property['readOnly'] === true) return true;
    return direction !== 'request' && property['writeOnly'] === true;
  };
  return hasMark({ run, name, test }, schema, 0);
}

function hasMark(search: Search, schema: JsonValue | undefined, depth: number): boolean {
  if (!isObject(schema) || depth > MAX_DEPTH) return false;
  if (isMarked(search, asObject(schema['properties'])?.[search.name], depth)) return true;
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((key) => asList(schema[key]));
  return [...parts, followed(search.run, schema)].some((part) => hasMark(search, part, depth + 1));
}

function isMarked(search: Search, property: JsonValue | undefined, depth: number): boolean {
  if (!isObject(property) || depth > MAX_DEPTH) return false;
  if (search.test(property)) return true;
  const parts = [...asList(property['allOf']), followed(search.run, property)];
  return parts.some((part) => isMarked(search, part, depth + 1));
}

function followed(run: Run, schema: JsonObject): JsonValue | undefined {
  const ref = schema['$ref'];
  if (typeof ref !== 'string') return undefined;
  const target = run.options.follow(ref, schema);
  return target.ok ? target.value : undefined;
}
