import { lineEnd, lineStart, locate, type SourceText, type Span } from '../content/source-text.ts';
import { CODES, type DiagnosticCode, fixedLevel, isSuppressible } from '../diagnostics/codes.ts';
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { Matcher } from './pattern.ts';

/** A comment of a Markdown file. */
export interface Comment {
  readonly text: string;
  readonly span: Span;
}

const COMMANDS = ['disable-next-line', 'disable', 'enable'] as const;
type CommandName = (typeof COMMANDS)[number];

interface Command {
  readonly name: CommandName;
  /** Names as written, with their locations; empty for every rule. */
  readonly rules: readonly { readonly name: string; readonly location: Location }[];
  readonly reason: string | undefined;
  readonly comment: Comment;
}

interface Open extends Omit<Suppression, 'scope'> {
  readonly from: Position;
}

/**
 * Reads `<!-- check-links-disable-next-line rule rule -- reason -->`, `<!-- check-links-disable rule -->` and
 * `<!-- check-links-enable rule -->`. A rule is any suppressible code; without one, all codes of the link check are
 * meant. The next line is the next one with more than whitespace and such comments; an unclosed range ends with the
 * file.
 */
export function readComments(source: SourceText, comments: readonly Comment[]): FileSuppressions {
  const suppressions: Suppression[] = [];
  const diagnostics: Diagnostic[] = [];
  const nextLine = createNextLines(source);
  let open: Open[] = [];
  for (const comment of comments) {
    const command = readCommand(source, comment, diagnostics);
    if (command === undefined) continue;
    const { start, end } = boundsOf(source, comment.span);
    if (command.name === 'enable') {
      const [ended, left] = partition(open, ({ rule }) => endsRule(command, rule));
      if (ended.length === 0) diagnostics.push(nothingDisabled(source, comment));
      suppressions.push(...ended.map((entry) => closeAt(entry, start)));
      open = left;
    } else if (command.name === 'disable') {
      open.push(...namedParts(source, command).map((part) => ({ ...part, from: end })));
    } else {
      const scope = lineScope(nextLine(end.line));
      suppressions.push(...namedParts(source, command).map((part) => ({ ...part, scope })));
    }
  }
  suppressions.push(...open.map((entry) => closeAt(entry, undefined)));
  return { suppressions, diagnostics };
}

/** Splits a list in two, in order. */
export function partition<Entry>(
  entries: readonly Entry[],
  isFirst: (entry: Entry) => boolean,
): [Entry[], Entry[]] {
  const parts: [Entry[], Entry[]] = [[], []];
  for (const entry of entries) parts[isFirst(entry) ? 0 : 1].push(entry);
  return parts;
}

/** `enable` without a rule ends everything; with a rule, what was disabled by that name. */
function endsRule({ rules }: Command, rule: string | undefined): boolean {
  return rules.length === 0 || rules.some(({ name }) => name === rule);
}

function closeAt({ from, ...entry }: Open, to: Position | undefined): Suppression {
  return { ...entry, scope: { kind: 'range', from, to } };
}

function readCommand(
  source: SourceText,
  comment: Comment,
  diagnostics: Diagnostic[],
): Command | undefined {
  const [, lead = '', name = '', rest = ''] =
    /^(<!--\s*check-links-)([\w-]*?)((?:\s.*)?)-->$/s.exec(comment.text) ?? [];
  if (lead === '') return undefined;
  const known = COMMANDS.find((command) => command === name);
  if (known === undefined) {
    diagnostics.push(unknown(source, { name, at: comment.span.start + lead.length }, COMMANDS));
    return undefined;
  }
  const dashes = /(?:^|\s)--(?=\s|$)/.exec(rest);
  const written = dashes === null ? rest : rest.slice(0, dashes.index);
  const reason = dashes === null ? '' : rest.slice(dashes.index + dashes[0].length).trim();
  const base = comment.span.start + lead.length + name.length;
  const rules = [...written.matchAll(/[^\s,]+/g)].map(({ 0: rule, index }) => ({
    name: rule,
    location: locate(source, { start: base + index, end: base + index + rule.length }),
  }));
  for (const rule of rules) {
    if (!isSuppressible(rule.name)) diagnostics.push(refusedRule(rule));
  }
  return { name: known, rules, reason: reason === '' ? undefined : reason, comment };
}

