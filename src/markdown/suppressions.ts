import type { Token } from 'markdown-it';
import {
  lineAt,
  lineEnd,
  lineStart,
  locate,
  type SourceText,
  type Span,
} from '../content/source-text.ts';
import { CODES, fixedLevel, isSuppressible } from '../diagnostics/codes.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { VOID } from '../html/raw-text.ts';
import { scanHtml } from '../html/scan-fragment.ts';
import { didYouMean } from '../config/problem.ts';
import { isRawHtml, rawSpans } from './html/raw-html.ts';
import { type ParseSession, report } from './parse-session.ts';
import type { SuppressedRange } from './parsed-doc.ts';

/** A tag of raw HTML. */
interface Tag {
  readonly name: string;
  readonly span: Span;
  readonly kind: 'open' | 'close';
  readonly isIgnored: boolean;
}

/**
 * Notes the comments and elements of a parsed file that suppress findings, with what they cover:
 * `<!-- check-links-disable-next-line rule, rule -- reason -->` and `data-check-links="ignore"`. Those of JSX were
 * noted while they were parsed.
 */
export function noteSuppressions(session: ParseSession, tokens: readonly Token[]): void {
  if (!session.source.text.includes('check-links')) return;
  const comments = [...session.jsxComments];
  const tags: Tag[] = [];
  const visit = (token: Token): void => {
    if (token.type === 'inline') token.children?.forEach(visit);
    if (!isRawHtml(token) || session.rawContents.has(token)) return;
    const { content } = token;
    const spanOf = rawSpans(session, token);
    scanHtml(content, {
      comment: (start, end) => comments.push(spanOf(start, end)),
      startTag: ({ name, start, end, attributes }) => {
        const own = attributes.find((attribute) => attribute.name === ATTRIBUTE);
        const isIgnored =
          own !== undefined && isIgnore(content.slice(own.valueStart, own.valueEnd));
        tags.push({ name, kind: 'open', isIgnored, span: spanOf(start, end) });
      },
      endTag: (name, start, end) =>
        tags.push({ name, kind: 'close', isIgnored: false, span: spanOf(start, end) }),
    });
  };
  tokens.forEach(visit);
  noteComments(session, comments, tokens);
  // Notes the outermost elements with the attribute. An unclosed element counts as its start tag.
  const { source, suppressions } = session;
  // Footnotes are at the end of the tokens.
  tags.sort((a, b) => a.span.start - b.span.start);
  let open: { readonly tag: Tag; depth: number } | undefined;
  for (const tag of tags) {
    if (open === undefined && tag.isIgnored) open = { tag, depth: 0 };
    if (open === undefined) continue;
    if (tag.name === open.tag.name) open.depth += tag.kind === 'open' ? 1 : -1;
    if (open.depth > 0 && !VOID.has(open.tag.name)) continue;
    const whole = { start: open.tag.span.start, end: tag.span.end };
    suppressions.push(ofElement(source, open.tag.span, whole));
    open = undefined;
  }
  if (open !== undefined) suppressions.push(ofElement(source, open.tag.span, open.tag.span));
}

const ATTRIBUTE = 'data-check-links';

function isIgnore(value: string): boolean {
  return value.trim().toLowerCase() === 'ignore';
}

/** Notes an element of JSX by its start tag if it has the attribute. */
export function noteJsxElement(
  { source, code, suppressions }: ParseSession,
  index: number,
  { tag, whole }: { readonly tag: Span; readonly whole: Span },
): void {
  const own = code?.elements[index]?.attributes.find(({ name }) => name === ATTRIBUTE);
  if (own?.kind === 'text' && isIgnore(own.text)) suppressions.push(ofElement(source, tag, whole));
}

function ofElement(source: SourceText, tag: Span, whole: Span): SuppressedRange {
  const { file, line, column, endLine = line, endColumn = column } = locate(source, whole);
  return {
    what: `${ATTRIBUTE}="ignore"`,
    location: locate(source, tag),
    file,
    from: { line, column },
    to: { line: endLine, column: endColumn },
  };
}

