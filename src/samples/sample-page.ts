/** A page while its samples are compared. */
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import type { CodeSample } from '../markdown/parsed-doc.ts';
import type { Match, Operations } from './find-operation.ts';
import type { Range, SampleFinding } from './sample.ts';

export interface Page {
  readonly operations: Operations;
  readonly diagnostics: Diagnostic[];
  readonly shown: Set<string>;
  judged: number;
  skipped: number;
  /** The number of the block with the last request. */
  last: number | undefined;
  /** The operations of requests, each once, the last one at the end. */
  matches: readonly Match[];
  /** The first block that sets a variable, by name. */
  readonly sets: ReadonlyMap<string, number>;
}

/** The option `sample="…"` of a block. */
export interface Said {
  readonly kind: 'off' | 'response' | 'operation' | 'unknown' | undefined;
  /** Of a response; the first digit stands for all that begin with it. */
  readonly status?: string;
  readonly match?: Match;
}

export interface OptionProblem {
  readonly message: string;
  readonly hint: string;
}

export function addOptionProblem(
  { diagnostics }: Page,
  sample: CodeSample,
  problem: OptionProblem,
): void {
  const location = sample.optionLocation ?? sample.location;
  diagnostics.push(diagnostic('code-options', { ...problem, location }));
}

/** A sample whose code is not in a block of a page. */
export interface WrittenSample extends CodeSample {
  /** Locates a part of the code. */
  readonly locate?: (range: Range) => Location;
  /** The operation that it is for. */
  readonly match?: Match;
  /** Names it at the end of messages. */
  readonly of?: string;
}

export interface Block {
  readonly sample: WrittenSample;
  readonly block: number;
}

export function add(page: Page, sample: WrittenSample, finding: SampleFinding): void {
  const { code, location: first, isElsewhere, locate, of = '' } = sample;
  const { hint, fix, start, end } = finding;
  const newline = code.indexOf('\n', start);
  const length = Math.max(1, (newline < 0 ? end : Math.min(end, newline)) - start);
  const message = finding.message + of;
  if (isElsewhere) {
    const location = locate?.({ start, end: start + length }) ?? first;
    page.diagnostics.push(diagnostic(finding.code, { message, hint, location }));
    return;
  }
  const lines = code.slice(0, start).split('\n');
  const column = first.column + (lines.at(-1) ?? '').length;
  const { file, line, includedBy } = first;
  const place = { file, line: line + lines.length - 1, column, endColumn: column + length };
  const location = { ...place, ...(includedBy === undefined ? {} : { includedBy }) };
  const link =
    fix === undefined ? undefined : { href: code.slice(start, end), suggestions: [], fix };
  page.diagnostics.push(diagnostic(finding.code, { message, hint, location, link }));
}
