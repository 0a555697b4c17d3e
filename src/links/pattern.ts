import picomatch from 'picomatch';

/** Whether a text matches a pattern. */
export type Matcher = (text: string) => boolean;

/** A compiled pattern, or its problem in words that follow the pattern in a message. */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

/**
 * Compiles a pattern for addresses: a glob or the exact text, or a regular expression between slashes with optional
 * flags (`/\.pdf$/i`). As in JavaScript a slash inside needs a backslash, so `/docs/x/` and `/docs/b` are globs.
 */
export function compilePattern(text: string): Parsed<Matcher> {
  const [, source, flags] =
    /^\/((?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+)\/([dgimsuvy]*)$/su.exec(text) ?? [];
  if (source === undefined) return compileGlob(text);
  return compile('a regular expression', () => {
    const pattern = new RegExp(source, flags);
    return (other) => other.search(pattern) >= 0;
  });
}

/** Compiles a glob that must match a whole path or address; it also matches its own literal text. */
export function compileGlob(text: string): Parsed<Matcher> {
  if (text === '') return { ok: false, problem: 'is empty' };
  return compile('a glob', () => {
    const matches = picomatch(plainSegments(text), GLOB);
    return (other) => matches(plainSegments(other));
  });
}

const GLOB: picomatch.PicomatchOptions = {
  dot: true,
  nonegate: true,
  // As in a shell, `[!a]` is a class.
  posix: true,
  windows: false,
  // Both set: an error instead of a pattern that matches nothing.
  strictBrackets: true,
  debug: true,
};

/** Replaces `.` and `..` by names: a picomatch wildcard never matches them, but destinations begin with them. */
function plainSegments(path: string): string {
  return path.replace(/(?<=^|\/)\.(?=\.?\/)/g, '\u2024');
}

function compile(what: string, make: () => Matcher): Parsed<Matcher> {
  try {
    return { ok: true, value: make() };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const reason = error.message.replace(/^Invalid regular expression: .*: /s, '');
    const words = `${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
    return { ok: false, problem: `is not ${what}: ${words}` };
  }
}
