import { describe, expect, it } from 'vitest';
import { generate } from './support/generate.ts';
import { parser, parseWith, written } from './support/parse.ts';

describe('places of destinations', () => {
  it('are exact in documents composed at random', () => {
    const shared = parser();
    for (let seed = 1; seed <= 600; seed++) {
      const { text, destinations } = generate(seed);
      const doc = parseWith(shared, text);
      expect({ seed, text, found: written(text, doc.links).sort() }).toEqual({
        seed,
        text,
        found: [...destinations].sort(),
      });
    }
  });
});
