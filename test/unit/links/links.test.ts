import { afterEach, describe, expect, it } from 'vitest';
import { compareDiagnostics } from '../../../src/diagnostics/diagnostic.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

let driver: SiteDriver | undefined;
afterEach(() => driver?.dispose());

async function built(files: SiteFiles): Promise<SiteDriver> {
  driver = await site(files).build();
  return driver;
}

const PAGES = {
  'content/docs/guide/install.md': '# Install\n\n## First steps\n\n## Größe\n',
  'content/docs/guide/index.md': '# Guide\n',
  'content/docs/other.md': '# Other\n',
  'content/docs/guide/plan.pdf': 'pdf',
  'content/docs/draft.md': '---\ndraft: true\n---\n# D\n',
  'static/img/logo.png': 'png',
};

async function linked(...hrefs: readonly string[]): Promise<SiteDriver> {
  const lines = hrefs.map((href) => `[x](${href})\n`);
  return built({ ...PAGES, 'content/docs/a.md': `# A\n\n## Here\n\n${lines.join('\n')}` });
}

describe('links that lead somewhere', () => {
  it.each([
    ['./guide/install.md', '/docs/guide/install/'],
    ['guide/install.md#first-steps', '/docs/guide/install/#first-steps'],
    ['guide/install', '/docs/guide/install/'],
    ['./guide/', '/docs/guide/'],
    ['guide/index.md?x=1', '/docs/guide/?x=1'],
    ['/docs/other', '/docs/other/'],
    ['/docs/other/', '/docs/other/'],
    ['/docs/../docs/other#top', '/docs/other/#top'],
    ['guide/install.md#gr%C3%B6%C3%9Fe', '/docs/guide/install/#gr%C3%B6%C3%9Fe'],
    ['#here', '#here'],
    ['#', '#'],
    ['/img/logo.png', '/img/logo.png'],
    ['mailto:team@docs.example.com', 'mailto:team@docs.example.com'],
    ['other.md#:~:text=Other', '/docs/other/#:~:text=Other'],
  ])('%s is printed as %s', async (href, printed) => {
    const result = await linked(href);
    expect(result.diagnostics()).toEqual([]);
    expect(result.page('/docs/a')).toContain(`href="${printed}"`);
  });

  it('publishes files next to the content under a hashed name', async () => {
    const result = await linked('guide/plan.pdf');
    expect(result.diagnostics()).toEqual([]);
    const name = /href="\/(dw-files\/plan-[0-9a-f]{10}\.pdf)"/.exec(result.page('/docs/a'))?.[1];
    expect(result.file(name ?? 'missing')).toBe('pdf');
  });
});

