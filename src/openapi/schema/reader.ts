import type { PropertyNode, RawSchema, SchemaNode, SchemaReader } from '../model/api-model.ts';
import { readExternalDocs } from '../model/info.ts';
import {
  asObject,
  asSchema,
  entriesOf,
  isObject,
  listOf,
  type ModelContext,
  namedEntries,
  stringOf,
  stringsOf,
} from '../model/model-context.ts';
import type { JsonObject } from '../read/description.ts';
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
  // References to the same schema share everything but name and label.
  const entries = new Map<JsonObject, Entry>();
  const references = new Map<RawSchema, SchemaNode>();
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
    const known = references.get(schema);
    if (known !== undefined) return known;
    const flat = flattener.flatten(schema);
    const entry = entryOf(flat);
    entry.node ??= readNode(tools, entry.shape);
    const { node } = entry;
    if (schema === flat.json) {
      if (node.typeLabel === '') Object.assign(node, typeLabel(tools, entry.shape));
      return node;
    }
    const named = { ...node, ...typeLabel(tools, { ...entry.shape, flat }) };
    if (flat.ref !== undefined) named.ref = flat.ref;
    if (typeof schema === 'boolean') named.source = schema;
    references.set(schema, named);
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

/** Reads a node, without its name and the label that depends on it. */
function readNode(tools: SchemaTools, shape: Shape): Mutable<SchemaNode> {
  const { flat, kind, nullable } = shape;
  const { json } = flat;
  const single = json['example'] ?? json['x-example'];
  const list = listOf(json['examples']);
  const node: Mutable<SchemaNode> = {
    kind,
    typeLabel: '',
    typeParts: undefined,
    nullable,
    title: stringOf(json['title']),
    description: {
      text: typeof json['description'] === 'string' ? json['description'] : '',
      owner: flat.owners.get('description') ?? flat.base,
      key: 'description',
    },
    deprecated: json['deprecated'] === true || json['x-deprecated'] === true,
    deprecatedDescription: stringOf(json['x-deprecated-description']),
    readOnly: json['readOnly'] === true,
    writeOnly: json['writeOnly'] === true,
    constraints: readConstraints(flat),
    enum: readEnum(json),
    examples: single === undefined ? list : [single, ...list],
    properties: NONE,
    patternProperties: NONE,
    prefixItems: NONE,
    conditions: flat.parts?.flatMap(readCondition) ?? readCondition(json),
    dependentRequired: NONE,
    dependentSchemas: NONE,
    xml: json['xml'] === undefined ? '' : readXml(json),
    source: json,
  };
  if (json['const'] !== undefined) node.const = { json: json['const'] };
  if (json['default'] !== undefined) node.default = { json: json['default'] };
  const { externalDocs } = readExternalDocs(json);
  if (externalDocs !== undefined) node.externalDocs = externalDocs;
  addParts(node, tools, shape);
  addDependencies(node, json);
  const variants = labelVariants(tools, shape);
  if (variants !== undefined) node.variants = variants;
  return node;
}

const NONE: readonly never[] = [];

/** Adds the inner schemas, by type: those of arrays or of objects. */
function addParts(node: Mutable<SchemaNode>, tools: SchemaTools, { flat, types }: Shape): void {
  const { json } = flat;
  const { kind } = node;
  setSchema(node, 'not', asSchema(json['not']));
  if (kind === 'array' || kind === 'tuple') {
    node.prefixItems = prefixOf(json);
    setSchema(node, 'items', itemsOf(json));
    setSchema(node, 'contains', asSchema(json['contains']));
    return;
  }
  if (json['properties'] !== undefined) node.properties = readProperties(tools, json);
  if (kind === 'object' || kind === 'map' || (kind === 'union' && types.includes('object'))) {
    node.patternProperties = namedEntries(json['patternProperties']).flatMap(([pattern, value]) => {
      const schema = asSchema(value);
      return schema === undefined ? [] : [{ pattern, schema }];
    });
    setSchema(node, 'additional', additionalOf(json));
    setSchema(node, 'propertyNames', asSchema(json['propertyNames']));
  }
  setSchema(node, 'contentSchema', asSchema(json['contentSchema']));
}

function setSchema(
  node: Mutable<SchemaNode>,
  key: 'additional' | 'propertyNames' | 'items' | 'contains' | 'contentSchema' | 'not',
  schema: RawSchema | undefined,
): void {
  if (schema !== undefined) node[key] = schema;
}

function readProperties(tools: SchemaTools, json: JsonObject): SchemaNode['properties'] {
  const { properties } = json;
  if (!isObject(properties)) return NONE;
  const required = new Set(listOf(json['required']));
  const found: PropertyNode[] = [];
  for (const name of Object.keys(properties)) {
    const schema = asSchema(properties[name]);
    if (schema === undefined || isHidden(tools, schema)) continue;
    found.push({ name, required: required.has(name), schema });
  }
  return found;
}

const DEPENDENCIES = ['dependentRequired', 'dependentSchemas', 'dependencies'];

function addDependencies(node: Mutable<SchemaNode>, json: JsonObject): void {
  if (DEPENDENCIES.every((key) => json[key] === undefined)) return;
  // Draft 4 has names and schemas in one map.
  const dependencies = namedEntries(json['dependencies']);
  const names = [...namedEntries(json['dependentRequired']), ...dependencies];
  const schemas = [...namedEntries(json['dependentSchemas']), ...dependencies];
  node.dependentRequired = names.flatMap(([property, value]) =>
    Array.isArray(value) ? [{ property, requires: stringsOf(value) }] : [],
  );
  node.dependentSchemas = schemas.flatMap(([property, value]) => {
    const schema = asSchema(value);
    return schema === undefined ? [] : [{ property, schema }];
  });
}

function readCondition(layer: JsonObject): SchemaNode['conditions'] {
  const condition = asSchema(layer['if']);
  if (condition === undefined) return NONE;
  const [yes, no] = [asSchema(layer['then']), asSchema(layer['else'])];
  if (yes === undefined && no === undefined) return [];
  return [
    {
      if: condition,
      // oxlint-disable-next-line unicorn/no-thenable -- it is the keyword's name, and never a function
      ...(yes === undefined ? {} : { then: yes }),
      ...(no === undefined ? {} : { else: no }),
    },
  ];
}

/** `<item>`, `attribute id`, `<m:item> in <items>`. */
function readXml(json: JsonObject): string {
  const xml = asObject(json['xml']);
  if (xml === undefined || entriesOf(xml).length === 0) return '';
  const prefix = stringOf(xml['prefix']);
  const own = stringOf(xml['name']);
  const name = prefix === '' || own === '' ? own : `${prefix}:${own}`;
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
