import * as fc from 'fast-check';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';

/** Something that reads input of others. */
export interface Surface {
  readonly name: string;
  /** Number of cases of a short run; a long one is limited by time. */
  readonly runs: number;
  /** Makes cases, which throw if one of them breaks a rule. */
  readonly open: () => Promise<OpenSurface>;
}

export interface OpenSurface {
  readonly property: fc.IAsyncPropertyWithHooks<[unknown]>;
  readonly close?: () => void | Promise<void>;
}

/** A property of all inputs of a kind. */
export function inputs<Input>(
  arbitrary: fc.Arbitrary<Input>,
  check: (input: Input) => void | Promise<void>,
): fc.IAsyncPropertyWithHooks<[unknown]> {
  return fc.asyncProperty(arbitrary, async (input) => check(input));
}

/** Fails unless there is nothing in the list. */
export function expectNone(what: string, found: readonly string[]): void {
  if (found.length > 0) throw new Error(`${what}:\n${found.slice(0, 10).join('\n')}`);
}

/** Lists diagnostics whose location is not in the text of their file. */
export function misplaced(
  diagnostics: readonly Diagnostic[],
  textOf: (file: string) => string | undefined,
): readonly string[] {
  return diagnostics.flatMap(({ code, location, message }) => {
    if (location === undefined) return [];
    const { file, line, column, endLine = line, endColumn = column } = location;
    const text = textOf(file);
    const lines = text?.replace(/^\ufeff/, '').split(/\r\n|\r|\n/) ?? [];
    const isIn = (row: number, at: number): boolean =>
      row >= 1 && row <= lines.length && at >= 1 && at <= (lines[row - 1] ?? '').length + 1;
    const isOrdered = endLine > line || (endLine === line && endColumn >= column);
    if (text !== undefined && isIn(line, column) && isIn(endLine, endColumn) && isOrdered)
      return [];
    return [`${code} at ${file}:${line}:${column}-${endLine}:${endColumn}: ${message}`];
  });
}
