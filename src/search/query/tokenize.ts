import {
  bigrams,
  fold,
  isAscii,
  isSpaceless,
  lettersOf,
  splitScripts,
  withoutArticle,
} from './words.ts';

/** A folded word with its parts. */
export interface Word {
  /** A compound is written without the marks between its parts (`back-end` → `backend`). */
  readonly text: string;
  /** The smallest parts in order (`fs.readFile` → fs, read, file); the word itself if it is simple. */
  readonly atoms: readonly string[];
  /** Other texts that find the word (`readfile`, and the atoms of a compound). */
  readonly parts: readonly WordPart[];
}

interface WordPart {
  readonly text: string;
  /** Index of the first atom. */
  readonly at: number;
  /** Number of atoms. */
  readonly size: number;
}

/**
 * A word begins with a letter or digit, or with marks that belong to names: flags (`-g`), dotfiles (`.env`), versions
 * (`~1.2.3`). Between letters it can contain further marks.
 */
const RUN =
  /(?:(?<![\p{L}\p{M}\p{N}_\-.)\]}])(?:--?|[.~^](?=[\p{L}\p{N}])))?[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._\-:/\\@]|\+(?=\p{L}{2}))*(?:\++(?![\p{L}\p{N}])|#)?/gu;

/** Separators of compounds, loosest first. Camel case is split last. */
const JOINTS = [/[/\\@:]+/, /\.+/, /[-_+]+/] as const;
const HUMPS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Longer words are noise: keys, encoded data. */
const MAX_WORD = 40;

/** Lists the words of a text in order. A path parameter (`/{id}`, `/:id`) is read as its name. */
export function readWords(text: string): readonly Word[] {
  if (isPlain(text)) return [simple(text.toLowerCase())];
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

function simple(text: string): Word {
  return { text, atoms: [text], parts: [] };
}

/** URLs are indexed without `https://`. */
const SCHEME = /(?<![\w+.-])(?:https?|ftp|wss?|file):\/\/(?=\S)/gi;

/** Soft hyphens and spaces of no width, which readers do not type, and the style and frame of emoji. */
const UNSEEN = /[\u00ad\u200b\u2060]|[\ufe0e\ufe0f]|\u20e3/g;

function normalized(text: string): string {
  const composed = isAscii(text)
    ? text
    : text.normalize('NFKC').replace(UNSEEN, '').replaceAll('\u2010', '-');
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
  return readWords(text).flatMap(indexWords);
}

function indexWords({ text, parts }: Word): readonly string[] {
  const isWhole = !isSpaceless(text);
  const last = isWhole ? [] : [lettersOf(text).at(-1) ?? ''];
  return [...(isWhole ? [text] : []), ...parts.map((part) => part.text), ...last].filter(
    (term) => !isNoise(term),
  );
}

/** True for long hexadecimal and digit strings and anything over 40 characters, which nobody searches for. */
function isNoise(term: string): boolean {
  return term.length > MAX_WORD || /^(?:\d{13,}|(?:0x)?[0-9a-f]{16,})$/.test(term);
}

function spacelessWord(run: string): Word {
  const text = fold(run);
  const pairs = bigrams(text);
  if (pairs.length === 0) return simple(text);
  return { text, atoms: pairs, parts: pairs.map((pair, at) => ({ text: pair, at, size: 1 })) };
}

function identifier(run: string): Word | undefined {
  if (isPlain(run)) return simple(run.toLowerCase());
  // Removes marks that end a sentence; `#` is kept only after a single letter.
  const kept = /^\p{L}#$/u.test(run) ? run : run.replace(/#$/, '');
  const typed = kept.replace(/(?<![._\-:/\\@])[._\-:/\\@]+$/, '');
  if (!/[\p{L}\p{N}]/u.test(typed)) return undefined;
  const bare = typed.replace(/^[-.~^]+|[+#]+$/g, '');
  const parts = new Map<string, WordPart>();
  const atoms: string[] = [];
  addParts(bare, 0, { atoms, parts });
  const whole = joined(bare);
  // Marks around a word distinguish it: `-g`, `.env`, `C++`.
  const text = bare === typed ? whole : fold(typed);
  if (atoms.length === 0) atoms.push(bare.length > 1 ? whole : text);
  if (text !== whole && bare.length > 1)
    parts.set(whole, { text: whole, at: 0, size: atoms.length });
  parts.delete(text);
  return { text, atoms, parts: [...parts.values()] };
}

/** Folds a compound without the marks between its parts, except between digits. */
function joined(compound: string): string {
  return fold(compound).replace(/(?<!\d)[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+(?!\d)/gu, '');
}

interface Parts {
  readonly atoms: string[];
  /** By text; the first of several. */
  readonly parts: Map<string, WordPart>;
}

/** Adds the atoms of a compound, and its parts of every size. Single letters are no parts: nobody searches for them. */
function addParts(piece: string, level: number, found: Parts): void {
  const version = /^v?(\d+(?:\.\d+)+)$/i.exec(piece)?.[1];
  if (version !== undefined) return addAtom(version, found);
  const joint = JOINTS[level];
  if (joint === undefined) {
    for (const hump of piece.split(HUMPS)) addAtom(withoutArticle(fold(hump)), found);
    return;
  }
  const pieces = piece.split(joint);
  for (const part of pieces) {
    const at = found.atoms.length;
    addParts(part, level + 1, found);
    const size = found.atoms.length - at;
    if (size > 1 && pieces.length > 1) addPart({ text: joined(part), at, size }, found);
  }
}

function addAtom(atom: string, found: Parts): void {
  if (atom.length > 1) addPart({ text: atom, at: found.atoms.push(atom) - 1, size: 1 }, found);
}

function addPart(part: WordPart, { parts }: Parts): void {
  if (!parts.has(part.text)) parts.set(part.text, part);
}
