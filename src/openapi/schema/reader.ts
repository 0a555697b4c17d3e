import type { PropertyNode, RawSchema, SchemaNode, SchemaReader } from '../model/api-model.ts';
import { readExternalDocs } from '../model/info.ts';
import {
  asObject,
  asSchema,
  entriesOf,
  isObject,
  keptList,
  listOf,
  type ModelContext,
  namedEntries,
  readText,
  stringOf,
  stringsOf,
} from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import { labelVariants, readAlternatives } from './alternatives.ts';
import { readConstraints } from './constraints.ts';
import type { Flat, Flattener } from './flatten.ts';
import { constAlternatives, readEnum, typeLabel } from './label.ts';
import type { SchemaNames } from './names.ts';
import {
  additionalOf,
  isHidden,
  itemsOf,
  kindOf,
  prefixOf,
  type SchemaTools,
  type Shape,
  typeOfValue,
  typesOf,
} from './shape.ts';

export function createSchemaReader(
  context: ModelContext,
  { names, flattener }: { readonly names: SchemaNames; readonly flattener: Flattener },
): SchemaReader {
  // References to the same schema are the same node, which shares everything but name and label with the schema.
  const entries = new Map<JsonObject, Entry>();
  const references = new Map<Flat | boolean, SchemaNode>();
  const entryOf = (flat: Flat): Entry => {
    let entry = flat.never ? undefined : entries.get(flat.json);
    if (entry === undefined) {
      entry = { shape: readShape(tools, flat), node: undefined };
      if (!flat.never) entries.set(flat.json, entry);
    }
    return entry;
  };
  const tools: SchemaTools = {
    context,
    names,
    flattener,
    shape: (schema) => {
      const flat = flattener.flatten(schema);
      const { shape } = entryOf(flat);
      return shape.flat === flat ? shape : { ...shape, flat };
    },
  };
  const read = (schema: RawSchema): SchemaNode => {
    const flat = flattener.flatten(schema);
    const key = typeof schema === 'boolean' ? schema : flat;
    const known = references.get(key);
    if (known !== undefined) return known;
    const entry = entryOf(flat);
    entry.node ??= readNode(tools, entry.shape);
    const { node } = entry;
    if (schema === flat.json) {
      // The shape can be that of a reference, which has a name.
      if (node.typeLabel === '') Object.assign(node, typeLabel(tools, { ...entry.shape, flat }));
      return node;
    }
    const named = { ...node, ...typeLabel(tools, { ...entry.shape, flat }) };
    if (flat.ref !== undefined) named.ref = flat.ref;
    if (typeof schema === 'boolean') named.source = schema;
    references.set(key, named);
    return named;
  };
  return { read, named: (target) => names.named(target) };
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

interface Entry {
  readonly shape: Shape;
  /** Created on first use, without a name; the label is added when it is read without a name. */
  node: Mutable<SchemaNode> | undefined;
}

/** Reads a node, without its name and the label that depends on it. Inner schemas are those that fit its type. */
function readNode(tools: SchemaTools, shape: Shape): Mutable<SchemaNode> {
  const { flat, kind, nullable, types } = shape;
  const { json } = flat;
  const single = json['example'] ?? json['x-example'];
  const list = listOf(json['examples']);
  const isList = kind === 'array' || kind === 'tuple';
  const isKeyed =
    kind === 'object' || kind === 'map' || (kind === 'union' && types.includes('object'));
  return {
    kind,
    typeLabel: '',
    typeParts: undefined,
    nullable,
    title: stringOf(json['title']),
    description: readText(flat.owners.get('description') ?? flat.base, 'description'),
    deprecated: json['deprecated'] === true || json['x-deprecated'] === true,
    deprecatedDescription: stringOf(json['x-deprecated-description']),
    readOnly: json['readOnly'] === true,
    writeOnly: json['writeOnly'] === true,
    constraints: readConstraints(flat),
    enum: readEnum(json),
    const: json['const'] === undefined ? undefined : { json: json['const'] },
    default: json['default'] === undefined ? undefined : { json: json['default'] },
    examples: single === undefined ? list : [single, ...list],
    ...readExternalDocs(json),
    properties: isList ? NONE : readProperties(tools, json),
    patternProperties: isKeyed
      ? schemaEntries(json['patternProperties']).map(([pattern, schema]) => ({ pattern, schema }))
      : NONE,
    additional: isKeyed ? additionalOf(json) : undefined,
    propertyNames: isKeyed ? asSchema(json['propertyNames']) : undefined,
    items: isList ? itemsOf(json) : undefined,
    prefixItems: isList ? prefixOf(json) : NONE,
    contains: isList ? asSchema(json['contains']) : undefined,
    contentSchema: isList ? undefined : asSchema(json['contentSchema']),
    variants: labelVariants(tools, shape),
    not: asSchema(json['not']),
    conditions: flat.parts?.flatMap(readCondition) ?? readCondition(json),
    // Draft 4 has names and schemas in one map.
    dependentRequired: keptList(
      ['dependentRequired', 'dependencies'].flatMap((key) =>
        namedEntries(json[key]).flatMap(([property, value]) =>
          Array.isArray(value) ? [{ property, requires: stringsOf(value) }] : [],
        ),
      ),
    ),
    dependentSchemas: keptList(
      ['dependentSchemas', 'dependencies'].flatMap((key) =>
        schemaEntries(json[key]).map(([property, schema]) => ({ property, schema })),
      ),
    ),
    xml: readXml(json),
    source: json,
  };
}

const NONE: readonly never[] = [];

/** Lists the entries of a map that are schemas. */
function schemaEntries(map: JsonValue | undefined): readonly [string, RawSchema][] {
  return namedEntries(map).flatMap(([name, value]): [string, RawSchema][] => {
    const schema = asSchema(value);
    return schema === undefined ? [] : [[name, schema]];
  });
}

function readProperties(tools: SchemaTools, json: JsonObject): readonly PropertyNode[] {
  const { properties } = json;
  if (!isObject(properties)) return NONE;
  const required = new Set(listOf(json['required']));
  return schemaEntries(properties)
    .filter(([, schema]) => !isHidden(tools, schema))
    .map(([name, schema]) => ({ name, required: required.has(name), schema }));
}

function readCondition(layer: JsonObject): SchemaNode['conditions'] {
  const condition = asSchema(layer['if']);
  const [yes, no] = [asSchema(layer['then']), asSchema(layer['else'])];
  if (condition === undefined || (yes === undefined && no === undefined)) return NONE;
  // oxlint-disable-next-line unicorn/no-thenable -- it is the keyword's name, and never a function
  return [{ if: condition, then: yes, else: no }];
}

/** `<item>`, `attribute id`, `<m:item> in <items>`. */
function readXml(json: JsonObject): string {
  const xml = asObject(json['xml']);
  if (xml === undefined || entriesOf(xml).length === 0) return '';
  const name = [stringOf(xml['name']) && stringOf(xml['prefix']), stringOf(xml['name'])]
    .filter(Boolean)
    .join(':');
  const attribute = xml['attribute'] === true || xml['nodeType'] === 'attribute';
  const parts = [
    attribute ? `attribute ${name}`.trim() : name === '' ? '' : `<${name}>`,
    xml['wrapped'] === true ? 'wrapped' : '',
    stringOf(xml['namespace']) === '' ? '' : `xmlns="${stringOf(xml['namespace'])}"`,
  ];
  return parts.filter(Boolean).join(' ');
}

function readShape(tools: SchemaTools, flat: Flat): Shape {
  if (flat.never) return { flat, kind: 'never', types: [], nullable: false, variants: undefined };
  const declared = typesOf(flat.json);
  const others = declared.includes('null') ? declared.filter((type) => type !== 'null') : declared;
  const constants = declared.length === 0 ? constAlternatives(flat.json) : undefined;
  const types = constants ? [...new Set(constants.map(({ json }) => typeOfValue(json)))] : others;
  // A value that can only be null is not nullable.
  const onlyNull = declared.length > 0 && others.length === 0;
  const variants = readAlternatives(tools, flat, types);
  const shaped = onlyNull ? declared : types;
  return {
    flat,
    kind: variants === undefined ? kindOf(flat.json, shaped) : 'union',
    types: shaped,
    nullable: !onlyNull && flat.nullable === true,
    variants,
  };
}
