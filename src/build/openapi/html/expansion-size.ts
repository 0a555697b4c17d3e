import type { SchemaNode } from '../model/types.ts';
import type { Direction } from './child-rows.ts';
import type { PageScope } from './page-scope.ts';
import { shapeOf } from './shape.ts';

/** In how many blocks references are followed, and above how many rows it is one block less. */
const BODY = { depth: 3, rows: 300 };

/** The other schemas are one step away from the page of a schema. */
const SCHEMA_PAGE = { depth: 2, rows: 100 };

/** How deep references are followed below a schema: in a body of an operation, or on the schema's own page. */
export function depthLimit(scope: PageScope, node: SchemaNode, direction: Direction): number {
  const { depth, rows } = direction === undefined ? SCHEMA_PAGE : BODY;
  return rowsBelow(scope, node, { depth, direction }) > rows ? depth - 1 : depth;
}

interface Reach {
  readonly depth: number;
  readonly direction: Direction;
}

/** Rows below a schema when references are followed in `depth` blocks; circles are cut by the depth. Counted until it is large. */
function rowsBelow(scope: PageScope, node: SchemaNode, { depth, direction }: Reach): number {
  if (depth <= 0) return 0;
  const memo = scope.memo.sizes[direction ?? 'both'];
  const known = memo.get(node);
  const count = known?.[depth];
  if (count !== undefined) return count;
  const sizes = known ?? [];
  if (known === undefined) memo.set(node, sizes);
  const { schemas } = scope.context;
  const shape = shapeOf(scope, node, direction);
  const next = { depth: depth - 1, direction };
  const variants = shape.inner.variants?.list ?? [];
  let rows = shape.rows.length + variants.length;
  for (const row of shape.rows) {
    if (rows > BODY.rows) break;
    rows += rowsBelow(scope, row.node, next);
  }
  for (const { schema } of variants) {
    if (rows > BODY.rows) break;
    rows += rowsBelow(scope, schemas.read(schema), next);
  }
  sizes[depth] = rows;
  return rows;
}
