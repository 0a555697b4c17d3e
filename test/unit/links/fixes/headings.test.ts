import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { printDiff, writeFixes } from '../../../../src/links/fixes/apply-fixes.ts';
import { type FixPlan, planFixes } from '../../../../src/links/fixes/fixes.ts';
import { checkLinks } from '../../../../src/pipeline/check-links.ts';
import { type SiteDriver, site } from '../../../support/site.ts';

const used: { site?: SiteDriver } = {};
afterEach(() => used.site?.dispose());

async function planOf(
  files: Readonly<Record<string, string>>,
  anchors: 'link' | 'heading' = 'heading',
): Promise<FixPlan> {
  used.site = site(files).warm();
  return plan(used.site, anchors);
}

async function plan(driver: SiteDriver, anchors: 'link' | 'heading'): Promise<FixPlan> {
  const { diagnostics } = await checkLinks({ siteDir: driver.dir });
  return planFixes(diagnostics, (file) => readFileSync(join(driver.dir, file), 'utf8'), {
    anchors,
  });
}

/** What the target page becomes; undefined where it is not edited. */
async function target(text: string, links: string): Promise<string | undefined> {
  const files = { 'content/docs/b.md': text, 'content/docs/a.md': `# A\n\n${links}\n` };
  const { files: fixed } = await planOf(files);
  return fixed.find(({ file }) => file.endsWith('/b.md'))?.after;
}

const OLD = '[x](./b.md#getting-started)';

describe('a heading that lost its id', () => {
  it('gets it back, for the links of all pages', async () => {
    const files = {
      'content/docs/b.md': '# B\n\n## Get started\n\nText.\n',
      'content/docs/a.md': `# A\n\n${OLD}\n`,
      'content/docs/c.md': `# C\n\n${OLD} [y](/docs/b#getting-started) [z](./b.md#getting%2Dstarted)\n`,
    };
    const { files: fixed, refused } = await planOf(files);
    expect(refused).toEqual([]);
    expect(fixed.map(({ edits }) => edits.map((edit) => edit.diagnostics.length))).toEqual([[4]]);
    expect(printDiff(fixed)).toBe(
      [
        '--- a/content/docs/b.md',
        '+++ b/content/docs/b.md',
        '@@ -1,5 +1,5 @@',
        ' # B',
        ' ',
        '-## Get started',
        '+## Get started {#getting-started}',
        ' ',
        ' Text.',
        '',
      ].join('\n'),
    );
    if (used.site === undefined) throw new Error('no site');
    writeFixes(used.site.dir, fixed);
    const { diagnostics } = await checkLinks({ siteDir: used.site.dir });
    expect(diagnostics.filter(({ link }) => link !== undefined)).toEqual([]);
    expect((await plan(used.site, 'heading')).files).toEqual([]);
  });

  it.each([
    ['## Get started ##', '## Get started {#getting-started} ##'],
    ['##\tGet *started*  ', '##\tGet *started* {#getting-started}  '],
    ['Get started\n---', 'Get started {#getting-started}\n---'],
    ['> ## Get started', '> ## Get started {#getting-started}'],
    ['1. ## Get started', '1. ## Get started {#getting-started}'],
    ['## Get `started`', '## Get `started` {#getting-started}'],
  ])('in the form %j', async (heading, fixed) => {
    expect(await target(`\uFEFF# B\r\n\r\n${heading}\r\n`, OLD)).toBe(
      `\uFEFF# B\r\n\r\n${fixed}\r\n`,
    );
  });

  it.each([
    ['has another id already', '## Get started {#go}', OLD],
    ['is linked to by the id that it has', '## Get started', `${OLD} [x](./b.md#get-started)`],
    ['is one of two that may be meant', '## Get started\n\n## Getting startled', OLD],
    ['is wanted under two ids', '## Get started', `${OLD} [x](./b.md#getting-startet)`],
    ['counts for the ids of others', '## Get started\n\n## Get started', OLD],
    ['is written on two lines', 'Get\nstarted\n---', OLD],
    ['would get an id of the layout', '## Dw main', '[x](./b.md#dw-mains)'],
  ])('is not changed if it %s', async (_, heading, links) => {
    expect(await target(`# B\n\n${heading}\n`, links)).toBeUndefined();
  });

  it('is left alone by default', async () => {
    const files = { 'content/docs/b.md': '# B\n\n## Get started\n', 'content/docs/a.md': OLD };
    expect((await planOf(files, 'link')).files).toEqual([]);
  });
});

describe('an anchor with one certain candidate', () => {
  it('is fixed at the link if the heading has an explicit id', async () => {
    const { files, refused } = await planOf({
      'content/docs/b.md': '# B\n\n## Getting started {#start}\n',
      'content/docs/a.md': OLD,
    });
    expect(files.map(({ after }) => after)).toEqual(['[x](./b.md#start)']);
    expect(refused).toEqual([]);
  });

  it('is fixed at the link if the heading cannot have it', async () => {
    const links = '[x](./b.md#Get-Started) [y](./b.md#get-started)';
    const { files } = await planOf({
      'content/docs/b.md': '# B\n\n## Get started\n',
      'content/docs/a.md': `# A\n\n${links}\n`,
    });
    expect(files.map(({ file, after }) => [file, after])).toEqual([
      ['content/docs/a.md', `# A\n\n${links.replace('Get-Started', 'get-started')}\n`],
    ]);
  });
});
