import type { Refusal } from './address.ts';

const LONGEST_REGEX = 200;

/**
 * Refuses regular expressions that do not compile, are longer than 200 characters or repeat a group
 * that repeats something itself: such a pattern can take exponential time.
 */
export function checkPathRegex(pattern: string): Refusal | undefined {
  if (pattern.length > LONGEST_REGEX) {
    return { reason: `must have at most ${LONGEST_REGEX} characters, found ${pattern.length}` };
  }
  const failure = compileFailure(pattern);
  if (failure !== undefined) return { reason: `is not a regular expression: ${failure}` };
  if (!hasNestedQuantifier(pattern)) return undefined;
  return {
    reason: 'repeats a group that repeats something itself, which can take exponential time',
    hint: 'take the inner or the outer "*", "+" or "{…}" away',
  };
}

function compileFailure(pattern: string): string | undefined {
  try {
    return RegExp(pattern, 'i') && undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(/^Invalid regular expression: .*\/i?: /s, '');
  }
}

/**
 * True when a quantified group (`*`, `+`, `{…}`) contains a quantifier (these or `?`). Expects a
 * valid pattern.
 */
export function hasNestedQuantifier(pattern: string): boolean {
  // Quantifiers seen at each open group; the first entry is the whole pattern.
  const seen: boolean[] = [false];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === '\\') at += 1;
    else if (char === '[') at = classEnd(pattern, at);
    else if (char === '(') {
      seen.push(false);
      if (pattern[at + 1] === '?') at += 1;
    } else if (char === ')') {
      const inner = seen.pop() === true;
      if (inner && isRepeated(pattern, at + 1)) return true;
      if (inner) markLast(seen);
    } else if (char === '*' || char === '+' || char === '?' || opensCount(pattern, at))
      markLast(seen);
  }
  return false;
}

function markLast(seen: boolean[]): void {
  seen[seen.length - 1] = true;
}

function isRepeated(pattern: string, at: number): boolean {
  return pattern[at] === '*' || pattern[at] === '+' || opensCount(pattern, at);
}

function opensCount(pattern: string, at: number): boolean {
  return /^\{\d+(?:,\d*)?\}/.test(pattern.slice(at));
}

/** The offset of the `]` that closes the class opened at `from`. */
function classEnd(pattern: string, from: number): number {
  let at = from + 1;
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
  return at;
}
