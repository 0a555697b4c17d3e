/** A page while its samples are compared. */
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import type { CodeSample } from '../markdown/parsed-doc.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import type { Match, Operations } from './find-operation.ts';
import type { Mistake, Range, SampleFinding } from './sample.ts';

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
  /** The first block that sets a variable, by name, and the address that it is set to. */
  readonly sets: ReadonlyMap<
    string,
    { readonly block: number; readonly address: string | undefined }
  >;
}

/** The option `sample="…"` of a block. */
export interface Said {
  readonly kind: 'off' | 'response' | 'operation' | 'unknown' | undefined;
  /** Of a response; the first digit stands for all that begin with it. */
  readonly status?: string;
  readonly match?: Match;
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

/** Reports a mistake at the option of a block. */
export function addAtOption(
  { diagnostics }: Page,
  sample: CodeSample,
  { code, ...problem }: Pick<Mistake, 'message' | 'hint'> & { readonly code: DiagnosticCode },
): void {
  const location = sample.optionLocation ?? sample.location;
  diagnostics.push(diagnostic(code, { ...problem, location }));
}

/** Reports a finding; the hint names the page of the operation that the sample is for. */
export function add({ diagnostics }: Page, sample: WrittenSample, found: SampleFinding): void {
  const { code, location: first, isElsewhere, locate, of = '' } = sample;
  const { fix, start, end } = found;
  const see = found.see === undefined ? [] : `see ${found.see}`;
  const hint = [found.hint ?? [], see].flat().join('; ');
  const newline = code.indexOf('\n', start);
  const length = Math.max(1, (newline < 0 ? end : Math.min(end, newline)) - start);
  const message = found.message + of;
  const lines = code.slice(0, start).split('\n');
  const line = first.line + lines.length - 1;
  const column = first.column + (lines.at(-1) ?? '').length;
  const inBlock = { ...first, line, column, endLine: line, endColumn: column + length };
  const location = isElsewhere ? (locate?.({ start, end: start + length }) ?? first) : inBlock;
  // A fix whose text is not in the file as it is here is refused, with a word.
  const link =
    fix === undefined ? undefined : { href: code.slice(start, end), suggestions: [], fix };
  diagnostics.push(diagnostic(found.code, { message, hint: hint || undefined, location, link }));
}
