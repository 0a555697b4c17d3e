import { isObject } from '../model/model-context.ts';
import type { JsonObject } from '../read/description.ts';

const KEYWORDS: ReadonlyMap<string, 'schema' | 'map'> = new Map([
  ...[
    'items',
    'additionalItems',
    'additionalProperties',
    'unevaluatedProperties',
    'unevaluatedItems',
    'not',
    'if',
    'then',
    'else',
    'contains',
    'propertyNames',
    'contentSchema',
    'allOf',
    'oneOf',
    'anyOf',
    'prefixItems',
  ].map((key) => [key, 'schema'] as const),
  ...['properties', 'patternProperties', 'dependentSchemas', 'dependencies'].map(
    (key) => [key, 'map'] as const,
  ),
]);

/** Tells each schema that stands in a schema. Those of `$defs` count where something refers to them. */
export function eachSubschema(schema: JsonObject, visit: (schema: JsonObject) => void): void {
  for (const key of Object.keys(schema)) {
    const kind = KEYWORDS.get(key);
    const value = schema[key];
    if (kind === undefined || typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      if (kind === 'map') continue;
      for (const item of value) if (isObject(item)) visit(item);
    } else if (kind === 'map') {
      for (const name of Object.keys(value)) {
        const item = value[name];
        if (isObject(item)) visit(item);
      }
    } else visit(value);
  }
}

// What may stand beside a reference without making another schema of its target.
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'externalDocs',
  'nullable',
  'xml',
  '$comment',
  '$id',
  '$anchor',
  '$schema',
  '$defs',
  'definitions',
  'summary',
]);

/** True for a keyword that says something about a value without narrowing it. */
export function isAnnotation(key: string): boolean {
  return ANNOTATIONS.has(key) || key.startsWith('x-');
}

/** True for a schema that is a reference and nothing else that counts. */
export function isPureReference(schema: JsonObject, siblingsCount: boolean): boolean {
  if (typeof schema['$ref'] !== 'string') return false;
  if (!siblingsCount) return true;
  for (const key in schema) if (key !== '$ref') return false;
  return true;
}
