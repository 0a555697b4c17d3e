import type { MarkdownIt, StateBlock } from 'markdown-it';
import {
  INTERRUPTS,
  type SourceLine,
  sourceLine,
  textStart,
} from '../../markdown/blocks/block-lines.ts';
import { type ParseSession, report, type SessionHolder } from '../../markdown/parse-session.ts';
import { itemAt } from '../../shared/item-at.ts';
import { type OpenGroups, openContainer, openTab } from './containers.ts';

/** A block between `/// name | title` and `///`. */
interface Frame {
  readonly slashes: number;
  readonly level: number;
  readonly isQuoted: boolean;
  readonly outer: Frame | undefined;
  /** The line that closed it: its own closing line, or that of a block around it. */
  stop: { readonly line: number; readonly isOwn: boolean } | undefined;
}

interface Frames {
  top: Frame | undefined;
}

const FENCE = /^(\/{3,})(?:[ \t]*([A-Za-z][\w-]*)[ \t]*(?:\|[ \t]*(.*))?)?$/;

/** Adds the blocks of PyMdown: admonitions, details, tabs, captions and elements. */
export function addSlashBlocks(md: MarkdownIt, holder: SessionHolder, groups: OpenGroups): void {
  const frames: Frames = { top: undefined };
  // An interrupted run may leave frames behind.
  md.core.ruler.before('block', 'mkdocs_slashes_start', () => {
    frames.top = undefined;
  });
  md.block.ruler.before(
    'fence',
    'mkdocs_slashes',
    (state, line, end, silent) => {
      const read = sourceLine(holder.session, state, { line, sign: '///' });
      const match = read && FENCE.exec(read.text);
      if (!match) return false;
      const [whole, slashes = '', name, title] = match;
      if (name === undefined)
        return closeFrame(frames.top, state, { line, end, silent, slashes: slashes.length });
      if (silent) return true;
      const start = read.start + whole.length - (title ?? '').length;
      const label = title === undefined ? undefined : { text: title.trim(), start };
      const block = { name: name.toLowerCase(), label, start: read.start, line, end };
      readBlock(
        { state, session: holder.session, frames, groups },
        { ...block, slashes: slashes.length },
      );
      return true;
    },
    { alt: INTERRUPTS },
  );
}

interface Closing {
  readonly line: number;
  readonly end: number;
  readonly silent: boolean;
  readonly slashes: number;
}

function closeFrame(top: Frame | undefined, state: StateBlock, closing: Closing): boolean {
  let frame = top;
  while (frame !== undefined && frame.slashes !== closing.slashes) frame = frame.outer;
  if (frame === undefined || closing.silent) return frame !== undefined;
  // Only lists may be between a block and its closing line.
  if (frame.level !== state.level && (frame.isQuoted || isQuoted(state, closing.line)))
    return false;
  if (top !== undefined) top.stop = { line: closing.line, isOwn: top === frame };
  // Ends the loops that read the content; the block's own rule restores the true line.
  state.line = closing.end;
  return true;
}

/** Tells whether a line has the prefix of a quote. */
function isQuoted(state: StateBlock, line: number): boolean {
  const start = itemAt(state.bMarks, line);
  return start > 0 && state.src.charAt(start - 1) !== '\n';
}

interface Reading {
  readonly state: StateBlock;
  readonly session: ParseSession;
  readonly frames: Frames;
  readonly groups: OpenGroups;
}

interface SlashBlock {
  readonly name: string;
  readonly label: SourceLine | undefined;
  readonly start: number;
  readonly line: number;
  readonly end: number;
  readonly slashes: number;
}

function readBlock(reading: Reading, block: SlashBlock): void {
  const { state, session, frames } = reading;
  const options = readOptions(state, block);
  const close = openBlock(reading, block, options);
  const { level } = state;
  const outer = frames.top;
  const quoted = isQuoted(state, block.line);
  const frame: Frame = { slashes: block.slashes, level, isQuoted: quoted, outer, stop: undefined };
  frames.top = frame;
  const { parentType } = state;
  state.parentType = 'root';
  state.line = block.line + 1 + options.size;
  state.md.block.tokenize(state, state.line, block.end);
  state.parentType = parentType;
  frames.top = outer;
  if (frame.stop !== undefined) state.line = frame.stop.line + (frame.stop.isOwn ? 1 : 0);
  close(block.line);
  if (frame.stop?.isOwn === true) return;
  const { name, start, slashes } = block;
  report(session, 'unclosed-directive', {
    span: { start, end: start + slashes },
    message: `/// ${name} is opened here and never closed`,
    hint: `add a line ${'/'.repeat(slashes)} where it ends`,
  });
}

/** Reads the options below the head of a block, `    open: true`. */
function readOptions(state: StateBlock, { line, end }: SlashBlock): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  for (let at = line + 1; at < end && !state.isEmpty(at); at++) {
    const start = textStart(state, at);
    const text = state.src.slice(start, state.eMarks[at]);
    const option = /^([\w-]+):[ \t]*(.*)$/.exec(text);
    if (option === null || itemAt(state.sCount, at) - itemAt(state.sCount, line) < 4) break;
    options.set(option[1] ?? '', (option[2] ?? '').trim());
  }
  return options;
}

/** Pushes the start of a block, and returns a function for its end. */
function openBlock(
  { state, session, groups }: Reading,
  { name, label }: SlashBlock,
  options: ReadonlyMap<string, string>,
): (line: number) => void {
  if (name === 'tab') {
    const [isFirst, isSelected] = [isTrue(options.get('new')), isTrue(options.get('select'))];
    const head = { label: label ?? { text: '', start: 0 }, isFirst, isSelected };
    return openTab(session, state, head, groups);
  }
  if (name === 'caption' || name.endsWith('-caption')) return openElement(state, 'div', 'caption');
  if (name === 'html' || name === 'definition') return openHtml(state, label?.text ?? '');
  const isDetails = name === 'details';
  const kind = options.get('type') ?? (isDetails || name === 'admonition' ? 'note' : name);
  const isOpen = isDetails ? isTrue(options.get('open')) : undefined;
  return openContainer(session, state, { kind, title: label, isOpen });
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^true$/i.test(value);
}

/** Elements that `/// html | section.name` may name; others are a `div`. */
const ELEMENTS = new Set('article aside blockquote div figure section'.split(' '));

function openHtml(state: StateBlock, selector: string): (line: number) => void {
  const [, tag = '', classes = ''] = /^([\w-]*)((?:\.[\w-]+)*)/.exec(selector) ?? [];
  return openElement(state, ELEMENTS.has(tag) ? tag : 'div', classes.replaceAll('.', ' ').trim());
}

function openElement(state: StateBlock, tag: string, name: string): (line: number) => void {
  const open = state.push('mkdocs_element_open', tag, 1);
  if (name !== '') open.attrSet('class', name);
  return (line) => {
    state.push('mkdocs_element_close', tag, -1);
    open.map = [line, state.line];
  };
}
