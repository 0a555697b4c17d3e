import { transformSync } from 'esbuild';
import type { ArrowFunctionExpression, Function as FunctionNode } from 'oxc-parser';
import { Visitor } from 'oxc-parser';
import { lineCounter, type SourceModule } from './sources.ts';

/** A length in lines, with its location. */
export interface Length {
  readonly path: string;
  readonly line: number;
  readonly lines: number;
}

/** A location in a module. */
export interface Location {
  readonly path: string;
  readonly line: number;
}

/** The sizes of a module and its uses of `any` and casts. */
export interface ModuleSize {
  readonly file: Length;
  /**
   * Declarations, methods, function expressions and arrow functions from their first to their last line.
   * Arrow functions without braces on a single line are expressions and are not counted.
   */
  readonly functions: readonly Length[];
  /** Uses of the type `any`. */
  readonly anys: readonly Location[];
  /** `x as T` and `<T>x`, without `as const`. */
  readonly casts: readonly Location[];
}

export function measureModule({ path, text, parsed }: SourceModule): ModuleSize {
  const lineOf = lineCounter(text);
  const functions: Length[] = [];
  const anys: Location[] = [];
  const casts: Location[] = [];
  const addFunction = (node: FunctionNode | ArrowFunctionExpression): void => {
    const line = lineOf(node.start);
    const lines = lineOf(node.end) - line + 1;
    if (node.body !== null && (lines > 1 || node.type !== 'ArrowFunctionExpression')) {
      functions.push({ path, line, lines });
    }
  };
  new Visitor({
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    TSAnyKeyword: (node) => void anys.push({ path, line: lineOf(node.start) }),
    TSTypeAssertion: (node) => void casts.push({ path, line: lineOf(node.start) }),
    TSAsExpression: (node) => {
      const type = text.slice(node.typeAnnotation.start, node.typeAnnotation.end);
      if (type !== 'const') casts.push({ path, line: lineOf(node.typeAnnotation.start) });
    },
  }).visit(parsed.program);
  const file = { path, line: 1, lines: lineOf(Math.max(0, text.trimEnd().length - 1)) };
  return { file, functions, anys, casts };
}

/** Lines of a module that esbuild prints, without types, comments, imports and blank lines. */
export function codeLines(path: string, text: string): number {
  const loader = path.endsWith('x') ? 'tsx' : 'ts';
  const { code } = transformSync(text, { loader, jsx: 'preserve', legalComments: 'none' });
  const withoutImports = code.replace(/^import\s[^;]*?;$/gm, '');
  return withoutImports.split('\n').filter((line) => line.trim() !== '').length;
}

/** Nearest-rank percentile (0-100) of the lengths; 0 if there are none. */
export function percentile(lengths: readonly Length[], percent: number): number {
  const sorted = lengths.map(({ lines }) => lines).toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  return sorted[rank - 1] ?? 0;
}
