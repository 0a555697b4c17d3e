/** The value of a key; made and kept if there is none. */
export function getOrInsert<Key, Value extends object | string>(
  map: Pick<Map<Key, Value>, 'get' | 'set'>,
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Groups items by a key, in their order. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) getOrInsert(groups, keyOf(item), (): Item[] => []).push(item);
  return groups;
}
