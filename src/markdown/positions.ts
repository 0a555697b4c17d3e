import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import { lineEnd, type Span } from '../content/source-text.ts';
import { textStart } from './blocks/block-lines.ts';
import {
  atxContentEnd,
  blockMap,
  cellMaps,
  type InlineMap,
  toSourceSpan,
  trimmedLineEnd,
  verbatimMap,
} from './inline-map.ts';
import {
  type BlockRule,
  type InlineRule,
  type ParseSession,
  type SessionHolder,
  wrapBlockRule,
  wrapInlineRule,
} from './parse-session.ts';

/** Converts a range of an inline rule's text to a range of the source. */
export type SpanFinder = (start: number, end: number) => Span;

interface Tracker {
  readonly holder: SessionHolder;
  /** Map of the inline content being parsed, created on demand. */
  makeMap: () => InlineMap;
  map: InlineMap | undefined;
  /** Offset of the current inline state's text in the block's content. */
  base: number;
  depth: number;
  /** The last range read as a destination, for each depth of nested rules. */
  readonly destinations: Span[];
}

const NOWHERE: Span = { start: 0, end: 0 };

/**
 * Makes markdown-it record the spans of destinations and raw HTML; by itself it records only lines of blocks. Fills
 * `destinations`, `definitions`, `rawLocations` and `rows` of the session. Returns a span finder for other rules.
 */
export function trackPositions(md: MarkdownIt, holder: SessionHolder): SpanFinder {
  const tracker: Tracker = {
    holder,
    makeMap: () => verbatimMap(0),
    map: undefined,
    base: 0,
    depth: 0,
    destinations: [],
  };
  // The rules for links, images and definitions all read their destination through this helper.
  const parse = md.helpers.parseLinkDestination;
  md.helpers.parseLinkDestination = (text, start, max) => {
    const first = parse(text, start, max);
    // The helper treats a backslash before a line break as an escape (CommonMark 6.3 ends the destination there).
    const newline = first.str.includes('\n') ? text.indexOf('\n', start) : -1;
    const result = newline >= 0 && newline < first.pos ? parse(text, start, newline) : first;
    const { ok, pos: end } = result;
    const isBracketed = text.charCodeAt(start) === 0x3c;
    tracker.destinations[tracker.depth] = {
      start: ok && isBracketed ? start + 1 : start,
      end: !ok ? start : isBracketed ? end - 1 : end,
    };
    return result;
  };
  wrapInlineRule(md, 'link', (rule) => trackLink(tracker, rule, { type: 'link_open', sign: 0x5b }));
  wrapInlineRule(md, 'image', (rule) =>
    trackLink(tracker, shiftBase(tracker, rule), { type: 'image', sign: 0x21 }),
  );
  wrapInlineRule(md, 'footnote_inline', (rule) => shiftBase(tracker, rule));
  wrapInlineRule(md, 'autolink', (rule) =>
    trackToken(rule, 'link_open', (token, start, end) => {
      holder.session.destinations.set(token, spanOf(tracker, start + 1, end - 1));
    }),
  );
  wrapInlineRule(md, 'html_inline', (rule) =>
    trackToken(rule, 'html_inline', (token, start) => {
      const location = { map: currentMap(tracker), offset: tracker.base + start };
      holder.session.rawLocations.set(token, location);
    }),
  );
  wrapBlockRule(md, 'reference', (rule) => (state, line, last, silent) => {
    if (!rule(state, line, last, silent)) return false;
    const { definitions, bodyStart } = tracker.holder.session;
    const label = state.tokens.at(-1)?.meta?.['label'];
    if (silent || typeof label !== 'string' || definitions.has(label)) return true;
    const { start, end } = tracker.destinations[tracker.depth] ?? NOWHERE;
    definitions.set(label, { start: bodyStart + start, end: bodyStart + end });
    return true;
  });
  wrapBlockRule(md, 'table', (rule) => trackRows(tracker, rule));
  md.core.ruler.at('inline', (state) => parseInlines(tracker, state));
  return (start, end) => spanOf(tracker, start, end);
}

/** The source range of a range in an HTML block's content. */
export function htmlBlockMap(session: ParseSession, token: Token): InlineMap {
  const line = session.bodyLine + (token.map?.[0] ?? 0);
  const lastEnd = (last: number): number => lineEnd(session.source, last);
  return blockMap(session.source, { content: token.content, line, lastEnd });
}

function currentMap(tracker: Tracker): InlineMap {
  tracker.map ??= tracker.makeMap();
  return tracker.map;
}

function spanOf(tracker: Tracker, start: number, end: number): Span {
  return toSourceSpan(currentMap(tracker), tracker.base + start, tracker.base + end);
}

