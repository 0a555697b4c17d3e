/** A list of whole numbers from 0 that grows, four bytes each. */
export interface Numbers {
  readonly length: () => number;
  readonly push: (number: number) => void;
  readonly at: (place: number) => number;
  /** Adds to a number that may not be there yet. */
  readonly add: (place: number, amount: number) => void;
}

const FIRST_CAPACITY = 1024;

export function createNumbers(): Numbers {
  let values = new Uint32Array(FIRST_CAPACITY);
  let length = 0;
  const reserve = (needed: number): void => {
    if (needed <= values.length) return;
    const larger = new Uint32Array(Math.max(needed, values.length * 2));
    larger.set(values);
    values = larger;
  };
  return {
    length: () => length,
    push(number) {
      reserve(length + 1);
      values[length] = number;
      length += 1;
    },
    at: (place) => (place < length ? (values[place] ?? 0) : 0),
    add(place, amount) {
      reserve(place + 1);
      length = Math.max(length, place + 1);
      values[place] = (values[place] ?? 0) + amount;
    },
  };
}
