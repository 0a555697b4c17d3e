/** A value that stands earlier in its list. */
export interface Duplicate {
  readonly index: number;
  /** Index of the first one. */
  readonly first: number;
  readonly value: string;
}

/**
 * Values that repeat an earlier one; case does not tell them apart, since file systems may not
 * either.
 */
export function duplicates(values: readonly (string | undefined)[]): Duplicate[] {
  const seen = new Map<string, number>();
  return values.flatMap((value, index) => {
    if (value === undefined) return [];
    const first = seen.get(value.toLowerCase());
    if (first !== undefined) return [{ index, first, value }];
    seen.set(value.toLowerCase(), index);
    return [];
  });
}
