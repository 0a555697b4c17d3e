import type { SchemaNode } from '../model/types.ts';
import type { Direction } from './child-rows.ts';
import type { PageScope } from './page-scope.ts';
import { shapeOf } from './shape.ts';

/** References are followed in so many blocks. */
const DEEPEST = 3;

/** Above so many rows, one block less. */
const LARGE = 300;

/** How deep the references in a body are followed: 3 blocks, 2 where that would be more than 300 rows. */
export function depthLimit(scope: PageScope, node: SchemaNode, direction: Direction): number {
  return rowsBelow(scope, node, { depth: DEEPEST, direction }) > LARGE ? DEEPEST - 1 : DEEPEST;
}

interface Reach {
  readonly depth: number;
  readonly direction: Direction;
}

/** Rows below a schema when references are followed in `depth` blocks; circles are cut by the depth. */
function rowsBelow(scope: PageScope, node: SchemaNode, { depth, direction }: Reach): number {
  if (depth <= 0) return 0;
  const known = scope.memo.sizes.get(node);
  const count = known?.[depth];
  if (count !== undefined) return count;
  const sizes = known ?? [];
  if (known === undefined) scope.memo.sizes.set(node, sizes);
  const { schemas } = scope.context;
  const shape = shapeOf(scope, node, direction);
  const next = { depth: depth - 1, direction };
  const variants = shape.inner.variants?.list ?? [];
  let rows = shape.rows.length + variants.length;
  for (const row of shape.rows) rows += rowsBelow(scope, row.node, next);
  for (const { schema } of variants) rows += rowsBelow(scope, schemas.read(schema), next);
  sizes[depth] = rows;
  return rows;
}
