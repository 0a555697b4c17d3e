import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasExtras } from '../../../src/render/document.ts';

describe('the rules of parts that many pages lack', () => {
  it.each(['extras', 'notes', 'cards'])('are loaded for every class of %s.css', (name) => {
    const css = readFileSync(`templates/styles/${name}.css`, 'utf8');
    const selectors = css.replace(/\/\*[\s\S]*?\*\/|\{[^{}]*\}/g, '\n').split('\n');
    const own = selectors.filter((selector) => selector.includes('.'));
    expect(own).not.toEqual([]);
    for (const selector of own) {
      const classes = [...selector.matchAll(/\.([\w-]+)/g)].map(([, found]) => found);
      expect(classes.some((found) => hasExtras(`<p class="a ${found} b">`))).toBe(true);
    }
  });

  it('are loaded for islands, whose content may change, and not for words', () => {
    expect(hasExtras('<dw-island data-id="a"></dw-island>')).toBe(true);
    expect(hasExtras('<p class="pager-label">a card, steps</p>')).toBe(false);
  });
});
