import { bigrams, fold, isAscii, isSpaceless, lettersOf, splitScripts } from './words.ts';

/** Letters that belong together, folded, and the parts that they can also be found by. */
export interface Word {
  readonly text: string;
  /** From the outside in (`fs.readFile` → fs, readfile, read, file); empty for a plain word. */
  readonly parts: readonly string[];
}

/** A word may hold these between its letters; all other marks part words. */
const RUN = /-{0,2}[\p{L}\p{N}][\p{L}\p{M}\p{N}._\-:/\\@]*(?:\++(?![\p{L}\p{N}])|#)?/gu;

/** What compounds are taken apart by, loosest first. Humps of camel case come last. */
const JOINTS = [/[/\\@:]+/, /\.+/, /[-_]+/] as const;
const HUMPS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Words longer than this are noise: keys, encoded data. */
const MAX_WORD = 40;

/**
 * The words of a text in order. Flags keep their hyphens, `C++` and `C#` their signs; a placeholder
 * of a path (`/{id}`, `/:id`) is read as its name.
 */
export function readWords(text: string): readonly Word[] {
  if (isPlain(text)) return [{ text: text.toLowerCase(), parts: [] }];
  const words: Word[] = [];
  for (const [run] of normalized(text).matchAll(RUN)) {
    for (const piece of splitScripts(run)) {
      const word = isSpaceless(piece) ? spacelessWord(piece) : identifier(piece);
      if (word !== undefined) words.push(word);
    }
  }
  return words;
}

/** Most runs of letters: no marks, no humps. */
function isPlain(text: string): boolean {
  return /^[A-Za-z]?[a-z]+$/.test(text);
}

/** An address is read without `https://`. */
const SCHEME = /(?<![\w+.-])[a-z][a-z\d+.-]*:\/\//gi;

function normalized(text: string): string {
  const composed = isAscii(text) ? text : text.normalize('NFKC');
  if (!composed.includes('/')) return composed;
  return composed
    .replace(SCHEME, ' ')
    .replace(/\/[{:]/g, '/')
    .replace(/\}\//g, '/');
}

/**
 * The words that the index holds for a text: wholes before their parts, scripts without spaces by
 * two letters, and the last one alone, so that each letter begins a word.
 */
export function tokenize(text: string): readonly string[] {
  const terms: string[] = [];
  const add = (term: string): void => {
    if (!isNoise(term)) terms.push(term);
  };
  for (const { text: whole, parts } of readWords(text)) {
    if (!isSpaceless(whole)) add(whole);
    for (const part of parts) add(part);
    if (isSpaceless(whole)) add(lettersOf(whole).at(-1) ?? '');
  }
  return terms;
}

/** Long hexadecimal and digit runs, and anything over 40 characters, name nothing that anyone types. */
function isNoise(term: string): boolean {
  if (term.length > MAX_WORD) return true;
  if (term.length < 13) return false;
  return /^\d{13,}$/.test(term) || /^(?:0x)?[0-9a-f]{16,}$/.test(term);
}

function spacelessWord(run: string): Word {
  const text = fold(run);
  return { text, parts: bigrams(text) };
}

function identifier(run: string): Word | undefined {
  if (isPlain(run)) return { text: run.toLowerCase(), parts: [] };
  const whole = trimmed(run);
  const text = fold(whole);
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  const bare = whole.replace(/^-+|[+#]+$/g, '');
  const parts = new Set<string>();
  if (bare !== whole && bare.length > 1) parts.add(fold(bare));
  addParts(bare, 0, parts);
  parts.delete(text);
  return { text, parts: [...parts] };
}

/** Without the marks that end a sentence; `#` stays only behind a single letter. */
function trimmed(run: string): string {
  const kept = /^\p{L}#$/u.test(run) ? run : run.replace(/#$/, '');
  return kept.replace(/[._\-:/\\@]+$/, '');
}

/** Parts of a single letter are left out: nobody looks for the `x` of `err_x_y`. */
function addParts(piece: string, level: number, parts: Set<string>): void {
  if (/^v?\d+(?:\.\d+)+$/i.test(piece)) {
    parts.add(piece.replace(/^v/i, ''));
    return;
  }
  if (isPlain(piece)) return;
  const joint = JOINTS[level];
  for (const split of piece.split(joint ?? HUMPS)) {
    const part = split.replace(/^[._-]+|[._-]+$/g, '');
    if (part.length < 2) continue;
    if (part !== piece) parts.add(fold(part));
    if (joint !== undefined) addParts(part, level + 1, parts);
  }
}
