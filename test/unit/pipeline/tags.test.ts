import { afterEach, describe, expect, it } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const drivers: SiteDriver[] = [];
afterEach(() => {
  for (const driver of drivers.splice(0)) driver.dispose();
});

const config = (settings = ''): string =>
  `export default { title: 'T', url: 'https://docs.example.com', tags: '/topics', ${settings} };\n`;
const doc = (title: string, ...lines: readonly string[]): string =>
  ['---', ...lines, '---', '', `# ${title}`, '', 'Text.', ''].join('\n');

async function built(files: SiteFiles): Promise<SiteDriver> {
  const driver = site({ 'site.config.ts': config(), ...files });
  drivers.push(driver);
  return driver.build();
}

/** The links of the article, or below it, as `href text`. */
function linksIn(html: string, part = /<article[^]*?<\/article>/): readonly string[] {
  const [within = ''] = part.exec(html) ?? [];
  return [...within.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
    ([, href, text]) => `${href} ${text}`,
  );
}
const BELOW = /<p class="page-tags"[^]*?<\/p>/;

describe('tags', () => {
  it('have a page each, which the pages with them and a list link to', async () => {
    const driver = await built({
      'content/docs/a.md': doc('A', 'tags: [Web hooks, "C++"]'),
      'content/docs/b.md': doc('B', 'tags: [web hooks, "C"]'),
      'content/docs/c.md': doc('C', 'tags: [hidden]', 'unlisted: true'),
      'content/about.md': doc('About', 'tags: ["a & <b>"]'),
    });
    expect(driver.diagnostics()).toEqual([]);
    expect(linksIn(driver.page('/topics'))).toEqual([
      '/topics/a--b/ a &amp; &lt;b&gt;',
      '/topics/c/ C',
      '/topics/c-1/ C++',
      '/topics/web-hooks/ Web hooks',
    ]);
    expect(linksIn(driver.page('/topics/web-hooks'))).toEqual([
      '/docs/a/ A',
      '/docs/b/ B',
      '/topics/ Tags',
    ]);
    expect(linksIn(driver.page('/docs/a'), BELOW)).toEqual([
      '/topics/web-hooks/ Web hooks',
      '/topics/c-1/ C++',
    ]);
    expect(linksIn(driver.page('/about'), BELOW)).toEqual(['/topics/a--b/ a &amp; &lt;b&gt;']);
    expect(linksIn(driver.page('/docs/c'), BELOW)).toEqual([]);
  });

  it('follow edits in a warm build', async () => {
    const driver = await built({
      'content/docs/a.md': doc('A', 'tags: [one]'),
      'content/docs/b.md': doc('B', 'tags: [one, two]'),
    });
    driver.write('content/docs/a.md', doc('New', 'tags: [two]'));
    await driver.rebuild();
    expect(linksIn(driver.page('/topics/one'))).toEqual(['/docs/b/ B', '/topics/ Tags']);
    driver.write('content/docs/b.md', doc('B', 'tags: [one, two]', 'description: What <b> is.'));
    await driver.rebuild();
    expect(driver.page('/topics/one')).toContain('B</a><br>\nWhat &lt;b&gt; is.');
    expect(linksIn(driver.page('/topics/two')).slice(0, 2)).toEqual(['/docs/b/ B', '/docs/a/ New']);
    driver.write('content/docs/b.md', doc('B'));
    await driver.rebuild();
    expect(driver.files().filter((path) => path.startsWith('topics/'))).toEqual([
      'topics/index.html',
      'topics/two/index.html',
    ]);
  });

  it('are those of a locale, in its words', async () => {
    const driver = await built({
      'site.config.ts': config("i18n: { locales: [{ code: 'en' }, { code: 'de' }] }"),
      'content/docs/a.md': doc('A', 'tags: [event]'),
      'i18n/de/docs/a.md': doc('A', 'tags: [Ereignis]'),
    });
    expect(linksIn(driver.page('/topics'))).toEqual(['/topics/event/ event']);
    expect(linksIn(driver.page('/de/topics'))).toEqual(['/de/topics/ereignis/ Ereignis']);
    expect(driver.page('/de/topics')).toContain('<h1>Schlagwörter</h1>');
  });

  it('have no page that an author has written', async () => {
    const driver = await built({
      'content/docs/a.md': doc('A', 'tags: [one]'),
      'content/topics/index.md': doc('All of them'),
    });
    expect(driver.diagnostics()).toEqual([]);
    expect(driver.page('/topics')).toContain('All of them');
    expect(linksIn(driver.page('/topics/one'))[0]).toBe('/docs/a/ A');
  });
});
