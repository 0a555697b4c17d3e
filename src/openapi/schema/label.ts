import type { EnumValue, RawSchema, SchemaNode, Text, TypePart } from '../model/api-model.ts';
import { isObject, listOf, readText, schemasIn, stringOf } from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import { additionalOf, itemsOf, prefixOf, type SchemaTools, type Shape } from './shape.ts';

const MAX_LENGTH = 120;
const MAX_NAMES = 5;
const MAX_SCANNED = 40;
const MAX_DEPTH = 4;
/** Maximum number of schemas that are read for a label: alternatives of alternatives may be merged from others each. */
const MAX_READ = 40;

/** Formats that say more than the type and pattern of a named schema. */
export const KNOWN_FORMATS: ReadonlySet<string> = new Set(
  'date-time date time duration email uuid uri uri-reference hostname ipv4 ipv6 binary byte'.split(
    ' ',
  ),
);

/**
 * Returns a type as readers recognize it at a glance, at most 120 characters: `string · EvmAddress`, `Badge`,
 * `array of ChainId`, `map of string`, `string<date-time> | null`.
 */
export function typeLabel(
  tools: SchemaTools,
  shape: Shape,
): Pick<SchemaNode, 'typeLabel' | 'typeParts'> {
  const name = nameOf(tools, shape);
  // The name of a schema is enough where the rows below show the rest.
  const isEnough =
    shape.flat.ref?.isMissing === true || shape.kind === 'object' || shape.kind === 'union';
  const { kind, types } = shape;
  const isKnown = kind === 'scalar' && KNOWN_FORMATS.has(formatOf(shape));
  const plain = kind === 'scalar' ? types.join(' | ') : kind === 'tuple' ? 'array' : kind;
  const parts =
    name === undefined || isEnough
      ? labelOfShape({ tools, read: 0 }, shape, 0)
      : // The page of the named schema has the rest of its type.
        orNull(shape, [`${isKnown ? scalarWords(shape) : plain} · `, name]);
  const label = textOf(parts);
  if (label.length > MAX_LENGTH)
    return { typeLabel: `${label.slice(0, MAX_LENGTH - 1)}…`, typeParts: undefined };
  const hasNames = parts.some((part) => typeof part !== 'string');
  return { typeLabel: label, typeParts: hasNames ? parts : undefined };
}

type Label = readonly TypePart[];

interface Labeling {
  readonly tools: SchemaTools;
  /** Number of schemas so far. */
  read: number;
}

function textOf(parts: Label): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}

function labelOf(labeling: Labeling, schema: RawSchema, depth: number): Label {
  labeling.read += 1;
  if (depth > MAX_DEPTH || labeling.read > MAX_READ) return ['…'];
  return labelOfShape(labeling, labeling.tools.shape(schema), depth);
}

function labelOfShape(labeling: Labeling, shape: Shape, depth: number): Label {
  const name = nameOf(labeling.tools, shape);
  return orNull(shape, name === undefined ? ownLabel(labeling, shape, depth) : [name]);
}

function orNull({ nullable }: Shape, label: Label): Label {
  return nullable ? [...label, ' | null'] : label;
}

function nameOf(tools: SchemaTools, { flat: { ref } }: Shape): TypePart | undefined {
  if (ref?.isMissing === true) return ref.name;
  return ref === undefined ? undefined : tools.names.named(ref.target);
}

function ownLabel(labeling: Labeling, shape: Shape, depth: number): Label {
  const { json } = shape.flat;
  switch (shape.kind) {
    case 'any':
    case 'never':
    case 'object':
      return [shape.kind];
    case 'scalar':
      return [scalarWords(shape)];
    case 'array': {
      const items = itemsOf(json);
      return ['array of ', ...(items === undefined ? ['any'] : partLabel(labeling, items, depth))];
    }
    case 'map':
      return ['map of ', ...valueLabel(labeling, shape, depth)];
    case 'tuple': {
      const first = prefixOf(json);
      const labels = first.slice(0, MAX_NAMES).map((item) => labelOf(labeling, item, depth + 1));
      const rest = itemsOf(json);
      if (first.length > MAX_NAMES || (rest !== undefined && rest !== false)) labels.push(['…']);
      return ['[', ...joined(labels, ', '), ']'];
    }
    case 'union': {
      const schemas = shape.variants?.list.map(({ schema }) => schema) ?? [];
      return schemas.length === 0 ? ['any'] : namesOf(labeling, schemas, depth);
    }
  }
}

function scalarWords(shape: Shape): string {
  const format = formatOf(shape);
  return shape.types
    .map((type) => {
      const fits = type === 'string' || type === 'number' || type === 'integer';
      return format !== '' && fits ? `${type}<${format}>` : type;
    })
    .join(' | ');
}

function formatOf({ flat: { json } }: Shape): string {
  return stringOf(json['format']) || (json['type'] === 'file' ? 'binary' : '');
}

/** Labels the items of an array or the values of a map. */
function partLabel(labeling: Labeling, schema: RawSchema, depth: number): Label {
  const label = labelOf(labeling, schema, depth + 1);
  return label.some((part) => typeof part === 'string' && part.includes(' | '))
    ? ['(', ...label, ')']
    : label;
}

function valueLabel(labeling: Labeling, { flat }: Shape, depth: number): Label {
  const rest = additionalOf(flat.json);
  if (isObject(rest)) return partLabel(labeling, rest, depth);
  const patterns = flat.json['patternProperties'];
  const schemas = isObject(patterns) ? schemasIn(Object.values(patterns)) : [];
  const [only] = schemas;
  if (only === undefined || rest === true) return ['any'];
  if (schemas.length === 1) return partLabel(labeling, only, depth);
  return ['(', ...namesOf(labeling, schemas, depth), ')'];
}

function namesOf(labeling: Labeling, schemas: readonly RawSchema[], depth: number): Label {
  const labels = new Map<string, Label>();
  for (const schema of schemas.slice(0, MAX_SCANNED)) {
    if (labels.size > MAX_NAMES) break;
    const label = labelOf(labeling, schema, depth + 1);
    labels.set(textOf(label), label);
  }
  const list = [...labels.values()];
  const isCut = list.length > MAX_NAMES || schemas.length > MAX_SCANNED;
  return joined(isCut ? [...list.slice(0, MAX_NAMES), ['…']] : list, ' | ');
}

function joined(labels: readonly Label[], separator: string): Label {
  return labels.flatMap((label, index) => (index === 0 ? label : [separator, ...label]));
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
