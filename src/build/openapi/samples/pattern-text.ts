import { type Pattern, parsePattern } from './pattern.ts';

export interface Lengths {
  readonly min: number;
  readonly max: number;
}

/**
 * A text that matches all patterns and has a length within bounds; undefined where none was found. What it gives has
 * been tested against the patterns, in time linear to their size: no pattern of a description can make the build hang.
 */
export function textForPatterns(sources: readonly string[], lengths: Lengths): string | undefined {
  const patterns = sources.map(parsePattern);
  for (const pattern of patterns) {
    for (const attempt of attempts(lengths)) {
      if (pattern === undefined) break;
      const text = write(pattern, { ...attempt, used: 0, steps: 0, out: [] });
      if (text === undefined) continue;
      const length = [...text].length;
      if (length < lengths.min || length > lengths.max) continue;
      if (patterns.every((one) => one === undefined || matches(one, text))) return text;
    }
  }
  return undefined;
}

/** True where a text matches a pattern somewhere, as `RegExp.test` would find; also where the pattern is unknown. */
export function matchesPattern(source: string, text: string): boolean {
  const pattern = parsePattern(source);
  return pattern === undefined || matches(pattern, text);
}

interface Attempt {
  /** How often something is repeated that may be repeated without end. */
  readonly count: number;
  /** Which of the alternatives is taken. */
  readonly option: number;
}

function attempts(lengths: Lengths): Attempt[] {
  const counts = [6, 2, 1, 3, 12, lengths.min, lengths.max].filter((count) => count <= LONGEST);
  return [0, 1, 2].flatMap((option) => counts.map((count) => ({ count, option })));
}

interface Writer extends Attempt {
  /** Characters taken from classes so far. */
  used: number;
  steps: number;
  readonly out: string[];
}

const LONGEST = 300;

function write(pattern: Pattern, writer: Writer): string | undefined {
  return append(pattern, writer) ? writer.out.join('') : undefined;
}

function append(pattern: Pattern, writer: Writer): boolean {
  writer.steps += 1;
  if (writer.out.length > LONGEST || writer.steps > 5000) return false;
  switch (pattern.kind) {
    case 'edge':
    case 'look':
      return true;
    case 'characters':
      return appendCharacter(pattern, writer);
    case 'sequence':
      return pattern.parts.every((part) => append(part, writer));
    case 'choice': {
      const option = pattern.options[Math.min(writer.option, pattern.options.length - 1)];
      return option !== undefined && append(option, writer);
    }
    case 'repeat': {
      const count = Math.max(pattern.min, Math.min(pattern.max, wanted(pattern, writer)));
      if (count > LONGEST) return false;
      for (let done = 0; done < count; done += 1) if (!append(pattern.inner, writer)) return false;
      return true;
    }
  }
}

// Signs are repeated, groups stand once: `[a-z]+(-[a-z]+)*` becomes one word.
function wanted({ inner, min, max }: Pattern & { kind: 'repeat' }, { count }: Writer): number {
  if (max === 1) return count === 1 ? 0 : 1;
  if (inner.kind === 'characters' && inner.literal === undefined) return count;
  return min;
}

// In an order that looks like an id; what comes first is taken first.
const POOL = '3f7a9c1e5b8d2406kmxqwrtpznvjhygsluio';
const REST = ' -_./:@+#,;=~!?$%&*()[]{}<>"\'`|^\\\n\t';

function appendCharacter(
  { has, literal }: Pattern & { kind: 'characters' },
  writer: Writer,
): boolean {
  if (literal !== undefined) {
    writer.out.push(literal);
    return true;
  }
  const fits = (character: string): boolean => has(character.codePointAt(0) ?? 0);
  for (const pool of [POOL, POOL.toUpperCase(), REST]) {
    const candidates = [...pool].filter(fits);
    const chosen = candidates[writer.used % candidates.length];
    if (chosen === undefined) continue;
    writer.used += 1;
    writer.out.push(chosen);
    return true;
  }
  for (let code = 0xa1; code < 0x2000; code += 1) {
    if (!has(code)) continue;
    writer.out.push(String.fromCodePoint(code));
    return true;
  }
  return false;
}

function matches(pattern: Pattern, text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const starts = new Set(codes.map((_, index) => index).concat(codes.length));
  return step(pattern, codes, starts).size > 0;
}

/** The positions that a pattern can end at, from those that it may start at. */
function step(pattern: Pattern, codes: readonly number[], from: ReadonlySet<number>): Set<number> {
  switch (pattern.kind) {
    case 'characters':
      return new Set(
        [...from]
          .filter((at) => at < codes.length && pattern.has(codes[at] ?? 0))
          .map((at) => at + 1),
      );
    case 'edge':
      return new Set([...from].filter((at) => isEdge(pattern.at, codes, at)));
    case 'look':
      return new Set(
        [...from].filter(
          (at) => step(pattern.inner, codes, new Set([at])).size > 0 === pattern.holds,
        ),
      );
    case 'sequence':
      return pattern.parts.reduce<Set<number>>((at, part) => step(part, codes, at), new Set(from));
    case 'choice':
      return new Set(pattern.options.flatMap((option) => [...step(option, codes, from)]));
    case 'repeat':
      return repeated(pattern, codes, from);
  }
}

function repeated(
  { inner, min, max }: Pattern & { kind: 'repeat' },
  codes: readonly number[],
  from: ReadonlySet<number>,
): Set<number> {
  let at: ReadonlySet<number> = from;
  for (let done = 0; done < min && at.size > 0; done += 1) {
    const next = step(inner, codes, at);
    // Nothing is won any more by what can match nothing.
    if (next.size === at.size && [...next].every((end) => at.has(end))) break;
    at = next;
  }
  const ends = new Set(at);
  for (let done = min; done < max && at.size > 0; done += 1) {
    at = new Set([...step(inner, codes, at)].filter((end) => !ends.has(end)));
    for (const end of at) ends.add(end);
  }
  return ends;
}

function isEdge(
  edge: 'start' | 'end' | 'word' | 'inside',
  codes: readonly number[],
  at: number,
): boolean {
  if (edge === 'start') return at === 0;
  if (edge === 'end') return at === codes.length;
  const isBoundary = isWord(codes[at - 1]) !== isWord(codes[at]);
  return isBoundary === (edge === 'word');
}

function isWord(code: number | undefined): boolean {
  return code !== undefined && code < 128 && /\w/.test(String.fromCharCode(code));
}
