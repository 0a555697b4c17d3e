import { describe, expect, it } from 'vitest';
import { stem } from '../../../../src/search/query/words.ts';

describe('stem', () => {
  it.each([
    'minted minting mints mint',
    'policies policy',
    'configured configuration configure configuring configures',
    'creating creation create creator creates created',
    'verify verification verified verifies verifying',
    'authenticate authentication authenticating authenticates',
    'install installation installing installed installs',
    'settings setting set',
    'badges badge',
    'boxes box',
    'running runs run',
    'queries query querying',
    'add adds added adding',
    'applies applied application applications',
    'real realize realizes realized realizing',
    'argue argued argument arguments',
  ])('agrees for %s, and begins each', (forms) => {
    const words = forms.split(' ');
    const stems = new Set(words.map(stem));
    expect(stems.size).toBe(1);
    for (const word of words) expect(word.startsWith([...stems][0] ?? '?')).toBe(true);
  });

  it.each(['status', 'access', 'class', 'string', 'api', 'user', 'token', 'is', 'gas', 'analysis'])(
    'leaves %s as it is',
    (word) => {
      expect(stem(word)).toBe(word);
    },
  );
});
