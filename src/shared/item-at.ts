/** The item at an index that must exist. Throws otherwise: a fallback would hide the bug. */
export function itemAt<Item extends {} | null>(list: ArrayLike<Item>, index: number): Item {
  const item = list[index];
  if (item === undefined) throw new RangeError(`no item at index ${index} of ${list.length}`);
  return item;
}

/** Adds an item to the list of a key. */
export function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** The value of a key, which is made at the first use. */
export function remembered<Key, Value extends {} | null>(
  values: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  const value = make();
  values.set(key, value);
  return value;
}

/** A value for each of some names. */
export function eachName<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Readonly<Record<Name, Value>> {
  return Object.assign({}, ...names.map((name) => ({ [name]: make(name) })));
}
