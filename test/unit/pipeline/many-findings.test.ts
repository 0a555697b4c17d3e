import { expect, it } from 'vitest';
import { checkLinks } from '../../../src/index.ts';
import { site } from '../../support/site.ts';

it('more findings in a page than a call takes arguments are reported', async () => {
  const { dir: siteDir } = site({ 'content/index.md': `# A\n\n${'[a][b]\n'.repeat(150_000)}\n` });
  const { diagnostics } = await checkLinks({ siteDir });
  expect(diagnostics).toHaveLength(150_000);
  expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['undefined-reference']));
});
