import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';
import { childrenOf, parseXml } from '../../support/xml.ts';

const drivers: SiteDriver[] = [];
afterEach(() => {
  for (const driver of drivers.splice(0)) driver.dispose();
});

const POSTS: SiteFiles = {
  'content/docs/index.md': '# Docs\n\n[news](/blog/2026/01/02/second)\n',
  'blog/authors.yml': 'ada:\n  name: Ada [L]\n  url: https://example.com/ada\n',
  'blog/tags.yml':
    'release:\n  label: Releases\n  permalink: /versions\n  description: New versions\n',
  'blog/2026-01-02-second.md':
    '---\ntitle: Second\nauthors: [ada, { name: Bob }]\ntags: [release, Big news]\n---\n\nThe *short* text.\n\n<!-- truncate -->\n\n## More\n\n![x](./pictures/a.svg) [first](./2025/12-31-first/index.md) [gone](./gone.md)\n',
  'blog/2025/12-31-first/index.md': '# First & last\n\nHello.\n',
  'blog/slugged.md':
    '---\ndate:   2025-6-1 10:00:00\nslug: /my-post\ntags: [release]\n---\n# Slugged\n\nText.\n',
  'blog/2030-01-01-future.md': '# Future\n',
  'blog/2025-01-01-draft.md': '---\ndraft: true\n---\n# Draft\n',
  'blog/pictures/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

async function built(blog: string, files: SiteFiles = POSTS): Promise<SiteDriver> {
  const driver = site({
    'site.config.ts': `export default { title: 'T', url: 'https://docs.example.com', blog: ${blog}, rules: { 'page-not-found': 'warning' } };\n`,
    ...files,
  });
  drivers.push(driver);
  return driver.build();
}

describe('a blog', () => {
  it('lists translated posts with their words, and with the facts of their originals', async () => {
    const driver = await built(
      "{ until: '2026-06-01' }, i18n: { locales: [{ code: 'en' }, { code: 'de' }] }",
      {
        ...POSTS,
        'i18n/de/blog/2026-01-02-second.md':
          '---\ntitle: Zweiter\n---\n\nDer *kurze* Text.\n\n[gone](./gone.md)\n',
        'i18n/de/blog/2025/12-31-first/index.md': '# Erster\n\nHallo.\n',
        'i18n/de/blog/slugged.md': '---\nslug: /my-post\n---\n\n# Mit Adresse\n\nText.\n',
      },
    );
    expect(driver.diagnostics().toSorted()).toEqual([
      'blog/2026-01-02-second.md:13:68 page-not-found',
      'i18n/de/blog/2026-01-02-second.md:7:8 page-not-found',
    ]);
    const list = driver.page('/de/blog');
    const links = [...list.matchAll(/<h2><a [^>]*href="([^"]*)">([^<]*)/g)];
    expect(links.map(([, href, title]) => `${href} ${title}`)).toEqual([
      '/de/blog/2026/01/02/second/ Zweiter',
      '/de/blog/2025/12/31/first/ Erster',
      '/de/blog/my-post/ Mit Adresse',
    ]);
    expect(list).toContain('>Der kurze Text.</p>');
    expect(driver.page('/de/blog/2026/01/02/second')).toMatch(
      /<h1>Zweiter<\/h1>\s*<p class="post-facts" lang="de" dir="ltr"><time datetime="2026-01-02">2\. Januar 2026<[^]*>Ada \[L\]<\/a>, Bob<\/p>[^]*href="\/de\/blog\/tags\/versions\/">Releases</,
    );
    expect(driver.page('/de/blog/tags/versions')).toContain('>Zweiter</a>');
    expect(driver.page('/de/blog/archive')).toContain('>Erster</a>');
  });

  it('has posts with facts, lists, tags, an archive, and findings at their lines', async () => {
    const driver = await built("{ until: '2026-06-01' }");
    expect(driver.diagnostics()).toEqual(['blog/2026-01-02-second.md:13:68 page-not-found']);
    const post = driver.page('/blog/2026/01/02/second');
    expect(post).toMatch(
      /<h1>Second<\/h1>\s*<p class="post-facts" lang="en" dir="ltr"><time datetime="2026-01-02">January 2, 2026<\/time> · 1 min read · <a href="https:\/\/example\.com\/ada">Ada \[L\]<\/a>, Bob<\/p>[^]*class="page-tags">Tags: <a href="\/blog\/tags\/versions\/">Releases<\/a> · <a href="\/blog\/tags\/big-news\/">Big news/,
    );
    expect(post).toMatch(
      /<img src="\/dw-files\/a-[^"]*\.svg"[^]*<a href="\/blog\/2025\/12\/31\/first\/">first/,
    );
    expect(post).toContain(
      '"@type":"BlogPosting","headline":"Second","url":"https://docs.example.com/blog/2026/01/02/second/","description":"The short text."',
    );
    expect(post).toContain(
      '"datePublished":"2026-01-02","keywords":"Releases, Big news","author":[{"@type":"Person","name":"Ada [L]","url":"https://example.com/ada"},{"@type":"Person","name":"Bob"}]',
    );
    const list = driver.page('/blog');
    const order = ['Second', 'First &amp; last', 'Slugged'].map((title) =>
      list.indexOf(`/">${title}</a></h2>`),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(list).toMatch(/<p [^>]*>The short text.<\/p>/);
    expect(list).not.toMatch(/Future|Draft/);
    expect(driver.page('/blog/tags/versions')).toMatch(
      /<h1>Releases<\/h1>\s*<p>New versions<[^]*<li><time[^>]*>January 2, 2026<\/time> <a [^>]*>Second<\/a><br>\s*The short text\.[^]*Slugged<[^]*href="\/blog\/tags\/">Tags</,
    );
    expect(driver.page('/blog/tags')).toContain('Releases</a> (2)');
    expect(driver.page('/blog/archive')).toMatch(/2026<[^]*Second[^]*2025<[^]*Slugged/);
    expect(driver.page('/blog/my-post')).toContain('Slugged</h1>');
    expect(driver.page('/docs')).toContain('<a href="/blog/2026/01/02/second/">news</a>');
    expect(driver.files()).not.toContain('blog/2030/01/01/future/index.html');
  }, 30_000);

  it.each([
    ['de', /Archiv<[^]*Schlagwörter<[^]*1 Minute Lesezeit[^]*3 Minuten Lesezeit/],
    ['pl', /Archiwum<[^]*Tagi<[^]*1 minuta czytania[^]*3 minuty czytania/],
    ['sv', /Archive<[^]*Tags<[^]*1 min read[^]*3 min read/],
  ])('has the words of its language: %s', async (code, words) => {
    const driver = await built(
      "{ until: '2026-06-01' }, i18n: { locales: [{ code: '" + code + "' }] }",
      {
        ...POSTS,
        'blog/2025/12-31-first/index.md': `# First & last\n\n${'word '.repeat(500)}\n`,
      },
    );
    expect(driver.page('/blog')).toMatch(words);
  });

  it('has dates, counts and words in the language of each page', async () => {
    const driver = await built(
      "{ perPage: 1, until: '2026-06-01' }, i18n: { locales: [{ code: 'en' }, { code: 'de' }, { code: 'ar' }] }",
      POSTS,
    );
    expect(driver.page('/blog')).toMatch(/>Archive<[^]*>Tags<[^]*January 2, 2026[^]*1 min read/);
    const list = driver.page('/de/blog');
    expect(list).toMatch(/>Archiv<[^]*>Schlagwörter<[^]*2\. Januar 2026[^]*1 Minute Lesezeit/);
    expect(list).toContain('href="/de/blog/page/2/"');
    expect(list).toContain('href="/de/blog/2026/01/02/second/"');
    expect(driver.page('/de/blog/archive')).toMatch(/<h1>Archiv<[^]*2\. Januar 2026/);
    expect(driver.page('/de/blog/tags')).toContain('<h1>Schlagwörter</h1>');
    expect(driver.page('/de/blog/tags/versions')).toContain('2. Januar 2026</time>');
    const post = driver.page('/ar/blog/2026/01/02/second');
    expect(post).toMatch(/<p class="post-facts" lang="ar" dir="rtl"><time datetime="2026-01-02">/);
    expect(post).not.toContain('min read');
    expect(driver.file('sitemap.xml')).toContain('<loc>https://docs.example.com/de/blog/</loc>');
  }, 30_000);

  it('has lists that are suggested after pages', async () => {
    const driver = await built("{ until: '2026-06-01' }", {
      ...POSTS,
      'content/docs/index.md': '# Docs\n\n[a](/docs/versions) [b](/blog/tags/Versions)\n',
      'content/docs/guide/versions.md': '# Versions\n',
      'blog/2026-01-02-second.md': '---\ntags: [release]\n---\n# Second\n',
    });
    expect(driver.result().diagnostics.flatMap(({ link }) => link?.fix ?? [])).toEqual([
      '/docs/guide/versions',
      '/blog/tags/versions',
    ]);
  });

  it('has its tags in the list of docs too, if it has the same route', async () => {
    const driver = await built("{ until: '2026-06-01' }, tags: '/blog/tags'", {
      ...POSTS,
      'content/docs/index.md': '---\ntags: [releases]\n---\n# Docs\n',
    });
    expect(driver.page('/blog/tags/versions')).toMatch(/Second<[^]*Slugged<[^]*Docs</);
  });

  it('has a feed with the whole text, which pages of the blog name', async () => {
    const driver = await built("{ title: 'News', until: '2026-06-01' }");
    const feed = driver.file('blog/atom.xml');
    expect(feed).toContain('<title>News</title>');
    expect(feed.match(/<entry>/g)).toHaveLength(3);
    expect(feed).toMatch(
      /<title>Second<\/title>\s*<updated>2026-01-02T00:00:00Z<[^]*<author><name>Ada \[L\]<\/name><uri>https:\/\/example\.com\/ada<\/uri><\/author>\s*<author><name>Bob<\/name><\/author>\s*<category term="Releases"\/>[^]*&lt;h2 id=&quot;more&quot;/,
    );
    const link =
      '<link rel="alternate" type="application/atom+xml" title="News" href="/blog/atom.xml">';
    expect(driver.page('/blog/my-post')).toContain(link);
    expect(driver.page('/docs')).not.toContain('atom.xml');
  }, 30_000);

  it('has its feed as RSS and JSON Feed too, with absolute addresses', async () => {
    const files = {
      ...POSTS,
      'blog/slugged.md':
        '---\ndate: 2025-06-01\nslug: /my-post\ntitle: "A ]]> & <b> 😀 שלום"\n---\n# Slugged\n\nText.\n',
      'content/docs/index.md': '# Docs\n\n[feed](/blog/rss.xml) [feed](/blog/feed.json)\n',
    };
    const driver = await built(
      "{ title: 'News', feeds: ['atom', 'rss', 'json'], until: '2026-06-01' }",
      files,
    );
    expect(driver.diagnostics()).toEqual(['blog/2026-01-02-second.md:13:68 page-not-found']);
    const base = 'https://docs.example.com';
    const [channel] = childrenOf(parseXml(driver.file('blog/rss.xml')), 'channel');
    if (channel === undefined) throw new Error('there is no channel');
    const of = (name: string): readonly string[] =>
      childrenOf(channel, name).map(({ text }) => text);
    expect(['title', 'link', 'description', 'language', 'lastBuildDate'].map(of)).toEqual([
      ['News'],
      [`${base}/blog/`],
      ['News'],
      ['en'],
      ['Fri, 02 Jan 2026 00:00:00 GMT'],
    ]);
    const items = childrenOf(channel, 'item').map((item) =>
      ['title', 'guid', 'pubDate', 'dc:creator', 'category', 'description'].map((name) =>
        childrenOf(item, name).map(({ text }) => text),
      ),
    );
    expect(items[0]).toEqual([
      ['Second'],
      [`${base}/blog/2026/01/02/second/`],
      ['Fri, 02 Jan 2026 00:00:00 GMT'],
      ['Ada [L]', 'Bob'],
      ['Releases', 'Big news'],
      ['The short text.'],
    ]);
    expect(items.map(([title]) => title)).toContainEqual(['A ]]> & <b> 😀 שלום']);
    const json = JSON.parse(driver.file('blog/feed.json'));
    expect(json).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'News',
      home_page_url: `${base}/blog/`,
      feed_url: `${base}/blog/feed.json`,
      language: 'en',
    });
    expect(json.items[0]).toMatchObject({
      id: `${base}/blog/2026/01/02/second/`,
      url: `${base}/blog/2026/01/02/second/`,
      title: 'Second',
      summary: 'The short text.',
      date_published: '2026-01-02T00:00:00Z',
      authors: [{ name: 'Ada [L]', url: 'https://example.com/ada' }, { name: 'Bob' }],
      tags: ['Releases', 'Big news'],
    });
    expect(json.items.at(-1).content_html).toBe('<p>Text.</p>');
    const [rss, atom] = ['rss', 'atom'].map(
      (name) => parseXml(driver.file(`blog/${name}.xml`)).text,
    );
    for (const content of [rss, atom, json.items[0].content_html]) {
      expect(content).toContain(`<a href="${base}/blog/2025/12/31/first/">first`);
      expect(content).toMatch(/<img src="https:\/\/docs\.example\.com\/dw-files\/a-/);
    }
    expect(driver.page('/blog').match(/<link rel="alternate" type="app[^>]*>/g)).toEqual(
      [
        ['atom+xml', 'atom.xml'],
        ['rss+xml', 'rss.xml'],
        ['feed+json', 'feed.json'],
      ].map(
        ([type, file]) =>
          `<link rel="alternate" type="application/${type}" title="News" href="/blog/${file}">`,
      ),
    );
  }, 30_000);

  it('has pages of a few posts, at its own route', async () => {
    const driver = await built("{ routeBase: '/news', perPage: 2, until: '2026-06-01' }", {
      ...POSTS,
      'content/docs/index.md': '# Docs\n',
    });
    expect(driver.page('/news')).toMatch(
      /<strong>1<\/strong> <a [^>]*href="\/news\/page\/2\/">2<\/a>/,
    );
    expect(driver.page('/news/page/2')).toContain('Slugged');
    expect(driver.page('/news')).not.toContain('Slugged</a></h2>');
    const home = driver.page('/');
    expect(home).toMatch(
      /<h2><a href="\/docs\/">Docs<[^]*<h2><a href="\/news\/">Blog<[^]*<li>.*Second</,
    );
    expect(home).not.toMatch(/<h2><a[^>]*>(?:Second|Slugged)</);
  }, 30_000);

  it('reports posts without a date and unknown authors', async () => {
    const driver = await built('{}', {
      'content/docs/index.md': '# Docs\n',
      'blog/authors.yml': 'grace:\n  name: Grace\n',
      'blog/post.md': '---\ntitle: P\nauthors: grase\n---\nText.\n',
    });
    const { diagnostics } = driver.result();
    expect(
      diagnostics.map(({ message, hint, location }) => [location?.line, message, hint]),
    ).toEqual([
      [
        2,
        'the post has no date',
        'write date: 2026-01-31, or begin the name of the file with 2026-01-31-',
      ],
      [3, 'there is no author "grase"', 'did you mean "grace"?'],
    ]);
    expect(driver.page('/blog/post')).toContain('<h1>P</h1>');
  }, 30_000);

  it('has each tag once, as it is spelled first, and reports those that are no text', async () => {
    const driver = await built("{ feeds: ['json'] }", {
      'content/docs/index.md': '# Docs\n',
      'blog/2026-01-02-post.md':
        "---\ntags: [C++, c++, 'a/b', A/B, Café, 'Cafe\u0301', cafe, ']]>', ..]\n---\n# Post\n\nText.\n",
      'blog/2026-01-01-post.md': "---\ntags: ['', true, Fine]\n---\n# Other\n\nText.\n",
    });
    expect(driver.diagnostics()).toEqual(['blog/2026-01-01-post.md:2:7 blog-post']);
    const { items } = JSON.parse(driver.file('blog/feed.json'));
    expect(items.map(({ tags }: { tags: unknown }) => tags)).toEqual([
      ['C++', 'a/b', 'Café', 'cafe', ']]>', '..'],
      ['Fine'],
    ]);
    expect(driver.page('/blog/tags').match(/(?<=\/">)[^<]+(?=<\/a> \(1\))/g)).toEqual([
      '..',
      ']]&gt;',
      'a/b',
      'C++',
      'cafe',
      'Café',
      'Fine',
    ]);
  });

  it('leaves out posts that are later than the last commit', async () => {
    const driver = site({
      'site.config.ts':
        "export default { title: 'T', url: 'https://docs.example.com', blog: {} };\n",
      'content/docs/index.md': '# Docs\n',
      'blog/2026-01-02-now.md': '# Now\n',
      'blog/2026-01-04-later.md': '# Later\n',
    });
    drivers.push(driver);
    const git = (...parameters: string[]): void =>
      void execFileSync(
        'git',
        ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...parameters],
        {
          cwd: driver.dir,
          env: { ...process.env, GIT_COMMITTER_DATE: '2026-01-03T12:00:00Z' },
        },
      );
    git('init', '--quiet');
    git('commit', '--allow-empty', '--quiet', '-m', 'x');
    await driver.build();
    const posts = driver.files().filter((path) => /^blog\/2026.*html$/.test(path));
    expect(posts).toEqual(['blog/2026/01/02/now/index.html']);
  }, 30_000);
});

it.each([
  ['i18n', 'i-18-n'],
  ['JavaScript', 'java-script'],
  ['APIs', 'ap-is'],
  ['C++', 'c'],
  ['Ünïcode', 'unicode'],
  ['Big news', 'big-news'],
])('tags have the addresses of Docusaurus in its sites: %s', async (tag, slug) => {
  const driver = await built("{}, markdown: { dialects: ['docusaurus'] }", {
    'docs/index.md': '# Docs\n',
    'blog/2026-01-02-post.md': `---\ntags: ['${tag}']\n---\n# Post\n`,
  });
  expect(driver.files()).toContain(`blog/tags/${slug}/index.html`);
});
