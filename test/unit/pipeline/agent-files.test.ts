import { afterEach, describe, expect, it } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

let driver: SiteDriver | undefined;

afterEach(() => driver?.dispose());

async function built(files: SiteFiles): Promise<SiteDriver> {
  driver = await site(files).build();
  expect(driver.result().ok, driver.diagnostics().join('\n')).toBe(true);
  return driver;
}

const config = (more: string): string =>
  `export default { title: 'Site', tagline: 'All of it', url: 'https://a.example', ${more} };\n`;

const OPENAPI = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      operationId: list-pets
      summary: List pets
      tags: [Pets]
      responses:
        '200':
          description: See [the guide](/docs/b).
          content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
components: { schemas: { Pet: { type: object, properties: { name: { type: string } } } } }
`;

const FILES: SiteFiles = {
  'content/index.md': '---\nlayout: home\nhero: { title: Home, text: A lead. }\n---\n',
  'content/about.md': '# About us\n\nWho we are.\n',
  'content/docs/a.md': '# A\n\n[B](./group/b.md#part) [file](./x.pdf) [list](./group/)\n',
  'content/docs/x.pdf': 'x',
  'content/docs/group/_category_.yml': 'label: A group\n',
  'content/docs/group/b.md':
    '---\ndescription: "About [b]."\n---\n\n# B\n\n## Part\n\n```json\n{\n  "a": 1\n}\n```\n',
  'content/docs/group/index.md': '# Start\n',
  'content/docs/hidden.md': '---\nunlisted: true\n---\n\n# Hidden\n',
  'content/docs/draft.md': '---\ndraft: true\n---\n\n# Draft\n',
};

describe('the files for agents', () => {
  it('are a Markdown version of each page, a list and the whole text', async () => {
    const { file, files, page } = await built(FILES);
    expect(files().filter((path) => /\.(?:md|txt)$/.test(path))).toEqual([
      'about.md',
      'docs/a.md',
      'docs/group.md',
      'docs/group/b.md',
      'docs/hidden.md',
      'index.md',
      'llms-full.txt',
      'llms.txt',
      'robots.txt',
    ]);
    const line =
      '> For agents: all pages of this documentation are listed in [llms.txt](https://docs.example.com/llms.txt).';
    expect(file('index.md')).toBe(`${line}\n\n# Home\n\nA lead.\n`);
    expect(file('docs/a.md')).toMatch(
      /^> .*\n\n# A\n\n\[B\]\(https:\/\/docs\.example\.com\/docs\/group\/b\.md#part\) \[file\]\(https:\/\/docs\.example\.com\/dw-files\/x-\w+\.pdf\) \[list\]\(https:\/\/docs\.example\.com\/docs\/group\.md\)\n$/,
    );
    for (const [route, path] of [
      ['/', '/index.md'],
      ['/docs/group', '/docs/group.md'],
    ] as const)
      expect(page(route)).toContain(`<link rel="alternate" type="text/markdown" href="${path}">`);
    for (const route of ['/404', '/site-index']) expect(page(route)).not.toContain('text/markdown');
  });

  it('list pages by category, with instructions and descriptions', async () => {
    const { file } = await built({
      ...FILES,
      'site.config.ts': config("version: '2.0', agents: { instructions: 'Use **2.0**.' }"),
    });
    expect(file('llms.txt')).toBe(`# Site

> All of it

Version 2.0

Use **2.0**.

- [All pages in one file](https://a.example/llms-full.txt)

## Documentation

- [A](https://a.example/docs/a.md): B file list (61 tokens)

## A group

- [Start](https://a.example/docs/group.md): 27 tokens
- [B](https://a.example/docs/group/b.md): About \\[b\\]. (35 tokens)

## Other pages

- [Home](https://a.example/index.md): A lead. (29 tokens)
- [About us](https://a.example/about.md): Who we are. (31 tokens)
`);
    const full = file('llms-full.txt');
    expect([...full.matchAll(/^<page url="(.*)">$/gm)].map(([, url]) => url)).toEqual([
      'https://a.example/docs/a/',
      'https://a.example/docs/group/',
      'https://a.example/docs/group/b/',
      'https://a.example/',
      'https://a.example/about/',
    ]);
    expect(full).toContain(
      '<page url="https://a.example/docs/group/b/">\n\n# B\n\n## Part\n\n```json\n{\n  "a": 1\n}\n```\n\n</page>\n',
    );
  });

  it('have API pages, whose links lead to Markdown versions', async () => {
    const { file } = await built({
      'site.config.ts': config("openapi: [{ spec: 'pets.yaml', routeBase: '/docs/api' }]"),
      'pets.yaml': OPENAPI,
      'content/docs/b.md': '# B\n\n[List](/docs/api/get-list-pets)\n',
    });
    const url = 'https://a.example';
    expect(file('docs/b.md')).toContain(`[List](${url}/docs/api/get-list-pets.md)`);
    expect(file('docs/api/get-list-pets.md')).toContain(`[Pet](${url}/docs/api/schemas/Pet.md)`);
    expect(file('docs/api/get-list-pets.md')).toContain(`[the guide](${url}/docs/b.md)`);
    expect(file('docs/api/get-list-pets.md')).toContain(
      '\n\nMore samples on the page: JavaScript, Python',
    );
    expect(file('llms.txt')).toContain(
      '## Pets: Pets\n\n- [List pets](https://a.example/docs/api/get-list-pets.md): GET /pets (',
    );
    expect(file('llms.txt')).toContain(
      '- [Pets: Postman collection](https://a.example/docs/api/pets.postman_collection.json)',
    );
    const full = file('llms-full.txt');
    expect(full.match(/curl /g)).toHaveLength(1);
    expect(full).toContain('<page url="https://a.example/docs/api/schemas/Pet/">');
  });

  it('have React pages, and images and links with the address of the site', async () => {
    const { file, page } = await built({
      'site.config.ts': config(''),
      'content/docs/a.md': '# A\n\n![x](./x.png) [mail](mailto:a@a.example) [own](#a)\n',
      'content/docs/x.png': 'x',
      'content/tool.tsx': `export const metadata = { title: 'The tool' };
        export default function Tool() { return <><h1>Tool</h1><p>Go to <a href="/docs/a">A</a>.</p></>; }`,
    });
    expect(file('tool.md')).toMatch(
      /^> .*\[llms\.txt\]\(https:\/\/a\.example\/llms\.txt\)\.\n\n# Tool\n\nGo to \[A\]\(https:\/\/a\.example\/docs\/a\.md\)\.\n$/,
    );
    expect(file('llms.txt')).toMatch(/^- \[.*\]\(https:\/\/a\.example\/tool\.md\)/m);
    expect(file('docs/a.md')).toMatch(
      /!\[x\]\(https:\/\/a\.example\/dw-files\/x-\w+\.png\) \[mail\]\(mailto:a@a\.example\) \[own\]\(#a\)/,
    );
    const [, line] =
      /<div id="dw-root"[^>]*>(<p class="for-agents" .*?<\/p>)/.exec(page('/docs/a')) ?? [];
    expect(line).toBe(
      '<p class="for-agents" aria-hidden="true" data-nosnippet>For agents: all pages of this documentation are listed in https://a.example/llms.txt. This page as Markdown: https://a.example/docs/a.md</p>',
    );
  });

  it('list the last version in each language', async () => {
    const { file, files } = await built({
      'site.config.ts': config(
        "i18n: { locales: [{ code: 'en' }, { code: 'fr' }] }, agents: { full: false }",
      ),
      'content/docs/a.md': '# A\n',
      'versions/1.0/a.md': '# Old\n',
      'versions/0.9/a.md': '# Older\n',
      'i18n/fr/content/docs/a.md': '# A en français\n',
    });
    const pagesOf = (path: string): readonly string[] =>
      [...file(path).matchAll(/^- \[(.*)\]\((.*)\)/gm)].map(([, title, url]) => `${title} ${url}`);
    expect(pagesOf('llms.txt')).toEqual([
      'Old https://a.example/docs/a.md',
      'Next https://a.example/docs/next/a.md',
      '0.9 https://a.example/docs/0.9/a.md',
    ]);
    expect(pagesOf('fr/llms.txt')[0]).toBe('Old https://a.example/fr/docs/a.md');
    expect(files()).toContain('fr/docs/next/a.md');
    expect(files()).not.toContain('llms-full.txt');
  });

  it('give way to a file of the site, and can be switched off', async () => {
    const own = await built({ ...FILES, 'static/llms.txt': 'Mine.' });
    expect(own.file('llms.txt')).toBe('Mine.');
    own.write('site.config.ts', config('agents: false')).remove('static/llms.txt');
    await own.rebuild();
    expect(own.files().filter((path) => /\.md$|llms/.test(path))).toEqual([]);
    expect(own.page('/docs/a')).not.toMatch(/text\/markdown|page-menu/);
  });

  it('are kept if nothing has changed, and follow an edit of one page', async () => {
    const warm = await built(FILES);
    await warm.rebuild();
    expect(warm.result().summary?.files.written).toBe(0);
    await warm.write('content/docs/a.md', '# A\n\nEdited.\n').rebuild();
    expect(warm.file('llms.txt')).toContain('docs/a.md): Edited.');
    expect(warm.file('llms-full.txt')).toContain('# A\n\nEdited.\n\n</page>');
    expect(warm.file('llms-full.txt')).toContain('About us');
  });

  it('leave out the text of all pages where it is too large, also if nothing has changed', async () => {
    const rows = `${'x'.repeat(999)}\n`.repeat(2000);
    const pages = Array.from('abcdefghijklmn').map((name) => [
      `content/docs/${name}.md`,
      `# ${name}\n\n\`\`\`\n${rows}\`\`\`\n`,
    ]);
    const large = await built(Object.fromEntries(pages));
    for (const end of ['first', 'again']) {
      expect(large.files(), end).not.toContain('llms-full.txt');
      expect(large.file('llms.txt'), end).toContain('docs/n.md');
      expect(large.file('llms.txt'), end).not.toContain('llms-full.txt');
      await large.rebuild();
    }
    await large.remove('content/docs/n.md').rebuild();
    expect(large.file('llms.txt')).toContain('llms-full.txt');
    expect(large.file('llms-full.txt').length).toBeGreaterThan(25_000_000);
  });

  it('are divided by section where the list is too long', async () => {
    const words = 'word '.repeat(60);
    const page = (name: string): SiteFiles[string] =>
      `---\ndescription: ${words}\n---\n\n# ${name}\n\nText of ${name}.\n`;
    const many = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [
        `content/docs/big/p${index}.md`,
        page(`P${index}`),
      ]),
    );
    const small = { 'content/docs/small/a.md': page('A'), 'content/docs/small/b.md': page('B') };
    const large = await built({ ...many, ...small, 'site.config.ts': config('') });
    const lists = ['llms/big.txt', 'llms/big-1.txt', 'llms/small.txt'];
    const fulls = ['llms-full/big.txt', 'llms-full/big-1.txt', 'llms-full/small.txt'];
    const texts = large.files().filter((path) => path.endsWith('.txt') && path !== 'robots.txt');
    expect(texts.toSorted()).toEqual(['llms.txt', ...lists, ...fulls].toSorted());
    expect(large.file('llms.txt')).toMatch(
      /^# Site\n\n> All of it\n\n## Contents\n\n- \[Big\]\(https:\/\/a\.example\/llms\/big\.txt\): \d+ pages, \d+ tokens\n- \[Big \\?\(2\\?\)\]/,
    );
    for (const path of lists) expect(large.file(path).length, path).toBeLessThan(50_000);
    const linked = lists.flatMap((path) => large.file(path).match(/\.md\)/g) ?? []);
    expect(linked).toHaveLength(202);
    expect(large.file('llms/small.txt')).toContain('(https://a.example/llms-full/small.txt)');
    expect(large.file('llms-full/small.txt')).toMatch(/^# Site: Small\n[^]*Text of A[^]*Text of B/);
    await large.rebuild();
    expect(large.result().summary?.files.written).toBe(0);
  });

  it('name the files of an API in the part that has its pages', async () => {
    const paths = Array.from(
      { length: 500 },
      (_, index) =>
        `  /things/${index}: { get: { summary: Thing number ${index} ${'word '.repeat(12)}, responses: { '200': { description: ok } } } }\n`,
    );
    const large = await built({
      'openapi/api.yaml': `openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths:\n${paths.join('')}`,
      'site.config.ts': config("openapi: [{ spec: 'openapi/api.yaml' }],"),
    });
    const parts = large.files().filter((path) => /^llms\/.*\.txt$/.test(path));
    expect(parts.length).toBeGreaterThan(1);
    const text = parts.map((path) => large.file(path)).join('\n');
    expect(text.match(/\.postman\w*\.json\)|requests\.http\)/g)?.length).toBeGreaterThan(1);
    expect(text.match(/get-\S*\.md\)/g)).toHaveLength(500);
  }, 60_000);

  it('are targets of links', async () => {
    const { diagnostics } = await built({
      'content/docs/a.md':
        '---\nslug: /docs/other\n---\n\n# A\n\n[1](/llms.txt) [2](/llms-full.txt) [3](/docs/other.md)\n',
    });
    expect(diagnostics()).toEqual([]);
  });
});

