import type { Syntax } from '../../../../src/dialects/syntax.ts';

export const kiteSyntax: Syntax = {
  add: (md) => {
    md.inline.ruler.before('emphasis', 'knot', (state, silent) => {
      const [whole, name = ''] = /^==(\S+)==/.exec(state.src.slice(state.pos)) ?? [];
      if (whole === undefined) return false;
      if (!silent) {
        state.push('mark_open', 'mark', 1);
        state.push('text', '', 0).content = name;
        state.push('mark_close', 'mark', -1);
      }
      state.pos += whole.length;
      return true;
    });
  },
  includes: [
    {
      mark: '[[now]]',
      pattern: /\[\[now\]\]/g,
      read: ([written]) => ({ kind: 'text', text: 'today', written: written.length }),
    },
  ],
};
