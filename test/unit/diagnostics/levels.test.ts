import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { applyLevels } from '../../../src/diagnostics/levels.ts';

const found = [
  diagnostic('page-not-found', { message: 'a' }),
  diagnostic('anchor-not-found', { message: 'b' }),
  diagnostic('config-type', { message: 'c' }),
];

function levels(rules: Parameters<typeof applyLevels>[1]): readonly string[] {
  return applyLevels(found, rules).map(({ code, severity }) => `${code} ${severity}`);
}

describe('levels of link findings', () => {
  it('are those of the catalogue where nothing is configured', () => {
    expect(applyLevels(found, {})).toEqual(found);
  });

  it('are set by code', () => {
    expect(levels({ 'page-not-found': 'warning', 'anchor-not-found': 'off' })).toEqual([
      'page-not-found warning',
      'config-type error',
    ]);
  });

  it('cannot be set for anything but links', () => {
    expect(levels({ 'config-type': 'off' })).toContain('config-type error');
  });
});
