/** A growing list of whole numbers from 0, four bytes each. */
export interface Numbers {
  readonly length: () => number;
  readonly push: (number: number) => void;
  readonly append: (numbers: Uint32Array) => void;
  /** The list so far, without a copy. */
  readonly list: () => Uint32Array;
}

export function createNumbers(capacity: number): Numbers {
  let data = new Uint32Array(capacity);
  let length = 0;
  const reserve = (more: number): void => {
    if (length + more <= data.length) return;
    const larger = new Uint32Array(Math.max(length + more, data.length * 1.5, 1024));
    larger.set(data);
    data = larger;
  };
  return {
    length: () => length,
    push(number) {
      if (length === data.length) reserve(1);
      data[length] = number;
      length += 1;
    },
    append(numbers) {
      reserve(numbers.length);
      data.set(numbers, length);
      length += numbers.length;
    },
    list: () => data.subarray(0, length),
  };
}

/** The start of each item in a list of all, and the end of the last one, from the number of each. */
export function startsOf(counts: Uint32Array): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  let sum = 0;
  for (let at = 0; at < counts.length; at += 1) {
    sum += counts[at] ?? 0;
    starts[at + 1] = sum;
  }
  return starts;
}
