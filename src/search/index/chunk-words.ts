import { ownText } from '../../html/scanned-page.ts';
import { itemAt } from '../../shared/item-at.ts';

/** Longer chunks are not kept, because they rarely repeat. */
const LONGEST_KEPT = 48;
/** Maximum number of chunks that are kept. */
const MOST_KEPT = 2 ** 16;
/** Size of the hash table: a power of 2, so that a mask selects a slot. */
const SLOTS = 2 ** 18;

/**
 * Reads the words of texts and keeps those of each chunk between white space: most repeat. A hash table over code units
 * finds them, so that no string is made for each chunk, which would be most of the time of indexing.
 */
export function createChunkWords(
  readChunk: (chunk: string) => readonly number[],
): (text: string, found: (word: number) => void) => void {
  // The number of a chunk + 1.
  const slots = new Uint32Array(SLOTS);
  const hashes = new Uint32Array(MOST_KEPT);
  let texts: string[] = [];
  let words: (readonly number[])[] = [];
  const keep = (chunk: string, hash: number, slot: number): readonly number[] => {
    const read = readChunk(chunk);
    if (chunk.length > LONGEST_KEPT) return read;
    if (texts.length === MOST_KEPT) {
      slots.fill(0);
      [texts, words] = [[], []];
      slot = hash % SLOTS;
    }
    hashes[texts.length] = hash;
    words.push(read);
    slots[slot] = texts.push(ownText(chunk));
    return read;
  };
  return (text, found) => {
    let start = 0;
    while (start < text.length) {
      // FNV-1a of the code units up to the next white space.
      let hash = 0x811c9dc5;
      let end = start;
      for (; end < text.length; end += 1) {
        const code = text.charCodeAt(end);
        if (isSpace(code)) break;
        hash = Math.imul(hash ^ code, 0x01000193);
      }
      hash >>>= 0;
      if (end > start) {
        let slot = hash % SLOTS;
        let known: readonly number[] | undefined;
        for (; slots[slot] !== 0; slot = (slot + 1) % SLOTS) {
          const number = itemAt(slots, slot) - 1;
          if (hashes[number] !== hash || !isAt(itemAt(texts, number), text, { start, end }))
            continue;
          known = itemAt(words, number);
          break;
        }
        known ??= keep(text.slice(start, end), hash, slot);
        for (const word of known) found(word);
      }
      start = end + 1;
    }
  };
}

/** White space of `\s` in regular expressions. */
function isSpace(code: number): boolean {
  if (code < 128) return code === 32 || (code > 8 && code < 14);
  return /\s/.test(String.fromCharCode(code));
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Whether a text has a chunk from `start` to `end`. */
function isAt(chunk: string, text: string, { start, end }: Range): boolean {
  if (chunk.length !== end - start) return false;
  for (let at = 0; at < chunk.length; at += 1)
    if (chunk.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  return true;
}
