// Letters that Unicode does not decompose into a base letter and marks.
const FOLDED: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['Æ', 'Ae'],
  ['œ', 'oe'],
  ['Œ', 'Oe'],
  ['ø', 'o'],
  ['Ø', 'O'],
  ['ł', 'l'],
  ['Ł', 'L'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['ı', 'i'],
]);

/**
 * Splits an identifier into words: at characters other than letters and digits, and at changes of case. An acronym
 * is one word (`getAPIKeys`, `listURLs`), and so is `OAuth`. Letters outside Latin become code points (`u65e5`).
 */
function wordsOf(text: string): string[] {
  return latin(text)
    .split(/[^A-Za-z0-9]+/)
    .flatMap((part) => part.split(STARTS))
    .filter((word) => word !== '');
}

/**
 * A capital starts a word after anything else. The last capital of a run does if a small letter follows, except in
 * plurals (`APIs`) and `OAuth`.
 */
const STARTS =
  /(?<![A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])(?![A-Z]s(?![a-z]))(?<!(?<![A-Z])O(?=Auth))/;

function latin(text: string): string {
  let folded = '';
  for (const char of text.normalize('NFKD')) {
    if (char <= '\u007f') folded += char;
    else if (/\p{M}/u.test(char)) continue;
    else if (!/[\p{L}\p{N}]/u.test(char)) folded += ' ';
    else folded += FOLDED.get(char) ?? `u${(char.codePointAt(0) ?? 0).toString(16)}`;
  }
  return folded;
}

const MAX_LENGTH = 120;

/** Returns lower-case words with hyphens, valid as a file name everywhere. Empty without letters or digits. */
export function kebab(text: string): string {
  const name = wordsOf(text).join('-').toLowerCase();
  if (name.length <= MAX_LENGTH) return name;
  return `${name.slice(0, MAX_LENGTH - 9).replace(/-+$/, '')}-${fingerprint(text)}`;
}

/** Turns an identifier into a title: `getAPIKeys` becomes `Get API keys`. */
export function inWords(text: string): string {
  const words = text.split(/[^\p{L}\p{N}]+/u).flatMap((part) => {
    if (part === '') return [];
    return /^[A-Za-z0-9]+$/.test(part) ? wordsOf(part) : [part];
  });
  const title = words.map((word) => (/^[A-Z]{2}/.test(word) ? word : word.toLowerCase())).join(' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** Hashes a text to eight hexadecimal digits (FNV-1a, 32 bits). */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
