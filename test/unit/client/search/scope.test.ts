import { describe, expect, it } from 'vitest';
import { filesInScope } from '../../../../src/client/search/answers.ts';
import type { SearchData } from '../../../../src/shared/page.ts';

const DATA: SearchData = {
  limit: 8,
  hotkeys: true,
  indexes: {
    default: '/default.json',
    'docs-main-1.0': '/main-1.json',
    'docs-main-2.0': '/main-2.json',
    'docs-sdk-current': '/sdk.json',
  },
  sets: [
    { id: 'main', versions: { '1.0': 'docs-main-1.0', '2.0': 'docs-main-2.0' }, last: '2.0' },
    { id: 'sdk', versions: { current: 'docs-sdk-current' }, last: 'current' },
  ],
};

const files = (searchTag: string, preferred?: string): readonly string[] =>
  filesInScope(DATA, searchTag, (set) => (set === 'main' ? preferred : undefined));

describe('filesInScope', () => {
  it('has the last version of each docs set, and the pages outside of them', () => {
    expect(files('default')).toEqual(['/default.json', '/main-2.json', '/sdk.json']);
  });

  it('prefers what the reader has chosen, and the version that is being read to that', () => {
    expect(files('default', '1.0')).toContain('/main-1.json');
    expect(files('docs-main-2.0', '1.0')).toContain('/main-2.json');
    expect(files('docs-main-1.0')).toContain('/main-1.json');
    expect(files('docs-sdk-current', '1.0')).toContain('/main-1.json');
  });

  it('drops a choice that is no version any more', () => {
    for (const stale of ['0.9', 'constructor', '__proto__'])
      expect(files('default', stale)).toEqual(['/default.json', '/main-2.json', '/sdk.json']);
  });
});
