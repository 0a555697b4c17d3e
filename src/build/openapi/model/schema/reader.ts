import type { JsonObject, JsonValue } from '../../documents/types.ts';
import type { ModelContext } from '../context.ts';
import { readExternalDocs } from '../info.ts';
import {
  asObject,
  entriesOf,
  isObject,
  listOf,
  namedEntries,
  stringOf,
  stringsOf,
} from '../json.ts';
import { asSchema } from '../schema-value.ts';
import type { RawSchema, SchemaNode, SchemaReader, Text } from '../types.ts';
import { readConstraints } from './constraints.ts';
import { readEnum } from './enums.ts';
import type { Flat, Flattener } from './flatten.ts';
import { typeLabel } from './label.ts';
import type { SchemaNames } from './names.ts';
import { readShape } from './read-shape.ts';
import { additionalOf, itemsOf, prefixOf, type Shape } from './shape.ts';
import { isHidden, type SchemaTools } from './tools.ts';
import { labelVariants } from './variants.ts';

/** Makes the reader of a description's schemas. */
export function createSchemaReader(
  context: ModelContext,
  { names, flattener }: { readonly names: SchemaNames; readonly flattener: Flattener },
): SchemaReader {
  // References to one schema share all but their name.
  const shapes = new Map<JsonObject, Shape>();
  const nodes = new Map<JsonObject, SchemaNode>();
  const tools: SchemaTools = {
    context,
    names,
    flattener,
    shape: memoised((schema) => {
      const flat = flattener.flatten(schema);
      if (flat.never) return readShape(tools, flat);
      const shape = known(shapes, flat.json, () => readShape(tools, flat));
      return shape.flat === flat ? shape : { ...shape, flat };
    }),
  };
  const read = memoised((schema) => {
    const shape = tools.shape(schema);
    const make = (): SchemaNode => readNode(tools, shape);
    const node = shape.flat.never ? make() : known(nodes, shape.flat.json, make);
    return named(node, { tools, shape, schema });
  });
  return { read, named: (target) => names.named(target) };
}

function known<Value>(values: Map<JsonObject, Value>, key: JsonObject, make: () => Value): Value {
  const before = values.get(key);
  if (before !== undefined) return before;
  const value = make();
  values.set(key, value);
  return value;
}

function memoised<Value>(make: (schema: RawSchema) => Value): (schema: RawSchema) => Value {
  const values = new Map<RawSchema, Value>();
  return (schema) => {
    const before = values.get(schema);
    if (before !== undefined) return before;
    const value = make(schema);
    values.set(schema, value);
    return value;
  };
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

interface Reading {
  readonly tools: SchemaTools;
  readonly shape: Shape;
  readonly schema: RawSchema;
}

/** A node as it stands at one place: with the name by which it is referred to. */
function named(node: SchemaNode, { tools, shape, schema }: Reading): SchemaNode {
  const copy: Mutable<SchemaNode> = { ...node };
  copy.typeLabel = typeLabel(tools, shape);
  if (shape.flat.ref !== undefined) copy.ref = shape.flat.ref;
  if (typeof schema === 'boolean') copy.source = schema;
  return copy;
}

/** All of a node but its name and the label that depends on it. */
function readNode(tools: SchemaTools, shape: Shape): SchemaNode {
  const { flat, kind, nullable } = shape;
  const { json } = flat;
  const node: Mutable<SchemaNode> = {
    kind,
    typeLabel: '',
    nullable,
    title: stringOf(json['title']),
    description: textOf(flat, 'description'),
    deprecated: json['deprecated'] === true || json['x-deprecated'] === true,
    deprecatedDescription: stringOf(json['x-deprecated-description']),
    readOnly: json['readOnly'] === true,
    writeOnly: json['writeOnly'] === true,
    constraints: readConstraints(flat),
    enum: readEnum(json, nullable),
    examples: readSchemaExamples(json),
    properties: NONE,
    patternProperties: NONE,
    prefixItems: NONE,
    conditions: readConditions(flat),
    dependentRequired: NONE,
    dependentSchemas: NONE,
    xml: json['xml'] === undefined ? '' : readXml(json),
    source: json,
  };
  addValues(node, json);
  addParts(node, tools, shape);
  addDependencies(node, json);
  const variants = labelVariants(tools, shape);
  if (variants !== undefined) node.variants = variants;
  return node;
}

const NONE: readonly never[] = [];

function addValues(node: Mutable<SchemaNode>, json: JsonObject): void {
  const { const: only, default: standard } = json;
  if (only !== undefined) node.const = { json: only };
  if (standard !== undefined) node.default = { json: standard };
  const { externalDocs } = json['externalDocs'] === undefined ? {} : readExternalDocs(json);
  if (externalDocs !== undefined) node.externalDocs = externalDocs;
}

function textOf(flat: Flat, key: string): Text {
  const value = flat.json[key];
  const owner = flat.owners.get(key) ?? flat.base;
  return { text: typeof value === 'string' ? value : '', owner, key };
}

function readSchemaExamples(json: JsonObject): readonly JsonValue[] {
  const single = json['example'] ?? json['x-example'];
  const list = listOf(json['examples']);
  return single === undefined ? list : [single, ...list];
}

/** The schemas inside; of an array none of an object's, and the other way round. */
function addParts(node: Mutable<SchemaNode>, tools: SchemaTools, { flat, types }: Shape): void {
  const { json } = flat;
  const { kind } = node;
  if (kind === 'array' || kind === 'tuple') {
    node.prefixItems = prefixOf(json);
    setSchema(node, 'items', itemsOf(json));
    setSchema(node, 'contains', asSchema(json['contains']));
    return;
  }
  if (json['properties'] !== undefined) node.properties = readProperties(tools, json);
  if (kind === 'object' || kind === 'map' || (kind === 'union' && types.includes('object'))) {
    node.patternProperties = readPatternProperties(json);
    setSchema(node, 'additional', additionalOf(json));
    setSchema(node, 'propertyNames', asSchema(json['propertyNames']));
  }
  setSchema(node, 'contentSchema', asSchema(json['contentSchema']));
  setSchema(node, 'not', asSchema(json['not']));
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
  if (!isObject(properties)) return [];
  const required = new Set(stringsOf(json['required']));
  return Object.entries(properties).flatMap(([name, value]) => {
    const schema = asSchema(value);
    if (schema === undefined || isHidden(tools, schema)) return [];
    return [{ name, required: required.has(name), schema }];
  });
}

function readPatternProperties(json: JsonObject): SchemaNode['patternProperties'] {
  return namedEntries(json['patternProperties']).flatMap(([pattern, value]) => {
    const schema = asSchema(value);
    return schema === undefined ? [] : [{ pattern, schema }];
  });
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

function readConditions({ layers }: Flat): SchemaNode['conditions'] {
  return layers.some((layer) => layer['if'] !== undefined) ? layers.flatMap(readCondition) : NONE;
}

function readCondition(layer: JsonObject): SchemaNode['conditions'] {
  const condition = asSchema(layer['if']);
  if (condition === undefined) return [];
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
