import type { Span } from '../../content/source-text.ts';

/** The info string of a code block, read. Offsets are those in the info string. */
export interface CodeInfo {
  /** As written; empty where there is none. */
  readonly language: string;
  readonly languageSpan: Span;
  readonly title: string | undefined;
  /** 1-based lines to highlight. */
  readonly highlighted: ReadonlySet<number>;
  /** Number of the first line where lines are numbered. */
  readonly firstNumber: number | undefined;
  readonly wrap: boolean;
  /** Options that cannot be understood, with the reason. */
  readonly problems: readonly { readonly message: string; readonly span: Span }[];
}

// One option: a name with a quoted value, a list in braces, or a word.
const OPTION = /([\w-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+))(?=\s|$)|\{([^{}]*)\}|\S+/g;
const MAX_LINE = 100_000;

interface Draft {
  title: string | undefined;
  firstNumber: number | undefined;
  wrap: boolean;
  readonly highlighted: Set<number>;
  readonly problems: { readonly message: string; readonly span: Span }[];
}

/** Reads language, `title="…"`, `{1,3-5}`, `showLineNumbers` (or `showLineNumbers=5`) and `wrap`. */
export function parseCodeInfo(info: string): CodeInfo {
  const start = info.length - info.trimStart().length;
  const language = /^[^\s{]*/.exec(info.slice(start))?.[0] ?? '';
  const languageSpan = { start, end: start + language.length };
  const draft: Draft = {
    title: undefined,
    firstNumber: undefined,
    wrap: false,
    highlighted: new Set(),
    problems: [],
  };
  for (const match of info.slice(languageSpan.end).matchAll(OPTION)) {
    const at = languageSpan.end + match.index;
    const message = readOption(draft, match);
    if (message !== undefined)
      draft.problems.push({ message, span: { start: at, end: at + match[0].length } });
  }
  return { language, languageSpan, ...draft };
}

function readOption(draft: Draft, match: RegExpExecArray): string | undefined {
  const [option, name, double, single, bare, ranges] = match;
  if (ranges !== undefined) return readRanges(draft.highlighted, ranges);
  if (name !== undefined) return readValue(draft, name, double ?? single ?? bare ?? '');
  if (option === 'showLineNumbers') draft.firstNumber = 1;
  else if (option === 'wrap') draft.wrap = true;
  else return `the code block option "${option}" is not known`;
  return undefined;
}

function readValue(draft: Draft, name: string, value: string): string | undefined {
  if (name === 'title') draft.title = value;
  else if (name === 'showLineNumbers' && /^\d{1,6}$/.test(value)) draft.firstNumber = Number(value);
  else return `the code block option "${name}=${value}" is not known`;
  return undefined;
}

function readRanges(lines: Set<number>, ranges: string): string | undefined {
  for (const range of ranges.split(',')) {
    const match = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(range);
    const first = Number(match?.[1]);
    const last = Number(match?.[2] ?? match?.[1]);
    if (match === null || first < 1 || last < first || last > MAX_LINE) {
      return `"{${ranges}}" is not a list of lines such as {1,3-5}`;
    }
    for (let line = first; line <= last; line++) lines.add(line);
  }
  return undefined;
}
