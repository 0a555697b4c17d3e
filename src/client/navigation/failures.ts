import { readStored, writeStored } from '../app/storage.ts';

const KEY = 'docwright.failed';

/** Milliseconds within which a second failure of an address is not answered with a document load (D9). */
const MEMORY = 10_000;

export interface FailureMemory {
  /** Notes that an address failed; true where it failed before, within the last ten seconds. */
  readonly isRepeated: (address: string) => boolean;
  /** The document load has told what there is at an address: it has not failed. */
  readonly forget: (address: string) => void;
}

interface FailureMemoryOptions {
  /** Outlives a document load. */
  readonly storage: () => Storage;
  /** Milliseconds since a fixed moment. */
  readonly now: () => number;
}

/**
 * Remembers failed addresses over document loads, so that a page that cannot be loaded is asked for
 * once and not for ever. With storage blocked, it remembers as long as the document lives.
 */
export function createFailureMemory({ storage, now }: FailureMemoryOptions): FailureMemory {
  // Where nothing can be stored. A document that comes back later must not know more than the storage.
  let here = '[]';
  const read = (): ReadonlyMap<string, number> =>
    new Map([...parseTimes(readStored(storage, KEY)), ...parseTimes(here)]);
  const write = (times: Iterable<readonly [string, number]>): void => {
    const text = JSON.stringify([...times]);
    writeStored(storage, KEY, text);
    here = readStored(storage, KEY) === text ? '[]' : text;
  };
  return {
    isRepeated: (address) => {
      const time = now();
      const fresh = [...read()].filter(([, at]) => at <= time && time - at < MEMORY);
      write([...fresh.filter(([failed]) => failed !== address), [address, time]]);
      return fresh.some(([failed]) => failed === address);
    },
    forget: (address) => write([...read()].filter(([failed]) => failed !== address)),
  };
}

/** Reads `[address, time]` pairs; anything else is no memory. */
function parseTimes(text: string | null): readonly (readonly [string, number])[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isTime) : [];
  } catch {
    return [];
  }
}

function isTime(value: unknown): value is readonly [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}
