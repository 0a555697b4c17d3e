import { DIGITS } from '../query/slice-format.ts';

/** Writes whole numbers from 0 as text. */
interface NumberWriter {
  readonly add: (number: number) => void;
  /** Returns the text, and begins another one. */
  readonly take: () => string;
}

const CODES = Buffer.from(DIGITS);

/** Most letters of one number. */
const LONGEST = 8;

export function createNumberWriter(): NumberWriter {
  let bytes = Buffer.alloc(1024);
  let length = 0;
  return {
    add(number) {
      if (length + LONGEST > bytes.length)
        bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)]);
      let rest = number;
      while (rest > 31) {
        bytes[length] = CODES[32 + (rest & 31)] ?? 0;
        length += 1;
        rest >>>= 5;
      }
      bytes[length] = CODES[rest] ?? 0;
      length += 1;
    },
    take() {
      const text = bytes.toString('latin1', 0, length);
      length = 0;
      return text;
    },
  };
}
