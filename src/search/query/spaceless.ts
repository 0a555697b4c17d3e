import { isAscii } from './fold.ts';

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
  return letters.slice(1).map((letter, place) => `${letters[place]}${letter}`);
}
