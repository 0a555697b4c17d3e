import { describe, expect, it } from 'vitest';
import { cutAtSentence, firstSentence } from '../../../src/shared/cut-text.ts';

describe('cutAtSentence', () => {
  it.each([
    ['One two. Three', 20, 'One two. Three'],
    ['One two. Three four. Five', 20, 'One two. Three four.'],
    ['One two. Three four. Five', 19, 'One two.'],
    ['Is it “one?” No, it is two.', 15, 'Is it “one?”'],
    ['Use keys, e.g. Ed25519, of a person', 20, 'Use keys, e.g…'],
    ['Ask J. Doe about version 1.2 of it', 30, 'Ask J. Doe about version 1.2…'],
    ['Send approx. ten of these in one', 20, 'Send approx. ten of…'],
    ['One two, three', 9, 'One two…'],
    ['第一句。第二句很长很长', 6, '第一句。'],
    ['abcdefghij', 5, 'abcd…'],
    ['🎉🎉🎉', 4, '🎉…'],
  ])('cuts %j to %i: %j', (text, length, cut) => {
    expect(cutAtSentence(text, length)).toBe(cut);
    expect(cut.length).toBeLessThanOrEqual(Math.max(length, text.length));
  });

  it('keeps at least a beginning', () => {
    expect(cutAtSentence('One. Two three four five', 15, 8)).toBe('One. Two three…');
  });
});

describe('firstSentence', () => {
  it.each([
    ['One two. Three.', 'One two.'],
    ['One two', 'One two'],
    ['One two three four five six', 'One two three four…'],
  ])('of %j is %j', (text, sentence) => {
    expect(firstSentence(text, 20)).toBe(sentence);
  });
});
