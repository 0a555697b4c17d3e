/** Entries with the same value for names that are separated by spaces. */
export function entriesFor<const Value>(names: string, value: Value): [string, Value][] {
  return names.split(' ').map((name) => [name, value]);
}
