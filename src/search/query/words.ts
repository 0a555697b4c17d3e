/** Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowels, but no vowel signs of other scripts. */
const ACCENTS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g;

/**
 * Letters with strokes, ligatures and the final sigma, which Unicode does not decompose, and Arabic letters that are typed
 * for each other.
 */
const LETTERS = /[ßæœøłđðþıςةىـکی]/g;
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
    ة: 'ه',
    ى: 'ي',
    ـ: '',
    ک: 'ك',
    ی: 'ي',
  }),
);

/**
 * Folds a word for comparison: lower case, without compatibility forms and accents (`Ünïcode` → `unicode`).
 * Independent of the locale, so that builder and browser agree.
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

/** The folded word without an Arabic article and what is written together with it (`والمكون` → `مكون`). */
export function withoutArticle(word: string): string {
  return word.replace(/^(?:[وفبك]?ال|ول?لل|لل)(?=.{3})/, '');
}

/** True if a text is ASCII and needs no normalization. */
export function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}

/**
 * Scripts without spaces: Thai, Lao, Myanmar, Khmer, kana, Han. Code point ranges instead of properties, so that engines
 * with different Unicode versions agree.
 */
const SPACELESS =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u19e0-\\u19ff\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}';

const RUNS = new RegExp(`[${SPACELESS}]+|[^${SPACELESS}]+`, 'gu');
const STARTS_SPACELESS = new RegExp(`^[${SPACELESS}]`, 'u');

export function isSpaceless(run: string): boolean {
  return STARTS_SPACELESS.test(run);
}

/** Splits a text into runs of scripts with and without spaces. */
export function splitScripts(text: string): readonly string[] {
  return isAscii(text) ? [text] : (text.match(RUNS) ?? []);
}

/** Splits a run into letters with their marks. */
export function lettersOf(run: string): readonly string[] {
  return run.match(/.\p{M}*/gsu) ?? [];
}

/** All pairs of neighboring letters (`日本語` → `日本`, `本語`); none for a single letter. */
export function bigrams(run: string): readonly string[] {
  const letters = lettersOf(run);
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/** Suffixes of verbs and of nouns derived from them, with the letters that must remain; the first match is removed. */
const ENDINGS: readonly (readonly [ending: RegExp, left: number])[] = [
  [/ication$|icat(?:e|ed|es|ing|or)$/, 4],
  [/ation$|at(?:e|ed|es|ing|or)$|iz(?:e|ed|es|er|ing)$/, 4],
  [/(?<=[ov]|ie?v|[ae]w|os)al$|ment$|[ai]ble$|[ae]nce$|ive$|ion$|or$/, 4],
  [/ing$|ed$|er$|ly$/, 3],
];
const SHORTEST = 3;

/**
 * The stem of an English word, which is a prefix of it: `minted`, `mints` → `mint`; `policies` → `polic`. Simpler than
 * Porter's algorithm and a tenth of its size.
 */
export function stem(word: string): string {
  const single = singular(word);
  const fitting = ENDINGS.find(([ending, left]) =>
    isWord(single.replace(ending, ''), left, single),
  );
  const base = fitting === undefined ? single : single.replace(fitting[0], '');
  const open = base.replace(/[eiy]$/, '');
  return (open.length >= SHORTEST ? open : base).replace(/([bdgmnprt])\1$|(?<=.{3}[eo]l)l$/, '$1');
}

/** Removes the s of plurals and verbs; `-ies` and `-ied` get the same stem as `-y`. */
function singular(word: string): string {
  if (/..[^aeiou]ie[sd]$/.test(word)) return word.slice(0, -3);
  return /[^su']s$/.test(word) && !/[sx]is$/.test(word) && word.length > SHORTEST
    ? word.slice(0, -1)
    : word;
}

/** True if a suffix was removed and enough letters remain, including a vowel. */
function isWord(base: string, left: number, word: string): boolean {
  return base !== word && base.length >= left && /[aeiouy]/.test(base);
}

/** English words without meaning for the search. The index leaves them out of content, but not of titles, tags and categories. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a about all also am an and another any are as at be been both but by can did do does each either else even every for from get gets had has have he her his how however i if in into is it its just may me more most much my neither no not nothing now of on once one only or other others our own per s same she should so some still such t than that the their them then there these they this though to too us use used uses using very was we were what when where whether which who whose why will with within would yet you your'.split(
    ' ',
  ),
);

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The rules of a language in an index file: words and endings with spaces between. */
export interface LanguageRules {
  readonly stopWords: string;
  /** Of inflections. */
  readonly endings: string;
}

/** Rules of the language of a site. */
export interface Language {
  readonly isStopWord: (word: string) => boolean;
  /** The stem of a word, which is a prefix of it. */
  readonly stem: (word: string) => string;
}

export const ENGLISH: Language = { isStopWord, stem };

/** The letters of a stem, of which Arabic has fewer. */
const BEFORE_ENDING = '(?<=^(?:\\p{Script=Arabic}{3}|.{4}).*)';

/** Reads the rules of an index file; English without any. */
export function readLanguage(rules: LanguageRules | undefined): Language {
  if (rules === undefined) return ENGLISH;
  const stopWords = new Set(fold(rules.stopWords).split(' '));
  // The longest ending that leaves a stem.
  const endings = fold(rules.endings).replaceAll(' ', '|');
  const ending = new RegExp(`${BEFORE_ENDING}(?:${endings})$`, 'u');
  return {
    isStopWord: (word) => stopWords.has(word),
    stem: (word) => word.replace(ending, ''),
  };
}

/** True for words of routes of release notes, migration guides and blogs, and of queries that ask for them. */
export function isNewsWord(word: string): boolean {
  return NEWS.test(word);
}

const NEWS =
  /^(?:announc(?:e|ed|ing|ements?)|blog|change-?logs?|changed?|changes|deprecat(?:ed|ions?)|migrat(?:e|ing|ions?)|news|release-?notes?|releases?|upgrad(?:e|es|ing)|whats-?new)$/;
