/** Why a text is not a regular expression (ECMA-262); undefined where it is one. */
export function patternProblem(pattern: string): string | undefined {
  const compiled = compile(pattern);
  return compiled instanceof RegExp ? undefined : compiled;
}

/** Whether a text matches a pattern somewhere; undefined for an invalid pattern, and where matching could take long. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const compiled = compile(pattern);
  const isUsable = compiled instanceof RegExp && mostSteps(pattern, text.length) <= STEPS;
  return isUsable ? compiled.test(text) : undefined;
}

function compile(pattern: string): RegExp | string {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    // Many patterns escape what needs no escape, which only the older syntax allows.
  }
  try {
    return new RegExp(pattern);
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    return text.slice(text.lastIndexOf(': ') + 2).toLowerCase();
  }
}

/** Some 50 ms. */
const STEPS = 1e7;

const TOKENS =
  /\\.|\[(?:\\.|[^\]\\])*\]|(?<open>\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?)|(?<close>\))|(?<or>\|)|(?<quantifier>[*+?]|\{\d+(?:,\d*)?\})\??/gs;

/** The ways in which a part can match: repetitions of any length, and alternatives. */
interface Choices {
  readonly free: number;
  readonly options: number;
}

/**
 * Upper bound of the steps of a backtracking matcher for a text of a length. It is exponential for a repeated group with
 * choices in it, although most of these are harmless: a hostile pattern must not hang the build.
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
