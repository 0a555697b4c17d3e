import { swallowedBy } from '../code/swallowed.ts';
import type { MarkdownIt, StateBlock } from 'markdown-it';
import type { Span } from '../../content/source-text.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { itemAt } from '../../shared/item-at.ts';
import { type ParseSession, report, type SessionHolder, wrapBlockRule } from '../parse-session.ts';
import { INTERRUPTS, lineText, textStart } from './block-lines.ts';
import type { BlockOptions } from './block-options.ts';

/** An opened `:::` block, as passed to its handler. */
export interface Directive {
  /** As written. */
  readonly name: string;
  readonly nameSpan: Span;
  /** Markdown of the title, if there is one: `Title`, `[Title]` or `{title="Title"}`. */
  readonly title: { readonly text: string; readonly start: number } | undefined;
  /** `{…}` with options, if there are some. */
  readonly braces: { readonly text: string; readonly start: number } | undefined;
  /** Everything after the name, for directives with options. */
  readonly rest: { readonly text: string; readonly start: number };
}

/** Pushes the tokens before a directive's content; the result pushes those after it. */
export type DirectiveHandler = (state: StateBlock) => () => void;

/** Finds the handler of a directive that it knows. */
export type DirectiveFinder = (directive: Directive) => DirectiveHandler | undefined;

interface Frame {
  readonly colons: number;
  /** Level of the tokens inside. */
  readonly level: number;
  /** Number of quotes around it. */
  readonly quotes: number;
  /** The frame around this one. */
  readonly outer: Frame | undefined;
  /** The same, if no list or quote is in between: only then can a line in this one close it. */
  readonly parent: Frame | undefined;
  /** The line that closed it: its own closing line, or that of a block around it. */
  stop: { readonly line: number; readonly own: boolean } | undefined;
}

