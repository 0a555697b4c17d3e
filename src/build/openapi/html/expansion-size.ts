import type { SchemaNode } from '../model/types.ts';
import { childRows, unwrap } from './child-rows.ts';
import type { PageScope } from './page-scope.ts';

/** References are followed in so many blocks. */
const DEEPEST = 3;

/** Above so many rows, one block less. */
const LARGE = 300;

/** How deep the references in a body are followed: 3 blocks, 2 where that would be more than 300 rows. */
export function depthLimit(scope: PageScope, node: SchemaNode): number {
  return rowsBelow(scope, node, DEEPEST) > LARGE ? DEEPEST - 1 : DEEPEST;
}

/** Rows below a schema when references are followed in `depth` blocks; circles are cut by the depth. */
function rowsBelow(scope: PageScope, node: SchemaNode, depth: number): number {
  if (depth <= 0) return 0;
  const known = scope.memo.sizes.get(node);
  const count = known?.[depth];
  if (count !== undefined) return count;
  const sizes = known ?? [];
  if (known === undefined) scope.memo.sizes.set(node, sizes);
  const { schemas } = scope.context;
  const { node: inner } = unwrap(schemas, node);
  const children = [
    ...childRows(schemas, inner, undefined),
    ...(inner.variants?.list ?? []),
  ];
  let rows = children.length;
  for (const { schema } of children) rows += rowsBelow(scope, schemas.read(schema), depth - 1);
  sizes[depth] = rows;
  return rows;
}
