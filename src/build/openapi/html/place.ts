import type { SchemaNode } from '../model/types.ts';
import type { Direction } from './child-rows.ts';
import type { PageScope } from './page-scope.ts';
import { namedPart } from './schema-line.ts';

/** Where on a page a schema is shown. */
export interface Place {
  /** Begins the ids of the rows below. */
  readonly id: string;
  /** What summaries call it. */
  readonly name: string;
  /** Number of blocks around it. */
  readonly depth: number;
  /** References are followed in blocks above this depth. */
  readonly limit: number;
  readonly direction: Direction;
  readonly above: Above | undefined;
}

/** The schemas that are open around a place, innermost first. */
export interface Above {
  readonly keys: readonly object[];
  readonly id: string;
  readonly up: Above | undefined;
}

/** What becomes of a schema that has rows: shown here, on its own page, where it stands already, or not at all. */
export type Choice =
  | { readonly kind: 'inline' }
  | { readonly kind: 'page'; readonly recursive: boolean }
  | { readonly kind: 'same'; readonly id: string };

/**
 * The rule of expansion: a named schema is shown where it is not on the way to itself, above the depth limit,
 * and while the page has room; else its own page has it. Schemas without a page are shown while there is room.
 */
export function choose(
  scope: PageScope,
  node: SchemaNode,
  { place, rows }: { readonly place: Place; readonly rows: number },
): Choice {
  const keys = keysOf(node);
  const around = findAbove(place.above, keys);
  const hasPage = namedPart(scope.context, node) !== undefined;
  if (around !== undefined)
    return hasPage ? { kind: 'page', recursive: true } : { kind: 'same', id: around.id };
  const { budget } = scope;
  const fits = budget.rows >= rows && budget.elements >= rows * ROW_ELEMENTS;
  if (hasPage && (place.depth >= place.limit || !fits)) return { kind: 'page', recursive: false };
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
