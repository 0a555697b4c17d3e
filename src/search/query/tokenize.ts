import { bigrams, fold, isAscii, isSpaceless, lettersOf, splitScripts } from './words.ts';

/** A folded word with the parts that also find it. */
export interface Word {
  readonly text: string;
  /** From the outside in (`fs.readFile` → fs, readfile, read, file); empty for a simple word. */
  readonly parts: readonly string[];
}

/** A word can contain these marks between letters; all other marks separate words. */
const RUN = /-{0,2}[\p{L}\p{N}][\p{L}\p{M}\p{N}._\-:/\\@]*(?:\++(?![\p{L}\p{N}])|#)?/gu;

/** Separators of compounds, loosest first. Camel case is split last. */
const JOINTS = [/[/\\@:]+/, /\.+/, /[-_]+/] as const;
const HUMPS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Longer words are noise: keys, encoded data. */
const MAX_WORD = 40;

/**
 * Lists the words of a text in order. Flags keep their hyphens, `C++` and `C#` their signs; a path parameter (`/{id}`,
 * `/:id`) is read as its name.
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

/** True for most words: no marks, no camel case. */
function isPlain(text: string): boolean {
  return /^[A-Za-z]?[a-z]+$/.test(text);
}

/** URLs are indexed without `https://`. */
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
 * Lists the index words of a text: compounds before their parts; in scripts without spaces, pairs of letters and the last
 * letter, so that every letter begins a word.
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

/** True for long hexadecimal and digit strings and anything over 40 characters, which nobody searches for. */
function isNoise(term: string): boolean {
  return term.length > MAX_WORD || /^(?:\d{13,}|(?:0x)?[0-9a-f]{16,})$/.test(term);
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

/** Removes marks that end a sentence; `#` is kept only after a single letter. */
function trimmed(run: string): string {
  const kept = /^\p{L}#$/u.test(run) ? run : run.replace(/#$/, '');
  return kept.replace(/[._\-:/\\@]+$/, '');
}

/** Single letters are left out: nobody searches for the `x` of `err_x_y`. */
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
