import type { MarkdownIt, StateBlock } from 'markdown-it';
import { itemAt } from '../../shared/item-at.ts';
import type { ParseSession, SessionHolder } from '../parse-session.ts';
import { type CodeError, type CodeReader, createCodeReader, loadCodeParser } from './read-code.ts';
import { type JsxScan, scanJsx } from './scan-jsx.ts';

/** A part of the Markdown with spaces in place of the marks of quotes, and the JSX in it. */
export interface CodeView {
  /** Offset of the text in the Markdown. */
  readonly start: number;
  readonly text: string;
  readonly scan: JsxScan;
}

/** The state of one file. */
interface CodeFile {
  readonly session: ParseSession;
  readonly reader: CodeReader;
  /** Expressions at the start of a block that cannot be read, by their offset in the file. */
  readonly failures: Map<number, CodeError>;
  /** Where braces were reported. */
  readonly reported: Set<number>;
  whole: CodeView;
  /** The quotes around the current line. */
  readonly quotes: Quote[];
}

interface Quote {
  readonly first: number;
  readonly end: number;
  view: CodeView | undefined;
}

export interface CodeViews {
  readonly file: () => CodeFile;
  /** The text of the innermost quote around the current line, else the whole Markdown. */
  readonly viewOf: (state: StateBlock) => CodeView;
}

/** Creates the views of a parser's files. */
export function createCodeViews(md: MarkdownIt, holder: SessionHolder): CodeViews {
  let parser: ReturnType<typeof loadCodeParser> | undefined;
  let last: CodeFile | undefined;
  const file = (): CodeFile => {
    const { session } = holder;
    if (last?.session !== session) {
      const reader = createCodeReader({
        parser: () => (parser ??= loadCodeParser()),
        spend: (characters) => {
          session.steps += characters >> 2;
        },
      });
      const whole = { start: 0, text: '', scan: scanJsx(reader, '') };
      last = { session, reader, failures: new Map(), reported: new Set(), whole, quotes: [] };
    }
    return last;
  };
  const tokenize = md.block.tokenize.bind(md.block);
  md.block.tokenize = (state, first, end) => {
    const { quotes } = file();
    const { length } = quotes;
    if (state.parentType === 'blockquote') quotes.push({ first, end, view: undefined });
    try {
      tokenize(state, first, end);
    } finally {
      quotes.length = length;
    }
  };
  return { file, viewOf: (state) => viewOf(file(), state) };
}

function viewOf(file: CodeFile, state: StateBlock): CodeView {
  const quote = file.quotes.at(-1);
  if (quote !== undefined) {
    quote.view ??= quoteView(file, state, quote);
    return quote.view;
  }
  if (file.whole.text !== state.src)
    file.whole = { start: 0, text: state.src, scan: scanJsx(file.reader, state.src) };
  return file.whole;
}

function quoteView({ reader }: CodeFile, state: StateBlock, { first, end }: Quote): CodeView {
  const start = state.src.lastIndexOf('\n', itemAt(state.bMarks, first) - 1) + 1;
  let text = '';
  for (let line = first; line < end; line++) {
    const mark = itemAt(state.bMarks, line);
    text += ' '.repeat(mark - start - text.length) + state.src.slice(mark, state.eMarks[line]);
    // The line ending.
    if (line + 1 < end) text += '\n';
  }
  return { start, text, scan: scanJsx(reader, text) };
}
