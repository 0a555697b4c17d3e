import { SourceMap } from 'node:module';
import { isRecord } from '../problem.ts';

/** A location in a source file: `source` as the source map names it, line and column 1-based. */
interface ErrorLocation {
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

/** Lists the locations of all calls in the module that led to an error, innermost first. */
export function locationsOfError(
  error: unknown,
  moduleName: string,
  map: string,
): readonly ErrorLocation[] {
  const stack = error instanceof Error ? error.stack : undefined;
  if (stack === undefined) return [];
  const payload: unknown = JSON.parse(map);
  if (!isSourceMap(payload)) return [];
  const sourceMap = new SourceMap(payload);
  return stack.split('\n').flatMap((frame) => {
    const position = framePosition(frame, moduleName);
    const entry = position && sourceMap.findEntry(position.line - 1, position.column - 1);
    if (entry === undefined || !('originalSource' in entry)) return [];
    const { originalSource, originalLine, originalColumn } = entry;
    return [{ source: originalSource, line: originalLine + 1, column: originalColumn + 1 }];
  });
}

function framePosition(
  frame: string,
  moduleName: string,
): { line: number; column: number } | undefined {
  const at = frame.indexOf(`${moduleName}:`);
  const match = at < 0 ? null : /^(\d+)(?::(\d+))?/.exec(frame.slice(at + moduleName.length + 1));
  return match === null ? undefined : { line: Number(match[1]), column: Number(match[2] ?? 1) };
}

type SourceMapPayload = ConstructorParameters<typeof SourceMap>[0];

function isSourceMap(payload: unknown): payload is SourceMapPayload {
  return (
    isRecord(payload) &&
    typeof payload['mappings'] === 'string' &&
    Array.isArray(payload['sources'])
  );
}

/** The message of anything thrown, on one line, with its causes but without a stack trace. */
export function messageOfError(error: unknown): string {
  const messages: string[] = [];
  const seen = new Set<unknown>();
  for (
    let current = error;
    current !== undefined && !seen.has(current);
    current = causeOf(current)
  ) {
    seen.add(current);
    messages.push(ownMessage(current));
  }
  return messages.join(', caused by: ');
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

function ownMessage(error: unknown): string {
  const isNamed = error instanceof Error && error.name !== 'Error';
  const text =
    error instanceof Error
      ? error.message
      : typeof error === 'string'
        ? error
        : `a thrown ${typeof error}`;
  const line = text.split(/[\r\n]/, 1)[0] ?? '';
  return isNamed ? `${error.name}: ${line}` : line;
}
