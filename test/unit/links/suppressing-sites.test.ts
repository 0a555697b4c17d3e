import { afterAll, describe, expect, it } from 'vitest';
import { checkLinks } from '../../../src/pipeline/check-links.ts';
import { site } from '../../support/site.ts';
import { lineOf } from './link-finding.ts';

const COMMENT = '<!-- check-links-disable-next-line -->';

const driver = site({
  'site.config.ts': `export default { title: 'T', url: 'https://t.example', links: { rules: { 'orphan-page': 'off' } } };\n`,
  'content/docs/_part.md': `Part.\n\n${COMMENT}\n[x](./in-part.md)\n\n<!-- check-links-disable-next-line page-not-found -->\nnothing\n`,
  'content/docs/one.md': `# One\n\n::include{file="_part.md"}\n\n${COMMENT}\n[x](./none.md)\n`,
  'content/docs/two.md': '# Two\n\n::include{file="_part.md"}\n\n[x](./in-two.md)\n',
  'content/docs/draft.md': `---\ndraft: true\n---\n# Draft\n\n<!-- check-links-disable-next-line html-dropped -->\n<blink>x</blink>\n`,
  'content/docs/jsx.mdx': [
    '# JSX',
    '',
    '<div data-check-links="ignore">',
    '',
    '[x](./in-block.md) <i>[y](./in-block.md)</i>',
    '',
    '</div>',
    '',
    'A <b data-check-links="ignore">[x](./in-line.md)</b> and [y](./beside.md).',
    '',
    '<a data-check-links="ignore" href="./own.md">x</a>',
    '',
    '> {/* check-links-disable-next-line page-not-found */}',
    '> [x](./in-quote.md)',
    '',
  ].join('\n'),
});
afterAll(driver.dispose);

describe('suppressions of a site', () => {
  it('count in included files, drafts and JSX, in a second run too', async () => {
    const expected = [
      'content/docs/_part.md:6:36 unused-suppression',
      'content/docs/jsx.mdx:9:62 page-not-found',
      'content/docs/two.md:5:5 page-not-found',
    ];
    for (const run of ['cold', 'warm']) {
      const { diagnostics, suppressed } = await checkLinks({ siteDir: driver.dir });
      expect(diagnostics.map(lineOf).toSorted(), run).toEqual(expected.toSorted());
      expect(suppressed.length, run).toBeGreaterThanOrEqual(8);
    }
  });
});
