import type { IncludeRequest } from '../../content/include-file.ts';
import { createSourceText, lineStart, locate, type SourceText } from '../../content/source-text.ts';
import { type FilePath, toFilePath } from '../../shared/paths.ts';
import { MAX_BYTES } from '../budget.ts';
import { type Included, type ParseSession, readIncludedAt } from '../parse-session.ts';
import {
  breakLine,
  type ComposedText,
  type Line,
  locationIn,
  report,
  write,
} from './composed-text.ts';
import {
  codeFileOptions,
  type IncludeSyntax,
  partialAttributes,
  readNamedPart,
  type Replacement,
} from './include-syntax.ts';
import { fillVariables, LENIENT, type Variables, writeVariables } from './variables.ts';

export interface Expansion {
  /** Undefined if variables are ordinary text. */
  readonly variables: Variables | undefined;
  readonly syntaxes: readonly IncludeSyntax[];
  /** Keeps the number of lines. */
  readonly prepare?: (body: string) => string;
}

/** A file that is being expanded. */
interface Frame {
  /** Precedes each of its lines but the first: the containers of the line that includes it. */
  readonly prefix: string;
  /** The parts that include each other, outermost first. */
  readonly chain: readonly string[];
  readonly variables: Variables | undefined;
}

interface Job extends Expansion, ComposedText {
  /** The open code block. */
  fence: Fence | undefined;
  includes: number;
  /** True after the limit of includes is reported. */
  isOver: boolean;
}

const MAX_INCLUDES = 5000;
const MAX_DEPTH = 30;
/** Maximum length of the files that a page reads: a file counts each time that a part of it is included. */
const MAX_LENGTH = 32_000_000;

/** Replaces includes and variables in the body of a page; the result's locations are those of the files. */
export function expandSource(session: ParseSession, expansion: Expansion): SourceText {
  const { source, bodyStart, bodyLine } = session;
  const given = source.text.slice(bodyStart);
  const body = expansion.prepare?.(given) ?? given;
  const marks = ['<Include', '::include', 'file=', ...expansion.syntaxes.map(({ mark }) => mark)];
  if (expansion.variables !== undefined) marks.push('{{');
  if (body === given && !marks.some((mark) => body.includes(mark))) return source;
  const file = toFilePath(source.file);
  const job: Job = {
    ...expansion,
    session,
    chunks: [source.text.slice(0, bodyStart)],
    parts: source.parts?.filter(({ at }) => at < bodyStart) ?? [
      { at: 0, file, line: 1, column: 1, base: file },
    ],
    length: bodyStart,
    fence: undefined,
    includes: 0,
    isOver: false,
  };
  const lines = body.split('\n').map((text, index) => ({
    text,
    file,
    line: lineIn(source, bodyLine + index),
    column: 1,
    base: file,
    includedBy: undefined,
  }));
  expandLines(job, lines, { prefix: '', chain: [], variables: expansion.variables });
  const text = job.chunks.join('');
  return text === source.text
    ? source
    : { ...createSourceText(source.file, text), parts: job.parts };
}

/** The 1-based line in the file of a line of its text, to which lines may have been added. */
function lineIn(source: SourceText, line: number): number {
  const start = lineStart(source, line);
  return source.parts === undefined ? line + 1 : locate(source, { start, end: start }).line;
}

function expandLines(job: Job, lines: readonly Line[], frame: Frame): void {
  const state: Indentation = { isInList: false, isAfterBlank: true, isCode: false };
  for (const [index, line] of lines.entries()) {
    if (job.length > MAX_BYTES) return;
    if (index > 0) breakLine(job, line, frame.prefix);
    noteIndentation(state, line.text);
    // The end of a quote ends its code blocks.
    if (job.fence?.isQuoted === true && !isQuote(line.text)) job.fence = undefined;
    if (job.fence !== undefined) expandInFence(job, line, frame, job.fence);
    else if (state.isCode) expandCode(job, line, frame, { hasVariables: false });
    else expandOutside(job, line, frame, lines[index + 1]);
    state.isAfterBlank = line.text.trim() === '';
  }
}

const CONTAINERS = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

function expandOutside(job: Job, line: Line, frame: Frame, next: Line | undefined): void {
  const containers = CONTAINERS.exec(line.text)?.[0] ?? '';
  const rest = line.text.slice(containers.length);
  const [, marker, info = ''] = FENCE.exec(rest) ?? [];
  const inner = { ...frame, prefix: frame.prefix + containers.replace(/[^ \t>]/g, ' ') };
  if (marker !== undefined) {
    openFence(job, line, inner, { marker, info, next });
    return;
  }
  const attributes = partialAttributes(rest);
  if (attributes === undefined) {
    replaceInLine(job, line, inner, false);
    return;
  }
  write(job, line, containers);
  expandPartial(job, line, inner, attributes);
  if (next !== undefined && next.text.trim() !== '') breakLine(job, line, inner.prefix);
}

