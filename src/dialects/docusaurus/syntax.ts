import type { Syntax } from '../syntax.ts';

/** A part of the page in a block of code, so that tools for translators leave it alone. */
const PART = /^ *(`{3,4}) *mdx-code-block *\r?\n([^]*?)^ *\1 *(?=\r?$)/gm;

export const docusaurusSyntax: Syntax = {
  add: () => undefined,
  joinLines: (body) =>
    body.includes('mdx-code-block')
      ? body.replace(PART, (_, _fence, part: string) => `\n${part}`)
      : body,
};
