/** Endings of verbs and of nouns made of them, with the letters that have to be left; the first that fits goes. */
const ENDINGS: readonly (readonly [ending: RegExp, left: number])[] = [
  [/ication$|icat(?:e|ed|es|ing|or)$/, 4],
  [/ation$|at(?:e|ed|es|ing|or)$|iz(?:e|ed|es|er|ing)$/, 4],
  [/ment$|[ai]ble$|[ae]nce$|ive$|ion$|or$/, 4],
  [/ing$|ed$|er$|ly$/, 3],
];
const SHORTEST = 3;

/**
 * What an English word has in common with its other forms: `minted`, `minting`, `mints` → `mint`; `policies`,
 * `policy` → `polic`; `configured`, `configuration` → `configur`. It begins the word. Rougher than Porter's
 * algorithm and a tenth of its size: all that search asks is that the forms of a word agree.
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
