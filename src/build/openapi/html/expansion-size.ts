import type { SchemaNode } from '../model/types.ts';
import type { Direction } from './child-rows.ts';
import type { PageScope } from './page-scope.ts';
import { shapeOf } from './shape.ts';

/** References are followed in so many blocks. */
const DEEPEST = 3;

/** Above so many rows, one block less. */
const LARGE = 300;

/**
 * How deep references are followed: in a body 3 blocks, 2 where that would be more than 300 rows; on the page of a
 * schema, from where the others are one step away, one block less.
 */
export function depthLimit(scope: PageScope, node: SchemaNode, direction: Direction): number {
  const deepest = direction === undefined ? DEEPEST - 1 : DEEPEST;
  return rowsBelow(scope, node, { depth: deepest, direction }) > LARGE ? deepest - 1 : deepest;
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
    if (rows > LARGE) break;
    rows += rowsBelow(scope, row.node, next);
  }
  for (const { schema } of variants) {
    if (rows > LARGE) break;
    rows += rowsBelow(scope, schemas.read(schema), next);
  }
  sizes[depth] = rows;
  return rows;
}
