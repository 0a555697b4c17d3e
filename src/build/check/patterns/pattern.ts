import { createMatcher, type Matcher } from './automaton.ts';
import { parseGlob } from './parse-glob.ts';
import { parseRegExp } from './parse-regexp.ts';
import type { Parsed } from './syntax.ts';

/**
 * Compiles a pattern for addresses: a glob or exactly the text, or a regular expression between slashes with flags
 * behind (`/\.pdf$/i`). As in JavaScript a slash inside needs a backslash, so that `/docs/x/` is a glob; so is `/docs/b`.
 */
export function compilePattern(text: string): Parsed<Matcher> {
  const [, source, flags = ''] =
    /^\/((?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+)\/([isu]*|[dgmvy])$/su.exec(text) ?? [];
  return source === undefined ? compileGlob(text) : compile(parseRegExp(source, flags));
}

/** Compiles a glob, which also matches what is exactly its text. */
export function compileGlob(text: string): Parsed<Matcher> {
  if (text === '') return { ok: false, problem: 'is empty' };
  const compiled = compile(parseGlob(text));
  if (!compiled.ok) return compiled;
  return { ok: true, value: (other) => other === text || compiled.value(other) };
}

function compile(parsed: ReturnType<typeof parseGlob>): Parsed<Matcher> {
  return parsed.ok ? createMatcher(parsed.value) : parsed;
}

/** A matcher that asks another one at most once for each text: destinations repeat themselves on every page. */
export function remembering(matcher: Matcher): Matcher {
  const answers = new Map<string, boolean>();
  return (text) => {
    const before = answers.get(text);
    if (before !== undefined) return before;
    const answer = matcher(text);
    answers.set(text, answer);
    return answer;
  };
}
