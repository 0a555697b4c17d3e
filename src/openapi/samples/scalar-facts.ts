import type { SchemaNode, SchemaReader } from '../model/api-model.ts';
import { asNumber, asText, objectsOf, stringsOf } from '../model/model-context.ts';
import type { JsonObject } from '../read/description.ts';
import { sourcesOf } from './sample-request.ts';

/** Constraints of a scalar, list or map, collected over references and `allOf`. */
export interface Facts {
  /** First type other than `null`. */
  type?: string | undefined;
  format?: string | undefined;
  encoding?: string | undefined;
  pattern?: string | undefined;
  readonly required: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  uniqueItems?: boolean;
}

const LOWER = [
  'minLength',
  'minimum',
  'exclusiveMinimum',
  'minItems',
  'minProperties',
  'multipleOf',
] as const;
const UPPER = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems'] as const;

export function factsOf(node: SchemaNode, reader: SchemaReader): Facts {
  const facts: Facts = { required: [] };
  gather(facts, { node, reader, seen: new Set() });
  // The first type in a label like `string<date-time> | null`.
  facts.type ??= /(?:^|\|)\s*(string|number|integer|boolean|object|array)\b/.exec(
    node.typeLabel,
  )?.[1];
  return facts;
}

function gather(
  facts: Facts,
  { node, reader, seen }: { node: SchemaNode; reader: SchemaReader; seen: Set<unknown> },
): void {
  if (seen.size > 60 || seen.has(node)) return;
  seen.add(node);
  for (const source of sourcesOf(node)) {
    if (seen.has(source)) continue;
    seen.add(source);
    take(facts, source);
    for (const part of objectsOf(source['allOf']))
      gather(facts, { node: reader.read(part), reader, seen });
  }
}

function take(facts: Facts, source: JsonObject): void {
  facts.type ??= stringsOf([source['type'] ?? null].flat()).find((name) => name !== 'null');
  facts.format ??= asText(source['format']);
  facts.encoding ??= asText(source['contentEncoding']);
  facts.pattern ??= asText(source['pattern']);
  facts.required.push(...stringsOf(source['required']));
  if (source['uniqueItems'] === true) facts.uniqueItems = true;
  takeBounds(facts, source);
}

function takeBounds(facts: Facts, source: JsonObject): void {
  for (const key of LOWER) {
    const value = asNumber(source[key]);
    if (value !== undefined) facts[key] = Math.max(facts[key] ?? value, value);
  }
  for (const key of UPPER) {
    const value = asNumber(source[key]);
    if (value !== undefined) facts[key] = Math.min(facts[key] ?? value, value);
  }
  // Up to OpenAPI 3.0, exclusive bounds are flags.
  if (source['exclusiveMinimum'] === true && facts.minimum !== undefined)
    facts.exclusiveMinimum = facts.minimum;
  if (source['exclusiveMaximum'] === true && facts.maximum !== undefined)
    facts.exclusiveMaximum = facts.maximum;
}
