import type { NamedSchema, SchemaNode } from '../model/api-model.ts';
import type { Direction } from './child-rows.ts';
import type { PageScope } from './page-scope.ts';
import { namedPart, shapeOf } from './schema-line.ts';

/** Where on a page a schema is shown. */
export interface PageLocation {
  /** Begins the ids of the rows below. */
  readonly id: string;
  readonly name: string;
  /** Number of blocks around it. */
  readonly depth: number;
  readonly limits: DepthLimits;
  /** The innermost named schema around the place whose own page has what is left out here. */
  readonly home?: NamedSchema | undefined;
  readonly direction: Direction;
  readonly above?: Above | undefined;
}

/** Schemas are shown in blocks above these depths, and named below. */
export interface DepthLimits {
  readonly named: number;
  /** Of the others, where the page of a schema around them has them. */
  readonly unnamed: number;
}

/** The schemas that are open around a place, innermost first. */
export interface Above {
  readonly keys: readonly object[];
  readonly id: string;
  readonly up: Above | undefined;
}

/** What becomes of a schema that has rows: shown here, on its own page, on that of a schema around it, or where it stands already. */
export type Choice =
  | { readonly kind: 'inline' }
  | { readonly kind: 'page'; readonly recursive: boolean }
  | { readonly kind: 'home'; readonly home: NamedSchema }
  | { readonly kind: 'same'; readonly id: string };

/**
 * The rule of expansion: a named schema is shown where it is not on the way to itself, above the depth limit,
 * and while the page has room; else its own page has it. Schemas without a page are shown while there is room, on
 * large pages above a depth limit too.
 */
export function choose(
  scope: PageScope,
  node: SchemaNode,
  { location, rows }: { readonly location: PageLocation; readonly rows: number },
): Choice {
  const keys = keysOf(node);
  const around = findAbove(location.above, keys);
  const hasPage = namedPart(scope, node) !== undefined;
  if (around !== undefined)
    return hasPage ? { kind: 'page', recursive: true } : { kind: 'same', id: around.id };
  const { budget } = scope;
  const fits = budget.rows >= rows && budget.elements >= rows * ROW_ELEMENTS;
  const { depth, limits, home } = location;
  if (hasPage && (depth >= limits.named || !fits)) return { kind: 'page', recursive: false };
  if (!hasPage && home !== undefined && depth >= limits.unnamed) return { kind: 'home', home };
  return { kind: 'inline' };
}

/** Elements of a plain row: the item, the name, the type, a description. */
export const ROW_ELEMENTS = 4;

/** What tells that a schema is the same as another one: the target of its reference, and itself. */
export function keysOf({ ref, source }: SchemaNode): readonly object[] {
  const own = typeof source === 'object' ? [source] : [];
  return ref === undefined ? own : [ref.target, ...own];
}

function findAbove(above: Above | undefined, keys: readonly object[]): Above | undefined {
  for (let at = above; at !== undefined; at = at.up) {
    for (const key of keys) if (at.keys.includes(key)) return at;
  }
  return undefined;
}

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
  const cache = scope.cache.sizes[direction ?? 'both'];
  const known = cache.get(node);
  const count = known?.[depth];
  if (count !== undefined) return count;
  const sizes = known ?? [];
  if (known === undefined) cache.set(node, sizes);
  const { schemas } = scope;
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
