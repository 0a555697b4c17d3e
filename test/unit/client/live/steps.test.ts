import { describe, expect, it } from 'vitest';
import { stepsBetween } from '../../../../src/client/live/follower.ts';
import type { LiveState } from '../../../../src/shared/live.ts';

const STATE: LiveState = { version: 3, shell: 's', styles: { href: '/a.css', integrity: 'a' } };
const OTHER_STYLES = { href: '/b.css', integrity: 'b' };

describe('stepsBetween', () => {
  const shown = { state: STATE, server: 'one' };
  const types = (change: Partial<LiveState>, server = 'one'): readonly string[] =>
    stepsBetween(shown, { state: { ...STATE, ...change }, server }).map(({ type }) => type);

  it.each([
    ['nothing for what is shown', {}, []],
    ['the content for a newer version', { version: 4 }, ['content']],
    ['the styles, and nothing else, where only they differ', { styles: OTHER_STYLES }, ['styles']],
    ['both', { version: 4, styles: OTHER_STYLES }, ['styles', 'content']],
    ['a document, and nothing else, for another shell', { version: 4, shell: 't' }, ['document']],
  ])('asks for %s', (_, change, steps) => {
    expect(types(change)).toEqual(steps);
  });

  it('does not compare versions of two servers', () => {
    expect(types({}, 'two')).toEqual(['content']);
    expect(types({ version: 1 }, 'two')).toEqual(['content']);
  });

  it('believes the first server of a document', () => {
    expect(stepsBetween({ ...shown, server: undefined }, { state: STATE, server: 'one' })).toEqual(
      [],
    );
  });

  it('says which style sheet takes the place of which', () => {
    const state = { ...STATE, styles: OTHER_STYLES };
    expect(stepsBetween(shown, { state, server: 'one' })).toEqual([
      { type: 'styles', from: '/a.css', to: OTHER_STYLES },
    ]);
  });
});
