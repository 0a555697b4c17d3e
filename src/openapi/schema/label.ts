import type { RawSchema } from '../model/api-model.ts';
import { isObject, stringOf } from '../model/json.ts';
import { schemasIn } from '../model/schema-value.ts';
import { additionalOf, itemsOf, prefixOf, type Shape } from './shape.ts';
import type { SchemaTools } from './tools.ts';

const MAX_LENGTH = 120;
const MAX_NAMES = 5;
const MAX_SCANNED = 40;
const MAX_DEPTH = 4;

/** A type as a developer reads it at a glance; at most 120 characters. */
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

/** The name of a schema that is not said in a word by its type. */
function nameOf(tools: SchemaTools, { flat, kind }: Shape): string | undefined {
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

/** The labels of alternatives, each once. */
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
