/** Keys and indexes that lead from the configuration's root to a value. */
export type ConfigPath = readonly (string | number)[];

/**
 * Prints a path as the author would write it: `navbar.items[2].to`, `links.rules["a b"]`; empty for
 * the root.
 */
export function printConfigPath(path: ConfigPath): string {
  return path.reduce<string>(appendSegment, '');
}

function appendSegment(printed: string, segment: string | number): string {
  if (typeof segment === 'number') return `${printed}[${segment}]`;
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(segment)) {
    return `${printed}[${JSON.stringify(segment)}]`;
  }
  return printed === '' ? segment : `${printed}.${segment}`;
}
