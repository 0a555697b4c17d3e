import { readStored, writeStored } from './storage.ts';

const KEY = 'docwright.failed';

/** Milliseconds within which a second failure of an address is not answered with a document load (D9). */
const MEMORY = 10_000;

export interface FailureMemory {
  /** Notes that an address failed; true where it failed before, within the last ten seconds. */
  readonly isRepeated: (address: string) => boolean;
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
  const here = new Map<string, number>();
  return {
    isRepeated: (address) => {
      const time = now();
      const known = new Map([...here, ...parseTimes(readStored(storage, KEY))]);
      const fresh = [...known].filter(([, at]) => at <= time && time - at < MEMORY);
      const repeated = fresh.some(([failed]) => failed === address);
      here.set(address, time);
      const kept = [...fresh.filter(([failed]) => failed !== address), [address, time]];
      writeStored(storage, KEY, JSON.stringify(kept));
      return repeated;
    },
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
