/**
 * Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowels. Marks of Indic and South-East
 * Asian scripts are vowels and stay.
 */
const ACCENTS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g;

/** Letters with a stroke or of two letters, which Unicode does not take apart, and the final sigma. */
const LETTERS = /[ßæœøłđðþıς]/g;
const PLAIN = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ı: 'i',
    ς: 'σ',
  }),
);

/**
 * The form in which words are compared: lower case, compatibility forms and accents folded
 * (`Ünïcode` → `unicode`). Depends on no locale, so that builder and browser agree.
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

/**
 * Scripts that are written without spaces: Thai, Lao, Myanmar, Khmer, kana, Han. As ranges of code points,
 * not as properties, so that engines of different Unicode versions read the same words.
 */
const SPACELESS =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u19e0-\\u19ff\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}';

const RUNS = new RegExp(`[${SPACELESS}]+|[^${SPACELESS}]+`, 'gu');
const STARTS_SPACELESS = new RegExp(`^[${SPACELESS}]`, 'u');

/** Whether a run of letters is of a script without spaces. */
export function isSpaceless(run: string): boolean {
  return run.charCodeAt(0) > 0x7f && STARTS_SPACELESS.test(run);
}

/** A text in runs that are wholly of scripts with or without spaces. */
export function splitScripts(text: string): readonly string[] {
  return isAscii(text) ? [text] : (text.match(RUNS) ?? []);
}

/** The letters of a run, each with the marks above and below it. */
export function lettersOf(run: string): readonly string[] {
  return run.match(/.\p{M}*/gsu) ?? [];
}

/** Every two neighbouring letters (`日本語` → `日本`, `本語`); none of a single letter. */
export function bigrams(run: string): readonly string[] {
  const letters = lettersOf(run);
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/** Endings of verbs and of nouns made of them, with the letters that have to be left; the first that fits goes. */
const ENDINGS: readonly (readonly [ending: RegExp, left: number])[] = [
  [/ication$|icat(?:e|ed|es|ing|or)$/, 4],
  [/ation$|at(?:e|ed|es|ing|or)$|iz(?:e|ed|es|er|ing)$/, 4],
  [/ment$|[ai]ble$|[ae]nce$|ive$|ion$|or$/, 4],
  [/ing$|ed$|er$|ly$/, 3],
];
const SHORTEST = 3;

/**
 * The stem of an English word, with which it begins: `minted`, `mints` → `mint`; `policies` →
 * `polic`. Rougher than Porter's algorithm and a tenth of its size.
 */
export function stem(word: string): string {
  const single = singular(word);
  const fitting = ENDINGS.find(([ending, left]) =>
    isWord(single.replace(ending, ''), left, single),
  );
  const base = fitting === undefined ? single : single.replace(fitting[0], '');
  const open = base.replace(/[eiy]$/, '');
  return (open.length >= SHORTEST ? open : base).replace(/([bdfglmnprt])\1$/, '$1');
}

/** Without the s of a plural or of a verb; what is left of `-ies` and `-ied` agrees with the stem of `-y`. */
function singular(word: string): string {
  if (/..[^aeiou]ie[sd]$/.test(word)) return word.slice(0, -3);
  return /[^su']s$/.test(word) && !/[sx]is$/.test(word) && word.length > SHORTEST
    ? word.slice(0, -1)
    : word;
}

/** Whether an ending was taken off and enough letters are left, a vowel among them. */
function isWord(base: string, left: number, word: string): boolean {
  return base !== word && base.length >= left && /[aeiouy]/.test(base);
}

/**
 * English words without a meaning for the search. The index leaves them out of content and keeps
 * them in titles, tags and categories.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a about am an and are as at be been but by can did do does for from had has have he her his how i if in into is it its may me my no not of on or our s she should so such t than that the their them then there these they this to us was we were what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** Whether a folded word is one of them. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
