import { definePlugin } from 'docwright';

/** Code blocks of `rules` and of `query`, which extends SQL. */
export const languages = definePlugin({
  name: 'languages',
  languages: {
    rules: {
      title: 'Rules',
      aliases: ['rule'],
      grammar: {
        comment: /#.*/,
        string: /"[^"]*"/,
        keyword: /\b(?:when|then|unless)\b/,
        number: /\b\d+\b/,
      },
    },
    query: {
      requires: ['sql'],
      grammar(Prism) {
        Prism.languages['query'] = Prism.languages.extend('sql', {
          keyword: /\b(?:FROM|SELECT|WHERE|WINDOW)\b/i,
        });
      },
    },
  },
});
