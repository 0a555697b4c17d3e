import { definePlugin } from 'docwright';
import { renderToString, version } from 'katex';

/** Formulas as `$…$` in text, and `$$ … $$` or a code block of the language `math` between paragraphs. */
export const formulas = definePlugin({
  name: 'katex',
  version,
  markdown(md) {
    md.inline.ruler.after('escape', 'formula', (state, silent) => {
      const [all, formula] =
        /^\$([^\s$`](?:[^$`\n]*[^\s$`\\])?)\$(?!\d)/.exec(state.src.slice(state.pos)) ?? [];
      if (all === undefined || formula === undefined) return false;
      if (!silent) state.push('formula', 'span', 0).content = formula;
      state.pos += all.length;
      return true;
    });
    md.block.ruler.before(
      'fence',
      'formula_block',
      (...[state, first, end, silent]) => {
        const isMark = (line: number): boolean =>
          state.getLines(line, line + 1, state.blkIndent, false).trim() === '$$';
        if (!isMark(first)) return false;
        let last = first + 1;
        while (last < end && !isMark(last)) last += 1;
        if (last === end) return false;
        if (!silent) {
          const token = state.push('formula_block', 'div', 0);
          token.content = state.getLines(first + 1, last, state.blkIndent, false);
          token.map = [first, last + 1];
          state.line = last + 1;
        }
        return true;
      },
      { alt: ['paragraph', 'blockquote', 'list'] },
    );
    md.renderer.rules['formula'] = (tokens, index) => render(tokens[index]?.content ?? '', false);
    md.renderer.rules['formula_block'] = (tokens, index) =>
      render(tokens[index]?.content ?? '', true);
  },
  fences: {
    math: ({ code }) => render(code, true),
  },
});

/** Throws where KaTeX does not understand the formula. */
function render(formula: string, displayMode: boolean): string {
  return renderToString(formula, { displayMode, strict: 'error' });
}
