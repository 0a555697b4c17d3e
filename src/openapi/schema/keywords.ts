import { isObject } from '../model/model-context.ts';
import type { JsonObject } from '../read/description.ts';

const SCHEMA_KEYWORDS: ReadonlySet<string> = new Set(
  (
    'items additionalItems additionalProperties unevaluatedProperties unevaluatedItems not if' +
    ' then else contains propertyNames contentSchema allOf oneOf anyOf prefixItems'
  ).split(' '),
);
const MAP_KEYWORDS: ReadonlySet<string> = new Set(
  'properties patternProperties dependentSchemas dependencies'.split(' '),
);

/** Visits each direct subschema, without `$defs`, which count where they are referenced. */
export function eachSubschema(schema: JsonObject, visit: (schema: JsonObject) => void): void {
  for (const [key, value] of Object.entries(schema)) {
    if (SCHEMA_KEYWORDS.has(key)) {
      for (const item of Array.isArray(value) ? value : [value]) if (isObject(item)) visit(item);
    } else if (MAP_KEYWORDS.has(key) && isObject(value)) {
      for (const item of Object.values(value)) if (isObject(item)) visit(item);
    }
  }
}

// Keywords beside a reference that do not change the schema it refers to.
const ANNOTATIONS: ReadonlySet<string> = new Set(
  (
    'title description default example examples deprecated readOnly writeOnly' +
    ' externalDocs nullable xml $comment $id $anchor $schema $defs definitions summary'
  ).split(' '),
);

/** True for keywords that describe a value without constraining it. */
export function isAnnotation(key: string): boolean {
  return ANNOTATIONS.has(key) || key.startsWith('x-');
}

/** True for a schema that is only a reference, apart from keywords that have no effect. */
export function isPureReference(schema: JsonObject, siblingsCount: boolean): boolean {
  if (typeof schema['$ref'] !== 'string') return false;
  if (!siblingsCount) return true;
  for (const key in schema) if (key !== '$ref') return false;
  return true;
}
