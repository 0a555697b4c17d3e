import type { Span } from '../../content/source-text.ts';
import { escapePattern } from '../../shared/escape-pattern.ts';

/** The first and the last of some lines, 1-based. */
type LineRange = readonly [first: number, last: number];

/** A parsed info string of a code block, with offsets in it. */
export interface CodeInfo {
  /** As written; empty if there is none. */
  readonly language: string;
  readonly languageSpan: Span;
  readonly title: string | undefined;
  /** 1-based lines to highlight, and those shown as added and removed. */
  readonly highlighted: readonly LineRange[];
  readonly added: readonly LineRange[];
  readonly removed: readonly LineRange[];
  /** 1-based lines beside which others step back. */
  readonly focused: readonly LineRange[];
  /** Texts to mark in each line. */
  readonly texts: readonly MarkedText[];
  /** True if the code has comments for the type checker. */
  readonly isTwoslash: boolean;
  /** The first line number, if lines are numbered. */
  readonly firstNumber: number | undefined;
  /** Start of the ids of its lines, which are links to themselves. */
  readonly anchor: string | undefined;
  /** The option `sample`, for the check of samples. */
  readonly sample: string | undefined;
  /** Parts of the response that a run of samples keeps: `orderId=.data.id`. */
  readonly save: string | undefined;
  readonly wrap: boolean;
  /** True for a block of limited height. */
  readonly scroll: boolean;
  /** Span of the list of highlighted lines. */
  readonly ranges: Span | undefined;
  /** Invalid options. */
  readonly problems: readonly OptionProblem[];
  /** Options of other tools that have no effect. */
  readonly dropped: readonly { readonly name: string; readonly span: Span }[];
}

/** A text in a line that is marked, or shown as added or removed. */
export interface MarkedText {
  readonly tag: 'mark' | 'ins' | 'del';
  /** Global. */
  readonly pattern: RegExp;
}

interface OptionProblem {
  readonly message: string;
  readonly hint: string;
  readonly span: Span;
}

interface Draft {
  language: string;
  title: string | undefined;
  anchor: string | undefined;
  sample: string | undefined;
  save: string | undefined;
  firstNumber: number | undefined;
  wrap: boolean;
  scroll: boolean;
  readonly highlighted: LineRange[];
  readonly added: LineRange[];
  readonly removed: LineRange[];
  readonly focused: LineRange[];
  readonly texts: MarkedText[];
  ranges: Span | undefined;
}

