/** The lines of a code block that a fragment names: `config-L5`, or `config-L5-L9`. */
export interface NamedLines {
  /** The ids of its lines without their numbers. */
  readonly start: string;
  readonly first: number;
  readonly last: number;
}

/** Reads a fragment without `#`; undefined if it names no lines. */
export function readLines(fragment: string): NamedLines | undefined {
  const [, start, from, to] = /^(.+?-L)(\d{1,6})(?:-L(\d{1,6}))?$/s.exec(fragment) ?? [];
  if (start === undefined) return undefined;
  const ends = [Number(from), Number(to ?? from)];
  return { start, first: Math.min(...ends), last: Math.max(...ends) };
}
