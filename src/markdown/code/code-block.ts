import createMarkdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import {
  lineEnd,
  lineStart,
  locate,
  type SourceText,
  type Span,
} from '../../content/source-text.ts';
import type { Location } from '../../diagnostics/diagnostic.ts';
import { decodeEntities } from '../../html/character-references.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { contentId } from '../../shared/page-ids.ts';
import { itemAt } from '../../shared/item-at.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import {
  lineSpan,
  type ParseSession,
  report,
  reportForeign,
  type SessionHolder,
} from '../parse-session.ts';
import { hintForPlugin } from '../plugins/call-plugin.ts';
import { type CodeInfo, linesIn, type MarkedText, OPTIONS, parseCodeInfo } from './code-info.ts';
import { type CodeLines, readCodeLines, withoutSigns } from './code-lines.ts';
import { findLanguage } from './languages.ts';
import {
  color,
  escapeCode,
  printTokenLines,
  printTokens,
  type PrismLanguage,
  type PrismLoader,
  type PrismStream,
} from './prism.ts';
import { withoutTwoslash } from './twoslash.ts';

export interface CodeBlocks {
  readonly prism: PrismLoader;
  readonly holder: SessionHolder;
  /** Languages by the configuration's names for them, in lower case. */
  readonly names: ReadonlyMap<string, string>;
}

/** Renders code blocks: highlighted, with title, marked lines and line numbers, as a named focusable region. */
export function renderCodeBlocks(md: MarkdownIt, blocks: CodeBlocks): void {
  const { rules } = md.renderer;
  rules['fence'] = (tokens, index) => {
    const token = itemAt(tokens, index);
    const info = parseCodeInfo(token.info);
    noteSample(blocks.holder.session, {
      token,
      info,
      before: tokens.slice(Math.max(0, index - 6), index),
    });
    // Only a run of the samples sees it.
    if (info.sample === 'hidden') return (token.content = '');
    return renderFence(md, blocks, { token, info });
  };
  rules['code_block'] = (tokens, index) => {
    const html = escapeCode(shownCode(itemAt(tokens, index)));
    return figure(blocks, { html, label: blocks.holder.session.messages.code });
  };
}

/** A code block that is not written as Markdown. */
export interface CodeOfComponent {
  readonly code: string;
  readonly language?: string | undefined;
  /** Options as after the language of a fence. */
  readonly meta?: string | undefined;
}

/** Renders a code block as those of Markdown. */
export function renderCode(
  md: MarkdownIt,
  { code, language = '', meta = '' }: CodeOfComponent,
): string {
  const token = new createMarkdownIt.Token('fence', 'code', 0);
  token.info = `${language} ${meta}`.trim();
  token.content = `${code.replace(/^\n|\s+$/g, '')}\n`;
  token.markup = '```';
  return md.renderer.render([token], md.options, {});
}

/** A code block's visible text. */
export function shownCode(token: Token): string {
  return token.content.replace(/\n$/, '');
}

/** Languages of requests and what they answer. */
const SAMPLES =
  /^(?:(?:sh|bash|shell|zsh|console|curl|terminal|shell-session|http|json[c5]?)|(?:[jt]sx?|mjs|node|nodejs|javascript|typescript)|py(?:thon)?3?)$/i;

interface Fence {
  readonly token: Token;
  readonly info: CodeInfo;
}

/** Notes a block that may show a request; `before` are the tokens before it. */
function noteSample(
  session: ParseSession,
  { token, info, before }: Fence & { readonly before: readonly Token[] },
): void {
  const { language, title, sample, save } = info;
  if (!SAMPLES.test(language) || token.map === null) return;
  const written = shownCode(token);
  const line = session.bodyLine + token.map[0];
  const { source } = session;
  const next = source.text.slice(lineStart(source, line + 1), lineEnd(source, line + 1));
  const [first = ''] = written.split('\n', 1);
  const isElsewhere = !next.endsWith(first);
  const end = lineEnd(source, isElsewhere ? line : line + 1);
  session.samples.push({
    language: language.toLowerCase(),
    title,
    code: withoutMarkers(written, language),
    option: sample,
    optionLocation: sample === undefined ? undefined : locateOption(source, line),
    save,
    before: before.findLast(({ type }) => type === 'inline')?.content ?? '',
    heading: session.lastHeading,
    location: locate(source, { start: end - (isElsewhere ? 0 : first.length), end }),
    isElsewhere,
  });
}

