/** Prints schemas for fields and for the check of answers: merged, without what a direction leaves out, of limited size. */
import { firstSentence } from '../../shared/cut-text.ts';
import { boundOf } from '../../shared/request/number-bounds.ts';
import type { RawSchema, SchemaNode, SchemaReader } from '../model/api-model.ts';
import { asNumber, emptyObject } from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import type { Direction } from './example.ts';
import { keywordsOf, typeOf } from './scalar-example.ts';

interface FieldSchemas {
  /** Prints a schema; one that is referred to is `{ "$ref": "#/1" }`. */
  readonly print: (schema: RawSchema) => JsonValue;
  /** The schemas that are referred to, by the numbers of their references. */
  readonly shared: readonly JsonValue[];
}

/** Number of schemas after which fields take any JSON. */
const MOST = 2500;
const DEEPEST = 24;
const LONGEST_NOTE = 140;
/** Keywords that are taken over, if their values have the right type. */
const NUMBERS =
  'minLength maxLength minimum maximum multipleOf minItems maxItems minProperties maxProperties'.split(
    ' ',
  );

export function createFieldSchemas(reader: SchemaReader, direction: Direction): FieldSchemas {
  const shared: JsonValue[] = [];
  const known = new Map<object, number>();
  let count = 0;
  const print = (schema: RawSchema, depth: number): JsonValue => {
    const node = reader.read(schema);
    count += 1;
    if (count > MOST || depth > DEEPEST || node.kind === 'any') return entries(facts(node));
    if (node.kind === 'never') return false;
    const target = node.ref?.target;
    if (target === undefined) return body(node, depth);
    let number = known.get(target);
    if (number === undefined) {
      number = shared.push(true) - 1;
      known.set(target, number);
      shared[number] = body(node, depth);
    }
    return entries([['$ref', `#/${number}`]]);
  };
  const body = (node: SchemaNode, depth: number): JsonObject => {
    const keywords = keywordsOf(node);
    const inner = (schema: RawSchema): JsonValue => print(schema, depth + 1);
    const type = node.kind === 'tuple' || node.kind === 'array' ? 'array' : typeOf(node);
    const sent = node.properties.filter(({ schema }) => {
      const { readOnly, writeOnly } = reader.read(schema);
      return direction === 'request' ? !readOnly : !writeOnly;
    });
    const hasProperties = sent.length > 0 && (type ?? 'object') === 'object';
    const isObject = node.kind === 'object' || node.kind === 'map' || hasProperties;
    const { list = [], rule = 'oneOf', discriminator } = node.variants ?? {};
    const format = keywords['format'];
    return entries([
      ...facts(node),
      ['type', isObject ? 'object' : node.kind === 'union' ? undefined : type],
      ['nullable', node.nullable || undefined],
      ['enum', node.enum.length === 0 ? undefined : node.enum.map(({ json }) => json)],
      ['const', node.const?.json],
      [
        'format',
        typeOf(node) === 'file' ? 'binary' : typeof format === 'string' ? format : undefined,
      ],
      ['pattern', typeof keywords['pattern'] === 'string' ? keywords['pattern'] : undefined],
      ...NUMBERS.map((key) => [key, asNumber(keywords[key])] as const),
      ...bounds(keywords),
      ['uniqueItems', keywords['uniqueItems'] === true || undefined],
      ['required', listed(sent.filter(({ required }) => required).map(({ name }) => name))],
      [
        'properties',
        sent.length === 0
          ? undefined
          : entries(sent.map(({ name, schema }) => [name, inner(schema)])),
      ],
      [
        'additionalProperties',
        node.additional === undefined || node.additional === true
          ? node.kind === 'map' || undefined
          : // Each alternative has other properties.
            node.kind === 'union' && node.additional === false
            ? undefined
            : inner(node.additional),
      ],
      ['prefixItems', listed(node.prefixItems.map(inner))],
      ['items', node.items === undefined ? undefined : inner(node.items)],
      [rule, listed(list.map(({ schema }) => inner(schema)))],
      ['labels', listed(list.map(({ label }) => label))],
      ['key', discriminator],
      ['values', discriminator && list.map(({ value }) => value ?? null)],
    ]);
  };
  return { print: (schema) => print(schema, 0), shared };
}

type Entry = readonly [key: string, value: JsonValue | undefined];

function entries(list: readonly Entry[]): JsonObject {
  const object = emptyObject();
  for (const [key, value] of list) if (value !== undefined) object[key] = value;
  return object;
}

function listed(values: readonly JsonValue[]): JsonValue[] | undefined {
  return values.length === 0 ? undefined : [...values];
}

function facts(node: SchemaNode): readonly Entry[] {
  const [example = node.default?.json] = node.examples;
  const isPlain = typeof example !== 'object';
  return [
    ['description', noteOf(node.description.text)],
    ['deprecated', node.deprecated || undefined],
    ['label', node.typeLabel === '' ? undefined : node.typeLabel],
    ['example', isPlain ? example : undefined],
  ];
}

/** Limits that are not part of the range, as numbers. */
function bounds(keywords: JsonObject): readonly Entry[] {
  return ['minimum', 'maximum'].flatMap((key) => {
    const bound = boundOf(keywords, key);
    return bound?.isOpen === true ? [[bound.key, bound.at] as const] : [];
  });
}

/** The first sentence of a Markdown text, as plain text. */
export function noteOf(text: string): string | undefined {
  const [line = ''] = text.trim().split(/\n\s*\n/, 1);
  const plain = line
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]*>|[*`]|(?<!\w)_|_(?!\w)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain === '' ? undefined : firstSentence(plain, LONGEST_NOTE);
}