interface UnknownName {
  readonly name: string;
  readonly at: number;
}

function unknown(
  source: SourceText,
  { name, at }: UnknownName,
  known: readonly string[],
): Diagnostic {
  const near = nearest(name, known);
  return diagnostic('invalid-suppression', {
    message: `there is no comment "check-links-${name}"`,
    hint: near === undefined ? undefined : `did you mean "check-links-${near}"?`,
    location: locate(source, { start: at, end: at + name.length }),
  });
}

function refusedRule({ name, location }: Command['rules'][number]): Diagnostic {
  const isKnown = CODES.includes(name);
  const near = isKnown ? undefined : nearest(name, CODES.filter(isSuppressible));
  return diagnostic('invalid-suppression', {
    message: isKnown ? `a comment cannot suppress "${name}"` : `there is no rule "${name}"`,
    hint: near === undefined ? fixedLevel(name) : `did you mean "${near}"?`,
    location,
  });
}

function nothingDisabled(source: SourceText, { span }: Comment): Diagnostic {
  return diagnostic('unused-suppression', {
    message: 'the comment ends nothing that was disabled before',
    location: locate(source, span),
  });
}

/** Returns one part for each valid rule. */
function namedParts(source: SourceText, command: Command): readonly Omit<Suppression, 'scope'>[] {
  const { rules, reason, comment } = command;
  const common = { what: 'the comment', ...(reason === undefined ? {} : { reason }) };
  if (rules.length === 0) {
    return [{ ...common, rule: undefined, location: locate(source, comment.span) }];
  }
  return rules.flatMap(({ name, location }) =>
    isSuppressible(name) ? [{ ...common, rule: name, location }] : [],
  );
}

interface Bounds {
  readonly start: Position;
  readonly end: Position;
}

/** Returns the start and end positions of a range. */
export function boundsOf(source: SourceText, span: Span): Bounds {
  const start = locate(source, span);
  const end = locate(source, { start: span.end, end: span.end });
  return {
    start: { line: start.line, column: start.column },
    end: { line: end.line, column: end.column },
  };
}

const ONLY_COMMENTS = /^(?:[\s>]|<!--\s*check-links-(?:(?!-->).)*-->)*$/;

/** Creates a finder of the first line, from a 0-based one on, with more than whitespace and such comments. */
function createNextLines(source: SourceText): (line: number) => number {
  let next: number[] | undefined;
  return (line) => {
    next ??= nextLines(source);
    return next[line] ?? line;
  };
}

function nextLines(source: SourceText): number[] {
  const next: number[] = [];
  for (let line = source.lineStarts.length - 1; line >= 0; line--)
    next[line] = ONLY_COMMENTS.test(lineText(source, line)) ? (next[line + 1] ?? line + 1) : line;
  return next;
}

/** The scope of a whole line, by 0-based number. */
function lineScope(line: number): Suppression['scope'] {
  return {
    kind: 'range',
    from: { line: line + 1, column: 1 },
    to: { line: line + 2, column: 1 },
  };
}

/** The text of a line, by 0-based number. */
function lineText(source: SourceText, line: number): string {
  return source.text.slice(lineStart(source, line), lineEnd(source, line));
}

/** A position in a file, both numbers 1-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The findings that a suppression matches: those located inside a range, or with a matching destination. */
type SuppressionScope =
  /** `to` is exclusive; undefined means the end of the file. */
  | { readonly kind: 'range'; readonly from: Position; readonly to: Position | undefined }
  | { readonly kind: 'links'; readonly matches: Matcher };

/** A suppression of findings in its file. */
export interface Suppression {
  /** The rule; undefined for every rule of the link check. */
  readonly rule: DiagnosticCode | undefined;
  readonly scope: SuppressionScope;
  /** Location of the name of the rule, the comment, the attribute's tag, or the pattern. */
  readonly location: Location;
  /** Name for messages, such as `the comment`. */
  readonly what: string;
  /** The author's reason. */
  readonly reason?: string;
}

/** The suppressions of a file in source order, and problems in them. */
export interface FileSuppressions {
  readonly suppressions: readonly Suppression[];
  readonly diagnostics: readonly Diagnostic[];
}
