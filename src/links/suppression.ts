import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import type { Matcher } from './patterns/pattern.ts';

/** A place in a file, both from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** What a suppression silences: findings whose place lies within, or whose destination matches. */
export type SuppressionScope =
  /** From a place up to another one, which is not part of it; to the end of the file where there is none. */
  | { readonly kind: 'range'; readonly from: Position; readonly to: Position | undefined }
  | { readonly kind: 'links'; readonly matches: Matcher };

/** Something in a file that silences findings of the link check there. */
export interface Suppression {
  /** The rule; undefined for every rule of the link check. */
  readonly rule: string | undefined;
  readonly scope: SuppressionScope;
  /** Where it is written: the name of the rule, the comment, the attribute's tag, or the pattern. */
  readonly location: Location;
  /** What it is, for messages: `the comment`. */
  readonly what: string;
  /** Why, in the author's words. */
  readonly reason?: string;
}

/** The suppressions of a file, in the order in which they are written, and what is wrong with them. */
export interface FileSuppressions {
  readonly suppressions: readonly Suppression[];
  readonly diagnostics: readonly Diagnostic[];
}
