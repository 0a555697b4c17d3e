/** The item at an index that must exist. Throws otherwise: a fallback would hide the bug. */
export function itemAt<Item extends {} | null>(list: ArrayLike<Item>, index: number): Item {
  const item = list[index];
  if (item === undefined) throw new RangeError(`no item at index ${index} of ${list.length}`);
  return item;
}

/** A value for each of some names. */
export function eachName<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Readonly<Record<Name, Value>> {
  return Object.assign({}, ...names.map((name) => ({ [name]: make(name) })));
}

/** The first index from `start` whose item fulfills a condition that all later ones fulfill, too. */
export function firstFrom<Item extends {} | null>(
  items: readonly Item[],
  start: number,
  isAfter: (item: Item) => boolean,
): number {
  let low = start;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(itemAt(items, middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}
