import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CATALOG, type CatalogEntry, type DiagnosticCode } from '../../src/diagnostics/codes.ts';
import { linkDisagreements } from '../support/link-agreement.ts';
import { type SiteFiles, site } from '../support/site.ts';
import { OPENAPI_CASES } from './openapi-cases.ts';
import { SAMPLE_CASES } from './sample-cases.ts';

interface Case {
  readonly files: SiteFiles;
  /** `file:line:column`, or empty where the problem has no place. */
  readonly at: string;
  /** Changes the folder beyond what files can say. */
  readonly prepare?: (dir: string) => void;
}

const config = (body: string): SiteFiles => ({
  'site.config.ts': `export default {\n  title: 'T',\n  url: 'https://docs.example.com',\n  ${body}\n};\n`,
  'index.md': '# Home\n',
});
const page = (text: string, more: SiteFiles = {}): SiteFiles => ({ 'index.md': text, ...more });
const link = (href: string): SiteFiles => page(`[x](${href})\n`);

const PLAIN_API =
  "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { /a: { get: { responses: { '200': { description: Yes } } } } }\n";

/** One tiny site for each code. */
const CASES: Readonly<Partial<Record<DiagnosticCode, Case>>> = {
  ...OPENAPI_CASES,
  ...SAMPLE_CASES,
  'config-load': {
    files: { 'site.config.ts': 'export default {\n  title: \n};\n' },
    at: 'site.config.ts:3:1',
  },
  'config-missing': {
    files: { 'site.config.ts': `export default {\n  title: 'T',\n};\n`, 'index.md': '# A\n' },
    at: 'site.config.ts:1:16',
  },
  'config-type': { files: config('tagline: 7,'), at: 'site.config.ts:4:12' },
  'config-value': { files: config(`toc: { min: 2, max: 9 },`), at: 'site.config.ts:4:23' },
  'blog-post': {
    files: config('blog: {},'),
    at: 'blog/a.md:1:1',
    prepare: (dir) => {
      mkdirSync(join(dir, 'blog'));
      writeFileSync(join(dir, 'blog/a.md'), '# A\n');
    },
  },
  'collection-entry': {
    files: config(`collections: { c: { dir: 'no' } },`),
    at: 'site.config.ts:4:28',
  },
  'plugin-error': {
    files: config(`plugins: [{ name: 'x', fences: { x: () => { throw new Error('no'); } } }],`),
    at: 'a.md:3:1',
    prepare: (dir) => writeFileSync(join(dir, 'a.md'), '# A\n\n```x\n1\n```\n'),
  },
  'samples-error': {
    files: config(`openapi: [{ spec: 'api.yaml', samples: 'samples.ts' }],`),
    at: 'samples.ts:2:9',
    prepare: (dir) => {
      writeFileSync(
        join(dir, 'samples.ts'),
        'export default () => {\n  throw new Error("no");\n};\n',
      );
      writeFileSync(
        join(dir, 'api.yaml'),
        "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { /a: { get: { responses: { '200': { description: Yes } } } } }\n",
      );
    },
  },
  'social-image': {
    files: config(`socialImage: { template: 'none.svg' },`),
    at: 'site.config.ts:4:28',
  },
  'config-unknown-key': { files: config(`taglin: 'x',`), at: 'site.config.ts:4:3' },
  'navbar-item': {
    files: config(`navbar: { items: [{ type: 'docSidebar', sidebarId: 'nope' }] },`),
    at: 'site.config.ts:4:21',
  },
  'file-encoding': {
    files: page('# A\n'),
    at: 'bad.md:2:2',
    prepare: (dir) =>
      writeFileSync(join(dir, 'bad.md'), Buffer.from([0x61, 0x0a, 0x62, 0xff, 0x63])),
  },
  'path-outside-root': {
    files: page('# A\n'),
    at: 'out.md:1:1',
    prepare: (dir) => symlinkSync('/etc/hostname', join(dir, 'out.md')),
  },
  'misplaced-translation': {
    files: {
      ...config(`i18n: { locales: [{ code: 'en' }, { code: 'fr' }] },`),
      'a/b.md': '# B\n',
      'i18n/fr/b.md': '# B\n',
    },
    at: 'i18n/fr/b.md:1:1',
  },
  'ignored-source': { files: page('# A\n', { 'old.jsx': '' }), at: 'old.jsx:1:1' },
  'invalid-slug': {
    files: page('# A\n', { 'b.md': '---\nslug: /b?c\n---\n# B\n' }),
    at: 'b.md:2:7',
  },
  'unknown-template': {
    files: page('# A\n', { 'templates/footer.tsx': 'export const x = 1;\n' }),
    at: 'templates/footer.tsx:1:1',
  },
  'unknown-css-variable': {
    files: page('# A\n', { 'templates/styles.css': ':root {\n  --color-primry: red;\n}\n' }),
    at: 'templates/styles.css:2:3',
  },
  'content-policy': {
    files: {
      'content/index.tsx':
        'export default function Page() {\n  return <p style={{ color: "red" }}>x</p>;\n}\n',
    },
    at: 'content/index.tsx:1:1',
  },
  'api-history': {
    files: { ...config(`openapi: [{ spec: 'api.yaml', history: true }],`), 'api.yaml': PLAIN_API },
    at: 'site.config.ts:4:42',
  },
  'overlay-invalid': {
    files: {
      ...config(`openapi: [{ spec: 'api.yaml', overlays: ['o.yaml'] }],`),
      'api.yaml': PLAIN_API,
      'o.yaml': 'overlay: 1.0.0\nactions:\n  - target: info\n    remove: true\n',
    },
    at: 'o.yaml:3:13',
  },
  'overlay-unused': {
    files: {
      ...config(`openapi: [{ spec: 'api.yaml', overlays: ['o.yaml'] }],`),
      'api.yaml': PLAIN_API,
      'o.yaml': 'overlay: 1.0.0\nactions:\n  - target: $.servers\n    remove: true\n',
    },
    at: 'o.yaml:3:13',
  },
  'link-to-deprecated-operation': {
    files: {
      ...config(
        `openapi: [{ spec: 'api.yaml', routeBase: '/api' }], rules: { 'link-to-deprecated-operation': 'warning' },`,
      ),
      'api.yaml': PLAIN_API.replace('get: {', 'get: { deprecated: true, operationId: getA, '),
      'index.md': '# Home\n\n[x](/api/get-a)\n',
    },
    at: 'index.md:3:5',
  },
  'git-history': { files: config('lastUpdate: true,'), at: 'site.config.ts:4:15' },
  'bundle-warning': {
    files: page('# A\n', { 'templates/styles.css': '.x { colour red }\n' }),
    at: 'templates/styles.css:1:12',
  },
  'duplicate-route': {
    files: { 'a.md': '# A\n', 'b.md': '---\nslug: /a\n---\n# B\n' },
    at: 'b.md:2:7',
  },
  'reserved-route': {
    files: page('# A\n', { 'static/dw-assets/a.txt': 'a' }),
    at: 'static/dw-assets/a.txt:1:1',
  },
  'output-collision': {
    files: page('# A\n', { 'a.md': '# A\n', 'static/a/index.html': 'x' }),
    at: 'static/a/index.html:1:1',
  },
  'nothing-to-build': {
    files: {
      'site.config.ts': `export default { title: 'T', url: 'https://docs.example.com' };\n`,
    },
    at: 'site.config.ts:1:16',
  },
  'frontmatter-unclosed': { files: page('---\ntitle: A\n\n# A\n'), at: 'index.md:1:1' },
  'frontmatter-syntax': { files: page('---\ntitle: [A\n---\n'), at: 'index.md:2:8' },
  'frontmatter-limit': {
    files: page(
      `---\na: &a [x]\n${Array.from({ length: 2000 }, (_, index) => `k${index}: *a`).join('\n')}\n---\n`,
    ),
    at: '',
  },
  'frontmatter-type': { files: page('---\ntags: 5\n---\n# A\n'), at: 'index.md:2:7' },
  'frontmatter-unknown-key': { files: page('---\ntitel: A\n---\n# A\n'), at: 'index.md:2:1' },
  'category-invalid': {
    files: page('# A\n', { 'x/a.md': '# A\n', 'x/_category_.yml': 'label: [\n' }),
    at: '',
  },
  'locale-messages': {
    files: page('# A\n', { 'i18n/en/messages.yml': 'interface:\n  hoem: Start\n' }),
    at: 'i18n/en/messages.yml:2:3',
  },
  'old-file-name': {
    files: page('# A\n', { 'i18n/en/texts.yml': 'interface:\n  home: Start\n' }),
    at: 'i18n/en/texts.yml:1:1',
  },
  'translated-slug': {
    files: {
      ...config(`i18n: { locales: [{ code: 'en' }, { code: 'fr' }] },`),
      'index.md': '# A\n',
      'i18n/fr/index.md': '---\nslug: b\n---\n# A\n',
    },
    at: 'i18n/fr/index.md:2:7',
  },
  'lost-translation': {
    files: {
      ...config(`i18n: { locales: [{ code: 'en' }, { code: 'fr' }] },`),
      'install.md': '# B\n',
      'i18n/fr/instal.md': '# B\n',
    },
    at: 'i18n/fr/instal.md:1:1',
  },
  'repeated-folder': {
    files: {
      'site.config.ts':
        config(`i18n: { locales: [{ code: 'en' }, { code: 'fr' }] },`)['site.config.ts'] ?? '',
      'content/index.md': '# B\n',
      'i18n/fr/content/index.md': '# B\n',
    },
    at: 'i18n/fr/content/index.md:1:1',
  },
  'unknown-locale': {
    files: {
      ...config(`i18n: { locales: [{ code: 'en' }, { code: 'pt-BR' }] },`),
      'i18n/pt_BR/index.md': '# B\n',
    },
    at: 'i18n/pt_BR/index.md:1:1',
  },
  'empty-locale': {
    files: config(`i18n: { locales: [{ code: 'en' }, { code: 'fr' }] },`),
    at: 'site.config.ts:4:45',
  },
  'messages-file-name': {
    files: page('# A\n', { 'i18n/en/messages.yaml': 'interface: {}\n' }),
    at: 'i18n/en/messages.yaml:1:1',
  },
  'unused-label': {
    files: page('# A\n', { 'i18n/en/messages.yml': 'labels:\n  Nowhere: Nirgends\n' }),
    at: 'i18n/en/messages.yml:2:3',
  },
  'markdown-budget': { files: page('![['.repeat(700_000)), at: 'index.md:1:1' },
  'mdx-syntax': { files: page('# A\n', { 'b.mdx': '# B\n\n<Box>\n' }), at: 'b.mdx:3:1' },
  'mdx-refused': {
    files: { ...config('markdown: { mdx: false },'), 'b.mdx': '# B\n' },
    at: 'b.mdx:1:1',
  },
  'unknown-component': { files: page('# A\n', { 'b.mdx': '# B\n\n<Box/>\n' }), at: 'b.mdx:3:2' },
  'component-error': { files: page('# A\n', { 'b.mdx': '# B\n\nx {y.z}\n' }), at: 'b.mdx:3:3' },
  'component-limit': {
    files: page('# A\n', { 'b.mdx': "# B\n\nx {'y'.repeat(1e8)}\n" }),
    at: 'b.mdx:3:3',
  },
  'component-options': { files: page('# A\n\n::Card{a="b}\n'), at: 'index.md:3:9' },
  'foreign-origin': {
    files: page('# A\n', { 'b.mdx': '# B\n\n<iframe src="https://x.example/" />\n' }),
    at: 'b.mdx:3:14',
  },
  'html-dropped': { files: page('# A\n\nx <blink>y</blink>\n'), at: 'index.md:3:3' },
  'html-unclosed': { files: page('# A\n\n<div>\n\ntext\n'), at: 'index.md:3:1' },
  'shown-as-text': { files: page('# A\n\n##B\n'), at: 'index.md:3:1' },
  'foreign-syntax': { files: page('# A\n\n```ts twoslash\n```\n'), at: 'index.md:3:7' },
  'merge-conflict': { files: page('# A\n\n<<<<<<< HEAD\na\n'), at: 'index.md:3:1' },
  'empty-page': { files: page('---\ntitle: A\n---\n'), at: 'index.md:3:4' },
  'table-row': { files: page('# A\n\n| a |\n| - |\n| b | c |\n'), at: 'index.md:5:1' },
  'unclosed-fence': { files: page('# A\n\n```js\nx\n'), at: 'index.md:3:1' },
  'unknown-language': { files: page('# A\n\n```pyhton\nx\n```\n'), at: 'index.md:3:4' },
  'code-options': { files: page('# A\n\n```js {1,x}\nx\n```\n'), at: 'index.md:3:7' },
  'code-uncolored': {
    files: {
      ...config(`rules: { 'code-uncolored': 'warning' },`),
      ...page(`# A\n\n\`\`\`js\n${'let a = 1;\n'.repeat(1000)}\`\`\`\n`),
    },
    at: 'index.md:3:4',
  },
  'unknown-admonition': { files: page('# A\n\n:::nota\nx\n:::\n'), at: 'index.md:3:4' },
  'unclosed-directive': { files: page('# A\n\n:::note\nx\n'), at: 'index.md:3:4' },
  'tab-outside-tabs': { files: page('# A\n\n:::tab[X]\nx\n:::\n'), at: 'index.md:3:4' },
  'tabs-content': {
    files: page('# A\n\n::::tabs\n> text\n\n:::tab[X]\nx\n:::\n::::\n'),
    at: 'index.md:4:3',
  },
  'tabs-empty': { files: page('# A\n\n::::tabs\n::::\n'), at: 'index.md:3:5' },
  'tab-options': {
    files: page('# A\n\n::::tabs\n:::tab\nx\n:::\n::::\n'),
    at: 'index.md:4:4',
  },
  'duplicate-tab': {
    files: page('# A\n\n::::tabs\n:::tab[X]\nx\n:::\n:::tab[Y]{value="x"}\ny\n:::\n::::\n'),
    at: 'index.md:7:11',
  },
  'unknown-tab': {
    files: page('# A\n\n::::tabs{default="y"}\n:::tab[X]\nx\n:::\n::::\n'),
    at: 'index.md:3:10',
  },
  'heading-id': { files: page('# A {#b c}\n'), at: 'index.md:1:5' },
  'duplicate-id': {
    files: page('# A\n\n<span id="x">a</span> <span id="x">b</span>\n'),
    at: 'index.md:3:33',
  },
  'duplicate-heading-id': { files: page('# A\n\n## B {#x}\n\n## C {#x}\n'), at: 'index.md:5:8' },
  'reserved-id': { files: page('# A\n\n<i id="dw-root">b</i>\n'), at: 'index.md:3:8' },
  'undefined-reference': { files: page('# A\n\n[text][nowhere]\n'), at: 'index.md:3:8' },
  'include-not-found': { files: page('# A\n\n<Include file="_b.md" />\n'), at: 'index.md:3:16' },
  'include-region': {
    files: page('# A\n\n```js file="a.js#x"\n```\n', { 'a.js': '1;\n' }),
    at: 'index.md:3:13',
  },
  'include-cycle': {
    files: page('# A\n\n<Include file="_b.md" />\n', {
      '_b.md': '# B\n\n<Include file="_b.md" />\n',
    }),
    at: '_b.md:3:1',
  },
  'include-outside': {
    files: page('# A\n\n<Include file="../../x.md" />\n'),
    at: 'index.md:3:16',
  },
  'unknown-variable': {
    files: { ...config(`variables: { name: 'Ada' },`), 'index.md': '# A\n\nHi {{ nam }}\n' },
    at: 'index.md:3:4',
  },
  'bidi-control': { files: page('# A\n\na\u202Eb\n'), at: 'index.md:3:2' },
  'page-not-found': { files: link('/nowhere'), at: 'index.md:1:5' },
  'asset-not-found': { files: page('![x](x.png)\n'), at: 'index.md:1:6' },
  'anchor-not-found': { files: link('#nowhere'), at: 'index.md:1:5' },
  'case-mismatch': { files: page('[x](A.md)\n', { 'a.md': '# A\n' }), at: 'index.md:1:5' },
  'malformed-url': { files: link('https://[bad'), at: 'index.md:1:5' },
  'malformed-escape': { files: link('/a%zz'), at: 'index.md:1:5' },
  'unsafe-scheme': { files: link('javascript:alert(1)'), at: 'index.md:1:5' },
  'unknown-scheme': { files: link('vscode:x'), at: 'index.md:1:5' },
  'outside-root': { files: link('../../x.md'), at: 'index.md:1:5' },
  'draft-target': {
    files: page('[x](d.md)\n', { 'd.md': '---\ndraft: true\n---\n# D\n' }),
    at: 'index.md:1:5',
  },
  'missing-base-path': {
    files: {
      ...config(`baseUrl: '/b/',`),
      'home.tsx': `export const meta = { title: 'H' };\nexport default () => <main id="main"><a href="/a/">a</a></main>;\n`,
      'a.md': '# A\n',
    },
    at: 'home.tsx:2:47',
  },
  'above-site': {
    files: {
      ...config(`markdown: { dialects: ['mdbook'] },`),
      'index.md': '[x](../std/x.html)\n',
    },
    at: 'index.md:1:5',
  },
  'link-form': {
    files: { ...config(''), 'a.md': '# A\n', 'index.md': '[x](a.html)\n' },
    at: 'index.md:1:5',
  },
  redirected: {
    files: {
      ...config(`redirects: [{ from: '/o', to: '/a' }],`),
      'a.md': '# A\n',
      'index.md': '[x](/o)\n',
    },
    at: 'index.md:1:5',
  },
  'redirect-broken': {
    files: { ...config(`redirects: [{ from: '/o', to: '/a' }],`), 'index.md': '# A\n' },
    at: 'site.config.ts:4:34',
  },
  'redirect-loop': {
    files: {
      ...config(`redirects: [{ from: '/o', to: '/p' }, { from: '/p', to: '/o' }],`),
      'index.md': '# A\n',
    },
    at: 'site.config.ts:4:34',
  },
  'empty-href': { files: link(''), at: 'index.md:1:5' },
  'same-origin-absolute': { files: link('https://docs.example.com/'), at: 'index.md:1:5' },
  'protocol-relative': {
    files: {
      ...config(`links: { rules: { 'protocol-relative': 'warning' } },`),
      ...link('//example.com/'),
    },
    at: 'index.md:1:5',
  },
  'repeated-scheme': { files: link('https://https://example.com/'), at: 'index.md:1:5' },
  'mailto-syntax': { files: link('mailto:nobody'), at: 'index.md:1:5' },
  'tel-syntax': { files: link('tel:12'), at: 'index.md:1:5' },
  'insecure-http': {
    files: {
      ...config(`links: { rules: { 'insecure-http': 'warning' } },`),
      ...link('http://example.com/'),
    },
    at: 'index.md:1:5',
  },
  'localhost-link': {
    files: {
      ...config(`links: { rules: { 'localhost-link': 'warning' } },`),
      ...link('http://localhost/'),
    },
    at: 'index.md:1:5',
  },
  'trailing-slash': {
    files: {
      ...config(`links: { trailingSlash: 'always', rules: { 'trailing-slash': 'warning' } },`),
      ...page('[x](/a)\n', { 'a.md': '# A\n' }),
    },
    at: 'index.md:1:5',
  },
  'orphan-page': {
    files: page('# A\n', {
      ...config(`links: { rules: { 'orphan-page': 'warning' } },`),
      'home.tsx': `export const meta = { title: 'H' };\nexport default () => <main id="main">h</main>;\n`,
    }),
    at: 'home.tsx:1:1',
  },
  'sidebar-unknown-doc': {
    files: config(`docs: [{ path: '.', sidebars: { s: ['nope'] } }],`),
    at: 'site.config.ts:4:39',
  },
  'sidebar-item': {
    files: config(
      `docs: [{ path: '.', sidebars: { s: ['index', { type: 'autogenerated', dir: 'nope' }] } }],`,
    ),
    at: 'site.config.ts:4:78',
  },
  'pagination-unknown-doc': {
    files: page('---\npagination_next: nope\n---\n# A\n'),
    at: 'index.md:2:18',
  },
  'url-removed': { files: page('# A\n', { 'urls.lock': '/ #a\n/b\n' }), at: 'urls.lock:2:1' },
  'anchor-removed': { files: page('# A\n', { 'urls.lock': '/ #a #b\n' }), at: 'urls.lock:1:6' },
  'url-not-locked': {
    files: page('# A\n', {
      ...config(`rules: { 'url-not-locked': 'warning' },`),
      'urls.lock': '',
    }),
    at: 'urls.lock:1:1',
  },
  'urls-lock-invalid': { files: page('# A\n', { 'urls.lock': 'a\n' }), at: 'urls.lock:1:1' },
  'page-module': {
    files: { 'content/index.tsx': 'export const x = 1;\n' },
    at: 'content/index.tsx:1:1',
  },
  'inert-component': {
    files: {
      'content/index.md': '# A\n',
      'templates/Footer.tsx':
        'export function Footer() {\n  return <footer><button onClick={() => 1}>B</button></footer>;\n}\n',
    },
    at: 'templates/Footer.tsx:2:18',
  },
  'template-error': {
    files: {
      'content/index.tsx': 'export default function Page() {\n  throw new Error("broken");\n}\n',
    },
    at: 'content/index.tsx:2:9',
  },
  'bundle-error': {
    files: { 'content/index.tsx': 'export default function Page() {\n  return <p>;\n}\n' },
    at: 'content/index.tsx:3:1',
  },
  'search-index-limit': {
    files: {
      ...config('search: { maxIndexKilobytes: 1 },'),
      'index.md': Array.from({ length: 500 }, (_, index) => `word${index * 7919}`).join(' '),
    },
    at: 'site.config.ts:4:32',
  },
  'output-not-ours': {
    files: page('# A\n'),
    at: '',
    prepare: (dir) => {
      mkdirSync(join(dir, 'build'));
      writeFileSync(join(dir, 'build', 'precious.txt'), 'x');
    },
  },
};

