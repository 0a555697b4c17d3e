import { itemAt } from '../../shared/item-at.ts';
import { DESCRIBED, REPEATED, type SectionRange, type SectionTable } from './section-table.ts';

/**
 * Finds descriptions of parameters and properties that repeat: many operations have the same ones, and words of a description
 * find the first of them.
 */
export function createDescriptions(other: SectionTable | undefined) {
  const known = new Set<number>();
  const hasDescribed = other?.flags.some((flags) => (flags & DESCRIBED) !== 0) === true;
  return {
    add(description: string) {
      const hash = hashOf(description);
      const before = known.size;
      return { hash, isRepeated: known.add(joined(...hash)).size === before };
    },
    /** Adds those of sections of another table; false if others of them repeat earlier ones than did there. */
    copy({ from, to }: SectionRange): boolean {
      if (other === undefined || !hasDescribed) return true;
      const own = new Set<number>();
      for (let section = from; section < to; section += 1) {
        const flags = itemAt(other.flags, section);
        if ((flags & DESCRIBED) === 0) continue;
        const hash = joined(
          itemAt(other.hashes, section * 2),
          itemAt(other.hashes, section * 2 + 1),
        );
        const isRepeated = known.has(hash) || own.has(hash);
        if (isRepeated !== ((flags & REPEATED) !== 0)) return false;
        own.add(hash);
      }
      for (const hash of own) known.add(hash);
      return true;
    },
  };
}

function joined(high: number, low: number): number {
  return high * 2 ** 32 + low;
}

/** A hash of 21 and 32 bits. */
function hashOf(text: string): readonly [high: number, low: number] {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return [high >>> 11, low >>> 0];
}