const COMMAND = /^((?:<!--|\{\/\*)[\s>]*check-links-)([\w-]*)(\s.*)?(?:-->|\*\/\})$/s;
const NEXT_LINE = 'disable-next-line';

function noteComments(
  session: ParseSession,
  comments: readonly Span[],
  tokens: readonly Token[],
): void {
  const { source, suppressions } = session;
  let nextLines: readonly number[] | undefined;
  /** The line after each code block, by its first one. */
  let fences: ReadonlyMap<number, number> | undefined;
  for (const span of comments) {
    const [, lead = '', command = '', rest = ''] =
      COMMAND.exec(source.text.slice(span.start, span.end)) ?? [];
    if (lead === '') continue;
    const commandStart = span.start + lead.length;
    const commandEnd = commandStart + command.length;
    if (command !== NEXT_LINE) {
      const near = nearest(command, [NEXT_LINE]);
      report(session, 'invalid-suppression', {
        span: { start: commandStart, end: commandEnd },
        message: `there is no comment "check-links-${command}"`,
        hint: /^(?:disable|enable)$/.test(command)
          ? `write check-links-${NEXT_LINE} above each line, ${ATTRIBUTE}="ignore" on an element, or links.ignore in the frontmatter`
          : near && `did you mean "check-links-${near}"?`,
      });
      continue;
    }
    nextLines ??= linesAfterComments(source);
    const after = lineAt(source, span.end) + 1;
    const next = nextLines[after] ?? after;
    const start = source.lineStarts[next];
    // A comment above a code block is about all of it.
    fences ??= new Map(tokens.flatMap(({ type, map }) => (type === 'fence' && map ? [map] : [])));
    const first = next - session.bodyLine;
    const last = fences.get(first) ?? first + 1;
    const comment = locate(source, span);
    const { file, line } =
      start === undefined
        ? { file: comment.file, line: after + 1 }
        : locate(source, { start, end: start });
    const from = { line, column: 1 };
    const common = {
      what: 'the comment',
      file,
      from,
      to: { line: line + last - first, column: 1 },
    };
    const [written = '', reason = ''] = rest.split(/(?:^|\s)--(?=\s|$)(.*)/s);
    const noted = reason.trim() === '' ? common : { ...common, reason: reason.trim() };
    const rules = [...written.matchAll(/[^\s,>]+/g)];
    if (rules.length === 0) suppressions.push({ ...noted, location: comment });
    for (const { 0: rule, index } of rules) {
      const ruleSpan = { start: commandEnd + index, end: commandEnd + index + rule.length };
      if (isSuppressible(rule))
        suppressions.push({ ...noted, rule, location: locate(source, ruleSpan) });
      else reportRule(session, rule, ruleSpan);
    }
  }
}

function reportRule(session: ParseSession, rule: string, span: Span): void {
  const isKnown = CODES.includes(rule);
  report(session, 'invalid-suppression', {
    message: isKnown ? `a comment cannot suppress "${rule}"` : `there is no rule "${rule}"`,
    hint:
      (isKnown ? undefined : didYouMean(rule, CODES.filter(isSuppressible))) ?? fixedLevel(rule),
    span,
  });
}

const ONLY_COMMENTS =
  /^(?:[\s>]|<!--\s*check-links-(?:(?!-->).)*-->|\{\/\*\s*check-links-(?:(?!\*\/).)*\*\/\})*$/;

/** For each line, the first one from there on with more than whitespace and such comments. */
function linesAfterComments(source: SourceText): readonly number[] {
  const next: number[] = [];
  for (let line = source.lineStarts.length - 1; line >= 0; line--) {
    const text = source.text.slice(lineStart(source, line), lineEnd(source, line));
    next[line] = ONLY_COMMENTS.test(text) ? (next[line + 1] ?? line + 1) : line;
  }
  return next;
}
