import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLinks } from '../../../src/pipeline/check-links.ts';
import { type SiteDriver, site } from '../../support/site.ts';

/** The link as written in `content/docs/guide/t.md`, the first suggestion (empty: none), and whether `--fix` writes it. */
type Case = readonly [href: string, suggestion: string, isFixed: boolean];

const CASES: readonly Case[] = [
  // Pages that `slug` moved, named by their file or by the address that they would have.
  ['/docs/guide/setup', '/docs/start-here', true],
  ['/docs/guide/setup.md', './setup.md', true],
  ['/content/docs/guide/setup.md', './setup.md', true],
  ['/docs/guide/setup/#start', '/docs/start-here/#start', true],
  ['../start-here', './setup', true],
  ['../start-here.md', './setup.md', true],
  ['/docs/guide/old-name', '/docs/guide/new-name', true],
  ['./new-name.md', './old-name.md', true],
  // The same name in another folder.
  ['./commands.md', '../ref/commands.md', true],
  ['commands.md', '../ref/commands.md', true],
  ['../commands', '../ref/commands', true],
  ['/docs/commands', '/docs/ref/commands', true],
  ['./common.md', '../b/common.md', false],
  ['../ref/deploy.md#a', './deploy.md#a', true],
  ['../../../docs/ref/commands.md', '../ref/commands.md', true],
  // Other extensions and forms of an address.
  ['./deploy.html', './deploy.md', true],
  ['deploy.html#steps', 'deploy.md#steps', true],
  ['./deploy.mdx', './deploy.md', true],
  ['../ref/commands.html', '../ref/commands.md', true],
  ['/docs/ref/commands.md', '../ref/commands.md', true],
  ['/docs/ref/commands.md?v=1#x', '../ref/commands.md?v=1#x', true],
  ['/docs/ref/commands.html', '../ref/commands.md', true],
  ['/docs/ref/commands/README.md', '/docs/ref/commands', true],
  ['../ref/index.html', '../ref/index.md', true],
  ['../ref/README.md', '../ref/index.md', true],
  ['./deploy/index.md', './deploy.md', true],
  ['../ref.md', '../ref/index.md', true],
  ['./deploy/', './deploy', true],
  // Case, accents, hyphens.
  ['./Deploy.md', './deploy.md', true],
  ['../ref/q-a.md', '../ref/q--a.md', true],
  ['/docs/ref/q-a', '/docs/ref/q--a', true],
  ['../ref/uebersicht.md', '../ref/übersicht.md', false],
  ['../ref/ubersicht.md', '../ref/übersicht.md', true],
  ['../ref/release_notes.md', '../ref/release-notes.md', true],
  // Anchors.
  ['./a.md#404', './a.md#404-not-found', true],
  ['./a.md#ete', './a.md#été', true],
  ['./a.md#%C3%A9t%C3%A8', './a.md#%C3%A9t%C3%A9', true],
  ['./a.md#getting-started', './a.md#start', true],
  ['./a.md#getting-startd', './a.md#start', false],
  ['/docs/guide/a#q-a', '/docs/guide/a#q--a', true],
  ['./a.md#Requirements', './a.md#requirements', true],
  ['./a.md#install', './a.md#install-on-linux', false],
  ['./a.md#requirments', './a.md#requirements', false],
  ['./a.md#requirements?y=1', './a.md?y=1#requirements', true],
  ['./a.md?x=2#requirements?y=1', './a.md?x=2&y=1#requirements', true],
  ['./a.md#Requirements?y=1', './a.md?y=1#requirements', true],
  ['#only-on-commands', '../ref/commands.md#only-on-commands', true],
  ['./a.md#only-on-commands', '../ref/commands.md#only-on-commands', true],
  ['/docs/guide/a#only-on-commands', '../ref/commands.md#only-on-commands', true],
  ['#section-one', '#section-1', false],
  ['guide/deploy.md', 'deploy.md', true],
  ['/guide/deploy', '/docs/guide/deploy', true],
  ['/docs/guide/Setup', '/docs/start-here', true],
  ['./SETUP.md', './setup.md', true],
  // Typing errors.
  ['./deplyo.md', './deploy.md', false],
  ['/docs/rfe/commands', '/docs/ref/commands', true],
  ['../reff/commands.md', '../ref/commands.md', true],
  // Files.
  ['!./deploy.md', './deploy.png', false],
  ['!./logo.png', '../img/logo.png', true],
  ['!/docs/guide/deploy', '', false],
  // Nothing that could have been meant.
  ['./zebra.md', '', false],
  ['./a.md#zebra', '', false],
  ['./chapter-12.md', '', false],
  ['./a.md#step-3', '', false],
  ['/nowhere', '', false],
];

const own = (href: string): string =>
  href.startsWith('!') ? `![x](${href.slice(1)})` : `[x](${href})`;

const driver: { site?: SiteDriver } = {};
const found = new Map<string, { first: string; count: number; fix: string | undefined }>();