/** `rust,ignore`, `ts:line-numbers` and `js[file.js]`: the language, and options that are attached to it. */
const LANGUAGE = /^([^\s{[,:=]*)(?::((?:no-)?line-numbers)(?:=(\d{1,6}))?|((?:[,:][\w.=#+-]*)+))?/;
/** `{ .py title="…" }`: the first class is the language. */
const CLASSES = /^\{\s*\.([\w+#-]+)([^{}]*)\}\s*$/;
/** ` {title="…", linenos=true}` after the language. */
const ATTRIBUTES = /^\s*\{\s*[\w-]+=[^{}]*\}\s*$/;

// One option: a name with a value, a list in braces, a label in brackets, a marked text, or a word.
const OPTION =
  /([\w-]+)=(?:"([^"]*)"|'([^']*)'|\{([^{}]*)\}|([^\s"'{}]+))(?=\s|$)|\{([^{}]*)\}|\[([^[\]](?:[^[\]]|\[{1,2}[^[\]]*\]{1,2})*)\](?=\s|$)|\[\[.{0,400}\]\]|\{[^{}]*\{[^{}]*\}[^{}]*\}|"[^"]*"|'[^']*'|\/(?:[^/\\\n]|\\.)+\/[a-z]*(?=\s|$)|[^\s[]+(?=\[[^[\]]+\](?:\s|$))|\S+/g;

/** Options of other tools that change nothing on a page of docwright. */
const DROPPED: ReadonlySet<string> = new Set(
  (
    'twoslash no-transpile npm2yarn live noInline copy nocopy no-copy select annotate ' +
    'tab sync active hidden editable ignore no_run should_panic compile_fail noplayground ' +
    'noplaypen noeditable result mdbook-runnable does_not_compile panics not_desired_behavior runnable hidelines'
  ).split(' '),
);
/** Options of Expressive Code that change the looks only. */
const LOOKS: ReadonlySet<string> = new Set([
  'frame',
  'collapse',
  'preserveIndent',
  'hangingIndent',
]);
/** A marked text, a pattern, spans of a line, an edition or an error of Rust, or a class. */
const DROPPED_FORMS =
  /^(?:["'].*["']|\/.+\/|\[\[.*\]\]|\{.*\{.*\}.*\}|edition\d{4}|E\d{4}|\.[\w-]+|#[\w-]+|style:.*)$/;
/** Names of the forms by their first character: each has another text. */
const FORM_NAMES: Readonly<Record<string, string>> = {
  '"': '"…"',
  "'": "'…'",
  '[': '[[…]]',
  '{': '{…{…}…}',
  '/': '/…/',
};
const FILE_NAME = /^[\w@./\\[\]()+$-]+\.[A-Za-z]\w*$/;
const MAX_LINE = 100_000;

/** The options, for hints. */
export const OPTIONS = 'title="…", {1,3-5}, showLineNumbers, wrap or scroll';

/** Parses language, `title="…"`, `{1,3-5}`, `showLineNumbers`, `wrap` and `scroll`, and the forms of these in other tools. */
export function parseCodeInfo(info: string): CodeInfo {
  const start = info.length - info.trimStart().length;
  const classes = CLASSES.exec(info.slice(start));
  // `title=…` as the first word is no language.
  const isAttached = classes === null && !/^[\w-]+=/.test(info.slice(start));
  const attached = isAttached ? LANGUAGE.exec(info.slice(start)) : undefined;
  const language = classes?.[1] ?? attached?.[1] ?? '';
  const languageStart = classes === null ? start : info.indexOf('.', start) + 1;
  const languageSpan = { start: languageStart, end: languageStart + language.length };
  const problems: OptionProblem[] = [];
  const dropped: CodeInfo['dropped'][number][] = [];
  const draft: Draft = {
    language,
    title: undefined,
    anchor: undefined,
    sample: undefined,
    save: undefined,
    firstNumber: attached?.[2] === 'line-numbers' ? Number(attached[3] ?? 1) : undefined,
    wrap: false,
    scroll: false,
    highlighted: [],
    added: [],
    removed: [],
    focused: [],
    texts: [],
    ranges: undefined,
  };
  const restStart = classes === null ? start + (attached?.[0].length ?? 0) : languageSpan.end;
  const options = classes === null ? info.slice(restStart) : (classes[2] ?? '');
  const rest = ATTRIBUTES.test(options)
    ? options.replaceAll(/[{}]|,(?=\s*[\w-]+=)/g, ' ')
    : options;
  // Rust's are instructions to its compiler.
  const words = (attached?.[4] ?? '').matchAll(/[^,:]+/g);
  for (const { 0: word, index } of words) {
    const at = languageSpan.end + index;
    if (FILE_NAME.test(word)) draft.title = word;
    else if (!/^(?:rust|rs)$/i.test(language))
      dropped.push({ name: word, span: { start: at, end: at + word.length } });
  }
  let before = '';
  // One finding for all words of a title without quotes.
  let titleEnd = 0;
  for (const match of rest.matchAll(OPTION)) {
    const at = restStart + match.index;
    const span = { start: at, end: at + match[0].length };
    const problem = readOption(draft, match, span);
    const [option, name = option] = match;
    if (problem !== undefined && (DROPPED.has(name) || DROPPED_FORMS.test(option)))
      dropped.push({ name: match[1] ?? FORM_NAMES[match[0].charAt(0)] ?? match[0], span });
    else if (problem !== undefined && at >= titleEnd) {
      const title = unquotedTitle(before, rest.slice(match.index));
      if (title !== undefined) titleEnd = at + title.more.length;
      const meant = MEANT.find(([pattern]) => pattern.test(name))?.[1];
      const hint =
        title?.hint ?? (meant === undefined ? `use ${OPTIONS}` : `did you mean ${meant}?`);
      problems.push({ span, hint, ...problem });
    }
    before = match[0];
  }
  if (draft.anchor !== undefined) draft.firstNumber ??= 1;
  const isTwoslash = dropped.some(({ name }) => name === 'twoslash');
  return { languageSpan, ...draft, isTwoslash, problems, dropped };
}

/** Reads `"text"`, `'text'` and `/pattern/`; false for other texts and for patterns that could take long. */
function readText(draft: Draft, tag: MarkedText['tag'], written: string): boolean {
  const [, quote, text = ''] = /^(["'])(.*)\1$/.exec(written) ?? [];
  const source = quote === undefined ? /^\/(.+)\/$/.exec(written)?.[1] : escapePattern(text);
  if (source === undefined || source === '') return false;
  if (quote === undefined && isSlow(source)) return false;
  try {
    draft.texts.push({ tag, pattern: new RegExp(source, 'dg') });
    return true;
  } catch {
    return false;
  }
}

/** True for a pattern with a repeated group, or with more than two repetitions. */
function isSlow(pattern: string): boolean {
  return /\)[*+?{]|\\\d/.test(pattern) || (pattern.match(/[*+]|\{\d/g)?.length ?? 0) > 2;
}

type Understood = { readonly message: string; readonly hint?: string } | undefined;

function readOption(draft: Draft, match: RegExpExecArray, span: Span): Understood {
  const [option, written = '', double, single, listed, bare, ranges, label] = match;
  const name = SAME.get(written) ?? match[1];
  if (label !== undefined) draft.title = label;
  else if (ranges !== undefined) {
    draft.ranges = span;
    return readRanges(draft.highlighted, ranges);
  } else if (name !== undefined && listed !== undefined && !LOOKS.has(name))
    return readList(draft, name, listed);
  else if (LOOKS.has(name ?? '')) return undefined;
  else if (name === 'ins' || name === 'del' || name === 'mark')
    return readText(draft, name, option.slice(name.length + 1)) ? undefined : unknown(name);
  else if (name !== undefined) return readValue(draft, name, double ?? single ?? bare ?? '');
  else if (/^["'/]/.test(option))
    return readText(draft, 'mark', option) ? undefined : unknown(option);
  else if (NUMBERS.has(option)) draft.firstNumber = 1;
  else if (option === 'wrap') draft.wrap = true;
  else if (SCROLL.has(option)) draft.scroll = true;
  else if (FILE_NAME.test(option)) draft.title = option;
  else if (option !== ':no-line-numbers') return unknown(option);
  return undefined;
}

/** Other names of the same length for `ins` and `del`. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['add', 'ins'],
  ['rem', 'del'],
]);

const NUMBERS: ReadonlySet<string> = new Set([
  'showLineNumbers',
  ...'lineNumbers linenums linenos line-numbers :line-numbers startLineNumber'.split(' '),
]);
const SCROLL: ReadonlySet<string> = new Set(['scroll', 'expandable']);
const TITLES: ReadonlySet<string> = new Set(['title', 'filename', 'fileName']);

function unknown(option: string): Understood {
  return { message: `the code block option "${option}" is not known` };
}

function readValue(draft: Draft, name: string, value: string): Understood {
  if (TITLES.has(name)) draft.title = value;
  else if (name === 'lang' && draft.language === 'diff') draft.language = `diff-${value}`;
  else if (name === 'anchor' && /^(?!.*-L\d+$)[\w-]+$/.test(value)) draft.anchor = value;
  else if (name === 'sample') draft.sample = value;
  else if (name === 'save') draft.save = value;
  else if (NUMBERS.has(name) && /^\d{1,6}$/.test(value)) draft.firstNumber = Number(value);
  else if (NUMBERS.has(name) && /^(?:true|table|inline)$/.test(value)) draft.firstNumber = 1;
  else if (name === 'hl_lines')
    return readRanges(
      draft.highlighted,
      value.trim().replaceAll(/[[\]]/g, '').replace(/\s+/g, ','),
    );
  else if (name === 'wrap' && value === 'true') draft.wrap = true;
  else if (SCROLL.has(name) && value === 'true') draft.scroll = true;
  else if (value !== 'false' || !(name === 'wrap' || NUMBERS.has(name) || SCROLL.has(name)))
    return unknown(name);
  return undefined;
}

/** Lines of a kind: `mark={1,3-5}`, `ins={2}`, `del={"Label":4}`, and `showLineNumbers={true}`. */
function readList(draft: Draft, name: string, listed: string): Understood {
  const { highlighted, added, removed, focused } = draft;
  const lines = { mark: highlighted, ins: added, del: removed, focus: focused }[name];
  if (lines === undefined) return readValue(draft, name, listed.replace(/^["'`]|["'`]$/g, ''));
  return readRanges(lines, listed);
}

/** Options of other generators, with their names here. */
const MEANT: readonly (readonly [RegExp, string])[] = [
  [/^(?:titel|tilte|file|name|caption|path)$/i, 'title="…"'],
  [/line-?n|number|^linenums/i, 'showLineNumbers'],
  [/^(?:highlight|lines?)$/i, '{1,3-5}'],
  [/wrap/i, 'wrap'],
  [/scroll|height|max-?lines|fold/i, 'scroll'],
];

/** The words of a title after its first one, which is all that is read without quotes. */
function unquotedTitle(
  before: string,
  rest: string,
): { readonly more: string; readonly hint: string } | undefined {
  const first = /^title=([^"'].*)$/.exec(before)?.[1];
  const words = /^(?:(?!wrap\b|scroll\b|showLineNumbers\b)[^\s"'{}=[\]]+(?:\s+|$))+/.exec(
    rest,
  )?.[0];
  const more = words?.trimEnd();
  if (first === undefined || more === undefined) return undefined;
  return { more, hint: `quote the title: title="${first} ${more}"` };
}

function readRanges(lines: LineRange[], ranges: string): Understood {
  for (const range of ranges.replace(/^\s*"[^"]*":/, '').split(',')) {
    const match = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(range);
    const first = Number(match?.[1]);
    const last = Number(match?.[2] ?? match?.[1]);
    if (match === null || first < 1 || last < first || last > MAX_LINE)
      return {
        message: `"{${ranges}}" is not a list of lines such as {1,3-5}`,
        hint: /^\s*[a-z]/i.test(ranges)
          ? 'write line numbers such as {1,3-5}, a language without braces, or a block such as :::note'
          : 'write line numbers and ranges, separated by commas',
      };
    lines.push([first, last]);
  }
  return undefined;
}

/** Lists each line of some ranges once, in code of `count` lines. */
export function linesIn(ranges: readonly LineRange[], count: number): readonly number[] {
  const lines: number[] = [];
  let next = 1;
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    for (next = Math.max(next, first); next <= Math.min(last, count); next++) lines.push(next);
  }
  return lines;
}
