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
  const sourceMap = readSourceMap(map);
  if (sourceMap === undefined) return [];
  return stack.split('\n').flatMap((frame) => {
    const at = frame.indexOf(`${moduleName}:`) + moduleName.length + 1;
    const [, line, column = 1] =
      /^(\d+)(?::(\d+))?/.exec(at > moduleName.length ? frame.slice(at) : '') ?? [];
    const entry = sourceMap.findEntry(Number(line) - 1, Number(column) - 1);
    if (line === undefined || !('originalSource' in entry)) return [];
    const { originalSource, originalLine, originalColumn } = entry;
    return [{ source: originalSource, line: originalLine + 1, column: originalColumn + 1 }];
  });
}

/** The last map, which is large: a page can have many errors. */
let last: { readonly map: string; readonly read: SourceMap | undefined } | undefined;

function readSourceMap(map: string): SourceMap | undefined {
  if (last?.map === map) return last.read;
  const payload: unknown = JSON.parse(map);
  last = { map, read: isSourceMap(payload) ? new SourceMap(payload) : undefined };
  return last.read;
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
  const messages = withCauses(error).map((thrown) => {
    const text = typeof thrown === 'string' ? thrown : `a thrown ${typeof thrown}`;
    const { name, message } = thrown instanceof Error ? thrown : { name: 'Error', message: text };
    const [line = ''] = message.split(/[\r\n]/, 1);
    return name === 'Error' ? line : `${name}: ${line}`;
  });
  return messages.join(', caused by: ');
}

/** Anything thrown, with its causes. */
export function withCauses(error: unknown): readonly unknown[] {
  const chain = new Set<unknown>();
  for (let cause = error; cause !== undefined && !chain.has(cause); ) {
    chain.add(cause);
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return [...chain];
}