describe('structured data', () => {
  const graphOf = (html: string): readonly unknown[] => {
    const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
    const data: unknown = JSON.parse(text);
    const graph: unknown = Reflect.get(Object(data), '@graph');
    return Array.isArray(graph) ? graph : [];
  };

  it('names a site, an article and an operation, whatever their titles are', async () => {
    const title = '</script><script>alert(1)</script> "A" & \\u003c';
    const { page } = await built({
      'site.config.ts': config("openapi: [{ spec: 'pets.yaml', routeBase: '/docs/api' }]"),
      'pets.yaml': OPENAPI.replace('/docs/b', 'https://b.example'),
      'content/index.md': '# Home\n',
      'content/docs/a.md': `---\ntitle: '${title}'\n---\n\nText.\n`,
    });
    expect(graphOf(page('/'))).toEqual([
      {
        '@type': 'WebSite',
        name: 'Site',
        url: 'https://a.example/',
        inLanguage: 'en',
      },
    ]);
    const [article] = graphOf(page('/docs/a'));
    expect(article).toEqual({
      '@type': 'TechArticle',
      headline: title,
      url: 'https://a.example/docs/a/',
      description: 'Text.',
      inLanguage: 'en',
      isPartOf: { '@type': 'WebSite', name: 'Site', url: 'https://a.example/' },
    });
    expect(page('/docs/a')).not.toContain('<script>alert');
    expect(graphOf(page('/docs/api/get-list-pets'))[0]).toMatchObject({ '@type': 'APIReference' });
    expect(graphOf(page('/site-index'))).toEqual([]);
  });
});
