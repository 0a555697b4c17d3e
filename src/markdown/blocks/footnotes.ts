import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import { escapeHtml } from '../../shared/escape-html.ts';
import { itemAt } from '../../shared/item-at.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import {
  type InlineRule,
  type SessionHolder,
  wrapBlockRule,
  wrapInlineRule,
} from '../parse-session.ts';
import { UNLINKED } from '../undefined-references.ts';

/** Labels the links of footnotes, and prevents nested footnotes: the plugin loses or breaks the inner one. */
export function refineFootnotes(md: MarkdownIt, holder: SessionHolder): void {
  const { rules } = md.renderer;
  md.core.ruler.at('footnote_tail', placeFootnotes);
  rules['footnote_ref'] = (tokens, index) => {
    const token = itemAt(tokens, index);
    const { number, id } = numbered(token);
    if (token.info === UNLINKED) return `<sup class="footnote-ref" id="fnref${id}">${number}</sup>`;
    const { footnote } = holder.session.messages;
    const label = escapeHtml(fillMessage(footnote, { number: String(number) }));
    return `<sup class="footnote-ref"><a href="#fn${number}" id="fnref${id}" aria-label="${label}">${number}</a></sup>`;
  };
  rules['footnote_block_open'] = () =>
    `<section class="footnotes" aria-label="${escapeHtml(holder.session.messages.footnotes)}">\n<ol class="footnotes-list">\n`;
  rules['footnote_block_close'] = () => '</ol>\n</section>\n';
  rules['footnote_open'] = (tokens, index) =>
    `<li id="fn${numbered(itemAt(tokens, index)).number}" class="footnote-item">`;
  rules['footnote_anchor'] = (tokens, index) => {
    const { id } = numbered(itemAt(tokens, index));
    const label = escapeHtml(fillMessage(holder.session.messages.backToFootnote, { number: id }));
    return ` <a href="#fnref${id}" class="footnote-backref" aria-label="${label}">↑</a>`;
  };
  wrapInlineRule(md, 'footnote_inline', (rule) => {
    const guard = createGuard();
    return (state, silent) => {
      if (state.src.charCodeAt(state.pos) !== 0x5e) return false;
      return silent ? rule(state, silent) : guard.run(() => unlinkInLink(rule, state));
    };
  });
  wrapInlineRule(md, 'footnote_ref', (rule) => (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x5b) return false;
    return silent ? rule(state, silent) : unlinkInLink(rule, state);
  });
  wrapBlockRule(md, 'footnote_def', (rule) => {
    const guard = createGuard();
    return (state, line, end, silent) => {
      if (!silent) return guard.run(() => rule(state, line, end, false));
      // Inside a footnote, another one may end it but not be nested.
      const allowed = !guard.running() || itemAt(state.sCount, line) < state.blkIndent;
      return allowed && rule(state, line, end, true);
    };
  });
}

/** The plugin's notes of a document. */
interface Footnotes {
  /** In the order of their first references; those with tokens are written inline. */
  readonly list?: readonly {
    readonly label?: string;
    readonly content?: string;
    readonly tokens?: Token[];
    readonly count?: number;
  }[];
}

function isFootnotes(value: unknown): value is Footnotes {
  return typeof value === 'object' && value !== null;
}

/** Moves footnotes to the end of the page. The plugin's rule copies all tokens for each footnote. */
function placeFootnotes(state: StateCore): void {
  const { footnotes } = state.env;
  if (!isFootnotes(footnotes)) return;
  const rest: Token[] = [];
  const bodies = new Map<unknown, Token[]>();
  let target = rest;
  for (const token of state.tokens) {
    if (token.type === 'footnote_reference_open') {
      target = [];
      bodies.set(token.meta?.['label'], target);
    } else if (token.type === 'footnote_reference_close') target = rest;
    else target.push(token);
  }
  state.tokens = rest;
  if (footnotes.list === undefined) return;
  const push = (type: string, nesting: -1 | 0 | 1, fields: Partial<Token> = {}): void => {
    rest.push(Object.assign(new state.Token(type, '', nesting), fields));
  };
  push('footnote_block_open', 1);
  for (const [id, { label, content = '', tokens, count = 0 }] of footnotes.list.entries()) {
    push('footnote_open', 1, { meta: { id, label } });
    if (tokens === undefined) for (const token of bodies.get(label) ?? []) rest.push(token);
    else {
      push('paragraph_open', 1, { tag: 'p', block: true });
      push('inline', 0, { content, children: tokens });
      push('paragraph_close', -1, { tag: 'p', block: true });
    }
    const last = rest.at(-1)?.type === 'paragraph_close' ? rest.pop() : undefined;
    for (let subId = 0; subId < Math.max(1, count); subId++)
      push('footnote_anchor', 0, { meta: { id, subId, label } });
    if (last !== undefined) rest.push(last);
    push('footnote_close', -1);
  }
  push('footnote_block_close', -1);
}

/** Wraps a rule for references; a reference in the text of a link must not be a link. */
function unlinkInLink(rule: InlineRule, state: StateInline): boolean {
  if (!rule(state, false)) return false;
  const token = state.tokens.at(-1);
  if (state.linkLevel > 0 && token?.type === 'footnote_ref') token.info = UNLINKED;
  return true;
}

interface Guard {
  readonly running: () => boolean;
  /** Runs a rule unless it is already running. */
  readonly run: (rule: () => boolean) => boolean;
}

function createGuard(): Guard {
  let running = false;
  const run = (rule: () => boolean): boolean => {
    if (running) return false;
    running = true;
    try {
      return rule();
    } finally {
      running = false;
    }
  };
  return { running: () => running, run };
}

/** Lists the ids that a footnote's tokens print. */
export function footnoteIds(token: Token): readonly string[] {
  if (token.type === 'footnote_ref') return [`fnref${numbered(token).id}`];
  return token.type === 'footnote_open' ? [`fn${numbered(token).number}`] : [];
}

/** The second reference to footnote 1 is `1-2`. */
function numbered({ meta }: Token): { number: number; id: string } {
  const number = Number(meta?.['id'] ?? 0) + 1;
  const repeat = Number(meta?.['subId'] ?? 0);
  return { number, id: repeat > 0 ? `${number}-${repeat + 1}` : String(number) };
}