interface Opener {
  readonly marker: string;
  readonly info: string;
  readonly next: Line | undefined;
}

/** Opens a code block; one without content whose options name a file shows it. */
function openFence(job: Job, line: Line, frame: Frame, { marker, info, next }: Opener): void {
  const { variables } = frame;
  const isQuoted = frame.prefix.includes('>');
  const isEmpty = next === undefined || closes({ marker, isQuoted }, next.text);
  const options = codeFileOptions(info, {
    file: isEmpty,
    variables: variables !== undefined,
  });
  const infoStart = line.text.length - info.length;
  const named = options.file ? readNamedPart(fillVariables(info, variables)) : undefined;
  const request = named && { ...named.request, dedent: true };
  const part = request && include(job, line, frame, request);
  const lines = part?.lines.map((own) => includedLine(own, part, line)) ?? [];
  const extra = extraMarker(marker, lines);
  write(job, line, line.text.slice(0, infoStart));
  write(job, line, extra, { start: infoStart, written: 0 });
  let at = infoStart;
  for (const { start, end } of options.cuts) {
    writeVariables(job, line, { start: at, end: infoStart + start, variables });
    at = infoStart + end;
  }
  writeVariables(job, line, { start: at, end: line.text.length, variables });
  const fence = { marker, isQuoted, extra, hasVariables: options.variables };
  for (const own of lines) {
    breakLine(job, line, frame.prefix);
    expandCode(job, own, frame, fence);
  }
  job.fence = fence;
}

function expandInFence(job: Job, line: Line, frame: Frame, fence: Fence): void {
  if (!closes(fence, line.text)) {
    expandCode(job, line, frame, fence);
    return;
  }
  write(job, line, line.text.trimEnd());
  write(job, line, fence.extra, { start: line.text.length, written: 0 });
  job.fence = undefined;
}

function expandCode(
  job: Job,
  line: Line,
  frame: Frame,
  { hasVariables }: Pick<Fence, 'hasVariables'>,
): void {
  const prefix = frame.prefix + (/^[ \t>]*/.exec(line.text)?.[0] ?? '');
  const variables = hasVariables ? frame.variables : undefined;
  replaceInLine(job, line, { ...frame, prefix, variables }, true);
}

function expandPartial(job: Job, line: Line, frame: Frame, attributes: string): void {
  const named = readNamedPart(fillVariables(attributes, frame.variables));
  if (named === undefined) {
    const hint = 'write <Include file="_shared/note.md" />';
    report(job, 'include-not-found', { line, message: 'the include names no file', hint });
    return;
  }
  const { variables } = frame;
  const parameters = [...(variables?.values ?? []), ...named.parameters];
  const inner =
    named.parameters.size === 0
      ? variables
      : { ...(variables ?? LENIENT), values: new Map(parameters) };
  const part = include(job, line, frame, named.request);
  if (part === undefined) return;
  const lines = withoutFrontmatter(part.lines).map((own) =>
    includedLine(own, part, line, part.file),
  );
  expandLines(job, lines, {
    ...frame,
    chain: [...frame.chain, keyOf(part, named.request)],
    variables: inner,
  });
  job.fence = undefined;
}

/** Reads a part, and reports a part that includes itself. */
function include(
  job: Job,
  line: Line,
  { chain }: Frame,
  request: IncludeRequest,
): Included | undefined {
  job.includes += 1;
  const { session } = job;
  if (job.includes > MAX_INCLUDES || session.includedLength > MAX_LENGTH) {
    const message =
      job.includes > MAX_INCLUDES
        ? `the page includes more than ${MAX_INCLUDES} files`
        : `the files that the page includes have more than ${MAX_LENGTH} characters, each counted as often as it is included`;
    if (!job.isOver) report(job, 'markdown-budget', { line, message });
    job.isOver = true;
    return undefined;
  }
  const part = readIncludedAt(session, request, {
    from: line.base,
    location: locationIn(line, request.path),
  });
  if (part === undefined) return undefined;
  if (!chain.includes(keyOf(part, request)) && chain.length < MAX_DEPTH) return part;
  report(job, 'include-cycle', {
    line,
    message: `"${request.path}" includes itself`,
    hint: 'remove one of the includes',
  });
  return undefined;
}

function keyOf({ absolute }: Included, { region, lines }: IncludeRequest): string {
  return JSON.stringify([absolute, region, lines]);
}