/** Code without the comments that mark lines; their lines are empty, so that the others stay where they are. */
function withoutMarkers(code: string, language: string): string {
  if (!/highlight-|\[!code /.test(code)) return code;
  const { lines } = readCodeLines(code, language);
  let at = 0;
  const kept = code.split('\n').map((line, index, all) => {
    const shown = lines[at];
    if (shown !== undefined && line.startsWith(shown) && (shown !== '' || line.trim() === '')) {
      at += 1;
      return shown;
    }
    // A command that goes on does so behind the comment.
    return all[index - 1]?.endsWith('\\') ? '\\' : '';
  });
  return at === lines.length ? kept.join('\n') : code;
}

/** The place of the option `sample` in a line; undefined if that is not the line of the fence. */
function locateOption(source: SourceText, line: number): Location | undefined {
  const start = lineStart(source, line);
  const found = /sample=(?:"[^"]*"|'[^']*'|\S*)/.exec(
    source.text.slice(start, lineEnd(source, line)),
  );
  if (found === null) return undefined;
  const at = start + found.index;
  return locate(source, { start: at, end: at + found[0].length });
}

function renderFence(md: MarkdownIt, blocks: CodeBlocks, { token, info }: Fence): string {
  const { session } = blocks.holder;
  const infoStart = infoOffset(session, token);
  reportOptions(session, info, infoStart);
  reportUnclosed(session, token);
  const name = md.utils.unescapeAll(info.language);
  // `diff-ts`, or `diff lang="ts"`, is TypeScript whose lines may begin with `+` or `-`.
  const diff = /^diff-./i.test(name);
  const span = shift(info.languageSpan, infoStart);
  // In VitePress, `js-vue` is JavaScript with values of Vue in braces.
  const language = resolveLanguage(blocks, name.replace(/^(?:diff-|\.)|-vue$/gi, ''), span);
  const code = info.isTwoslash ? withoutTwoslash(shownCode(token)) : shownCode(token);
  const read = readCodeLines(code, language?.id);
  for (const { line, ...problem } of read.problems) {
    const at = lineSpan(session, (token.map?.[0] ?? 0) + 1 + line);
    report(session, 'code-options', { ...problem, span: at });
  }
  reportLinesBeyond(session, read.lines.length, { ...info, infoStart });
  // Search indexes the visible text.
  token.content = `${read.lines.join('\n')}\n`;
  const isTab = token.meta?.['isTab'] === true;
  const found: unknown = token.meta?.['title'];
  const written = info.title ?? (typeof found === 'string' ? found : undefined);
  const title = written === undefined || isTab ? undefined : md.utils.unescapeAll(written);
  const label = title ?? language?.title ?? '';
  return figure(blocks, {
    html: paint({
      blocks,
      info,
      read,
      language,
      diff,
      span,
      fence: lineSpan(session, token.map?.[0] ?? 0),
    }),
    title,
    language: name === '' ? undefined : name.toLowerCase(),
    shown: language?.title ?? name,
    label:
      label === '' ? session.messages.code : fillMessage(session.messages.codeOf, { name: label }),
    wrap: info.wrap,
    scroll: info.scroll,
  });
}

function reportOptions(session: ParseSession, info: CodeInfo, infoStart: number): void {
  for (const problem of info.problems)
    report(session, 'code-options', { ...problem, span: shift(problem.span, infoStart) });
  for (const { name, span } of info.dropped)
    reportForeign(session, `code ${name}`, {
      span: shift(span, infoStart),
      message: `the code block option "${name}" has no effect`,
      hint: `remove it, or use ${OPTIONS}`,
    });
}

export interface CodeLabel {
  readonly text: string;
  readonly span: Span;
  readonly isTitle: boolean;
}

/** The title of a code block, else its language, as the label of a tab; and where it is written. */
export function codeLabel(session: ParseSession, token: Token): CodeLabel {
  const { title, language, languageSpan } = parseCodeInfo(token.info);
  const text = title ?? (language === '' ? session.messages.code : language);
  const at = title === undefined ? languageSpan.start : token.info.indexOf(title);
  const start = infoOffset(session, token) + at;
  const span = { start, end: start + (title ?? language).length };
  return { text, span, isTitle: title !== undefined };
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
  const wrong = wrongFence(source.text.slice(start, lineEnd(source, last)));
  report(session, 'unclosed-fence', {
    span: { start: at, end: at + markup.length },
    message: 'the code block is opened here and never closed',
    hint:
      wrong === undefined
        ? `add a line ${markup} where it ends`
        : `line ${first + 1 + wrong[0]} has ${wrong[1]}: write ${markup} there`,
  });
}

