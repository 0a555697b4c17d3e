/** Joins the names that are there: `classNames('a', undefined, open && 'b')`. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== false && name !== undefined && name !== '').join(' ');
}
