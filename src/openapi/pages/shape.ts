import { escapeHtml } from '../../shared/escape-html.ts';
import type { SchemaNode, SchemaReader } from '../model/api-model.ts';
import { type ChildRow, childRows, type Direction, unwrap } from './child-rows.ts';
import { code, requiredMark } from './elements.ts';
import { saysMore } from './facts.ts';
import { objectNotes } from './object-notes.ts';
import type { PageScope } from './page-scope.ts';
import type { SchemaShape, ShapeRow } from './row-cache.ts';
import { schemaLine } from './schema-line.ts';

/** What stands below a schema; worked out once for each direction. */
export function shapeOf(scope: PageScope, node: SchemaNode, direction: Direction): SchemaShape {
  const known = scope.memo.shapes[direction ?? 'both'];
  const before = known.get(node);
  if (before !== undefined) return before;
  const { schemas } = scope.context;
  const { node: inner, idPart } = unwrap(schemas, node);
  const rows = childRows(scope.context, inner, direction).map((row) => shapeRow(scope, row));
  const notes = objectNotes(scope.context.texts, inner);
  const variants = hasVariants(scope, inner);
  const isEmpty = rows.length === 0 && !variants && notes === '';
  const shape = { inner, idPart, rows, hasVariants: variants, notes, isEmpty };
  const { request, response, both } = scope.memo.shapes;
  const same = isOneForAll(schemas, inner) ? [request, response, both] : [known];
  for (const shapes of same) shapes.set(node, shape);
  return shape;
}

/** True where the direction leaves nothing out: most schemas are the same in requests and responses. */
function isOneForAll(schemas: SchemaReader, { properties }: SchemaNode): boolean {
  return properties.every(({ schema }) => {
    const { readOnly, writeOnly } = schemas.read(schema);
    return !readOnly && !writeOnly;
  });
}

function shapeRow(scope: PageScope, row: ChildRow): ShapeRow {
  const node = scope.context.schemas.read(row.schema);
  const line = schemaLine(scope, node);
  const required = row.required ? requiredMark(scope.context.texts) : '';
  return { row, node, line, start: `${rowName(row)} ${line.type}${required}${line.flags}` };
}

/** The name in the link to a row, and the link's end. */
function rowName({ name, about }: ChildRow): string {
  return `${escapeHtml(name)}${about === undefined ? '' : ` ${code(about)}`}</a>`;
}

/** False where the type says all: `string | integer`. */
function hasVariants(scope: PageScope, { variants }: SchemaNode): boolean {
  if (variants === undefined) return false;
  const { schemas } = scope.context;
  return variants.list.some(({ label, schema, value }) => {
    const node = schemas.read(schema);
    // A label that is not the type says what is asked for: `with a`.
    if (value !== undefined || label !== node.typeLabel) return true;
    if (saysMore(node) || node.ref !== undefined) return true;
    const { node: inner } = unwrap(schemas, node);
    return inner.variants !== undefined || childRows(scope.context, inner, undefined).length > 0;
  });
}
