/** What globs and regular expressions are read into. */
export type PatternNode =
  /** One code point. */
  | { readonly kind: 'char'; readonly test: (character: string) => boolean }
  | { readonly kind: 'sequence'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'either'; readonly nodes: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly node: PatternNode;
      readonly min: number;
      /** Undefined for no limit. */
      readonly max: number | undefined;
    }
  | { readonly kind: 'assertion'; readonly place: AssertionPlace };

export type AssertionPlace = 'start' | 'end' | 'boundary' | 'no-boundary';

/** A pattern that was read, or what is wrong with it, in words that go after the pattern. */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

/** Groups may be nested so deep. */
export const MAX_DEPTH = 50;

/** A reader of pattern text, by code points. */
export interface PatternReader {
  readonly characters: readonly string[];
  at: number;
  depth: number;
  /** The first thing that is wrong; reading stops there. */
  problem: string | undefined;
}

export function createReader(text: string): PatternReader {
  return { characters: [...text], at: 0, depth: 0, problem: undefined };
}

/** The character at the reader's place; undefined at the end, or once something is wrong. */
export function peek({ characters, at, problem }: PatternReader): string | undefined {
  return problem === undefined ? characters[at] : undefined;
}

export function literal(character: string): PatternNode {
  return { kind: 'char', test: (other) => other === character };
}

export const EMPTY: PatternNode = { kind: 'sequence', nodes: [] };