function withoutFrontmatter(lines: Included['lines']): Included['lines'] {
  if (lines[0]?.text.trimEnd() !== '---') return lines;
  const end = lines.findIndex(
    ({ text }, index) => index > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(text),
  );
  return end < 0 ? lines : lines.slice(end + 1);
}

function includedLine(
  { text, line }: Included['lines'][number],
  { file, indent }: Included,
  by: Line,
  base: FilePath = by.base,
): Line {
  const includedBy = by.includedBy ?? `${by.file}:${by.line}`;
  return { text, file, line, column: indent + 1, base, includedBy };
}

/** Writes a line with the includes of dialects and variables replaced. */
function replaceInLine(job: Job, line: Line, frame: Frame, inCode: boolean): void {
  const { variables } = frame;
  let at = 0;
  for (const { mark, pattern, read } of job.syntaxes) {
    if (!line.text.includes(mark)) continue;
    for (const match of line.text.matchAll(pattern)) {
      const replacement = match.index < at ? undefined : read(match, inCode);
      if (replacement === undefined) continue;
      writeVariables(job, line, { start: at, end: match.index, variables, inCode });
      at = match.index + match[0].length;
      const own = { ...line, text: match[0], column: line.column + match.index };
      writeReplacement(job, own, frame, replacement);
    }
  }
  writeVariables(job, line, { start: at, end: line.text.length, variables, inCode });
}

function writeReplacement(job: Job, line: Line, frame: Frame, replacement: Replacement): void {
  if (replacement.kind === 'text') {
    write(job, line, replacement.text, { written: replacement.written });
    return;
  }
  const { request, linksFrom, fence, tags } = replacement;
  const part = include(job, line, frame, request);
  if (part === undefined) return;
  if (fence !== undefined) {
    // Writes a file as a code block, in which nothing is replaced.
    const { prefix } = frame;
    const marker = '```' + extraMarker('```', part.lines);
    write(job, line, marker + fence, { written: 0 });
    for (const own of part.lines) {
      const shown = includedLine(own, part, line);
      breakLine(job, shown, prefix);
      write(job, shown, shown.text);
    }
    breakLine(job, line, prefix);
    write(job, line, marker, { written: 0 });
    return;
  }
  const base = linksFrom === 'file' ? part.file : line.base;
  const isPage = job.fence === undefined && /\.mdx?$/.test(request.path);
  const lines = isPage ? withoutFrontmatter(part.lines) : part.lines;
  const endBlock = (): void => {
    breakLine(job, line, frame.prefix);
    breakLine(job, line, frame.prefix);
  };
  if (tags !== undefined) {
    write(job, line, tags[0], { written: 0 });
    endBlock();
  }
  expandLines(
    job,
    lines.map((own) => includedLine(own, part, line, base)),
    { ...frame, chain: [...frame.chain, keyOf(part, request)] },
  );
  if (tags === undefined) return;
  endBlock();
  write(job, line, tags[1], { written: 0 });
}

// Tracks code blocks from line to line, without parsing.

/** An open code block between fences. */
interface Fence {
  readonly marker: string;
  readonly isQuoted: boolean;
  /** Added to the marker, because an included line has one of the same length. */
  readonly extra: string;
  readonly hasVariables: boolean;
}

/** Characters that make a fence longer than all fences of the same kind in its content. */
function extraMarker(marker: string, lines: readonly { readonly text: string }[]): string {
  const char = marker.charAt(0);
  let longest = 0;
  for (const { text } of lines) {
    const trimmed = text.trimStart();
    if (!trimmed.startsWith(marker)) continue;
    let length = marker.length;
    while (trimmed.charAt(length) === char) length += 1;
    longest = Math.max(longest, length);
  }
  return char.repeat(longest === 0 ? 0 : longest + 1 - marker.length);
}

function closes({ marker, isQuoted }: Pick<Fence, 'marker' | 'isQuoted'>, text: string): boolean {
  if (isQuoted && !isQuote(text)) return true;
  const rest = text.replace(/^[ \t>]*/, '').trimEnd();
  return rest.startsWith(marker) && rest === marker.charAt(0).repeat(rest.length);
}

function isQuote(text: string): boolean {
  return /^[ \t]*>/.test(text);
}

/** Lists and code blocks by indentation before a line. */
interface Indentation {
  isInList: boolean;
  isAfterBlank: boolean;
  isCode: boolean;
}

function noteIndentation(state: Indentation, text: string): void {
  if (text.trim() === '') return;
  const isIndented = /^(?: {4}| {0,3}\t)/.test(text);
  state.isCode = isIndented && !state.isInList && (state.isAfterBlank || state.isCode);
  if (/^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(text)) state.isInList = true;
  else if (!/^\s/.test(text)) state.isInList = false;
}
