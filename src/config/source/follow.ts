import { codeAt, readSource, type SourceCode, stepOver } from './source-code.ts';

/** Enough for any reasonable chain of wrappers; ends cycles such as `const a = a`. */
const MOST_STEPS = 40;

/** Declared names (`const navbar = …`): the token index of the value. The first declaration counts. */
type Declarations = ReadonlyMap<string, number>;

/** Source text with the names declared in it. */
export interface Program extends SourceCode {
  readonly declarations: Declarations;
}

/** Reads TypeScript or JavaScript. Never fails. */
export function readProgram(text: string): Program {
  const code = readSource(text);
  return { ...code, declarations: findDeclarations(code) };
}

/** Collects `const`, `let`, `var` and `function` declarations of all scopes. */
function findDeclarations(code: SourceCode): Declarations {
  const found = new Map<string, number>();
  for (let index = 0; index < code.tokens.length; index++) {
    const value = declaredValue(code, index);
    const name = codeAt(code, index + 1);
    if (value !== undefined && name !== undefined && !found.has(name)) found.set(name, value);
  }
  return found;
}

function declaredValue(code: SourceCode, index: number): number | undefined {
  const word = codeAt(code, index);
  if (code.tokens[index + 1]?.kind !== 'word') return undefined;
  if (word === 'function') return index;
  if (word !== 'const' && word !== 'let' && word !== 'var') return undefined;
  return afterEquals(code, index + 2);
}

// There is at most a type between the name and `=`.
function afterEquals(code: SourceCode, from: number): number | undefined {
  for (let at = from; at < code.tokens.length; at = stepOver(code, at)) {
    const text = codeAt(code, at);
    if (text === '=') return at + 1;
    if (text === ';' || text === ',' || text === 'const') return undefined;
  }
  return undefined;
}

/** The token index at which the exported configuration's expression starts, or undefined without an export. */
export function findExport(code: Program): number | undefined {
  for (let at = 0; at < code.tokens.length; at = stepOver(code, at)) {
    const [first, second, third, fourth] = [0, 1, 2, 3].map((step) => codeAt(code, at + step));
    if (first === 'export' && second === 'default') return at + 2;
    if (first === 'module' && second === '.' && third === 'exports' && fourth === '=')
      return at + 4;
    if (first === 'export' && second === '{') {
      const name = exportedAsDefault(code, at + 1);
      if (name !== undefined) return code.declarations.get(name);
    }
  }
  return undefined;
}

function exportedAsDefault(code: SourceCode, open: number): string | undefined {
  const end = code.closes.get(open) ?? open;
  for (let at = open + 1; at < end; at++) {
    if (codeAt(code, at + 1) === 'as' && codeAt(code, at + 2) === 'default')
      return codeAt(code, at);
  }
  return undefined;
}

/**
 * Follows an expression through parentheses and names to a literal, or until it cannot be followed; the root, which is
 * the exported expression, also through calls, functions and their results.
 */
export function follow(code: Program, start: number, isRoot = false): number {
  let at = start;
  for (let step = 0; step < MOST_STEPS; step++) {
    const next = followOnce(code, at, isRoot);
    if (next === undefined) return at;
    at = next;
  }
  return start;
}

function followOnce(code: Program, at: number, isRoot: boolean): number | undefined {
  const text = codeAt(code, at);
  const isWord = code.tokens[at]?.kind === 'word';
  if (text === '(') {
    const arrow = arrowAfter(code, at);
    if (arrow === undefined) return at + 1;
    return isRoot ? bodyResult(code, arrow + 1) : undefined;
  }
  if (!isWord || text === undefined) return undefined;
  if (codeAt(code, at + 1) === '=>') return isRoot ? bodyResult(code, at + 2) : undefined;
  if (text === 'async' || text === 'await') return isRoot ? at + 1 : undefined;
  if (text === 'function') return isRoot ? functionResult(code, at) : undefined;
  const call = callAfter(code, at);
  if (call !== undefined) return isRoot ? call + 1 : undefined;
  return codeAt(code, at + 1) === '.' ? undefined : code.declarations.get(text);
}

/** Index of the `=>` after the parameter list at `open`. */
function arrowAfter(code: SourceCode, open: number): number | undefined {
  let at = stepOver(code, open);
  if (codeAt(code, at) === '=>') return at;
  if (codeAt(code, at) !== ':') return undefined;
  while (at < code.tokens.length && codeAt(code, at) !== '=>') {
    if (codeAt(code, at) === ';' || codeAt(code, at) === ',') return undefined;
    at = stepOver(code, at);
  }
  return at < code.tokens.length ? at : undefined;
}

/** The `(` of a call that starts with the name at `from`: `f(`, `a.b(`, `f<T>(`. */
function callAfter(code: SourceCode, from: number): number | undefined {
  let at = from + 1;
  while (codeAt(code, at) === '.' && code.tokens[at + 1]?.kind === 'word') at += 2;
  if (codeAt(code, at) === '<') {
    while (at < code.tokens.length && codeAt(code, at) !== '(') at += 1;
  }
  return codeAt(code, at) === '(' && codeAt(code, at + 1) !== ')' ? at : undefined;
}

/** The result of a function with its body at `from`: the expression, or that of the block's last `return`. */
function bodyResult(code: SourceCode, from: number): number | undefined {
  if (codeAt(code, from) !== '{') return from;
  const end = code.closes.get(from) ?? from;
  let result: number | undefined;
  for (let at = from + 1; at < end; at = stepOver(code, at)) {
    if (codeAt(code, at) === 'return') result = at + 1;
  }
  return result;
}

function functionResult(code: SourceCode, at: number): number | undefined {
  let from = at;
  while (from < code.tokens.length && codeAt(code, from) !== '(') from += 1;
  from = stepOver(code, from);
  while (from < code.tokens.length && codeAt(code, from) !== '{') from += 1;
  return bodyResult(code, from);
}
