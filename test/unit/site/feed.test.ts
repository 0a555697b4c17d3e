import { afterEach, describe, expect, it } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';
import { childrenOf, parseXml, textOf, type XmlElement } from '../../support/xml.ts';

const drivers: SiteDriver[] = [];

afterEach(() => {
  for (const driver of drivers.splice(0)) driver.dispose();
});

async function built(body: string, files: SiteFiles): Promise<SiteDriver> {
  const driver = site({
    'site.config.ts': `export default { title: 'A & B', url: 'https://docs.example.com', rules: { 'git-history': 'off' }, ${body} };\n`,
    ...files,
  });
  drivers.push(driver);
  return driver.build();
}

const dated = (date: string, text: string): string =>
  `---\nlast_update: { date: ${date} }\n---\n${text}`;

const PAGES: SiteFiles = {
  'content/docs/one.md': dated('2026-01-02', '# One <1> & “x”\n\nFirst & best \u0001text.\n'),
  'content/docs/two.md': dated('2026-03-04T10:00:00+02:00', '# Two\n\nSecond text.\n'),
  'content/docs/three.md': '# Three\n\nNot committed.\n',
  'content/docs/hidden.md': dated('2026-04-01', '# Hidden\n').replace(
    '---\n',
    '---\nunlisted: true\n',
  ),
  'versions/1.0/one.md': dated('2026-05-05', '# Old one\n\nFirst text.\n'),
  'i18n/fr/docs/two.md': dated('2026-06-06', '# Deux\n\nTexte.\n'),
};

/** The entries of a feed: id, title, time and summary. */
function entriesOf(feed: XmlElement): readonly (readonly string[])[] {
  return childrenOf(feed, 'entry').map((entry) =>
    ['id', 'title', 'updated', 'link', 'summary', 'content'].flatMap((name) =>
      childrenOf(entry, name).map(({ text, attributes: { href } }) => href ?? text),
    ),
  );
}

const BASE = 'https://docs.example.com';

describe('the feed of changes', () => {
  it('has the pages that changed last, of default versions, in each language', async () => {
    const driver = await built(
      "feed: { limit: 2 }, docs: [{ lastVersion: 'current' }], baseUrl: '/b/', i18n: { locales: [{ code: 'en' }, { code: 'fr' }] }",
      PAGES,
    );
    expect(driver.diagnostics()).toEqual([]);
    const feed = parseXml(driver.file('changes.xml'));
    expect(feed).toMatchObject({
      name: 'feed',
      attributes: { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' },
    });
    const [id, title, updated, author] = ['id', 'title', 'updated', 'author'].map((name) =>
      textOf(feed, name).trim(),
    );
    expect([id, title, updated, author]).toEqual([
      `${BASE}/b/changes.xml`,
      'A & B',
      '2026-03-04T08:00:00Z',
      'A & B',
    ]);
    expect(childrenOf(feed, 'link').map(({ attributes }) => attributes)).toEqual([
      { rel: 'self', type: 'application/atom+xml', href: `${BASE}/b/changes.xml` },
      { rel: 'alternate', type: 'text/html', href: `${BASE}/b/` },
    ]);
    const url = `${BASE}/b/docs/two/`;
    const tag = 'tag:docs.example.com,2026-03-04:/b/docs/two/';
    expect(entriesOf(feed)).toEqual([
      [tag, 'Two', '2026-03-04T08:00:00Z', url, 'Second text.'],
      [
        'tag:docs.example.com,2026-01-02:/b/docs/one/',
        'One <1> & “x”',
        '2026-01-02T00:00:00Z',
        `${BASE}/b/docs/one/`,
        'First & best text.',
      ],
    ]);
    expect(entriesOf(parseXml(driver.file('fr/changes.xml')))).toEqual([
      expect.arrayContaining(['Deux', '2026-06-06T00:00:00Z']),
    ]);
    expect(driver.page('/docs/one')).toContain(
      '<link rel="alternate" type="application/atom+xml" title="A &amp; B" href="/b/changes.xml">',
    );
    expect(driver.page('/fr/docs/two')).toContain('href="/b/fr/changes.xml"');
  });

  it('has the pages of `include`, and its own title', async () => {
    const driver = await built(
      "feed: { title: 'News', include: ['/docs/1.0/**'] }, docs: [{ lastVersion: 'current' }]",
      PAGES,
    );
    const feed = parseXml(driver.file('changes.xml'));
    expect(textOf(feed, 'title')).toBe('News');
    expect(entriesOf(feed).map(([, title]) => title)).toEqual(['Old one']);
  });

  it('has the sections of a page, with their HTML and the dates of their headings', async () => {
    const driver = await built("feed: { page: '/docs/changes' }", {
      'content/docs/changes.md': dated(
        '2026-07-07',
        '# Changes\n\nIntro.\n\n## Next\n\nSoon. [Two](two.md)\n\n### Fixed\n\n1 < 2\n\n## 1.1 (2026-02-03) {#v-1.1}\n\nMore.\n\n## 1.0\n\nFirst.\n',
      ),
      'content/docs/two.md': '# Two\n\nText.\n',
    });
    const feed = parseXml(driver.file('changes.xml'));
    const url = `${BASE}/docs/changes/`;
    const html =
      '<p>Soon. <a href="https://docs.example.com/docs/two/">Two</a></p>\n<div class="heading heading-3"><h3 id="fixed">Fixed</h3></div>\n<p>1 &lt; 2</p>';
    const day = '2026-02-03T00:00:00Z';
    expect(entriesOf(feed)).toEqual([
      [`${url}#next`, 'Next', '2026-07-07T00:00:00Z', `${url}#next`, html],
      [`${url}#v-1.1`, '1.1 (2026-02-03)', day, `${url}#v-1.1`, '<p>More.</p>'],
      [`${url}#10`, '1.0', day, `${url}#10`, '<p>First.</p>'],
    ]);
    const [content] = childrenOf(feed, 'entry').flatMap((entry) => childrenOf(entry, 'content'));
    expect(content?.attributes).toEqual({ type: 'html' });
  });

  it('is empty without dates, and reports a page that does not exist', async () => {
    const { 'i18n/fr/docs/two.md': _, ...english } = PAGES;
    const driver = await built("feed: { page: '/docs/changelog' }", english);
    expect(driver.diagnostics()).toEqual(['site.config.ts:1:115 page-not-found']);
    driver.write('site.config.ts', `export default { title: 'T', url: '${BASE}', feed: true };\n`);
    for (const path of Object.keys(english)) driver.remove(path);
    driver.write('content/docs/three.md', PAGES['content/docs/three.md'] ?? '');
    await driver.rebuild();
    expect(driver.diagnostics()).toEqual(['site.config.ts:1:69 git-history']);
    const feed = parseXml(driver.file('changes.xml'));
    expect(textOf(feed, 'updated')).toBe('1970-01-01T00:00:00Z');
    expect(entriesOf(feed)).toEqual([]);
  });
});
