import { definePlugin } from 'docwright';

/** Adds the author to each page, and a script to the pages below `/demo`. */
export const head = definePlugin({
  name: 'head',
  head: ({ route, language }) => [
    {
      tag: 'meta',
      attributes: { name: 'author', content: 'The documentation team', lang: language },
    },
    ...(route.startsWith('/demo')
      ? [{ tag: 'script', attributes: { type: 'module', src: '/demo.js' } } as const]
      : []),
  ],
});
