import { describe, expect, it } from 'vitest';
import { docName, withoutConsequences } from '../../../src/diagnostics/causes.ts';
import { type Diagnostic, diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { checkLinks } from '../../../src/pipeline/check-links.ts';
import { type SiteFiles, site } from '../../support/site.ts';
import { linkFinding, lineOf } from '../links/link-finding.ts';

const API = `openapi: [{ spec: 'openapi/a.yaml', errors: '/docs/errors' }],
  navbar: { items: [{ label: 'Op', to: '/docs/api/get-a' }] },
  redirects: [{ from: '/x', to: '/docs/api/get-a' }],
  i18n: { locales: [{ code: 'en', label: 'E' }, { code: 'de', label: 'D' }] }, rules: { 'empty-locale': 'off' }`;
const API_SITE: SiteFiles = {
  'content/docs/a.md': '# A\n\n[op](/docs/api/get-a) [api](/docs/api/x#y)\n',
};
const config = (members: string): SiteFiles => ({
  'site.config.ts': `export default {\n  title: 'T', url: 'https://x.example',\n  ${members}\n};\n`,
});

/** Sites with one cause, and the findings that an author sees. */
const CASES: Readonly<Record<string, readonly [SiteFiles, readonly string[]]>> = {
  'a description that does not exist': [
    { ...config(API), ...API_SITE },
    ['site.config.ts:3:21 file-unreadable'],
  ],
  'a description that is no YAML': [
    { ...config(API), ...API_SITE, 'openapi/a.yaml': 'a: [b\nc: }\n' },
    ['openapi/a.yaml:1:4 openapi-syntax'],
  ],
  'a description that is none': [
    { ...config(API), ...API_SITE, 'openapi/a.yaml': 'a: b\n' },
    ['openapi/a.yaml:1:1 openapi-version'],
  ],
  'a doc that cannot be parsed': [
    {
      ...config(''),
      'content/docs/a.md': '# A\n\n[b](b.mdx#x) [c](#c)\n',
      'content/docs/b.mdx': '# B\n\n<div>\n\n## X\n',
    },
    ['content/docs/a.md:3:18 anchor-not-found', 'content/docs/b.mdx:3:1 mdx-syntax'],
  ],
  'an include that fails': [
    {
      ...config(''),
      'content/docs/a.md': '# A\n\n::include{file="_p.md"}\n\n[b](#in-p)\n',
      'content/docs/b.md': '# B\n\n::include{file="_q.md"}\n\n[a](a.md#in-p) [b](#in-r)\n',
      'content/docs/_q.md': 'Q\n\n::include{file="_r.md"}\n',
    },
    ['content/docs/_q.md:3:17 include-not-found', 'content/docs/a.md:3:17 include-not-found'],
  ],
  'a category file that cannot be read': [
    {
      ...config(''),
      'content/docs/a.md': '# A\n\n[f](/docs/f)\n',
      'content/docs/f/_category_.yml': 'label: [\n',
      'content/docs/f/b.md': '# B\n',
    },
    ['content/docs/f/_category_.yml:1:8 category-invalid'],
  ],
  'an unknown icon, beside a component that throws': [
    {
      ...config(''),
      'content/docs/a.mdx':
        'import Bad from "../../bad.tsx";\n\n# A\n\n<Bad />\n\n<Card title="x" icon="book">b</Card>\n\n<Card title="x" icon="nono">b</Card>\n',
      'bad.tsx': 'export default function Bad() { throw new Error("no"); }\n',
    },
    ['content/docs/a.mdx:5:2 component-error', 'content/docs/a.mdx:9:2 component-error'],
  ],
  'a sidebar without docs': [
    {
      ...config(
        `docs: [{ sidebars: { docs: ['b'] } }], navbar: { items: [{ type: 'docSidebar', sidebarId: 'docs', label: 'B' }] }`,
      ),
      'content/docs/a.md': '# A\n',
    },
    ['site.config.ts:3:31 sidebar-unknown-doc'],
  ],
  'a component that does not compile': [
    {
      ...config(''),
      'content/docs/a.mdx': "import X from '../../x.tsx';\n\n# A\n\n<X>b</X>\n\n[b](#in-x)\n",
      'x.tsx': 'export default function X() { return <p id="in-x">a</div>; }\n',
    },
    ['x.tsx:1:54 bundle-error'],
  ],
};

async function findings(files: SiteFiles): Promise<readonly Diagnostic[]> {
  const driver = site(files).warm();
  try {
    const { diagnostics } = await checkLinks({ siteDir: driver.dir });
    return diagnostics.filter(({ severity }) => severity !== 'info');
  } finally {
    driver.dispose();
  }
}

describe('one cause, one finding', () => {
  it.each(Object.keys(CASES))('%s', async (name) => {
    const [files, expected] = CASES[name] ?? [{}, []];
    const found = await findings(files);
    expect(found.map(lineOf).toSorted()).toEqual(expected);
  });

  it('a doc that is not UTF-8', () => {
    const unread = { ...diagnostic('file-encoding', { message: 'm' }), lost: ['content/docs/b'] };
    const missing = [docName('content/docs/b.md')];
    const entry = diagnostic('sidebar-unknown-doc', { message: 'n', missing });
    expect(withoutConsequences([unread, entry], [unread, entry])).toEqual([unread]);
    expect(withoutConsequences([entry], [entry])).toEqual([entry]);
  });

  it('a version without docs is named by the item that needs it', async () => {
    const [found] = await findings({
      ...config(
        `docs: [{ path: 'content/docs', sidebars: { docs: ['a'] } }], navbar: { items: [{ type: 'docSidebar', sidebarId: 'docs', label: 'B' }] }`,
      ),
      'content/docs/a.md': '# A\n',
      'versions/1.0/.keep': '',
    });
    expect(found?.message).toContain('the version "1.0" has no docs');
  });

  it('two findings of a destination with the same fix are one', () => {
    const parts = { href: '/a.md#X', fix: './a.md#x' };
    const form = linkFinding({ ...parts, code: 'link-form' });
    const anchor = linkFinding({ ...parts, code: 'anchor-not-found' });
    const other = linkFinding({ ...parts, code: 'link-form', line: 2 });
    const all = [form, anchor, other];
    expect(withoutConsequences(all, all)).toEqual([anchor, other]);
  });
});

describe('one destination, one fix', () => {
  it('is that of the path and of the anchor', async () => {
    const found = await findings({
      ...config(`redirects: [{ from: '/old', to: '/docs/b' }]`),
      'content/docs/a.md': `# A\n\n[1](/docs/b.md#Start) [2](./b.html#start) [3](/old#Start) [4](/docs/b.html#zebra)\n`,
      'content/docs/b.md': '# B\n\n## Start\n',
    });
    expect(found.map(({ code, link }) => [code, link?.fix])).toEqual([
      ['anchor-not-found', './b.md#start'],
      ['link-form', './b.md#start'],
      ['anchor-not-found', './b.md#start'],
      ['anchor-not-found', undefined],
      ['link-form', './b.md#zebra'],
    ]);
  });
});
