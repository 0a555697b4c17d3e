import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printTokens, TOKEN_KINDS } from '../../../src/markdown/code/prism.ts';

describe('token classes', () => {
  it('are those that the style sheet knows', () => {
    const css = readFileSync('templates/styles/code.css', 'utf8');
    const styled = new Set([...css.matchAll(/\.t-([a-z-]+)/g)].map((match) => match[1]));
    expect([...styled].sort()).toEqual([...TOKEN_KINDS].sort());
  });

  it('take the more general name of a token, and leave punctuation as text', () => {
    const stream = [
      { type: 'literal-property', alias: 'property', content: 'a', length: 1 },
      { type: 'operator', content: '=', length: 1 },
      { type: 'keyword', alias: 'module', content: 'import', length: 6 },
    ];
    expect(printTokens(stream)).toBe(
      '<span class="t-property">a</span>=<span class="t-keyword">import</span>',
    );
  });
});
