/** Joins class names, ignoring falsy values: `classNames('a', undefined, open && 'b')`. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== false && name !== undefined && name !== '').join(' ');
}