beforeAll(async () => {
  driver.site = site({
    'content/docs/guide/setup.md': '---\nslug: /docs/start-here\n---\n# Setup\n\n## Start\n',
    'content/docs/guide/old-name.md': '---\nslug: new-name\n---\n# Moved\n',
    'content/docs/guide/deploy.md': '# Deploy\n\n## Steps\n\n## A\n',
    'content/docs/guide/deploy.png': 'x',
    'content/docs/guide/chapter-11.md': '# Chapter\n',
    'content/docs/img/logo.png': 'x',
    'content/docs/guide/a.md':
      '# A\n\n## 404 not found\n\n## Été\n\n## Getting started {#start}\n\n## Q & A\n\n## Requirements\n\n' +
      '## Install on Linux\n\n## Install on Windows\n\n## Step 2\n',
    'content/docs/ref/index.md': '# Reference\n',
    'content/docs/ref/commands.md': '# Commands\n\n## Only on commands\n\n## x\n',
    'content/docs/ref/q--a.md': '# Q & A\n',
    'content/docs/ref/übersicht.md': '# Ü\n',
    'content/docs/ref/release-notes.md': '# R\n',
    'content/docs/b/common.md': '# B\n',
    'content/docs/deep/er/common.md': '# C\n',
    'content/docs/guide/t.md': `# T\n\n## Section 1\n\n${CASES.map(([href]) => own(href)).join('\n\n')}\n`,
  }).warm();
  const { diagnostics } = await checkLinks({ siteDir: driver.site.dir });
  for (const { location, link } of diagnostics) {
    if (link === undefined || !location?.file.endsWith('/t.md')) continue;
    const [href] = CASES[(location.line - 5) / 2] ?? [''];
    found.set(href, {
      first: link.suggestions[0] ?? '',
      count: link.suggestions.length,
      fix: link.fix,
    });
  }
});
afterAll(() => driver.site?.dispose());

describe('the first suggestion', () => {
  it.each(CASES)('for %s is "%s"', (href, suggestion, isFixed) => {
    expect(found.get(href)?.first).toBe(suggestion);
    expect(found.get(href)?.fix).toBe(isFixed ? suggestion : undefined);
    expect(found.get(href)?.count).toBeLessThanOrEqual(3);
  });
});

/** The link as written in `page.md` and `a/b/page.md`, and all suggestions there, best first. */
const SEVERAL: readonly (readonly [href: string, near: string, nested: string])[] = [
  [
    './deployd.md',
    './deploy.md ./deployed.md ./deploys.md',
    '../../deploy.md ../../deployed.md ../../deploys.md',
  ],
  [
    './deplo.md',
    './deploy.md ./x/deploy.md ./y/z/deploy.md',
    '../../deploy.md ../../x/deploy.md ../../y/z/deploy.md',
  ],
  ['./deploy/', './deploy', '../../deploy ../../x/deploy ../../y/z/deploy'],
  [
    'a/deploy.md',
    'deploy.md x/deploy.md y/z/deploy.md',
    '../../deploy.md ../../x/deploy.md ../../y/z/deploy.md',
  ],
  [
    'z/deploy.md',
    'y/z/deploy.md deploy.md x/deploy.md',
    '../../y/z/deploy.md ../../deploy.md ../../x/deploy.md',
  ],
  [
    'guide.md',
    'guide.pdf x/guide.md y/guide.md',
    '../../x/guide.md ../../y/guide.md ../../guide.pdf',
  ],
  ['./guide', './guide.pdf ./x/guide ./y/guide', '../../x/guide ../../y/guide ../../guide.pdf'],
  ['/deplo/', '/deploy/ /x/deploy/ /y/z/deploy/', '/deploy/ /x/deploy/ /y/z/deploy/'],
  ['/y/zz/deploy', '/deploy /x/deploy /y/z/deploy', '/deploy /x/deploy /y/z/deploy'],
  [
    'setup.zip',
    '/files/setup.zip /more/others/setup.zip /more/setup.zip',
    '/files/setup.zip /more/others/setup.zip /more/setup.zip',
  ],
  [
    '/setup.zip',
    '/files/setup.zip /more/setup.zip /z/setup.zip',
    '/files/setup.zip /more/setup.zip /z/setup.zip',
  ],
  [
    '/deploy#configure',
    '/deploy#configured /deploy#configure-x /deploy#configure-y',
    '/deploy#configured /deploy#configure-x /deploy#configure-y',
  ],
  [
    '/deploy#Configured',
    '/deploy#configured /deploy#configure-x /deploy#configure-y',
    '/deploy#configured /deploy#configure-x /deploy#configure-y',
  ],
  [
    '/deploy#configure-z',
    '/deploy#configure-x /deploy#configure-y /deploy#configured',
    '/deploy#configure-x /deploy#configure-y /deploy#configured',
  ],
  ['/deploy#configur', '/deploy#configured', '/deploy#configured'],
];

describe('all suggestions', () => {
  it('are the nearest three, from the nearest folders', async () => {
    const text = `# P\n\n${SEVERAL.map(([href]) => `[x](${href})`).join('\n\n')}\n`;
    const { dir, dispose } = site({
      'page.md': text,
      'a/b/page.md': text,
      'deployed.md': '# D\n',
      'deploying.md': '# D\n',
      'deploy.md': '# D\n\n## Configure x\n\n## Configure y\n\n## Configured\n\n## Configures x\n',
      'deploys.md': '# D\n',
      'x/deploy.md': '# D\n',
      'y/z/deploy.md': '# D\n',
      'y/guide.md': '# G\n',
      'x/guide.md': '# G\n',
      'guide.pdf': 'x',
      'static/files/setup.zip': 'x',
      'static/more/setup.zip': 'x',
      'static/more/others/setup.zip': 'x',
      'static/z/setup.zip': 'x',
    }).warm();
    const { diagnostics } = await checkLinks({ siteDir: dir });
    dispose();
    const nearIn = (wanted: string, href: string): string | undefined =>
      diagnostics
        .find(({ location, link }) => location?.file === wanted && link?.href === href)
        ?.link?.suggestions.join(' ');
    expect(
      SEVERAL.map(([href]) => [href, nearIn('page.md', href), nearIn('a/b/page.md', href)]),
    ).toEqual(SEVERAL);
  });
});
