import type { MarkdownIt, Token } from 'markdown-it';
import { wrapBlockRule, wrapInlineRule } from './rules.ts';

/** Names the links of footnotes, and keeps footnotes from nesting: the plugin loses or breaks the inner one. */
export function refineFootnotes(md: MarkdownIt): void {
  const { rules } = md.renderer;
  rules['footnote_ref'] = (tokens, index) => {
    const { number, id } = numbered(tokens[index]);
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
      return silent ? rule(state, silent) : guard(() => rule(state, silent));
    };
  });
  wrapBlockRule(md, 'footnote_def', (rule) => {
    const guard = createGuard();
    return (state, line, end, silent) => guard(() => rule(state, line, end, silent));
  });
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
