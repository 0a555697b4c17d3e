/**
 * Marks that only colour a letter: Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowels. Marks of
 * Indic and South-East Asian scripts are vowels and stay.
 */
const ACCENTS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g;

/** Letters with a stroke or of two letters, which Unicode does not take apart, and the final sigma. */
const LETTERS = /[ßæœøłđðþıς]/g;
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ς', 'σ'],
]);

/**
 * The form in which words are compared: lower case, compatibility forms and accents folded (`Ünïcode`,
 * `ｕｎｉｃｏｄｅ` → `unicode`). Depends on no locale, so that builder and browser agree.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (isAscii(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(LETTERS, (letter) => PLAIN.get(letter) ?? letter);
}

/** Whether all of a text is below U+0080: nothing to normalise. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