// Nested rules run one level deeper, so the range recorded at this depth after the rule is the rule's own.
function nested(tracker: Tracker, run: () => boolean): boolean {
  tracker.depth += 1;
  try {
    return run();
  } finally {
    tracker.depth -= 1;
  }
}

/** Notes the destination of a link or an image, whose rule begins at a sign. */
function trackLink(
  tracker: Tracker,
  rule: InlineRule,
  { type, sign }: { readonly type: string; readonly sign: number },
): InlineRule {
  return (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== sign) return false;
    const before = state.tokens.length;
    if (!nested(tracker, () => rule(state, silent))) return false;
    const token = silent ? undefined : firstPushed(state, { before, type });
    // A reference has its label in `meta`; its destination is in the definition.
    if (token === undefined || typeof token.meta?.['label'] === 'string') return true;
    const { start, end } = tracker.destinations[tracker.depth + 1] ?? NOWHERE;
    tracker.holder.session.destinations.set(token, spanOf(tracker, start, end));
    return true;
  };
}

interface Pushed {
  readonly before: number;
  readonly type: string;
}

// A rule may flush pending text first, so its token is the first or the second that it pushed.
function firstPushed(state: StateInline, { before, type }: Pushed): Token | undefined {
  const first = state.tokens[before];
  return first?.type === type ? first : state.tokens[before + 1];
}

/** Images and inline footnotes parse a slice that begins two characters after the rule's own position. */
function shiftBase(tracker: Tracker, rule: InlineRule): InlineRule {
  return (state, silent) => {
    const outer = tracker.base;
    tracker.base += state.pos + 2;
    const matched = rule(state, silent);
    tracker.base = outer;
    return matched;
  };
}

/** Records the token that a rule pushes, with its source range. */
function trackToken(
  rule: InlineRule,
  type: string,
  note: (token: Token, start: number, end: number) => void,
): InlineRule {
  return (state, silent) => {
    const start = state.pos;
    const before = state.tokens.length;
    if (!rule(state, silent)) return false;
    const token = silent ? undefined : firstPushed(state, { before, type });
    if (token !== undefined) note(token, start, state.pos);
    return true;
  };
}

function trackRows({ holder }: Tracker, rule: BlockRule): BlockRule {
  return (state, line, end, silent) => {
    const { length } = state.tokens;
    if (!rule(state, line, end, silent)) return false;
    const { rows, bodyStart } = holder.session;
    for (const token of silent ? [] : state.tokens.slice(length))
      if (token.type === 'tr_open' && token.map !== null)
        rows.set(token, bodyStart + textStart(state, token.map[0]));
    return true;
  };
}

/** Replaces markdown-it's core rule with the same loop that also records the current block. */
function parseInlines(tracker: Tracker, state: StateCore): void {
  let cells: Cells | undefined;
  let previous: Token | undefined;
  // An interrupted run leaves these unchanged.
  tracker.base = 0;
  tracker.depth = 0;
  for (const token of state.tokens) {
    if (token.type === 'tr_open') cells = { row: token, next: 0 };
    else if (token.type === 'tr_close') cells = undefined;
    else if (token.type === 'inline' && token.children !== null) {
      tracker.map = undefined;
      tracker.makeMap = mapMaker(tracker.holder.session, { token, previous, cells });
      state.md.inline.parse(token.content, state.md, state.env, token.children);
      if (cells !== undefined) cells.next += 1;
    }
    previous = token;
  }
}

interface Cells {
  readonly row: Token;
  next: number;
  maps?: readonly InlineMap[];
}

function mapMaker(
  session: ParseSession,
  block: { token: Token; previous: Token | undefined; cells: Cells | undefined },
): () => InlineMap {
  const { token, previous, cells } = block;
  if (cells !== undefined) {
    const { next, row } = cells;
    return () => {
      const line = session.bodyLine + (row.map?.[0] ?? 0);
      const range = { start: session.rows.get(row) ?? 0, end: lineEnd(session.source, line) };
      cells.maps ??= cellMaps(session.source.text, range);
      return cells.maps[next] ?? verbatimMap(0);
    };
  }
  const title = session.titles.get(token);
  if (title !== undefined) return () => verbatimMap(title);
  const { source } = session;
  const line = session.bodyLine + (token.map?.[0] ?? 0);
  const atx = previous?.type === 'heading_open' && previous.markup.startsWith('#');
  const end = atx ? atxContentEnd : trimmedLineEnd;
  const taken = session.headingIds.get(token)?.length ?? 0;
  const cut = session.cutEnds.get(token);
  const lastEnd = (last: number): number => (cut ?? end(source, last)) - taken;
  return () => blockMap(source, { content: token.content, line, lastEnd });
}