/** The first line of an unclosed block that was likely meant to close it: its index and text. */
function wrongFence(text: string): readonly [number, string] | undefined {
  const lines = text.split('\n').map((written) => written.replace(/^[\s>]+|\s+$/g, ''));
  const line = lines.findIndex((shown) => /^(?:`{2,}|~{2,}|'{3,})$/.test(shown));
  return line < 1 ? undefined : [line, lines[line] ?? ''];
}

function reportLinesBeyond(
  session: ParseSession,
  count: number,
  { highlighted, ranges, infoStart }: CodeInfo & { readonly infoStart: number },
): void {
  const last = highlighted.reduce((end, range) => Math.max(end, range[1]), 0);
  if (last <= count || ranges === undefined) return;
  report(session, 'code-options', {
    span: shift(ranges, infoStart),
    message: `line ${last} is marked, but the code ends at line ${count}`,
    hint: `name lines from 1 to ${count}`,
  });
}

function resolveLanguage(blocks: CodeBlocks, name: string, span: Span): PrismLanguage | undefined {
  const found = findLanguage(blocks.prism, blocks.names.get(name.toLowerCase()) ?? name);
  if (found.kind === 'language') return found.language;
  if (found.kind === 'unknown') {
    report(blocks.holder.session, 'unknown-language', {
      span,
      message: `the highlighter does not know the language "${name}"`,
      hint:
        found.near === undefined
          ? 'name a language that it knows, use text, or add the name to markdown.languages'
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
  /** The line with its options. */
  readonly fence: Span;
  /** The language's name in the source. */
  readonly span: Span;
}

function paint(given: Paint): string {
  const { info, read, diff } = given;
  const signs = diff ? read.lines.map((line) => line.charAt(0)) : markedSigns(info, read);
  const code = (diff ? withoutSigns(read.lines) : read.lines).join('\n');
  const stream = colorCode(given, code);
  const marked = new Set([...linesIn(info.highlighted, read.lines.length), ...read.highlighted]);
  const focused = new Set([...linesIn(info.focused, read.lines.length), ...read.focused]);
  const hasTexts = info.texts.length > 0;
  const ids = claimLines(given);
  const isPlain =
    marked.size + focused.size === 0 && info.firstNumber === undefined && signs === undefined;
  if (isPlain && !hasTexts) return printTokens(stream);
  const printed = printTokenLines(stream);
  const text = hasTexts ? code.split('\n') : [];
  const shown = hasTexts
    ? printed.map((line, index) => markTexts(line, text[index] ?? '', info.texts))
    : printed;
  if (isPlain) return shown.join('\n');
  return shown
    .map((line, index) => {
      // Marks added and removed lines for screen readers too: their signs are in the style sheet.
      const [tag, kind] = LINES[signs?.[index] ?? ''] ?? ['span', ''];
      const focus = focused.has(index + 1) ? ' focus' : '';
      const name = `line${marked.has(index + 1) ? ' hl' : ''}${focus}${kind}`;
      // Line numbers are an attribute that the style sheet shows: not text, so not copied.
      const { firstNumber: first } = info;
      const number = first === undefined ? '' : ` data-line="${first + index}"`;
      const id = ids?.[index];
      if (id === undefined) return `<${tag} class="${name}"${number}>${line}\n</${tag}>`;
      const label = `aria-label="${Number(first) + index}"`;
      const link = `<a class="line-link" href="#${id}" ${label}${number}></a>`;
      return `<${tag} class="${name}" id="${id}">${link}${line}\n</${tag}>`;
    })
    .join('');
}

/** The ids of lines, which are then taken; undefined if there are none, or if one is taken already. */
function claimLines({ blocks, info, read, fence }: Paint): readonly string[] | undefined {
  const { anchor, firstNumber = 1 } = info;
  if (anchor === undefined) return undefined;
  const { session } = blocks.holder;
  const ids = read.lines.map((_, index) => `${contentId(anchor)}-L${firstNumber + index}`);
  if (ids.some((id) => session.ids.has(id))) {
    const message = `the anchor "${anchor}" is taken`;
    const hint = 'choose another one, or leave it out';
    return void report(session, 'code-options', { span: fence, message, hint });
  }
  for (const id of ids) session.ids.add(id);
  return ids;
}

/** The signs of lines that a comment or an option marks as added or removed. */
function markedSigns(info: CodeInfo, read: CodeLines): readonly string[] | undefined {
  const count = read.lines.length;
  const added = [...linesIn(info.added, count), ...read.added];
  const removed = [...linesIn(info.removed, count), ...read.removed];
  if (added.length + removed.length === 0) return undefined;
  const signs = read.lines.map(() => '');
  for (const line of added) signs[line - 1] = '+';
  for (const line of removed) signs[line - 1] = '-';
  return signs;
}

/** The elements and classes of lines by their signs. */
const LINES: Readonly<Record<string, readonly [tag: string, kind: string]>> = {
  '+': ['ins', ' add'],
  '-': ['del', ' del'],
};

function colorCode({ blocks, language, span }: Paint, code: string): PrismStream {
  if (language === undefined) return code;
  const { prism, holder } = blocks;
  const meter = holder.session.colors;
  const { id } = language;
  const result = prism.attempt(id, () => color(code, { prism, meter, language: id }));
  if (!result.ok) {
    const { message } = result;
    report(holder.session, 'plugin-error', { span, message, hint: hintForPlugin(message) });
    return code;
  }
  if (result.value === undefined)
    report(holder.session, 'code-uncolored', {
      span,
      message: 'the code is shown without colors: the file has too much of it',
      hint: 'shorten the sample, or move part of the page to another one',
    });
  return result.value ?? code;
}

interface Figure {
  readonly html: string;
  readonly title?: string | undefined;
  readonly language?: string | undefined;
  /** The language as readers know it; empty if there is none. */
  readonly shown?: string;
  readonly label: string;
  readonly wrap?: boolean;
  readonly scroll?: boolean;
}

function figure({ holder }: CodeBlocks, figured: Figure): string {
  const { html, title, language, shown = '', label, wrap = false, scroll = false } = figured;
  const caption = title === undefined ? '' : `<figcaption>${escapeHtml(title)}</figcaption>`;
  const name = escapeHtml(holder.session.names.unique(label));
  const code =
    language === undefined ? '<code>' : `<code class="language-${escapeHtml(language)}">`;
  // The style sheet shows it in the header: it is no text of the page.
  const header =
    title === undefined
      ? ` data-language="${escapeHtml(shown === '' ? holder.session.messages.code : shown)}"`
      : '';
  const flags = `${wrap ? ' data-wrap' : ''}${scroll ? ' data-scroll' : ''}`;
  return `<figure class="code" data-code${header}${flags}>${caption}<pre role="region" tabindex="0" aria-label="${name}">${code}${html}</code></pre></figure>\n`;
}

function infoOffset(session: ParseSession, token: Token): number {
  return lineEnd(session.source, session.bodyLine + (token.map?.[0] ?? 0)) - token.info.length;
}

function shift(span: Span, by: number): Span {
  return { start: span.start + by, end: span.end + by };
}

/** Longer lines have no marked texts. */
const MAX_LINE = 1000;

/** Marks texts in a line of highlighted code: `html` has elements and character references, `text` has not. */
function markTexts(html: string, text: string, texts: readonly MarkedText[]): string {
  if (text.length > MAX_LINE) return html;
  // The groups of a pattern, else what it matches as a whole.
  const ranges = texts
    .flatMap(({ tag, pattern }) =>
      [...text.matchAll(pattern)]
        .flatMap(({ indices }) => {
          const [whole, ...groups] = indices ?? [];
          const found = groups.filter((group) => group !== undefined);
          return found.length > 0 ? found : whole === undefined ? [] : [whole];
        })
        .map(([start, end]) => ({ tag, start, end })),
    )
    .toSorted((a, b) => a.start - b.start);
  if (ranges.length === 0) return html;
  let at = 0;
  // A mark ends and begins again at each tag, so that elements nest.
  return html
    .replace(/<[^>]*>|&[^;]+;|[^<&]/gu, (part) => {
      if (part.startsWith('<')) return part;
      const start = at;
      at += part.startsWith('&') ? decodeEntities(part).length : part.length;
      const tag = ranges.find((range) => range.start <= start && start < range.end)?.tag;
      return tag === undefined ? part : `<${tag}>${part}</${tag}>`;
    })
    .replace(/<\/(mark|ins|del)><\1>/g, '');
}
