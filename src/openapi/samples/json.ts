import type { SchemaNode } from '../model/api-model.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';

/** The objects that a node is read from: its own, and the named one that it refers to. */
export function sourcesOf(node: SchemaNode): JsonObject[] {
  return [node.source, node.ref?.target].filter(isSource);
}

function isSource(value: object | boolean | undefined): value is JsonObject {
  return typeof value === 'object' && !Array.isArray(value);
}

/** A value as the text of a parameter or field: texts as they are, null as nothing, objects and lists as JSON. */
export function plainText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

/** JSON with two spaces. */
export function prettyJson(value: JsonValue): string {
  return JSON.stringify(value, null, 2);
}
