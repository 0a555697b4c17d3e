/** Words longer than this are noise: hashes, keys, encoded data. */
const MAX_WORD = 40;

/**
 * Splits text into words for the index and for queries alike: folded to lower case without
 * diacritics (NFKD), identifiers whole and in parts (`readFile` → readfile, read, file).
 */
export function tokenize(text: string): readonly string[] {
  const words: string[] = [];
  for (const chunk of text.normalize('NFKC').split(/[\s()[\]{}<>"'`,;!?|]+/)) {
    if (chunk !== '') addIdentifier(chunk, words);
  }
  return words;
}

/** Adds a compound whole, then its segments, then the humps of each segment in camel case. */
function addIdentifier(chunk: string, words: string[]): void {
  const whole = chunk.replace(/^[.:/\\#*=~^&-]+|[.:/\\#*=~^&-]+$/g, '');
  addWord(whole, words);
  for (const segment of whole.split(/[^\p{L}\p{N}\p{M}]+/u)) {
    if (segment !== whole) addWord(segment, words);
    const humps = segment.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
    if (humps.length > 1) for (const hump of humps) addWord(hump, words);
  }
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