/** Codes that a file map cannot provoke, and the test that does. */
const ELSEWHERE: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'config-not-found', // test/unit/config/loading
  'output-locked', // test/unit/publish/open-output.test.ts
  'output-name', // test/unit/publish/output-names.test.ts
  'build-differs', // test/unit/cli/build-verify.test.ts
  'output-write', // test/unit/publish/disk-problems.test.ts
  'output-unfinished', // test/unit/publish/settled-first.test.ts
  'file-unreadable', // test/unit/publish/disk-problems.test.ts
  'search-index-size', // test/unit/search/index/index-size.test.ts
  'queries-not-found', // test/unit/pipeline/check-search.test.ts
  'queries-target', // test/unit/pipeline/check-search.test.ts
  'queries-syntax', // test/unit/search/evaluate/read-queries.test.ts
  'queries-invalid', // test/unit/search/evaluate/read-queries.test.ts
  'search-miss', // test/unit/search/evaluate/score.test.ts
  'search-late', // test/unit/search/evaluate/score.test.ts
  'search-gap', // test/unit/search/evaluate/score.test.ts
  'search-worse', // test/unit/search/evaluate/compare.test.ts
  'search-incomplete', // test/unit/search/evaluate/score.test.ts
  'api-change-breaking', // test/unit/cli/api-changes.test.ts
  'api-change-risky', // test/unit/cli/api-changes.test.ts
  'api-change-safe', // test/unit/cli/api-changes.test.ts
  'api-changes-lock', // test/unit/cli/api-changes.test.ts
  'link-to-removed-operation', // test/unit/cli/api-changes.test.ts
  'compare-failed', // test/unit/cli/compare-search.test.ts
  'agents-list', // test/unit/cli/check-agents.test.ts
  'agents-page', // test/unit/cli/check-agents.test.ts
  'skill-invalid', // test/unit/pipeline/skills.test.ts
  'skill-link', // test/unit/pipeline/skills.test.ts
  'questions-invalid', // test/unit/cli/check-agents.test.ts
  'question-missed', // test/unit/cli/check-agents.test.ts
  'agents-below-limit', // test/unit/cli/check-agents.test.ts
  'outdated-translation', // test/unit/cli/translations.test.ts
  'missing-translation', // test/unit/cli/translations.test.ts
  'translation-differs', // test/unit/cli/translations.test.ts
  'glossary-term', // test/unit/cli/translations.test.ts
  'glossary-invalid', // test/unit/cli/translations.test.ts
  'translations-below-limit', // test/unit/cli/translations.test.ts
  'search-below-limit', // test/unit/cli/check-search.test.ts
  'stale-baseline', // test/unit/links/baseline.test.ts
  'nothing-checked', // test/unit/cli/check-links.test.ts
  'sample-run', // test/unit/cli/run-samples.test.ts
  'external-broken', // test/unit/build/external
  'external-redirect-permanent', // test/unit/build/external
  'external-unverified', // test/unit/build/external
  'baseline-invalid', // test/unit/links/baseline.test.ts
  'unused-suppression', // test/unit/links/suppressions.test.ts
  'invalid-suppression', // test/unit/links/suppressions.test.ts
]);

