import type { SchemaNode } from '../model/api-model.ts';
import type { Direction } from './child-rows.ts';
import type { DepthLimits } from './inline-or-linked.ts';
import type { PageScope } from './page-scope.ts';
import { shapeOf } from './shape.ts';

/** So many blocks below a body, while there are not more rows than this. */
const BODY = { depth: 3, rows: 300 };

/** The other schemas are one step away from the page of a schema. */
const SCHEMA_PAGE = { depth: 2, rows: 100 };

/** A parameter's row counts as a block. */
export const PARAMETER_LIMITS: DepthLimits = {
  named: BODY.depth,
  unnamed: Number.POSITIVE_INFINITY,
};

/** How deep a body of an operation, or a schema on its own page, is shown. */
export function depthLimits(scope: PageScope, node: SchemaNode, direction: Direction): DepthLimits {
  if (direction === undefined) {
    const { depth, rows } = SCHEMA_PAGE;
    const isLarge = rowsBelow(scope, node, { depth, direction }) > rows;
    return { named: isLarge ? depth - 1 : depth, unnamed: Number.POSITIVE_INFINITY };
  }
  for (let { depth } = BODY; depth > 1; depth -= 1) {
    if (rowsBelow(scope, node, { depth, direction }) <= BODY.rows)
      return { named: depth, unnamed: depth === BODY.depth ? Number.POSITIVE_INFINITY : depth };
  }
  return { named: 1, unnamed: 1 };
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
