import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { SiteConfig } from '../../../src/config/schema.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

/** A site with each kind of page and of file that hosts treat differently. */
const FILES: SiteFiles = {
  'templates/components/Counter.tsx': `'use client';
    import { useState } from 'react';
    export default function Counter() {
      const [count, setCount] = useState(0);
      return <button type="button" onClick={() => setCount(count + 1)}>Count {count}</button>;
    }`,
  'templates/components/Drawing.tsx': `'use client';
    import { useState } from 'react';
    export const security = { trustedTypes: ['drawing'], inlineStyles: true };
    const draw = () => {
      const policy = window.trustedTypes.createPolicy('drawing', { createHTML: (html) => html });
      const style = document.createElement('style');
      style.textContent = '.drawn { border-top: 7px solid }';
      document.head.append(style);
      return policy.createHTML('<b class="drawn">Drawn</b>');
    };
    export default function Drawing() {
      const [html, setHtml] = useState('');
      return <div>
        <button type="button" onClick={() => setHtml(draw())}>Draw</button>
        <p dangerouslySetInnerHTML={{ __html: html }} />
      </div>;
    }`,
  'content/index.md': '# Home\n\n[Guide](./guides/start.md) [Drawing](./drawing.mdx)\n',
  'content/drawing.mdx': '# Drawing\n\n[Go back](./index.md)\n\n<Drawing />\n',
  'content/odd.mdx': '---\nslug: /été/(a+b)\n---\n\n# Odd\n\n<Drawing />\n',
  'content/counter.mdx': '# Counter\n\n<Counter />\n',
  'content/guides/index.md': '# Guides\n\nA folder with a page.\n',
  'content/guides/start.md':
    '# Start\n\nA guide about walruses. [Home](../index.md) [Picture](./picture.svg) [Pictures](./linked.html)\n',
  'content/guides/picture.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" onload="document.documentElement.id = \'ran\'"/>',
  'content/guides/linked.html':
    '<!doctype html><title>x</title><p>Linked</p><script>document.title = "ran"</script>',
  'i18n/fr/index.md': '# Accueil\n',
  'openapi/shop.yaml': `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: https://api.example.com }]
paths:
  /orders:
    get:
      operationId: listOrders
      summary: List orders
      responses: { '200': { description: The orders } }
`,
  'static/favicon.ico': '',
  'static/plain.html': '<!doctype html><title>Plain</title><p>Of the author</p>',
  'static/.well-known/security.txt': 'Contact: mailto:a@example.com\n',
};

type Settings = Pick<SiteConfig, 'hosting' | 'trailingSlash' | 'baseUrl'>;

/** A built site, as the servers need it. */
export interface ServedSite {
  /** The folder of the site's sources, which has the rules of servers. */
  readonly dir: string;
  /** What the host serves at its root: the site is in the folder of its base path. */
  readonly root: string;
  readonly baseUrl: string;
}

export interface HostedSite extends ServedSite {
  readonly driver: SiteDriver;
  readonly trailingSlash: boolean;
}

/** Builds the site for a host. */
export async function buildHosted(settings: Settings, more: SiteFiles = {}): Promise<HostedSite> {
  const { baseUrl = '/', trailingSlash = true } = settings;
  const config = {
    title: 'Hosted',
    url: 'https://docs.example.com',
    favicon: 'favicon.ico',
    i18n: { defaultLocale: 'en', locales: [{ code: 'en' }, { code: 'fr' }] },
    openapi: [{ spec: 'openapi/shop.yaml', routeBase: '/api' }],
    redirects: [
      { from: '/old', to: '/guides/start' },
      ...(settings.hosting === undefined || settings.hosting === 'github-pages'
        ? []
        : [
            { from: '/was/*', to: '/guides/*' },
            { from: '/gone/*', to: '/guides/start#top' },
          ]),
    ],
    // The search loads its slices from the host.
    search: { wholeLimit: 0 },
    ...settings,
  };
  const driver = site({
    ...FILES,
    ...more,
    'site.config.ts': `export default ${JSON.stringify(config)};\n`,
  });
  const root = join(driver.dir, 'www');
  const outDir = join(root, baseUrl);
  mkdirSync(root);
  await driver.build({ outDir });
  expect(driver.diagnostics()).toEqual([]);
  // As the manual says for sites below a base path.
  for (const name of ['_headers', '_redirects', 'favicon.ico'])
    if (baseUrl !== '/' && driver.files().includes(name))
      cpSync(join(outDir, name), join(root, name));
  return { driver, dir: driver.dir, root, baseUrl, trailingSlash };
}
