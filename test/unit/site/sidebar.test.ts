import { afterEach, describe, expect, it } from 'vitest';
import { navEntries } from '../../support/html.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

let driver: SiteDriver | undefined;
afterEach(() => driver?.dispose());

async function built(files: SiteFiles): Promise<SiteDriver> {
  driver = await site(files).build();
  return driver;
}

const sidebarOf = (html: string): readonly string[] => navEntries(html, 'Documentation');

describe('a generated sidebar', () => {
  const files = {
    'content/docs/zebra.md': '---\nsidebar_position: 1\n---\n# Zebra\n',
    'content/docs/10-ten.md': '# Ten\n',
    'content/docs/2-two.md': '# Two\n',
    'content/docs/guides/_category_.yml': 'label: All guides\nposition: 2\n',
    'content/docs/guides/b.md': '---\nsidebar_label: Bee\n---\n# B\n',
    'content/docs/guides/a.md': '# A\n',
    'content/docs/own/index.md': '# Own page\n',
    'content/docs/own/child.md': '# Child\n',
  };

  it('is ordered by position, then category file, then natural order of names', async () => {
    const result = await built(files);
    expect(result.diagnostics()).toEqual([]);
    expect(sidebarOf(result.page('/docs/zebra'))).toEqual([
      'Zebra /docs/zebra/',
      'All guides',
      'A /docs/guides/a/',
      'Bee /docs/guides/b/',
      'Two /docs/2-two/',
      'Ten /docs/10-ten/',
      'Own page /docs/own/',
      'Child /docs/own/child/',
    ]);
  });

  it('gives breadcrumbs and neighbors, with its labels', async () => {
    const result = await built(files);
    expect(result.page('/docs/guides/b')).toContain('"position":2,"name":"Bee"');
    const html = result.page('/docs/guides/a');
    expect(html).toMatch(/breadcrumb"><span dir="auto">All guides<\/span>/);
    // Structured data asks for an address of every step but the last (schema.org BreadcrumbList).
    expect(html).toContain('"position":1,"name":"Test site","item":"https://docs.example.com/"');
    expect(html).toContain('"position":2,"name":"A"');
    expect(navEntries(html, 'Pages')).toEqual([
      'Previous /docs/zebra/',
      'Zebra /docs/zebra/',
      'Next /docs/guides/b/',
      'Bee /docs/guides/b/',
    ]);
  });

  it('gives its label to a page without a title', async () => {
    const sidebars =
      "{ main: [{ type: 'doc', id: 'a-1', label: 'First' }, 'b', { type: 'doc', id: 'c', label: 'Short' }] }";
    const result = await built({
      'site.config.ts': `export default { title: 'T', url: 'https://docs.example.com', docs: [{ sidebars: ${sidebars} }] };\n`,
      'content/docs/a-1.md': 'Text.\n',
      'content/docs/b.md': 'Text.\n',
      'content/docs/c.md': '# A long title\n',
    });
    expect(result.page('/docs/a-1')).toMatch(/<title>First [^]*<h1[^>]*>First<\/h1>/);
    expect(result.page('/docs/b')).toMatch(/<title>B [^]*<h1[^>]*>B<\/h1>/);
    expect(result.page('/docs/c')).toMatch(/<title>A long title /);
    expect(result.file('llms.txt')).toContain('[First](');
  });

  it('names neighbors as its entries do, unless a page has a `pagination_label`', async () => {
    const items = "{ type: 'category', label: 'Group', link: 'b', items: ['c'] }";
    const result = await built({
      'site.config.ts': `export default { title: 'T', url: 'https://docs.example.com',
        docs: [{ sidebars: { main: [{ type: 'doc', id: 'a', label: 'First' }, ${items}] } }] };\n`,
      'content/docs/a.md': '# Title of A\n',
      'content/docs/b.md': '# Title of B\n',
      'content/docs/c.md':
        '---\nsidebar_label: C\npagination_label: The third\n---\n# Title of C\n',
    });
    expect(result.diagnostics()).toEqual([]);
    expect(navEntries(result.page('/docs/b'), 'Pages')).toEqual([
      'Previous /docs/a/',
      'First /docs/a/',
      'Next /docs/c/',
      'The third /docs/c/',
    ]);
    expect(navEntries(result.page('/docs/c'), 'Pages')).toEqual([
      'Previous /docs/b/',
      'Group /docs/b/',
    ]);
    expect(result.page('/docs/a')).toContain('"position":2,"name":"First"');
  });
});

describe('the categories of a sidebar', () => {
  const docs = (count: number): SiteFiles =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`content/docs/a/d${index}.md`, `# D${index}\n`]),
    );
  const open = async (files: SiteFiles): Promise<number> => {
    const html = (await built({ 'content/docs/one.md': '# One\n', ...files })).page('/docs/one');
    return (
      html.match(/<nav class="sidebar".*?<\/nav>/s)?.[0].match(/<details[^>]* open/g)?.length ?? 0
    );
  };

  it('are open up to 25 entries', async () => {
    expect(await open(docs(23))).toBe(1);
    driver?.dispose();
    expect(await open(docs(24))).toBe(0);
  });

  it('follow their own setting', async () => {
    const closed = { 'content/docs/a/_category_.yml': 'collapsed: true\n' };
    expect(await open({ ...docs(2), ...closed })).toBe(0);
    driver?.dispose();
    const opened = { 'content/docs/a/_category_.yml': 'collapsed: false\n' };
    expect(await open({ ...docs(24), ...opened })).toBe(1);
  });
});

