import { describe, it } from 'vitest';
import { expectMarked } from '../../support/marked-links.ts';
import type { SiteFiles } from '../../support/site.ts';

const P = '§page-not-found§';
const A = '§asset-not-found§';
const pages = {
  'content/docs/a.md': '# A\n\n## Sec\n',
  'content/docs/b.md': '# B\n',
  'content/index.md': '# H\n',
  'static/logo.svg': 'x',
  'static/f.ico': 'x',
};
const sites: Readonly<Record<string, SiteFiles>> = {
  config: {
    ...pages,
    'site.config.ts': `const no = '${P}/no-const';
export default {
  title: 'T', url: 'https://t.example', favicon: '${A}none.ico',
  links: { rules: { 'orphan-page': 'off' } },
  navbar: { logo: { src: "${A}/nologo.svg", alt: 'x' }, items: [
    { label: 'A', to: '/docs/a' }, { label: 'B', to: '${P}/docs/nob' }, { label: 'C', to: \`${P}/docs/noc\` },
    { label: 'É😀', to: '${P}/docs/nod' },
    { type: 'dropdown', label: 'D', items: [{ label: 'x', to: '§anchor-not-found§/docs/a#nosec' }, { label: 'ext', href: 'https://example.com/' }, { label: 'c', to: no }, { type: 'html', value: '<a href="${P}/dd">x</a>' }] },
    { type: 'html', value: '<b><a href="${P}/h1">x</a> <img src="${A}/h1.png"></b> <!-- <a href="/no"> -->' },
    { label: 'Up', to: '§case-mismatch>/docs/a§/docs/A' },
    { label: 'Rel', href: '${P}/docs/rel' },
    { label: 'Typo', to: '§page-not-found>/docs/a§/docs/aa' },
  ] },
  announcementBar: { content: \`See <a href="${P}/ann">x</a>
  <a href='/docs/b'>b</a> <a href=${P}/ann2>x</a>\` },
  footer: { links: [
    { title: 'Col', items: [{ label: 'a', to: '/docs/a/' }, { label: 'b', to: '${P}/foot' }, { html: '<a href="${P}/foot2">x</a>' }] },
  ], copyright: 'C &copy; <a href="${P}/copy">x</a> <a href="§unsafe-scheme§javascript:alert(1)">y</a>' },
  docs: [{ sidebars: { main: ['a', { type: 'link', label: 'L', href: '${P}/side' }, { type: 'category', label: 'C', items: ['b', { type: 'link', label: 'L2', href: '/docs/b' }, { type: 'link', label: 'L3', href: 'https://example.com' }, { type: 'link', label: 'L4', href: "${P}/side2" }] }] } }],
  redirects: [{ from: '/o', to: '§redirect-broken>/docs/a§/docs/aa' }],
};
`.replace('§unsafe-scheme§javascript', 'javascript'),
  },
  'config-base': {
    ...pages,
    'site.config.mjs': `export default {
  title: 'T', url: 'https://t.example', baseUrl: '/base/', favicon: 'f.ico',
  links: { rules: { 'orphan-page': 'off' } },
  navbar: { logo: { src: '/logo.svg' }, items: [
    { label: 'A', to: '/docs/a' }, { label: 'B', to: '/base/docs/a' }, { label: 'C', to: '§page-not-found>/base/docs/b§/base/docs/bb' },
  ] },
  footer: { links: [ { label: 'x', to: '§page-not-found>/docs/b§/docs/bb' } ] },
  redirects: [{ from: '/o', to: '/docs/b' }, { from: '/o2', to: '/base/docs/b' }],
};
`,
    'content/docs/t.md':
      '# T\n\n[a](§redirected>./b.md§/o) [a](§redirected>./b.md§/base/o) [a](§page-not-found>/base/docs/b/§/base/docs/bb/)\n',
  },
};

const escaped: Readonly<Record<string, string>> = {
  esc: {
    'content/docs/a.md': '# A\n',
    'site.config.ts': `export default { title: 'T', url: 'https://t.example', links: { rules: { 'orphan-page': 'off' } },
  footer: { copyright: 'It\\'s \\u{1F600}\\x41\\u00e9 <a href="${P}/one">x</a> \\
 <a href=\\"${P}/two\\">y</a>' }, announcementBar: { content: \`a\\\`b
<a href="${P}/three">x</a>
\\t<a href="${P}/four">x</a>\` }, navbar: { items: [{ label: 'x', to: '${P}/f\\u0069ve' }] } };
`,
  },
}.esc;

function withCrLf(files: SiteFiles): SiteFiles {
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => [file, `\uFEFF${text.replaceAll('\n', '\r\n')}`]),
  );
}

describe('links of the configuration', () => {
  it.each(Object.keys(sites))(
    '%s: exactly the broken links are reported, at their locations',
    async (name) => {
      await expectMarked(sites[name] ?? {});
    },
  );

  it('are reported at their location in texts with escapes, for any line ending', async () => {
    await expectMarked(escaped);
    await expectMarked(withCrLf(escaped));
    await expectMarked(withCrLf(sites['config'] ?? {}));
  });
});
