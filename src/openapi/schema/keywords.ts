import type { JsonObject } from '../read/description.ts';

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
