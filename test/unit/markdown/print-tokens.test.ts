import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printTokens } from '../../../src/markdown/code/prism.ts';

describe('token classes', () => {
  it.each(['string', 'regex', 'important', 'class-name', 'italic', 'interpolation-punctuation'])(
    'of a %s are in the style sheet',
    (type) => {
      const css = readFileSync('templates/styles/code.css', 'utf8');
      const html = printTokens({ type, content: 'a' });
      const names = /class="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [];
      expect(names).not.toEqual([]);
      for (const name of names) expect(css).toContain(`\n.${name} {`);
    },
  );

  it('take the more general name of a token, and leave punctuation as text', () => {
    const stream = [
      { type: 'literal-property', alias: 'property', content: 'a', length: 1 },
      { type: 'operator', content: '=', length: 1 },
      { type: 'keyword', alias: 'module', content: 'import', length: 6 },
    ];
    expect(printTokens(stream)).toBe('<span class="t-p">a</span>=<span class="t-k">import</span>');
  });
});