describe('every diagnostic code', () => {
  it('has a site that shows it', () => {
    const missing = Object.keys(CATALOG).filter(
      (code) => !Object.hasOwn(CASES, code) && ![...ELSEWHERE].some((other) => other === code),
    );
    expect(missing).toEqual([]);
  });

  it.each(Object.entries(CASES))('%s', async (code, { files, at, prepare }) => {
    const driver = site(files);
    try {
      prepare?.(driver.dir);
      await driver.build();
      const wanted = at === '' ? code : `${at} ${code}`;
      const found = driver.diagnostics().filter((entry) => entry.endsWith(code));
      expect(at === '' ? found.map((entry) => entry.split(' ').at(-1)) : found).toContain(wanted);
      const fails = driver.result().diagnostics.some(({ severity }) => severity === 'error');
      expect(driver.result().ok).toBe(!fails);
      if (fails && code !== 'output-not-ours') expect(driver.files()).toEqual([]);
      expect(await linkDisagreements(driver.dir)).toEqual([]);
    } finally {
      driver.dispose();
    }
  });
});

describe('an error whose level is not fixed', () => {
  const entries: [string, CatalogEntry][] = Object.entries(CATALOG);
  const codes = new Set(
    entries.flatMap(([code, { severity, fixed }]) =>
      severity === 'error' && fixed === undefined ? [code] : [],
    ),
  );

  it.each(Object.entries(CASES).filter(([code]) => codes.has(code)))(
    '%s does not keep a site from being written as a warning',
    async (code, { files, prepare }) => {
      const driver = site(files);
      try {
        prepare?.(driver.dir);
        await driver.build({ rules: { [code]: 'warning' } });
        const { ok, diagnostics } = driver.result();
        expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(diagnostics.map((entry) => entry.code)).toContain(code);
        expect(ok).toBe(true);
      } finally {
        driver.dispose();
      }
    },
  );
});
