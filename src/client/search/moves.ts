import type { SearchGroup, SearchRow } from './dialog-props.ts';

/** All rows in the order in which they stand. */
export function rowsOf(groups: readonly SearchGroup[]): readonly SearchRow[] {
  return groups.flatMap(({ rows }) => rows);
}

/** The row that Enter chooses on a new query: the first hit, and nothing where there is none. */
export function firstActive(groups: readonly SearchGroup[]): string | undefined {
  return rowsOf(groups).find(({ type }) => type === 'hit')?.id;
}

/**
 * The row that an arrow key leads to (D1): down through hits and actions and back to the first; up through
 * the hits and from the first to the last hit, from actions upwards into the hits.
 */
export function moveActive(
  groups: readonly SearchGroup[],
  activeId: string | undefined,
  step: 'up' | 'down',
): string | undefined {
  const rows = rowsOf(groups);
  const at = rows.findIndex(({ id }) => id === activeId);
  if (step === 'down') return (rows[at + 1] ?? rows[0])?.id;
  if (at > 0) return rows[at - 1]?.id;
  const lastHit = rows.findLast(({ type }) => type === 'hit');
  return (lastHit ?? rows.at(-1))?.id;
}