describe('an explicit sidebar', () => {
  const config = (sidebar: string): string =>
    `export default { title: 'T', url: 'https://docs.example.com', docs: [{ sidebars: { main: ${sidebar} } }] };`;

  it('points at the address of a link that leads nowhere', async () => {
    const items = `['a', { type: 'category', label: 'C', items: [{ type: 'link', label: 'L', href: '/no' }] }]`;
    const result = await built({
      'site.config.ts': config(items),
      'content/docs/a.md': '# A\n',
    });
    expect(result.result().diagnostics).toMatchObject([
      {
        code: 'page-not-found',
        location: { line: 1, pointer: 'docs[0].sidebars.main[1].items[0].href' },
      },
    ]);
  });

  it('names docs, links, categories and generated parts', async () => {
    const result = await built({
      'site.config.ts': config(`[
        'b',
        { type: 'category', label: 'Group', link: 'a', items: [{ type: 'doc', id: 'c', label: 'Sea' }] },
        { type: 'link', label: 'Elsewhere', href: 'https://other.example' },
        { type: 'autogenerated', dir: 'more' },
      ]`),
      'content/docs/a.md': '# A\n',
      'content/docs/b.md': '# B\n',
      'content/docs/c.md': '# C\n',
      'content/docs/more/d.md': '# D\n',
      'content/docs/not-listed.md': '# Not listed\n',
    });
    expect(result.diagnostics()).toEqual([]);
    expect(sidebarOf(result.page('/docs/b'))).toEqual([
      'B /docs/b/',
      'Group /docs/a/',
      'Sea /docs/c/',
      'Elsewhere https://other.example',
      'D /docs/more/d/',
    ]);
    expect(result.page('/docs/not-listed')).not.toContain('aria-label="Documentation"');
  });

  it('reports an unknown doc with the nearest one', async () => {
    const result = await built({
      'site.config.ts': config(`['intor']`),
      'content/docs/intro.md': '# Intro\n',
    });
    expect(result.diagnostics()).toEqual(['site.config.ts:1:91 sidebar-unknown-doc']);
    expect(result.result().diagnostics[0]?.hint).toBe('did you mean "intro"?');
  });
});

describe('a long sidebar', () => {
  it('is trimmed to the branch of the page, and every category stays a link', async () => {
    const files: Record<string, string> = {};
    for (let folder = 0; folder < 10; folder++) {
      for (let page = 0; page < 20; page++)
        files[`content/docs/f${folder}/p${page}.md`] = `# Page ${folder}-${page}\n`;
    }
    const result = await built(files);
    const entries = sidebarOf(result.page('/docs/f3/p5'));
    expect(entries.filter((entry) => entry.startsWith('Page 3-'))).toHaveLength(20);
    expect(entries.filter((entry) => entry.startsWith('Page 4-'))).toHaveLength(0);
    expect(entries).toContain('F4 /docs/f4/p0/');
  });
});
