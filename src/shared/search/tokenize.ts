/** Words longer than this are noise: hashes, keys, encoded data. */
const MAX_WORD = 40;

/**
 * Splits text into words for the index and for queries alike: folded to lower case without
 * diacritics (NFKD), identifiers whole and in parts (`nftGating` → nftgating, nft, gating).
 */
export function tokenize(text: string): readonly string[] {
  const words: string[] = [];
  for (const chunk of text.normalize('NFKC').split(/[\s()[\]{}<>"'`,;!?|]+/)) {
    if (chunk !== '') addIdentifier(chunk, words);
  }
  return words;
}

function addIdentifier(chunk: string, words: string[]): void {
  const trimmed = chunk.replace(/^[.:/\\#*=~^&-]+|[.:/\\#*=~^&-]+$/g, '');
  if (trimmed === '') return;
  const parts = trimmed
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .flatMap((part) => part.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u))
    .filter((part) => part !== '');
  addWord(trimmed, words);
  if (parts.length > 1 || parts[0] !== trimmed) for (const part of parts) addWord(part, words);
}

function addWord(word: string, words: string[]): void {
  const folded = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  if (folded === '' || folded.length > MAX_WORD || isNoise(folded)) return;
  words.push(folded);
}

/** Long hexadecimal and long digit runs name nothing that anyone types. */
function isNoise(word: string): boolean {
  return /^(?:0x)?[0-9a-f]{16,}$/.test(word) || /^\d{13,}$/.test(word);
}
