import { describe, expect, it } from 'vitest';
import { toColorMode } from '../../../../src/client/app/color-mode.ts';

describe('toColorMode', () => {
  it.each(['dark', 'light'])('knows %s', (name) => {
    expect(toColorMode(name)).toBe(name);
  });

  it.each([null, '', 'Dark', 'auto', 'constructor'])('does not know %o', (name) => {
    expect(toColorMode(name)).toBeUndefined();
  });
});
