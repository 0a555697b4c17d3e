import type { MarkdownIt, Token } from 'markdown-it';
import { lineEnd, lineStart, type Span } from '../../content/source-text.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import { type ParseSession, report, type SessionHolder } from '../parse-session.ts';
import { type CodeLines, readCodeLines } from './code-lines.ts';
import { findLanguage } from './languages.ts';
import {
  color,
  escapeCode,
  type PrismLanguage,
  type PrismLoader,
  type PrismStream,
  printTokenLines,
  printTokens,
} from './prism.ts';

export interface CodeBlocks {
  readonly prism: PrismLoader;
  readonly holder: SessionHolder;
}

/** Renders code blocks: highlighted, with title, marked lines and line numbers, as a named focusable region. */
export function renderCodeBlocks(md: MarkdownIt, blocks: CodeBlocks): void {
  md.renderer.rules['fence'] = (tokens, index) => {
    const token = tokens[index];
    return token === undefined ? '' : renderFence(md, blocks, token);
  };
  md.renderer.rules['code_block'] = (tokens, index) => {
    const html = escapeCode((tokens[index]?.content ?? '').replace(/\n$/, ''));
    return figure(blocks, { html, label: blocks.holder.session.messages.code });
  };
}

/** A code block's visible text. */
export function shownCode(token: Token): string {
  return token.content.replace(/\n$/, '');
}

function renderFence(md: MarkdownIt, blocks: CodeBlocks, token: Token): string {
  const { session } = blocks.holder;
  const info = parseCodeInfo(token.info);
  const infoStart = infoOffset(session, token);
  for (const problem of info.problems) {
    report(session, 'code-options', { ...problem, span: shift(problem.span, infoStart) });
  }
  reportUnclosed(session, token);
  const name = md.utils.unescapeAll(info.language);
  // `diff-ts` is TypeScript whose lines begin with `+`, `-` or a space.
  const diff = /^diff-./i.test(name);
  const span = shift(info.languageSpan, infoStart);
  const language = resolveLanguage(blocks, diff ? name.slice(5) : name, span);
  const read = readCodeLines(shownCode(token), language?.id);
  for (const { line, ...problem } of read.problems) {
    report(session, 'code-options', { ...problem, span: codeLineSpan(session, token, line) });
  }
  reportLinesBeyond(session, read.lines.length, { ...info, infoStart });
  // Search indexes the visible text.
  token.content = `${read.lines.join('\n')}\n`;
  const title = info.title === undefined ? undefined : md.utils.unescapeAll(info.title);
  const label = title ?? language?.title ?? '';
  return figure(blocks, {
    html: paint({ blocks, info, read, language, diff, span }),
    title,
    language: name === '' ? undefined : name.toLowerCase(),
    label:
      label === '' ? session.messages.code : fillMessage(session.messages.codeOf, { name: label }),
    wrap: info.wrap,
  });
}

/** Reports a block that is ended only by its list, quote or page. */
function reportUnclosed(session: ParseSession, { map, markup }: Token): void {
  if (map === null) return;
  const { source, bodyLine } = session;
  const [first, last] = [bodyLine + map[0], bodyLine + map[1] - 1];
  const text = source.text.slice(lineStart(source, last), lineEnd(source, last));
  if (last > first && text.replace(/^[\s>]+/, '').startsWith(markup)) return;
  const start = lineStart(source, first);
  const at = source.text.indexOf(markup, start);
  report(session, 'unclosed-fence', {
    span: { start: at, end: at + markup.length },
    message: 'the code block is opened here and never closed',
    hint: `add a line ${markup} where it ends`,
  });
}

function reportLinesBeyond(
  session: ParseSession,
  count: number,
  { highlighted, ranges, infoStart }: CodeInfo & { readonly infoStart: number },
): void {
  const last = Math.max(0, ...highlighted);
  if (last <= count || ranges === undefined) return;
  report(session, 'code-options', {
    span: shift(ranges, infoStart),
    message: `line ${last} is marked, but the code ends at line ${count}`,
    hint: `name lines from 1 to ${count}`,
  });
}