describe('links that lead nowhere', () => {
  it.each([
    ['./guide/instal.md', 'page-not-found', 'did you mean "./guide/install.md"?'],
    ['install.md', 'page-not-found', 'did you mean "guide/install.md"?'],
    ['/docs/othr', 'page-not-found', 'did you mean "/docs/other"?'],
    ['./other.md#here', 'anchor-not-found', '"#here" is a heading of /docs/a (content/docs/a.md)'],
    [
      'guide/install.md#first-step',
      'anchor-not-found',
      'the nearest heading there is "#first-steps" (content/docs/guide/install.md:3)',
    ],
    ['#heer', 'anchor-not-found', 'the nearest heading there is "#here" (content/docs/a.md:3)'],
    ['./Other.md', 'case-mismatch', 'did you mean "./other.md"?'],
    ['/docs/Other', 'case-mismatch', 'did you mean "/docs/other"?'],
    ['/img/lgo.png', 'asset-not-found', 'did you mean "/img/logo.png"?'],
    ['guide/plna.pdf', 'asset-not-found', 'did you mean "guide/plan.pdf"?'],
    ['./draft.md', 'draft-target', 'publish the page or remove the link'],
    ['../../../../etc/passwd', 'outside-root', undefined],
    ['/../secret', 'outside-root', undefined],
    ['javascript:alert(1)', 'unsafe-scheme', 'use http, https, mailto, tel or a relative address'],
    ['other.md%zz', 'malformed-escape', 'write a percent sign as %25'],
  ])('%s is %s', async (href, code, hint) => {
    const result = await linked(href);
    expect(result.diagnostics()).toEqual([`content/docs/a.md:5:5 ${code}`]);
    const [found] = result.result().diagnostics;
    const suggestion = /^did you mean "(.*)"\?$/.exec(hint ?? '')?.[1];
    if (suggestion === undefined) expect(found?.hint).toBe(hint);
    else expect(found?.link?.suggestions[0]).toBe(suggestion);
    expect(result.result().ok).toBe(false);
  });

  it('are all reported in one run, in order of location', async () => {
    const result = await linked('nowhere.md', './guide/install.md', '/nothing/here', '#none');
    expect(result.diagnostics()).toEqual([
      'content/docs/a.md:5:5 page-not-found',
      'content/docs/a.md:9:5 page-not-found',
      'content/docs/a.md:11:5 anchor-not-found',
    ]);
  });

  it('never print an unsafe address', async () => {
    const config = `export default { title: 'T', url: 'https://docs.example.com', footer: { copyright: '<a href="javascript:alert(1)">x</a>' } };`;
    const result = await built({ 'site.config.ts': config, 'content/docs/a.md': '# A\n' });
    expect(result.diagnostics()).toEqual(['site.config.ts:1:94 html-dropped']);
    expect(result.page('/docs/a')).not.toContain('javascript:');
  });
});

describe('HTML in the configuration', () => {
  it('distinguishes dropped elements from unpaired tags', async () => {
    const config = `export default { title: 'T', url: 'https://docs.example.com', footer: { copyright: '<b>x <blink>y</blink>' } };`;
    const result = await built({ 'site.config.ts': config, 'content/docs/a.md': '# A\n' });
    expect(result.result().diagnostics.toSorted(compareDiagnostics)).toMatchObject([
      { code: 'html-unclosed', message: '<b> is never closed' },
      { code: 'html-dropped', message: 'the element <blink> was left out of the HTML' },
    ]);
  });

  it('is reported at the part that is meant, in texts with escapes too', async () => {
    const config = (text: string): string =>
      `export default { title: 'T', url: 'https://docs.example.com', footer: { copyright: ${text} } };`;
    const result = await built({
      'site.config.ts': config('`a\n<a href="/no">b</a> <a href="/none">c</a>`'),
      'content/docs/a.md': '# A\n',
    });
    expect(result.diagnostics()).toEqual([
      'site.config.ts:2:10 page-not-found',
      'site.config.ts:2:30 page-not-found',
    ]);
    result.write('site.config.ts', config(`'It\\'s <a href="/no">b</a>'`));
    await result.rebuild();
    expect(result.diagnostics()).toEqual(['site.config.ts:1:100 page-not-found']);
  });
});

describe('links in the configuration', () => {
  it('are resolved, printed with the base path, and reported at their location', async () => {
    const config = `export default {
  title: 'T',
  url: 'https://docs.example.com',
  baseUrl: '/base/',
  navbar: { items: [{ label: 'A', to: '/docs/a' }, { label: 'B', to: '/docs/b' }] },
  announcementBar: { content: 'See <a href="/docs/a">A</a>' },
};`;
    const result = await built({ 'site.config.ts': config, 'content/docs/a.md': '# A\n' });
    expect(result.diagnostics()).toEqual(['site.config.ts:5:71 page-not-found']);
    expect(result.result().diagnostics[0]?.location?.pointer).toBe('navbar.items[1].to');
    result.write('site.config.ts', config.replace(", { label: 'B', to: '/docs/b' }", ''));
    await result.rebuild();
    expect(result.page('/docs/a')).toContain('See <a href="/base/docs/a/">A</a>');
  });
});

