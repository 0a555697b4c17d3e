import type { EnumValue, RawSchema, Text } from '../model/api-model.ts';
import { isObject, listOf, readText, schemasIn, stringOf } from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import { additionalOf, itemsOf, prefixOf, type SchemaTools, type Shape } from './shape.ts';

const MAX_LENGTH = 120;
const MAX_NAMES = 5;
const MAX_SCANNED = 40;
const MAX_DEPTH = 4;

/** Returns a type as readers recognize it at a glance; at most 120 characters. */
export function typeLabel(tools: SchemaTools, shape: Shape): string {
  const label = labelOfShape(tools, shape, 0);
  return label.length <= MAX_LENGTH ? label : `${label.slice(0, MAX_LENGTH - 1)}…`;
}

function labelOf(tools: SchemaTools, schema: RawSchema, depth: number): string {
  return labelOfShape(tools, tools.shape(schema), depth);
}

function labelOfShape(tools: SchemaTools, shape: Shape, depth: number): string {
  if (depth > MAX_DEPTH) return '…';
  const label = nameOf(tools, shape) ?? ownLabel(tools, shape, depth);
  return shape.nullable ? `${label} | null` : label;
}

/** Returns the name of a schema whose type is not a single word. */
function nameOf(tools: SchemaTools, { flat, kind }: Shape): string | undefined {
  if (flat.ref?.isMissing === true) return flat.ref.name;
  if (kind !== 'object' && kind !== 'union') return undefined;
  return flat.ref === undefined ? undefined : tools.names.named(flat.ref.target)?.name;
}

function ownLabel(tools: SchemaTools, shape: Shape, depth: number): string {
  const { json } = shape.flat;
  switch (shape.kind) {
    case 'any':
      return 'any';
    case 'never':
      return 'never';
    case 'object':
      return 'object';
    case 'scalar':
      return shape.types.map((type) => scalarLabel(type, shape)).join(' | ');
    case 'array': {
      const items = itemsOf(json);
      return items === undefined ? 'any[]' : `${grouped(labelOf(tools, items, depth + 1))}[]`;
    }
    case 'map':
      return `map<string, ${valueLabel(tools, shape, depth)}>`;
    case 'tuple':
      return tupleLabel(tools, shape, depth);
    case 'union':
      return unionLabel(tools, shape, depth);
  }
}

function scalarLabel(type: string, { flat }: Shape): string {
  const { json } = flat;
  const format = stringOf(json['format']) || (json['type'] === 'file' ? 'binary' : '');
  const fits = type === 'string' || type === 'number' || type === 'integer';
  return format !== '' && fits ? `${type}<${format}>` : type;
}

function grouped(label: string): string {
  return label.includes(' | ') && !label.endsWith('>') && !label.endsWith(']')
    ? `(${label})`
    : label;
}

function valueLabel(tools: SchemaTools, { flat }: Shape, depth: number): string {
  const rest = additionalOf(flat.json);
  if (isObject(rest)) return labelOf(tools, rest, depth + 1);
  const patterns = flat.json['patternProperties'];
  const schemas = isObject(patterns) ? schemasIn(Object.values(patterns)) : [];
  if (schemas.length === 0 || rest === true) return 'any';
  return namesOf(tools, schemas, depth).join(' | ');
}

function tupleLabel(tools: SchemaTools, { flat }: Shape, depth: number): string {
  const first = prefixOf(flat.json);
  const labels = first.slice(0, MAX_NAMES).map((item) => labelOf(tools, item, depth + 1));
  const rest = itemsOf(flat.json);
  if (first.length > MAX_NAMES || (rest !== undefined && rest !== false)) labels.push('…');
  return `[${labels.join(', ')}]`;
}

function unionLabel(tools: SchemaTools, { variants }: Shape, depth: number): string {
  const schemas = (variants?.list ?? []).map(({ schema }) => schema);
  return namesOf(tools, schemas, depth).join(' | ') || 'any';
}

function namesOf(tools: SchemaTools, schemas: readonly RawSchema[], depth: number): string[] {
  const names = new Set<string>();
  for (const schema of schemas.slice(0, MAX_SCANNED)) {
    if (names.size > MAX_NAMES) break;
    names.add(labelOf(tools, schema, depth + 1));
  }
  const list = [...names];
  const cut = list.length > MAX_NAMES || schemas.length > MAX_SCANNED;
  return cut ? [...list.slice(0, MAX_NAMES), '…'] : list;
}

const NO_VALUES: readonly EnumValue[] = [];

/** Reads the allowed values with their descriptions, including null if listed. */
export function readEnum(json: JsonObject): readonly EnumValue[] {
  const values = listOf(json['enum']);
  if (values.length === 0) return constAlternatives(json) ?? NO_VALUES;
  const describe = describerOf(json);
  return values.map((value, index) => ({
    json: value,
    title: '',
    description: describe(value, index),
  }));
}

/**
 * Reads `oneOf: [{const, description}, …]` as an enum with descriptions; undefined if an alternative has other
 * keywords.
 */
export function constAlternatives(json: JsonObject): readonly EnumValue[] | undefined {
  const list = listOf(json['oneOf'] ?? json['anyOf']);
  if (list.length < 2) return undefined;
  const values: EnumValue[] = [];
  for (const item of list) {
    const value = isObject(item) ? constOf(item) : undefined;
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

const CONST_KEYS: ReadonlySet<string> = new Set(['const', 'title', 'description', 'type']);

function constOf(item: JsonObject): EnumValue | undefined {
  const value = item['const'];
  if (value === undefined || typeof value === 'object') return undefined;
  if (!Object.keys(item).every((key) => CONST_KEYS.has(key))) return undefined;
  const title = stringOf(item['title']);
  return {
    json: value,
    title: title === String(value) ? '' : title,
    description: readText(item, 'description'),
  };
}

type Describer = (value: JsonValue, index: number) => Text;

function describerOf(json: JsonObject): Describer {
  const descriptions = [
    json['x-enumDescriptions'],
    json['x-enum-descriptions'],
    json['x-enum-varnames'],
  ].find((value) => isObject(value) || Array.isArray(value));
  if (Array.isArray(descriptions)) {
    return (_, index) => ({
      text: stringOf(descriptions[index]),
      owner: descriptions,
      key: String(index),
    });
  }
  if (!isObject(descriptions)) {
    const none = { text: '', owner: json, key: 'enum' };
    return () => none;
  }
  return (value) =>
    readText(descriptions, typeof value === 'string' ? value : JSON.stringify(value));
}