function resolveLanguage(blocks: CodeBlocks, name: string, span: Span): PrismLanguage | undefined {
  const found = findLanguage(blocks.prism, name);
  if (found.kind === 'language') return found.language;
  if (found.kind === 'unknown') {
    report(blocks.holder.session, 'unknown-language', {
      span,
      message: `the highlighter does not know the language "${name}"`,
      hint:
        found.near === undefined
          ? 'name a language that it knows, or use text'
          : `did you mean "${found.near}"?`,
    });
  }
  return undefined;
}

interface Paint {
  readonly blocks: CodeBlocks;
  readonly info: CodeInfo;
  readonly read: CodeLines;
  readonly language: PrismLanguage | undefined;
  readonly diff: boolean;
  /** The language's name in the source. */
  readonly span: Span;
}

function paint(given: Paint): string {
  const { info, read, diff } = given;
  const signs = diff ? read.lines.map((line) => line.charAt(0)) : undefined;
  const code = (diff ? read.lines.map((line) => line.slice(1)) : read.lines).join('\n');
  const stream = colorCode(given, code);
  const marked = new Set([...info.highlighted, ...read.highlighted]);
  if (marked.size === 0 && info.firstNumber === undefined && !diff) return printTokens(stream);
  return printTokenLines(stream)
    .map((line, index) => {
      const tag = lineTag(signs?.[index]);
      const name = lineClass(marked.has(index + 1), tag);
      return `<${tag} class="${name}"${lineNumber(info.firstNumber, index)}>${line}\n</${tag}>`;
    })
    .join('');
}

/** Marks added and removed lines for screen readers too: their signs are in the style sheet. */
function lineTag(sign: string | undefined): 'ins' | 'del' | 'span' {
  if (sign === '+') return 'ins';
  return sign === '-' ? 'del' : 'span';
}

function colorCode({ blocks, language, span }: Paint, code: string): PrismStream {
  if (language === undefined) return code;
  const { prism, holder } = blocks;
  const meter = holder.session.colors;
  const stream = color(code, { prism, meter, language: language.id });
  if (stream === undefined) {
    report(holder.session, 'code-uncolored', {
      span,
      message: 'the code is shown without colors: the file has too much of it',
      hint: 'shorten the sample, or move part of the page to another one',
    });
  }
  return stream ?? code;
}

/** Line numbers are an attribute that the style sheet shows: not text, so not copied. */
function lineNumber(first: number | undefined, index: number): string {
  return first === undefined ? '' : ` data-line="${first + index}"`;
}

function lineClass(highlighted: boolean, tag: 'ins' | 'del' | 'span'): string {
  return (highlighted ? 'line hl' : 'line') + { span: '', ins: ' add', del: ' del' }[tag];
}

interface Figure {
  readonly html: string;
  readonly title?: string | undefined;
  readonly language?: string | undefined;
  readonly label: string;
  readonly wrap?: boolean;
}

function figure({ holder }: CodeBlocks, figured: Figure): string {
  const { html, title, language, label, wrap = false } = figured;
  const caption = title === undefined ? '' : `<figcaption>${escapeHtml(title)}</figcaption>`;
  const name = escapeHtml(holder.session.names.unique(label));
  const code =
    language === undefined ? '<code>' : `<code class="language-${escapeHtml(language)}">`;
  return `<figure class="code" data-code${wrap ? ' data-wrap' : ''}>${caption}<pre role="region" tabindex="0" aria-label="${name}">${code}${html}</code></pre></figure>\n`;
}

function infoOffset(session: ParseSession, token: Token): number {
  return lineEnd(session.source, session.bodyLine + (token.map?.[0] ?? 0)) - token.info.length;
}

function codeLineSpan(session: ParseSession, token: Token, line: number): Span {
  const at = session.bodyLine + (token.map?.[0] ?? 0) + 1 + line;
  const start = lineStart(session.source, at);
  const end = lineEnd(session.source, at);
  const indent = /^[\s>]*/.exec(session.source.text.slice(start, end))?.[0].length ?? 0;
  return { start: start + indent, end };
}

function shift(span: Span, by: number): Span {
  return { start: span.start + by, end: span.end + by };
}

/** A parsed info string of a code block, with offsets in it. */
interface CodeInfo {
  /** As written; empty if there is none. */
  readonly language: string;
  readonly languageSpan: Span;
  readonly title: string | undefined;
  /** 1-based lines to highlight. */
  readonly highlighted: ReadonlySet<number>;
  /** The first line number, if lines are numbered. */
  readonly firstNumber: number | undefined;
  readonly wrap: boolean;
  /** Span of the list of highlighted lines. */
  readonly ranges: Span | undefined;
  /** Invalid options. */
  readonly problems: readonly OptionProblem[];
}