describe('redirects', () => {
  const redirected = (redirects: string, text: string): SiteFiles => ({
    'site.config.ts': `export default { title: 'T', url: 'https://t.example', baseUrl: '/b/', redirects: ${redirects} };\n`,
    'content/docs/a.md': text,
    'content/docs/b.md': '# B\n\n## Part\n',
    'static/file.txt': 'x',
  });

  it('are links with a target: printed as their final target, and reported', async () => {
    const result = await built(
      redirected(
        "[{ from: '/old', to: '/docs/b' }, { from: '/older', to: '/old#part' }, { from: '/f', to: '/file.txt' }, { from: '/out', to: 'https://o.example/' }]",
        '# A\n\n[x](/old#part) [y](/older?q=1) [z](/f) [w](/out)\n',
      ),
    );
    expect(result.diagnostics()).toEqual([
      'content/docs/a.md:3:5 redirected',
      'content/docs/a.md:3:20 redirected',
      'content/docs/a.md:3:36 redirected',
      'content/docs/a.md:3:44 redirected',
      'site.config.ts:1:140 redirected',
    ]);
    expect(result.page('/docs/a')).toContain('href="/b/docs/b/#part">x');
    expect(result.page('/docs/a')).toContain('href="/b/docs/b/?q=1#part">y');
    expect(result.page('/docs/a')).toContain('href="/b/file.txt">z');
    expect(result.page('/docs/a')).toContain('href="https://o.example/"');
  });

  it('that lead nowhere or to each other are errors, at the redirect and at the link', async () => {
    const result = await built(
      redirected(
        "[{ from: '/old', to: '/docs/no' }, { from: '/one', to: '/two' }, { from: '/two', to: '/one' }]",
        '# A\n\n[x](/old) [y](/one)\n',
      ),
    );
    expect(result.diagnostics()).toEqual([
      'content/docs/a.md:3:5 page-not-found',
      'content/docs/a.md:3:15 redirect-loop',
      'site.config.ts:1:105 redirect-broken',
      'site.config.ts:1:139 redirect-loop',
      'site.config.ts:1:169 redirect-loop',
    ]);
  });

  it('are followed 20 times', async () => {
    const chain = Array.from({ length: 22 }, (_, at) => `{ from: '/r${at}', to: '/r${at + 1}' }`);
    const result = await built(
      redirected(
        `[${chain.join()}, { from: '/r22', to: '/docs/a' }]`,
        '# A\n\n[x](/r2) [y](/r3)\n',
      ),
    );
    expect(result.diagnostics().filter((line) => !line.endsWith('redirected'))).toEqual([
      'content/docs/a.md:3:5 redirect-loop',
      'site.config.ts:1:104 redirect-loop',
      'site.config.ts:1:131 redirect-loop',
    ]);
  });
});

describe('addresses in the HTML of React pages', () => {
  it('are read as a browser reads them: one without the base path leads out of the site', async () => {
    const result = await built({
      'site.config.ts': `export default { title: 'T', url: 'https://t.example', baseUrl: '/b/' };\n`,
      'content/a.md': '# A\n',
      'content/index.tsx': `export const meta = { title: 'Home' };
export default () => <main id="main"><h1>H</h1><a href="/a/">a</a> <a href="/b/a/">a</a> <a href="/b/no/">c</a></main>;
`,
    });
    expect(result.diagnostics()).toEqual([
      'content/index.tsx:2:57 missing-base-path',
      'content/index.tsx:2:99 page-not-found',
    ]);
    expect(result.result().diagnostics[0]?.link).toMatchObject({ href: '/a/', fix: '/b/a/' });
  });
});

describe('suggestions', () => {
  it.each([
    ['install.md', ['guide/install.md'], 'guide/install.md'],
    ['./Other.md#x', ['./other.md#x'], './other.md#x'],
    ['./othr.md?q=1', ['./other.md?q=1'], undefined],
    [
      'guide/install.md#first--steps',
      ['guide/install.md#first-steps'],
      'guide/install.md#first-steps',
    ],
    ['./zebra.md', [], undefined],
  ])('for %s are %j', async (href, suggestions, fix) => {
    const result = await linked(href);
    expect(result.result().diagnostics[0]?.link).toMatchObject({ href, suggestions });
    expect(result.result().diagnostics[0]?.link?.fix).toBe(fix);
  });
});
