import { keysOf, type Nearest } from '../../diagnostics/nearest.ts';
import { itemAt } from '../../shared/item-at.ts';
import { decodeSafely } from '../../shared/paths.ts';
import type { JsonValue } from './description.ts';

/** Result of a pointer: a value, or the index of the first missing step and the value that lacks it. */
type PointerOutcome =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly at: number; readonly holder: JsonValue };

/** Splits a JSON pointer (RFC 6901) into steps and decodes percent escapes; undefined if it is not a pointer. */
export function parsePointer(fragment: string): readonly string[] | undefined {
  const text = decodeSafely(fragment) ?? fragment;
  if (text === '' || text === '/') return [];
  if (!text.startsWith('/')) return undefined;
  return text
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Prints a JSON pointer; the root is the empty string. */
export function printPointer(steps: readonly (string | number)[]): string {
  return steps
    .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** The value at a pointer that `printPointer` has printed. */
export function valueAt(root: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let value = root;
  for (const step of pointer.split('/').slice(1))
    value = childOf(value, step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return value;
}

export function childOf(value: JsonValue | undefined, step: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return value[step];
  return /^(?:0|[1-9]\d*)$/.test(step) ? value[Number(step)] : undefined;
}

/** Resolves a pointer. `through` resolves references on the way. */
export function walkPointer(
  root: JsonValue,
  steps: readonly string[],
  through: (value: JsonValue) => JsonValue | undefined,
): PointerOutcome {
  let value = root;
  for (const [at, step] of steps.entries()) {
    let next = childOf(value, step);
    if (next === undefined) next = childOf(through(value), step);
    if (next === undefined) return { ok: false, at, holder: value };
    value = next;
  }
  return { ok: true, value };
}

/** Returns the steps that the author may have meant, if any. */
export function nearestSteps(
  root: JsonValue,
  steps: readonly string[],
  {
    at,
    holder,
    nearest,
  }: { readonly at: number; readonly holder: JsonValue; readonly nearest: Nearest },
): readonly string[] | undefined {
  const step = itemAt(steps, at);
  const names = typeof holder === 'object' && holder !== null ? keysOf(holder) : [];
  const near = nearest(step, names);
  const candidates = [
    near === undefined ? undefined : [...steps.slice(0, at), near, ...steps.slice(at + 1)],
    movedSteps(steps),
    elsewhere(root, steps, at),
  ];
  return candidates.find(
    (candidate) => candidate !== undefined && walkPointer(root, candidate, () => undefined).ok,
  );
}

// Names that differ between Swagger 2.0 and OpenAPI 3.
const MOVED = [
  ['/definitions/', '/components/schemas/'],
  ['/parameters/', '/components/parameters/'],
  ['/responses/', '/components/responses/'],
  ['/securityDefinitions/', '/components/securitySchemes/'],
] as const;

function movedSteps(steps: readonly string[]): readonly string[] | undefined {
  const pointer = printPointer(steps);
  for (const [from, to] of MOVED.flatMap(([old, now]) => [
    [old, now] as const,
    [now, old] as const,
  ]))
    if (pointer.startsWith(from)) return parsePointer(to + pointer.slice(from.length));
  return undefined;
}

// Suggests `#/components/responses/NotFound` for `#/components/schemas/NotFound`.
function elsewhere(
  root: JsonValue,
  [first, , name = '', ...rest]: readonly string[],
  at: number,
): readonly string[] | undefined {
  const components = first === 'components' && at === 2 ? childOf(root, 'components') : null;
  if (typeof components !== 'object' || components === null) return undefined;
  const section = Object.keys(components).find(
    (key) => childOf(childOf(components, key), name) !== undefined,
  );
  return section === undefined ? undefined : ['components', section, name, ...rest];
}
