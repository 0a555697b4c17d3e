import { describe, it } from 'vitest';
import { expectMarked } from '../../support/marked-links.ts';
import type { SiteFiles } from '../../support/site.ts';

const P = '§page-not-found§';
const A = '§asset-not-found§';
const L = '§link-form§';
const pages = {
  'content/docs/guide/install.md': '# Install\n\n## First steps\n',
  'content/docs/guide/index.md': '# Guide\n',
  'content/docs/other.md': '# Other\n',
  'content/docs/sl.md': '---\nslug: /abs/slug\n---\n# S\n',
  'content/docs/rel.md': '---\nslug: renamed\n---\n# S\n',
  'content/docs/draft.md': '---\ndraft: true\n---\n# D\n',
  'content/docs/draftslug.md': '---\ndraft: true\nslug: dslug\n---\n# D\n',
  'content/docs/unl.md': '---\nunlisted: true\n---\n# U\n',
  'content/docs/v1.0/notes.md': '# N\n',
  'content/docs/file.name.md': '# FN\n',
  'content/docs/with space.md': '# WS\n',
  'content/docs/50%.md': '# P\n',
  'content/docs/n\u00e4me.md': '# NFC\n',
  'content/docs/nu\u0308m.md': '# NFD\n',
  'content/docs/_partial.md': '# part\n',
  'content/docs/data.json': '{}',
  'content/docs/noext': 'x',
  'content/docs/pic.svg': '<svg/>',
  'content/docs/other.txt': 'x',
  'content/docs/dir/only.png': 'x',
  'content/docs/hash#x.md': '# Hash\n',
  'content/docs/q?.md': '# Q\n',
  'content/page.md': '# Page\n',
  'content/index.md': '# Home\n',
  'static/img/logo.png': 'p',
  'static/a b.txt': 'x',
  'static/docs/other.txt': 'x',
  'static/LICENSE': 'x',
  'static/.well-known/x.txt': 'x',
  'static/sub/index.html': '<h1 id="a">',
  'static/page2.html': '<p>',
  'static/ü.txt': 'x',
};
const cfg = (x: string): string =>
  `export default { title: 'T', url: 'https://t.example', ${x} links: { rules: { 'orphan-page': 'off' } } };\n`;
