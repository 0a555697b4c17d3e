import type { MarkdownIt, StateInline } from 'markdown-it';
import { report, type SessionHolder } from './parse-session.ts';
import type { PlaceFinder } from './positions.ts';
import { wrapInlineRule } from './token-rules.ts';

/**
 * Reports `[text][label]` and `![text][label]` whose label has no definition; CommonMark shows them as text.
 * Shortcuts (`[label]`) are not reported: they may well be meant as text.
 */
export function reportUndefinedReferences(
  md: MarkdownIt,
  holder: SessionHolder,
  place: PlaceFinder,
): void {
  const last: LastReference = { text: '', at: -1 };
  wrapInlineRule(md, 'link', (rule) => (state, silent) => {
    if (rule(state, silent)) return true;
    const label =
      silent || state.pos >= lastReference(last, state.src) ? undefined : fullReference(md, state);
    if (label === undefined) return false;
    const text = state.src.slice(label.start, label.end);
    if (isDefined(md, state, text)) return false;
    report(holder.session, 'undefined-reference', {
      span: place(label.start, label.end),
      message: `the label "${text}" is not defined`,
      hint: `define it with a line [${text}]: address`,
    });
    return false;
  });
}

/** Reports `[^label]` without a footnote of that label; it is shown as text. */
export function reportUndefinedFootnotes(
  md: MarkdownIt,
  holder: SessionHolder,
  place: PlaceFinder,
): void {
  wrapInlineRule(md, 'footnote_ref', (rule) => (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x5b) return false;
    if (rule(state, silent)) return true;
    const label = silent ? undefined : footnoteLabel(state);
    if (label === undefined) return false;
    report(holder.session, 'undefined-reference', {
      span: place(state.pos + 1, state.pos + 2 + label.length),
      message: `there is no footnote "${label}"`,
      hint: `define it with a line [^${label}]: text`,
    });
    return false;
  });
}

function footnoteLabel({ src, pos, posMax }: StateInline): string | undefined {
  if (src.charCodeAt(pos + 1) !== 0x5e) return undefined;
  const label = /^[^\s[\]]+(?=\])/.exec(src.slice(pos + 2, Math.min(posMax, pos + 1001)))?.[0];
  return label;
}

interface LastReference {
  text: string;
  at: number;
}

/** Where the last `][` of a text stands; asked for at every bracket, searched for once. */
function lastReference(last: LastReference, text: string): number {
  if (last.text !== text) {
    last.text = text;
    last.at = text.lastIndexOf('][');
  }
  return last.at;
}

function isDefined(md: MarkdownIt, state: StateInline, label: string): boolean {
  return state.env.references?.[md.utils.normalizeReference(label)] !== undefined;
}

/** The label of a full reference at the state's position. */
function fullReference(
  md: MarkdownIt,
  state: StateInline,
): { start: number; end: number } | undefined {
  const { src, pos } = state;
  // `list[0][1]` is no link that lost its label.
  if (src.charCodeAt(pos) !== 0x5b || /[\p{L}\p{N}_\])]/u.test(src.charAt(pos - 1)))
    return undefined;
  const textEnd = md.helpers.parseLinkLabel(state, pos, true);
  if (textEnd < 0 || src.charCodeAt(textEnd + 1) !== 0x5b) return undefined;
  const start = textEnd + 2;
  const end = src.indexOf(']', start);
  if (end < 0 || end >= state.posMax || end - start > 999) return undefined;
  const label = src.slice(start, end);
  return label.trim() === '' || /[[\n^]/.test(label) ? undefined : { start, end };
}
