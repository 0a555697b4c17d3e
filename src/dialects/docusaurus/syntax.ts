import { closesFence } from '../common.ts';
import type { Syntax } from '../syntax.ts';

/** Begins a part of the page in a block of code, so that tools for translators leave it alone. */
const OPENING = /^ *(`{3,4}) *mdx-code-block *\r?$/;

export const docusaurusSyntax: Syntax = {
  add: () => undefined,
  joinLines: (body) => {
    if (!body.includes('mdx-code-block')) return body;
    let marks: string | undefined;
    const lines = body.split('\n').map((line) => {
      const isInside = marks !== undefined;
      if (marks === undefined) marks = OPENING.exec(line)?.[1];
      else if (closesFence(line, marks)) marks = undefined;
      // The lines of the fence are left empty.
      return isInside === (marks !== undefined) ? line : '';
    });
    return lines.join('\n');
  },
};
