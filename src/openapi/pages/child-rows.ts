import { fillMessage } from '../../shared/ui-messages.ts';
import type { RawSchema, SchemaNode, SchemaReader } from '../model/api-model.ts';
import type { ApiContext } from './api-page.ts';
import { isTree, saysMore } from './fact-line.ts';

/** Direction of the values in a property tree; rows that it excludes are left out. */
export type Direction = 'request' | 'response' | undefined;

export interface ChildRow {
  /** Label of the row: the name of a property, a phrase for other parts. */
  readonly name: string;
  readonly isProperty: boolean;
  /** Pattern or name that the label describes. */
  readonly about?: string;
  /** Suffix of the row's id. */
  readonly idPart: string;
  readonly schema: RawSchema;
  readonly required: boolean;
}

type RowContext = Pick<ApiContext, 'schemas' | 'messages' | 'constraints'>;

/** Lists the rows below a schema whose arrays are unwrapped (`unwrap`). */
export function childRows(
  scope: RowContext,
  node: SchemaNode,
  direction: Direction,
): readonly ChildRow[] {
  const { schemas: reader, messages } = scope;
  const rows: ChildRow[] = [];
  for (const { name, schema, required } of node.properties) {
    const { readOnly, writeOnly } = reader.read(schema);
    if (direction === 'request' ? readOnly : direction === 'response' && writeOnly) continue;
    rows.push({ name, isProperty: true, idPart: `.${name}`, schema, required });
  }
  // Required properties get a row even if the schema does not describe them.
  if (node.properties.length > 0)
    for (const name of undescribed(node))
      rows.push({ name, isProperty: true, idPart: `.${name}`, schema: true, required: true });
  for (const { pattern, schema } of node.patternProperties)
    rows.push({ ...part(messages.keysLike, `./${pattern}/`, schema), about: pattern });
  if (isShape(node.additional)) {
    const words = rows.length === 0 ? messages.anyKey : messages.otherKeys;
    if (rows.length > 0 || isWorthRow(reader, node.additional))
      rows.push(part(words, '.*', node.additional));
  }
  if (isShape(node.propertyNames)) rows.push(part(messages.eachKey, '.(key)', node.propertyNames));
  for (const [index, schema] of node.prefixItems.entries())
    rows.push(part(`[${index}]`, `[${index}]`, schema));
  if (isShape(node.items)) {
    if (node.prefixItems.length > 0) rows.push(part(messages.otherItems, '[]', node.items));
    else if (node.kind === 'array' && isWorthRow(reader, node.items))
      rows.push(part(messages.eachItem, '[]', node.items));
  }
  if (isShape(node.contains)) rows.push(part(messages.contains, '[contains]', node.contains));
  return [...rows, ...logicRows(scope, node)];
}

/** True for values that have neither rows nor notes below in any direction, as most have; decided without reading others. */
export function isLeaf(node: SchemaNode): boolean {
  return (
    node.kind === 'scalar' &&
    node.properties.length === 0 &&
    node.contentSchema === undefined &&
    node.not === undefined &&
    node.conditions.length === 0 &&
    node.dependentSchemas.length === 0 &&
    node.dependentRequired.length === 0
  );
}

/** Returns the names under `required` that the schema does not describe. */
function undescribed({ source, properties }: SchemaNode): readonly string[] {
  const required = typeof source === 'object' ? source['required'] : undefined;
  if (!Array.isArray(required)) return [];
  const known = new Set(properties.map(({ name }) => name));
  return required.filter((name) => typeof name === 'string' && !known.has(name)).map(String);
}

function logicRows(
  { schemas, messages, constraints }: RowContext,
  node: SchemaNode,
): readonly ChildRow[] {
  const rows: ChildRow[] = [];
  const add = (words: string, idPart: string, schema: RawSchema | undefined): void => {
    if (schema === undefined) return;
    const inner = schemas.read(schema);
    const names = inner.properties.length > 0 ? [] : undescribed(inner);
    const row = part(words, idPart, schema);
    const about = fillMessage(constraints.withNames, { names: names.join(', ') });
    rows.push(names.length === 0 ? row : { ...row, about });
  };
  add(messages.not, '.(not)', node.not);
  for (const condition of node.conditions) {
    add(messages.ifPart, '.(if)', condition.if);
    add(messages.thenPart, '.(then)', condition.then);
    add(messages.elsePart, '.(else)', condition.else);
  }
  for (const { property, schema } of node.dependentSchemas) {
    const words = fillMessage(messages.whenGiven, { name: property });
    rows.push(part(words, `.(with.${property})`, schema));
  }
  if (isShape(node.contentSchema))
    rows.push(part(messages.content, '.(content)', node.contentSchema));
  return rows;
}

function part(name: string, idPart: string, schema: RawSchema): ChildRow {
  return { name, isProperty: false, idPart, schema, required: false };
}

function isShape(schema: RawSchema | undefined): schema is Exclude<RawSchema, boolean> {
  return typeof schema === 'object';
}

/** False if the type of the whole schema already describes the values. */
function isWorthRow(reader: SchemaReader, schema: RawSchema): boolean {
  const node = reader.read(schema);
  return saysMore(reader, node) || (node.kind !== 'scalar' && node.kind !== 'any');
}

/**
 * Returns the schema inside nested arrays, and the suffix that they add to ids. Tuples and `contains` have rows and
 * stay.
 */
export function unwrap(
  reader: SchemaReader,
  node: SchemaNode,
): { readonly node: SchemaNode; readonly idPart: string } {
  let inner = node;
  let idPart = '';
  for (let depth = 0; depth < DEEPEST && inner.kind === 'array'; depth++) {
    if (!isShape(inner.items) || inner.prefixItems.length > 0 || inner.contains !== undefined)
      break;
    const next = reader.read(inner.items);
    if (!isTree(next)) break;
    inner = next;
    idPart += '[]';
  }
  return { node: inner, idPart };
}

const DEEPEST = 8;
