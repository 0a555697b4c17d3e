import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type ParseResult, parseSync, Visitor } from 'oxc-parser';
import { compareStrings } from '../src/diagnostics/diagnostic.ts';

/** A parsed TypeScript or JavaScript file of the repository. */
export interface SourceModule {
  /** Relative to the repository, with `/` separators. */
  readonly path: string;
  readonly text: string;
  readonly parsed: ParseResult;
}

/**
 * Parses every module in the given folders and files, sorted by path; ignores missing ones.
 * Throws on a syntax error, which the type check reports better.
 */
export function readModules(roots: readonly string[]): readonly SourceModule[] {
  return roots
    .flatMap(modulePaths)
    .toSorted(compareStrings)
    .map((path) => parseModule(path, readFileSync(path, 'utf8')));
}

/** Parses a module; the extension of the path determines the language. */
export function parseModule(path: string, text: string): SourceModule {
  const parsed = parseSync(path, text);
  const problem = parsed.errors[0];
  if (problem !== undefined) throw new Error(`${path}: ${problem.message}`);
  return { path, text, parsed };
}

function modulePaths(root: string): readonly string[] {
  const found = statSync(root, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [root];
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => `${root}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.(?:tsx?|mjs|js)$/.test(path));
}

/** Returns a function for the 1-based line of an offset in UTF-16 code units. */
export function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** An import or re-export, of types too. */
export interface FoundImport {
  readonly specifier: string;
  readonly line: number;
}

/** All imports and re-exports with a literal specifier, in the order of their kinds in the tree. */
export function importsOf({ text, parsed }: SourceModule): readonly FoundImport[] {
  const lineOf = lineCounter(text);
  const found: FoundImport[] = [];
  const add = (source: { readonly value?: unknown; readonly start: number } | null): void => {
    if (typeof source?.value !== 'string') return;
    found.push({ specifier: source.value, line: lineOf(source.start) });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => {
      if (node.source.type === 'Literal') add(node.source);
    },
    TSImportType: (node) => add(node.source),
  }).visit(parsed.program);
  return found;
}
