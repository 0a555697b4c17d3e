import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { UNLINKED } from './links.ts';
import { type InlineRule, wrapBlockRule, wrapInlineRule } from './rules.ts';

/** Names the links of footnotes, and keeps footnotes from nesting: the plugin loses or breaks the inner one. */
export function refineFootnotes(md: MarkdownIt): void {
  const { rules } = md.renderer;
  rules['footnote_ref'] = (tokens, index) => {
    const { number, id } = numbered(tokens[index]);
    if (tokens[index]?.info === UNLINKED)
      return `<sup class="footnote-ref" id="fnref${id}">${number}</sup>`;
    return `<sup class="footnote-ref"><a href="#fn${number}" id="fnref${id}" aria-label="Footnote ${number}">${number}</a></sup>`;
  };
  rules['footnote_block_open'] = () =>
    '<section class="footnotes" aria-label="Footnotes">\n<ol class="footnotes-list">\n';
  rules['footnote_block_close'] = () => '</ol>\n</section>\n';
  rules['footnote_open'] = (tokens, index) =>
    `<li id="fn${numbered(tokens[index]).number}" class="footnote-item">`;
  rules['footnote_anchor'] = (tokens, index) => {
    const { id } = numbered(tokens[index]);
    return ` <a href="#fnref${id}" class="footnote-backref" aria-label="Back to reference ${id}">↩\uFE0E</a>`;
  };
  wrapInlineRule(md, 'footnote_inline', (rule) => {
    const guard = createGuard();
    return (state, silent) => {
      if (state.src.charCodeAt(state.pos) !== 0x5e) return false;
      return silent ? rule(state, silent) : guard(() => unlinkInLink(rule, state));
    };
  });
  wrapInlineRule(md, 'footnote_ref', (rule) => (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x5b) return false;
    return silent ? rule(state, silent) : unlinkInLink(rule, state);
  });
  wrapBlockRule(md, 'footnote_def', (rule) => {
    const guard = createGuard();
    return (state, line, end, silent) => guard(() => rule(state, line, end, silent));
  });
}

/** Runs a rule for references; one in the text of a link must not be a link itself. */
function unlinkInLink(rule: InlineRule, state: StateInline): boolean {
  if (!rule(state, false)) return false;
  const token = state.tokens.at(-1);
  if (state.linkLevel > 0 && token?.type === 'footnote_ref') token.info = UNLINKED;
  return true;
}

/** Runs a rule unless it is running already, further out. */
function createGuard(): (rule: () => boolean) => boolean {
  let running = false;
  return (rule) => {
    if (running) return false;
    running = true;
    try {
      return rule();
    } finally {
      running = false;
    }
  };
}

/** The ids that a footnote's tokens print. */
export function footnoteIds(token: Token): string[] {
  const { number, id } = numbered(token);
  if (token.type === 'footnote_ref') return [`fnref${id}`];
  return token.type === 'footnote_open' ? [`fn${number}`] : [];
}

/** The second reference to footnote 1 is `1-2`. */
function numbered(token: Token | undefined): { number: number; id: string } {
  const number = Number(token?.meta?.['id'] ?? 0) + 1;
  const repeat = Number(token?.meta?.['subId'] ?? 0);
  return { number, id: repeat > 0 ? `${number}-${repeat + 1}` : String(number) };
}
