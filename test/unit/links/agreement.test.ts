import { describe, expect, it } from 'vitest';
import { compareStrings } from '../../../src/diagnostics/diagnostic.ts';
import { checkOutput } from '../../../src/links/folder/check-output.ts';
import { readOutput } from '../../../src/links/folder/read-output.ts';
import { decodeSafely } from '../../../src/shared/paths.ts';
import { type SiteFiles, site } from '../../support/site.ts';

const BASE = '/base/';
const BROKEN: readonly string[] = [
  'page-not-found',
  'asset-not-found',
  'anchor-not-found',
  'case-mismatch',
  'draft-target',
  'missing-base-path',
  'malformed-escape',
  'outside-root',
  'redirect-broken',
];
const levels = BROKEN.map((code) => `'${code}': 'warning'`).join(', ');

const FILES: SiteFiles = {
  'site.config.ts': `export default {
  title: 'T', url: 'https://t.example', baseUrl: '${BASE}',
  i18n: { defaultLocale: 'en', locales: [{ code: 'en' }, { code: 'fr' }] },
  openapi: [{ spec: 'openapi/x.yaml' }],
  links: { rules: { ${levels} } },
  navbar: { items: [{ label: 'A', to: '/docs/a' }, { label: 'N', to: '/no-navbar' }] },
  announcementBar: { content: '<a href="/no-banner">x</a> <a href="/docs/b/">b</a>' },
  footer: { links: [{ label: 'F', to: '/docs/a#no-footer' }], copyright: '<a href="/no-copyright">x</a>' },
  redirects: [{ from: '/old', to: '/docs/b' }, { from: '/gone', to: '/no-redirect' }],
};
`,
  'content/docs/a.md': `# A

## Größe & co

[ok](b.md#two) [ok](/docs/b/) [ok](/base/docs/b) [ok](/old) [ok](#größe--co) [ok](</a b.txt>) [ok](/demo/) [ok](/sitemap.xml) [ok](x%20y.md#top) [ok](/docs/api/get-list-things#responses)
[no](no.md) [no](b.md#no-two) [no](/no/path) [no](B.md) [no](/docs/B) [no](draft.md) [no](#no-own) [no](/gone) [no](%zz.md)
![ok](pic.png) ![no](no.png) <img srcset="pic.png 1x, no-srcset.png 2x"> <a href="/no-html">x</a> <a href="#named">x</a> <a name="named"></a>

[no ref][r] ^[note [no](no-note.md)]

[r]: no-reference.md

::::tabs
:::tab[One]
### In tab
[no](no-tab.md) [ok](#in-tab)
:::
::::
`,
  'content/docs/b.md': '# B\n\n## Two\n\n[no](/no/path) [ok](a.md#in-tab)\n',
  'content/docs/x y.md': '# XY\n',
  'content/docs/draft.md': '---\ndraft: true\n---\n# D\n',
  'content/docs/pic.png': 'x',
  'content/index.tsx': `export const meta = { title: 'Home' };
export default () => (
  <main id="main"><h1>H</h1>
    <a href="/base/docs/a/">ok</a> <a href="/docs/a/">no</a> <a href="/base/no-react/">no</a> <a href="docs/b/#two">ok</a>
    <img src="/base/no-react.png" srcSet="/base/a%20b.txt 1x, /base/no-set.png 2x" alt="" />
  </main>
);
`,
  'i18n/fr/docs/b.md': '# B\n\n## Deux\n\n[ok](a.md) [ok](#deux) [no](#two) [no](no-fr.md)\n',
  'openapi/x.yaml': `openapi: 3.1.0
info: { title: X, version: '1', description: "[ok](/docs/a) [no](/no-openapi)" }
paths:
  /things:
    get:
      operationId: listThings
      summary: List things
      responses: { '200': { description: '[no](/no-response) [ok](/docs/b#two)' } }
`,
  'static/a b.txt': 'x',
  'static/demo/index.html': '<p id="x">',
};

/** Path and fragment of an address without base path, locale, query, final slash and escapes. */
function place(address: string): string {
  const [path = '', fragment] = address.split('#');
  const bare = path.replace(/\?.*$/s, '').replace(/(?:^|\/)index\.html$/, '');
  const inside = bare.startsWith(BASE) ? `/${bare.slice(BASE.length)}` : bare;
  const decoded = (decodeSafely(inside) ?? inside).replace(/\/$/, '').replace(/^\/fr\//, '/');
  return fragment === undefined ? decoded : `${decoded}#${decodeSafely(fragment) ?? fragment}`;
}

describe('link findings of the sources and of the built folder', () => {
  it('agree, in both directions', async () => {
    const driver = await site(FILES).build();
    try {
      const found = driver.result().diagnostics.filter(({ code }) => BROKEN.includes(code));
      const output = readOutput(driver.outDir());
      const { findings } = checkOutput(output, { baseUrl: BASE, origin: 'https://t.example' });
      const broken = findings.filter(({ code }) => BROKEN.includes(code));
      const said = new Set(
        found.flatMap(({ link }) => [place(link?.href ?? ''), place(link?.resolved ?? '')]),
      );
      const shown = new Set(
        broken.flatMap(({ href, resolved = '' }) => [place(href), place(resolved)]),
      );
      // A link to a redirect that leads nowhere is printed as it is written; the redirect is what is broken.
      shown.add('/no-redirect').add('/gone');
      const onlyShown = broken.filter(
        ({ href, resolved = '' }) => !said.has(place(href)) && !said.has(place(resolved)),
      );
      const onlySaid = found.filter(
        ({ link }) =>
          !shown.has(place(link?.href ?? '')) && !shown.has(place(link?.resolved ?? '')),
      );
      expect(driver.result().ok).toBe(true);
      expect(onlyShown.map(({ file, href }) => `${file} ${href}`)).toEqual([]);
      expect(onlySaid.map(({ location, link }) => `${location?.file} ${link?.href}`)).toEqual([]);
      expect(found.length).toBeGreaterThanOrEqual(28);
      // Every link that is meant to be broken says so, and no other one is reported.
      const hrefs = found.map(({ link }) => link?.href ?? '').toSorted(compareStrings);
      expect(hrefs.filter((href) => !/no|B|draft|gone|zz|^\/docs\/a\/$|#two/.test(href))).toEqual(
        [],
      );
    } finally {
      driver.dispose();
    }
  });
});
