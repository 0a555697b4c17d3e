/** Entries with the same value for names that are separated by spaces. */
export function entriesFor<const Value>(names: string, value: Value): [string, Value][] {
  return names.split(' ').map((name) => [name, value]);
}

/** The keys of an object by the names that it lists for them. */
export function namesIn(lists: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(lists).flatMap(([key, names]) => entriesFor(names, key)));
}
