import type { NamedSchema, SchemaNode } from '../model/api-model.ts';
import type { Direction } from './child-rows.ts';
import type { PageScope } from './page-scope.ts';
import { namedPart, shapeOf } from './schema-line.tsx';

/** Position of a schema on a page. */
export interface PageLocation {
  /** Prefix of the ids of the rows below. */
  readonly id: string;
  readonly name: string;
  /** Number of blocks around it. */
  readonly depth: number;
  readonly limits: DepthLimits;
  /** The innermost enclosing named schema whose own page shows what is left out here. */
  readonly home?: NamedSchema | undefined;
  readonly direction: Direction;
  readonly above?: Above | undefined;
}

/** Depths from which schemas are linked instead of shown in blocks. */
interface DepthLimits {
  readonly named: number;
  /** For unnamed schemas; the page of an enclosing schema shows them. */
  readonly unnamed: number;
}

/** The schemas that enclose a location, innermost first. */
export interface Above {
  readonly keys: readonly object[];
  readonly id: string;
  readonly up: Above | undefined;
}

/**
 * How a schema with rows is shown: inline, by a link to its page or to that of an enclosing schema, or by a link to
 * the same schema above.
 */
export type Choice =
  | { readonly kind: 'inline' }
  | { readonly kind: 'page'; readonly recursive: boolean }
  | { readonly kind: 'home'; readonly home: NamedSchema }
  | { readonly kind: 'same'; readonly id: string };

/**
 * Decides how a schema is shown. A named schema is inline unless it contains itself, exceeds the depth limit or the
 * page is full; its own page shows it then. Other schemas are inline while the page has room, on large pages up to
 * a depth limit.
 */
export function choose(
  scope: PageScope,
  node: SchemaNode,
  { location, rows }: { readonly location: PageLocation; readonly rows: number },
): Choice {
  const keys = keysOf(node);
  let around = location.above;
  while (around !== undefined && !keys.some((key) => around?.keys.includes(key)))
    around = around.up;
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

/** Elements of a plain row: item, name, type, description. */
export const ROW_ELEMENTS = 4;

/** Identities of a schema: the target of its reference, and the schema itself. */
export function keysOf({ ref, source }: SchemaNode): readonly object[] {
  const own = typeof source === 'object' ? [source] : [];
  return ref === undefined ? own : [ref.target, ...own];
}

/**
 * Maximum depth of blocks below a body, reduced while there are more rows. Responses have fewer rows, since their
 * schemas have pages; errors fewest, since readers look for the code.
 */
const EXTENTS = {
  body: { depth: 3, rows: 100 },
  response: { depth: 3, rows: 60 },
  error: { depth: 2, rows: 40 },
  // The pages of other schemas are one step away.
  schema: { depth: 2, rows: 40 },
} as const;

export type Extent = keyof typeof EXTENTS;

/** The row of a parameter counts as a block. */
export const PARAMETER_LIMITS: DepthLimits = {
  named: EXTENTS.body.depth,
  unnamed: Number.POSITIVE_INFINITY,
};

/** Returns how deep the body of an operation, or a schema on its own page, is expanded. */
export function depthLimits(
  scope: PageScope,
  node: SchemaNode,
  { direction, extent }: { readonly direction: Direction; readonly extent?: Extent | undefined },
): DepthLimits {
  const isHome = direction === undefined;
  const own = isHome ? 'schema' : direction === 'response' ? 'response' : 'body';
  const { depth, rows } = EXTENTS[extent ?? own];
  let named: number = depth;
  while (named > 1 && rowsBelow(scope, node, { depth: named, direction }) > rows) named -= 1;
  return { named, unnamed: isHome || named === depth ? Number.POSITIVE_INFINITY : named };
}

interface Reach {
  readonly depth: number;
  readonly direction: Direction;
}

/** Counts the rows below a schema with references expanded to `depth` blocks; stops once there are many. */
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
  const inside = [
    ...shape.rows.map((row) => row.node),
    ...variants.map(({ schema }) => schemas.read(schema)),
  ];
  let rows = inside.length;
  for (const child of inside) {
    if (rows > EXTENTS.body.rows) break;
    rows += rowsBelow(scope, child, next);
  }
  sizes[depth] = rows;
  return rows;
}