interface OptionProblem {
  readonly message: string;
  readonly hint: string;
  readonly span: Span;
}

// One option: a name with a quoted value, a list in braces, or a word.
const OPTION = /([\w-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+))(?=\s|$)|\{([^{}]*)\}|\S+/g;
const MAX_LINE = 100_000;

interface Draft {
  title: string | undefined;
  firstNumber: number | undefined;
  wrap: boolean;
  readonly highlighted: Set<number>;
  ranges: Span | undefined;
}

/** Parses language, `title="…"`, `{1,3-5}`, `showLineNumbers` (or `showLineNumbers=5`) and `wrap`. */
function parseCodeInfo(info: string): CodeInfo {
  const start = info.length - info.trimStart().length;
  const language = /^[^\s{]*/.exec(info.slice(start))?.[0] ?? '';
  const languageSpan = { start, end: start + language.length };
  const problems: OptionProblem[] = [];
  const draft: Draft = {
    title: undefined,
    firstNumber: undefined,
    wrap: false,
    highlighted: new Set(),
    ranges: undefined,
  };
  let before = '';
  for (const match of info.slice(languageSpan.end).matchAll(OPTION)) {
    const at = languageSpan.end + match.index;
    const span = { start: at, end: at + match[0].length };
    const problem = readOption(draft, match, span);
    if (problem !== undefined)
      problems.push({ span, hint: hintForOption(match, before), ...problem });
    before = match[0];
  }
  return { language, languageSpan, ...draft, problems };
}

type Understood = { readonly message: string; readonly hint?: string } | undefined;

function readOption(draft: Draft, match: RegExpExecArray, span: Span): Understood {
  const [option, name, double, single, bare, ranges] = match;
  if (ranges !== undefined) {
    draft.ranges = span;
    return readRanges(draft.highlighted, ranges);
  }
  if (name !== undefined) return readValue(draft, name, double ?? single ?? bare ?? '');
  if (option === 'showLineNumbers') draft.firstNumber = 1;
  else if (option === 'wrap') draft.wrap = true;
  else return { message: `the code block option "${option}" is not known` };
  return undefined;
}

function readValue(draft: Draft, name: string, value: string): Understood {
  if (name === 'title') draft.title = value;
  else if (name === 'showLineNumbers' && /^\d{1,6}$/.test(value)) draft.firstNumber = Number(value);
  else return { message: `the code block option "${name}" is not known` };
  return undefined;
}

/** Options of other generators, with their names here. */
const MEANT: readonly (readonly [RegExp, string])[] = [
  [/^(?:titel|tilte|file(?:name)?|name|caption|path)$/i, 'title="…"'],
  [/line-?n|number|^linenums/i, 'showLineNumbers'],
  [/^(?:highlight|hl[_-]?lines|lines?)$/i, '{1,3-5}'],
  [/wrap/i, 'wrap'],
];

function hintForOption([option, name]: RegExpExecArray, before: string): string {
  const word = name ?? option;
  const meant = MEANT.find(([pattern]) => pattern.test(word))?.[1];
  if (meant !== undefined) return `did you mean ${meant}?`;
  const bare = /^title=([^"'].*)$/.exec(before)?.[1];
  if (bare !== undefined) return `quote the title: title="${bare} ${option}"`;
  return 'use title="…", {1,3-5}, showLineNumbers or wrap';
}

function readRanges(lines: Set<number>, ranges: string): Understood {
  for (const range of ranges.split(',')) {
    const match = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(range);
    const first = Number(match?.[1]);
    const last = Number(match?.[2] ?? match?.[1]);
    if (match === null || first < 1 || last < first || last > MAX_LINE) {
      const [, name] = /^\s*\.([\w+#-]+)/.exec(ranges) ?? [];
      return {
        message: `"{${ranges}}" is not a list of lines such as {1,3-5}`,
        hint:
          name === undefined
            ? 'write line numbers and ranges, separated by commas'
            : `name the language without braces: \`\`\`${name}`,
      };
    }
    for (let line = first; line <= last; line++) lines.add(line);
  }
  return undefined;
}