const ATTRIBUTE = /(?:[\w-]+=(?:"[^"]*"|'[^']*'|[^\s"'{}=]+)|[.#][\w-]+|open)/.source;
// `::: module.name` is a reference to code in MkDocs.
const OPENER = /^(:{3,})[ \t]*([A-Za-z][\w-]*)(?![\w-]|\.\w)(.*)$/;
/** Text that reads like options: `{title="…" .class #id open}`. */
const ATTRIBUTES = new RegExp(`^\\{[ \\t]*${ATTRIBUTE}(?:[ \\t]+${ATTRIBUTE})*[ \\t]*\\}$`);
const CLOSER = /^(:{3,})[ \t]*$/;

/**
 * Adds blocks between `:::name` and `:::`. A closing line closes the innermost open block with the same number of
 * colons, else the innermost one with fewer; it may be indented like a list before it, as Prettier writes it. A block
 * ends at the latest with the list item or quote that contains it.
 */
export function addDirectives(
  md: MarkdownIt,
  holder: SessionHolder,
  handlerOf: (directive: Directive) => DirectiveHandler,
): void {
  const frames: Reading['frames'] = { top: undefined, quotes: 0 };
  // An interrupted run may leave frames behind.
  md.core.ruler.before('block', 'directive_start', () => {
    frames.top = undefined;
    frames.quotes = 0;
  });
  // Counts the quotes around the current line: lists use the same function with another type of parent.
  const tokenize = md.block.tokenize.bind(md.block);
  md.block.tokenize = (state, first, end) => {
    const { quotes } = frames;
    if (state.parentType === 'blockquote') frames.quotes += 1;
    tokenize(state, first, end);
    frames.quotes = quotes;
  };
  const rule = (state: StateBlock, line: number, end: number, silent: boolean): boolean => {
    const text = lineText(state, line, ':::');
    if (text === undefined) return false;
    const closer = CLOSER.exec(text);
    if (closer !== null)
      return closeFrame(frames, state, { line, end, silent, colons: closer[1]?.length ?? 3 });
    const opener = OPENER.exec(text);
    if (opener === null) return false;
    if (!silent) readBlock({ state, holder, handlerOf, frames }, { line, end, opener });
    return true;
  };
  md.block.ruler.before('fence', 'directive', rule, { alt: INTERRUPTS });
  wrapBlockRule(md, 'html_block', (html) => (state, line, end, silent) => {
    if (!html(state, line, end, silent)) return false;
    if (!silent && frames.top?.level === state.level) cutHtmlBlock(frames.top, state, line);
    return true;
  });
}

const LEAF = /^(::)([A-Za-z][\w-]*)(?![\w:-])(.*)$/;

/** Adds blocks of one line, `::name[Label]{…}`, for the names that have a handler. */
export function addLeafDirectives(
  md: MarkdownIt,
  holder: SessionHolder,
  handlerOf: DirectiveFinder,
): void {
  const rule = (state: StateBlock, line: number, _end: number, silent: boolean): boolean => {
    const opener = LEAF.exec(lineText(state, line, '::') ?? '');
    if (opener === null) return false;
    const directive = readOpener(holder.session, opener, textStart(state, line));
    const handler = handlerOf(directive);
    if (handler === undefined && !silent) reportLeaf(holder.session, directive);
    if (handler === undefined || silent) return handler !== undefined;
    const first = state.tokens.length;
    state.line = line + 1;
    handler(state)();
    const token = state.tokens[first];
    if (token !== undefined) token.map = [line, line + 1];
    return true;
  };
  md.block.ruler.before('fence', 'leaf_directive', rule, { alt: INTERRUPTS });
}

/** Reports a line with options that is shown as text: there is no such component. */
function reportLeaf(session: ParseSession, { name, nameSpan, rest }: Directive): void {
  if (!/^[[{].*[\]}]$/.test(rest.text)) return;
  const names = session.components?.names ?? [];
  const near = nearest(name, names);
  report(session, 'unknown-component', {
    span: nameSpan,
    message: `there is no component "${name}": the line is shown as text`,
    hint: near === undefined ? `components are ${names.join(', ')}` : `did you mean ::${near}?`,
  });
}

/**
 * Ends HTML blocks that last until a blank line (CommonMark 4.6, conditions 6 and 7) also where the directive around
 * them closes: `:::` after `</div>` is never meant as HTML.
 */
function cutHtmlBlock(top: Frame, state: StateBlock, first: number): void {
  const token = state.tokens.at(-1);
  if (
    token === undefined ||
    /^\s*<(?:[!?]|(?:script|pre|style|textarea)[\s>])/i.test(token.content)
  )
    return;
  for (let line = first + 1; line < state.line; line++) {
    const closer = CLOSER.exec(lineText(state, line, ':::') ?? '');
    if (closer === null || frameToClose(top, closer[1]?.length ?? 3) === undefined) continue;
    token.content = state.getLines(first, line, state.blkIndent, true);
    token.map = [first, line];
    state.line = line;
    return;
  }
}

interface Closing {
  readonly line: number;
  readonly end: number;
  readonly silent: boolean;
  readonly colons: number;
}

function closeFrame(
  { top, quotes }: Reading['frames'],
  state: StateBlock,
  { line, end, silent, colons }: Closing,
): boolean {
  // In a list inside a directive, the closing line is left of the item's content. Without this it would continue the
  // item's last paragraph.
  if (silent && itemAt(state.sCount, line) < state.blkIndent)
    for (let frame = top; frame !== undefined; frame = frame.outer)
      if (frame.colons <= colons) return true;
  const frame = top?.quotes === quotes ? frameToClose(top, colons) : undefined;
  if (top === undefined || frame === undefined) return false;
  if (silent) return true;
  top.stop = { line, own: frame === top };
  // Ends the loops that read the content and lists in it; the block's own rule restores the true line.
  state.line = end;
  return true;
}

function frameToClose(top: Frame, colons: number): Frame | undefined {
  let fewer: Frame | undefined;
  for (let frame: Frame | undefined = top; frame !== undefined; frame = frame.parent) {
    if (frame.colons === colons) return frame;
    if (frame.colons < colons) fewer ??= frame;
  }
  return fewer;
}

interface Reading {
  readonly state: StateBlock;
  readonly holder: SessionHolder;
  readonly handlerOf: (directive: Directive) => DirectiveHandler;
  readonly frames: { top: Frame | undefined; quotes: number };
}

function readBlock(
  reading: Reading,
  { line, end, opener }: { line: number; end: number; opener: RegExpExecArray },
): void {
  const { state, holder, handlerOf, frames } = reading;
  const directive = readOpener(holder.session, opener, textStart(state, line));
  const outer = frames.top;
  const first = state.tokens.length;
  const close = handlerOf(directive)(state);
  const levelBefore = state.tokens[first]?.level ?? state.level;
  const parent = outer?.level === levelBefore ? outer : undefined;
  const colons = opener[1]?.length ?? 3;
  const { level } = state;
  const frame: Frame = { colons, level, quotes: frames.quotes, outer, parent, stop: undefined };
  frames.top = frame;
  const parentType = state.parentType;
  state.parentType = 'root';
  state.line = line + 1;
  state.md.block.tokenize(state, line + 1, end);
  state.parentType = parentType;
  frames.top = outer;
  close();
  if (frame.stop !== undefined) state.line = frame.stop.line + (frame.stop.own ? 1 : 0);
  const token = state.tokens[first];
  if (token !== undefined) token.map = [line, state.line];
  if (frame.stop?.own === true) return;
  const { name, nameSpan: span } = directive;
  const mark = ':'.repeat(colons);
  const closesItself = /[^:]:{3,}\s*$/.test(state.getLines(line, line + 1, 0, false));
  report(holder.session, 'unclosed-directive', {
    span,
    message: closesItself
      ? `${mark}${name} is not closed by the ${mark} in the same line`
      : `:::${name} is opened here and never closed`,
    hint: closesItself
      ? `write three lines: ${mark}${name}, the text, and ${mark}`
      : (swallowedBy(holder.session, mark, span.end) ?? `add a line ${mark} where it ends`),
  });
}

/** Reads the first line of a block, which begins at an offset of the Markdown. */
function readOpener(
  { bodyStart }: ParseSession,
  [whole, colons = '', name = '', after = '']: RegExpExecArray,
  lineStart: number,
): Directive {
  const start = bodyStart + lineStart;
  const nameStart = start + whole.indexOf(name, colons.length);
  const text = after.trim();
  const restStart = start + whole.length - after.trimStart().length;
  const [first, last] = bracesIn(text, after.startsWith('{'));
  const braces =
    first === last ? undefined : { text: text.slice(first, last), start: restStart + first };
  // The text of `[Label]` or `Label`, and where it begins.
  const before = first === 0 ? last : 0;
  const label = text.slice(before, first === 0 ? undefined : first);
  const isBracketed = /^\s*\[.*\]\s*$/.test(label);
  const inner = isBracketed ? label.trim().slice(1, -1) : label;
  const labelStart = before + (isBracketed ? label.indexOf('[') + 1 : 0);
  const innerStart = restStart + labelStart + inner.length - inner.trimStart().length;
  const [, beforeTitle = '', title] =
    /^(\{(?:.*\s)?title=["'])([^"']+)["']/.exec(braces?.text ?? '') ?? [];
  return {
    name,
    nameSpan: { start: nameStart, end: nameStart + name.length },
    title:
      inner.trim() !== ''
        ? { text: inner.trim(), start: innerStart }
        : braces && title !== undefined
          ? { text: title, start: braces.start + beforeTitle.length }
          : undefined,
    braces,
    rest: { text, start: restStart },
  };
}

/**
 * Finds the options in the text after a name: braces at its end, or at its begin before a title. Braces right after the
 * name or `]` are options, others are if they read like some: `{name}` belongs to a title.
 */
function bracesIn(text: string, isAttached: boolean): readonly [start: number, end: number] {
  const [leading = ''] = /^\{[^{}]*\}(?=\s|$)/.exec(text) ?? [];
  if (leading !== '' && (isAttached || ATTRIBUTES.test(leading))) return [0, leading.length];
  const start = text.search(/\{[^{}]*\}$/);
  const isOptions = text[start - 1] === ']' || ATTRIBUTES.test(text.slice(start));
  return start < 0 || !isOptions ? [text.length, text.length] : [start, text.length];
}

/** Pushes inline Markdown of the directive's line; `start` is undefined if it is not written there. */
export function pushInline(
  { titles }: ParseSession,
  state: StateBlock,
  { text, start }: { readonly text: string; readonly start?: number },
): void {
  const inline = state.push('inline', '', 0);
  inline.content = text;
  inline.children = [];
  inline.map = [state.line, state.line + 1];
  if (start !== undefined) titles.set(inline, start);
}

export interface DirectiveOption {
  readonly value: string;
  /** Where the value begins. */
  readonly start: number;
  readonly span: Span;
}

const OPTION = /([\w-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"'{}=]+))(?=\s|$)|\S+/g;

/** Reads the options of a block, `{name="value" other=value switch}`, and reports those that it does not have. */
export function optionsOf(
  session: ParseSession,
  { braces }: Directive,
  known: BlockOptions,
): ReadonlyMap<string, DirectiveOption> {
  const options = new Map<string, DirectiveOption>();
  if (braces === undefined) return options;
  for (const match of braces.text.slice(1, -1).matchAll(OPTION)) {
    const [whole, written, double, single, bare] = match;
    const name = written ?? whole;
    const isSwitch = known[name]?.kind === 'switch';
    const value = (double ?? single ?? bare ?? (isSwitch ? 'true' : '')).trim();
    const at = braces.start + 1 + match.index;
    const span = { start: at, end: at + whole.length };
    const message = problemOf({ name, value, isSwitch }, known, options);
    if (message !== undefined)
      report(session, 'component-options', { span, message, hint: hintFor(name, known) });
    else if (!isSwitch || value === 'true') {
      const start = at + Math.max(0, whole.indexOf(value, name.length));
      options.set(name, { value, start, span });
    }
  }
  return options;
}

function problemOf(
  { name, value, isSwitch }: { name: string; value: string; isSwitch: boolean },
  known: BlockOptions,
  options: ReadonlyMap<string, DirectiveOption>,
): string | undefined {
  if (/^[.#]/.test(name)) return `"${name}" has no effect: the block takes no classes and ids`;
  if (known[name] === undefined) return `the option "${name}" is not known`;
  if (value === '') return `the option "${name}" has no value`;
  if (isSwitch && value !== 'true' && value !== 'false')
    return `the option "${name}" is a switch: it has no value`;
  return options.has(name) ? `the option "${name}" is given twice` : undefined;
}

function hintFor(name: string, known: BlockOptions): string {
  if (/^[.#]/.test(name)) return 'remove it';
  const print = (option: string): string =>
    known[option]?.kind === 'switch' ? option : `${option}="…"`;
  const names = Object.keys(known);
  const near = nearest(name, names) ?? (name === 'title' ? known['label'] && 'label' : undefined);
  if (near !== undefined)
    return near === name ? `write ${print(near)}` : `did you mean ${print(near)}?`;
  return `remove it; known ${names.length === 1 ? 'is' : 'are'} ${names.map(print).join(', ')}`;
}