const body = `[1](sl.md) [2](./rel.md) [3](/abs/slug) [4](/docs/renamed) [5](${P}/docs/rel) [6](${P}/docs/sl) [7](${P}./renamed) [8](§draft-target§./draft.md) [9](§draft-target§/docs/draft) [10](§draft-target§/docs/dslug) [11](unl.md) [12](/docs/unl)
[13](v1.0/notes.md) [14](v1.0/notes) [15](/docs/v1.0/notes) [16](file.name.md) [17](file.name) [18](/docs/file.name) [19](with%20space.md) [20](/docs/with%20space) [21](50%25.md) [22](/docs/50%25) [23](§malformed-escape§50%.md) [24](n%C3%A4me.md) [25](näme.md) [26](§case-mismatch§na\u0308me.md) [27](nu%CC%88m.md) [28](§case-mismatch§n\u00fcm.md)
[29](${P}_partial.md) [30](data.json) [31](noext) [32](pic.svg?x#y) [33](dir/only.png) [34](${P}dir/) [35](${P}dir) [36](hash%23x.md) [37](q%3F.md) [38](guide/) [39](guide) [40](guide/index.md) [41](./guide/../other.md) [42](./) [43](../) [44](../page.md) [45](../docs/other.md) [46](.//other.md) [47](guide//install.md)
[48](§case-mismatch>./other.md§./Other.md) [49](§case-mismatch>guide/install.md§Guide/install.md) [50](§case-mismatch>./other.md§./other.MD) [51](§case-mismatch>/img/logo.png§/img/Logo.png) [52](§outside-root§../../../../etc/passwd) [53](/a%20b.txt) [54](</a b.txt>) [55](/docs/other.txt) [56](/.well-known/x.txt) [57](/sub/) [58](/sub) [59](/sub/index.html) [60](/page2.html) [61](/%C3%BC.txt) [62](/ü.txt) [63](${A}/%75x.txt) [64](${P}/img/logo.png/)
[65](/docs/guide/install/) [66](/docs/guide/install?x=1#first-steps) [67](/docs/guide/install/index.html) [68](${L}/docs/guide/install.md) [69](/page) [70](/index.html) [71](.) [72](..) [73](${P}guide/installl) [74](<other.md>) [75](OTHER.md) [76](/docs/guide/install.html) [77](other.html) [78](%6Fther.md) [79](https://t.example/docs/other) [80](§link-form>other.md§other.md/)
`;
const index = { 'content/docs/index.md': '# DI\n' };
const sites: Readonly<Record<string, SiteFiles>> = {
  routes: {
    ...pages,
    ...index,
    'content/docs/t.md':
      '# T\n\n' +
      body
        .replace('[75](OTHER', '[75](§case-mismatch>other.md§OTHER')
        .replace('[76](', '[76](' + L)
        .replace('[77](', '[77](' + L)
        .replace('[79](', '[79](§same-origin-absolute§'),
  },
  'routes-noslash': {
    ...pages,
    ...index,
    'site.config.ts': cfg(`trailingSlash: false,`),
    'content/docs/t.md':
      '# T\n\n' +
      body
        .replace('[75](OTHER', '[75](§case-mismatch>other.md§OTHER')
        .replace('[77](', '[77](' + L)
        .replace('[79](', '[79](§same-origin-absolute§')
        .replace('[67](', '[67](' + L),
  },
  'routes-base': {
    ...pages,
    ...index,
    'site.config.ts': cfg(`baseUrl: '/base/',`),
    'content/docs/t.md':
      '# T\n\n' +
      body
        .replace('[75](OTHER', '[75](§case-mismatch>other.md§OTHER')
        .replace('[76](', '[76](' + L)
        .replace('[77](', '[77](' + L) +
      `
[1](/base/docs/other) [2](/base/img/logo.png) [3](${P}/base/nope) [4](/base/) [5](/base) [6](/) [7](${P}/base/base/docs/other)
`,
  },
  redirects: {
    ...pages,
    'site.config.ts': `export default { title: 'T', url: 'https://t.example', links: { rules: { 'orphan-page': 'off' } }, redirects: [
  { from: '/old', to: '/docs/other' },
  { from: '/r1', to: '§redirected§/r2' },
  { from: '/r2', to: '/docs/guide/install#first-steps' },
  { from: '/l1', to: '§redirect-loop§/l2' },
  { from: '/l2', to: '§redirect-loop§/l1' },
  { from: '/ext', to: 'https://example.com/' },
  { from: '/miss', to: '§redirect-broken§/nope' },
  { from: '/anch', to: '§redirect-broken§/docs/other#nope' },
  { from: '/file', to: '/img/logo.png' },
  { from: '/tomiss', to: '§redirect-broken§/miss' },
  { from: '/slash/', to: '/docs/other/' },
  { from: '/fold', to: '§case-mismatch§/docs/Other' },
] };
`,
    'content/docs/t.md': `# T

[1](§redirected>./other.md§/old) [2](§redirected>./guide/install.md#first-steps§/r1) [3](§redirect-loop§/l1) [4](§redirected>https://example.com/§/ext) [5](${P}/miss) [7](§redirected§/file) [8](${P}/tomiss) [9](§redirected>./other.md§/old/) [10](§redirected>./other.md§/slash) [11](§redirected>./other.md?q=1§/old?q=1)
`,
  },
};

describe('routes, files and redirects', () => {
  it.each(Object.keys(sites))(
    '%s: exactly the broken links are reported, at their locations',
    async (name) => {
      await expectMarked(sites[name] ?? {});
    },
  );
});
