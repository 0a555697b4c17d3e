/** Splits JSON and code of JavaScript and Python into tokens, with the brackets that belong together. */
import { parse } from '../config/config-source.ts';
import { mistake, type Range, type SyntaxProblem } from './sample.ts';

export type Language = 'json' | 'js' | 'python';

export interface Token extends Range {
  readonly text: string;
  /** True if a line ends before it. */
  readonly isFirst: boolean;
  /** True if a comment before it says that parts are left out. */
  readonly isAfterDots: boolean;
  /** True for a quote that nothing closes on its line. */
  readonly isOpen: boolean;
}

export interface Tokens {
  readonly code: string;
  readonly language: Language;
  /** The last one is empty. */
  readonly list: readonly Token[];
  /** The number of the closing token, by that of the opening one. */
  readonly closers: ReadonlyMap<number, number>;
  /** The first bracket that does not fit, or quote that is none. */
  readonly problem: SyntaxProblem | undefined;
  /** The first comment that is no sign for parts that are left out. */
  readonly comment: Range | undefined;
}

export const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };
const QUOTED = String.raw`(["'])(?:(?!\2)[^\\\n]|\\[^])*(\2?)`;
const CODE = String.raw`[A-Za-z_$][\w$]*|\d[\w.]*|\.{3}|\*\*|=>|[=!]=+|\+[+=]|\?\.|[^]`;
const pattern = (comments: string, texts: string): RegExp =>
  new RegExp(String.raw`(\s+|${comments})|${texts}`, 'y');
const PATTERNS: Readonly<Record<Language, RegExp>> = {
  json: pattern(
    String.raw`//[^\n]*|/\*[^]*?(?:\*/|$)|#[^\n]*`,
    String.raw`(")(?:[^"\\\n]|\\[^])*("?)|\$\([^()]*\)|\{\{[^{}]*\}\}|<[^<>]*>|\.{3}(?![\w$({[])|…|[{}[\],:]|[^\s"{}[\],:]+`,
  ),
  js: pattern(
    String.raw`//[^\n]*|/\*[^]*?(?:\*/|$)`,
    String.raw`${QUOTED}|\`(?:[^\`\\]|\\[^])*\`?|${CODE}`,
  ),
  python: pattern(
    String.raw`#[^\n]*`,
    String.raw`[fFbBrRuU]{0,2}(?:"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|${QUOTED})|${CODE}`,
  ),
};

/** Reads tokens; `offsets` are those of the units of a text in the code that it is a part of. */
export function readTokens(code: string, language: Language, offsets?: readonly number[]): Tokens {
  const place = (start: number, end: number): Range => {
    if (offsets === undefined) return { start, end };
    const last = (offsets[end - 1] ?? 0) + 1;
    return { start: offsets[start] ?? last, end: last };
  };
  const list: Token[] = [];
  const closers = new Map<number, number>();
  const open: number[] = [];
  const token = PATTERNS[language];
  let [isFirst, isAfterDots, isPartial] = [true, false, false];
  let comment: Range | undefined;
  let problem: SyntaxProblem | undefined;
  /** How far quotes are known to be never closed. */
  const known = new Map<string, number>();
  for (let start = 0, end = 0; start < code.length; start = end) {
    token.lastIndex = start;
    const first = code.charAt(start);
    const isKnown = start < (known.get(first) ?? 0);
    const [all, space, quote, close] = isKnown ? [first] : (token.exec(code) ?? [first]);
    end = start + all.length;
    if (space !== undefined) {
      const hasDots = /\.{3}|…/.test(space);
      if (/\S/.test(space) && !hasDots) comment ??= place(start, end);
      isFirst ||= space.includes('\n');
      isAfterDots ||= hasDots;
      isPartial ||= hasDots;
      continue;
    }
    const isOpen = quote !== undefined && close === '';
    if (isOpen && language !== 'json') {
      known.set(quote, end);
      end = start + 1;
    }
    const text = code.slice(start, end);
    const opening = list[open.at(-1) ?? -1];
    if (CLOSERS[text] !== undefined) open.push(list.length);
    else if (/^[})\]]$/.test(text) && opening !== undefined) {
      const index = open.pop() ?? 0;
      if (CLOSERS[opening.text] === text) closers.set(index, list.length);
      else problem ??= misfit(code, { start, end }, opening);
    } else if (/^[“”]$/.test(text))
      problem ??= mistake({ start, end }, `${text} is no quote of the language`, {
        hint: 'write "',
      });
    else if (
      text === '…' ||
      (text === '...' && (language === 'python' || !/[\w$({[]/.test(code.charAt(end))))
    )
      isPartial = true;
    list.push({ text, ...place(start, end), isFirst, isAfterDots, isOpen });
    [isFirst, isAfterDots] = [false, false];
  }
  const unclosed = list[open[0] ?? -1];
  if (unclosed !== undefined && !isPartial)
    problem ??= mistake(
      { start: unclosed.start, end: unclosed.end },
      `"${unclosed.text}" is opened here and never closed`,
      { hint: `add "${CLOSERS[unclosed.text]}"` },
    );
  const { length } = code;
  list.push({ text: '', ...place(length, length), isFirst: true, isAfterDots, isOpen: false });
  return { code, language, list, closers, problem, comment };
}

function misfit(code: string, range: Range, { text, start }: Token): SyntaxProblem {
  const line = code.slice(0, start).split('\n').length;
  const message = `"${code.slice(range.start, range.end)}" closes the "${text}" of line ${line}`;
  return mistake(range, message, { hint: `a "${CLOSERS[text]}" is missing before it` });
}

/** The mistake in the brackets and quotes of code; a regular expression or a text in JSX may have single ones. */
export function codeProblems({ code, language, problem }: Tokens): readonly SyntaxProblem[] {
  const isCode = problem !== undefined && language === 'js' && parse(code, { jsx: {} });
  return problem === undefined || isCode ? [] : [problem];
}
