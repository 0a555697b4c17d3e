import type { MarkdownIt } from 'markdown-it';
import type { IncludeSyntax } from '../markdown/expand/include-syntax.ts';
import type { SessionHolder } from '../markdown/parse-session.ts';
import type { SpanFinder } from '../markdown/positions.ts';

/** The rules that a dialect adds to the parser. */
export interface Syntax {
  /** Adds rules for blocks and text. */
  readonly add: (md: MarkdownIt, holder: SessionHolder, spanOf: SpanFinder) => void;
  /** Writes includes of several lines and in other forms into one line, and keeps the number of lines. */
  readonly joinLines?: (body: string, has: (path: string) => boolean) => string;
  /** Replaced in the source, before anything else is read. */
  readonly includes?: readonly IncludeSyntax[];
}
