/** Finds brackets that do not fit and quotes that are none in code of JavaScript, TypeScript and Python. */
import { createRequire } from 'node:module';
import type { SyntaxProblem } from './sample.ts';

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };
const TEXTS = `"(?:[^"\\\\\\n]|\\\\[^])*"|'(?:[^'\\\\\\n]|\\\\[^])*'`;
/** Texts, comments and the characters that are looked at. */
const JAVASCRIPT = new RegExp(
  `${TEXTS}|\`(?:[^\`\\\\]|\\\\[^])*(?:\`|$)|//[^\\n]*|/\\*[^]*?(?:\\*/|$)|[{}()[\\]“”…]|\\.{3}(?![\\w$({[])`,
  'g',
);
const PYTHON = new RegExp(
  `"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|${TEXTS}|#[^\\n]*|[{}()[\\]“”…]|\\.{3}`,
  'g',
);

/** Lists the first mistake in the brackets and quotes of a code block; parts may be left out at its ends. */
export function codeProblems(code: string, isPython: boolean): readonly SyntaxProblem[] {
  const problem = firstProblem(code, isPython ? PYTHON : JAVASCRIPT);
  // A regular expression or a text in JSX may have single brackets.
  return problem === undefined || (!isPython && isParsed(code)) ? [] : [problem];
}

function firstProblem(code: string, tokens: RegExp): SyntaxProblem | undefined {
  const open: { readonly bracket: string; readonly start: number }[] = [];
  let isPartial = false;
  for (const { 0: token, index: start } of code.matchAll(tokens)) {
    const range = { start, end: start + 1 };
    if (/^[“”]/.test(token))
      return { ...range, message: `${token} is no quote of the language`, hint: 'write "' };
    if (/^(?:\.{3}|…)/.test(token) || /^(?:\/\/|\/\*|#).*(?:\.{3}|…)/s.test(token))
      isPartial = true;
    if (CLOSERS[token] !== undefined) open.push({ bracket: token, start });
    else if (/^[})\]]$/.test(token)) {
      const last = open.pop();
      if (last === undefined || CLOSERS[last.bracket] === token) continue;
      const message = `"${token}" closes the "${last.bracket}" of line ${lineOf(code, last.start)}`;
      return { ...range, message, hint: `a "${CLOSERS[last.bracket]}" is missing before it` };
    }
  }
  const [first] = open;
  if (first === undefined || isPartial) return undefined;
  const { bracket, start } = first;
  const message = `"${bracket}" is opened here and never closed`;
  return { start, end: start + 1, message, hint: `add "${CLOSERS[bracket]}"` };
}

function lineOf(code: string, at: number): number {
  return code.slice(0, at).split('\n').length;
}

/** True for code that a parser of TypeScript with JSX reads. */
function isParsed(code: string): boolean {
  const require = createRequire(import.meta.url);
  const { Parser }: typeof import('acorn') = require('acorn');
  const {
    tsPlugin,
  }: typeof import('@sveltejs/acorn-typescript') = require('@sveltejs/acorn-typescript');
  try {
    Parser.extend(tsPlugin({ jsx: {} })).parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      locations: true,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    });
    return true;
  } catch {
    return false;
  }
}
