/** Patterns of JSON Schema, matched only where that ends soon. */

/** Whether a text contains a match; undefined for an invalid pattern or one that could take long. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const compiled = compile(pattern);
  if (compiled === undefined || mostSteps(pattern, text.length) > STEPS) return undefined;
  // Without the `u` flag, JavaScript reads unknown escapes as plain letters.
  return compiled.unicode || !FOREIGN.test(pattern) ? compiled.test(text) : undefined;
}

// Syntax of Perl, Python, Ruby, Java and .NET that ECMA-262 lacks.
const FOREIGN =
  /\\[GhHQERXK]|\\[xu]\{|\\p[{A-Z]|\(\?[>#(&PR|']|\(\?[a-z]*-?[a-z]+[:)]|[*+?}]\+|\[\[:|\[\^?\]|&&\[/;

/** Compiles a pattern after translating `\A`, `\Z`, `(?i)` and `(?P<name>` of other languages, `/^a$/i` of scripts. */
function compile(written: string): RegExp | undefined {
  const [, inner = written, after = ''] = /^\/(\^.*\$)\/([a-z]*)$/s.exec(written) ?? [];
  const [mark = '', before = ''] = /^\(\?([a-z]+)\)/.exec(inner) ?? [];
  const pattern = inner
    .slice(mark.length)
    .replaceAll(/(\\.)|\(\?P</gs, (found, escape?: string) =>
      escape === undefined ? '(?<' : (ANCHORS.get(escape) ?? found),
    );
  const flags = ['i', 'm', 's'].filter((flag) => (before + after).includes(flag)).join('');
  // Only the older syntax allows unnecessary escapes, which are common.
  for (const all of [`${flags}u`, flags]) {
    try {
      return new RegExp(pattern, all);
    } catch {}
  }
  return undefined;
}

const ANCHORS: ReadonlyMap<string, string> = new Map([
  ['\\A', '^'],
  ['\\Z', '$'],
  ['\\z', '$'],
]);

/** About 50 ms. */
const STEPS = 1e7;

const TOKENS =
  /\\.|\[(?:\\.|[^\]\\])*\]|(?<open>\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?)|(?<close>\))|(?<or>\|)|(?<quantifier>[*+?]|\{\d+(?:,\d*)?\})\??/gs;

/** Number of ways in which a part can match: unbounded repetitions, and alternatives. */
interface Choices {
  readonly free: number;
  readonly options: number;
}

/**
 * Upper bound of a backtracking matcher's steps for a text of a given length. Exponential for repeated groups with
 * choices, although most are harmless: a hostile pattern must not hang the build.
 */
function mostSteps(pattern: string, length: number): number {
  const outer: Choices[] = [];
  let part = NO_CHOICE;
  let group: Choices | undefined;
  let steps = pattern.startsWith('^') ? 1 : length + 1;
  for (const { groups: token } of pattern.matchAll(TOKENS)) {
    const [least, most] = boundsOf(token?.['quantifier']);
    if (group !== undefined && most > 1) steps *= repeated(group, most, length);
    else if (group !== undefined) part = both(part, group);
    group = undefined;
    if (token?.['open'] !== undefined) {
      outer.push(part);
      part = NO_CHOICE;
    } else if (token?.['close'] !== undefined) {
      group = part;
      part = outer.pop() ?? part;
    } else if (token?.['or'] !== undefined) part = { ...part, options: part.options + 1 };
    else if (least < most) part = both(part, most === 1 ? ONCE_OR_NOT : ANY_TIMES);
  }
  const whole = both(part, group ?? NO_CHOICE);
  return steps * whole.options * (length + 1) ** whole.free;
}

const NO_CHOICE: Choices = { free: 0, options: 1 };
const ONCE_OR_NOT: Choices = { free: 0, options: 2 };
const ANY_TIMES: Choices = { free: 1, options: 1 };

function both(one: Choices, other: Choices): Choices {
  return { free: one.free + other.free, options: one.options * other.options };
}

function boundsOf(quantifier: string | undefined): readonly [least: number, most: number] {
  if (quantifier === undefined) return [1, 1];
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}$/.exec(quantifier) ?? [];
  if (least === undefined) return [0, quantifier === '?' ? 1 : Infinity];
  if (comma === '') return [Number(least), Number(least)];
  return [Number(least), most === '' ? Infinity : Number(most)];
}

function repeated({ free, options }: Choices, most: number, length: number): number {
  const once = options * (length + 1) ** free;
  return once === 1 ? 1 : Math.min((free + options) ** length, once ** most);
}
