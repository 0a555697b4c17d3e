import type { MarkdownIt } from 'markdown-it';
import type { IncludeSyntax } from '../markdown/expand/include-syntax.ts';
import type { SessionHolder } from '../markdown/parse-session.ts';
import type { SpanFinder } from '../markdown/positions.ts';

/** The rules that a dialect adds to the parser. */
export interface Syntax {
  /** Adds rules for blocks and text. */
  readonly add: (md: MarkdownIt, holder: SessionHolder, spanOf: SpanFinder) => void;
  /**
   * Changes the text before it is read, such as includes of several lines or in other forms into one line; keeps the number
   * of lines. `has` is true for a file that exists.
   */
  readonly joinLines?: (body: string, has: (path: string) => boolean) => string;
  /** Replaced in the source, before anything else is read. */
  readonly includes?: readonly IncludeSyntax[];
}
