import type { SiteFiles } from '../../support/site.ts';

const CONFIG = `import { defineConfig } from 'docwright';
import { box } from './plugins/box.ts';
export default defineConfig({
  title: 'Edited',
  url: 'https://docs.example.com',
  baseUrl: '/base/',
  i18n: { defaultLocale: 'en', locales: [{ code: 'en', label: 'English' }, { code: 'fr', label: 'Français' }] },
  navbar: { title: 'Edited', items: [{ to: '/docs/one', label: 'One' }, { to: '/about', label: 'About' }] },
  openapi: [{ spec: 'openapi/api.yaml', routeBase: '/docs/api' }],
  redirects: [{ from: '/old', to: '/docs/one' }],
  variables: { product: 'Thing' },
  plugins: [box],
});
`;

const PLUGIN = `import { definePlugin } from 'docwright';
export const box = definePlugin({
  name: 'box',
  blocks: { box: ({ content }) => '<div style="top:0">' + content + '</div>' },
});
`;

const API = `openapi: 3.1.0
info: { title: Things, version: '1', description: 'See [one](/docs/one).' }
paths:
  /things:
    get:
      operationId: listThings
      summary: List things
      tags: [things]
      responses:
        '200':
          description: All of them
          content: { application/json: { schema: { $ref: './parts.yaml#/Thing' } } }
`;

export function svg(size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size + 1}" height="9"></svg>\n`;
}

/** A little of everything that a site can have. */
export const EDITED_SITE: SiteFiles = {
  'site.config.ts': CONFIG,
  'plugins/box.ts': PLUGIN,
  'openapi/api.yaml': API,
  'openapi/parts.yaml': 'Thing: { type: object, properties: { id: { type: string } } }\n',
  'content/index.tsx': `import { usePage } from 'docwright/theme';
export const meta = { title: 'Home', description: 'The first page.' };
export default function Home() { return <main id="main"><h1 id="top">Home</h1><h3 id="deep">Deep</h3><p>Below.</p><a href="/base/docs/one/">one</a></main>; }
`,
  'content/about.md':
    '# About\n\n[one](./docs/one.md) ![picture](./picture.png) ![plan](./plan.svg) ![map](/map.svg)\n',
  'content/plan.svg': svg(0),
  'static/map.svg': svg(0),
  'content/picture.png': 'not really a picture',
  'content/docs/one.md': '---\ntags: [first]\n---\n\n# One\n\nText of one, [two](./two.md#part).\n',
  'content/docs/two.md':
    '# Two\n\n## Part\n\n:::box\nText of two, [the list](/docs/api/get-list-things).\n:::\n',
  'templates/components/Count.tsx': `'use client';
import { useState } from 'react';
export default function Count({ start }) {
  const [count, setCount] = useState(start);
  return <button type="button" onClick={() => setCount(count + 1)}>{count}</button>;
}
`,
  'content/docs/island.mdx': '# Island\n\nText.\n\n<Count start={1} />\n',
  'content/docs/partial.md':
    '# Partial\n\n{{ product }}\n\n::include{file="_shared/note.md" who="you"}\n\n```js file="sample.js#part"\n```\n',
  'content/docs/_shared/note.md': 'A note for {{ who }}, [two](../two.md#part).\n',
  'content/docs/sample.js': '// #region part\nconst part = 1;\n// #endregion\nconst rest = 2;\n',
  'templates/components/Box.tsx': `import { width } from './width.ts';
export default function Box({ children }) { return <div className="box" data-width={width}>{children}</div>; }
`,
  'templates/components/width.ts': 'export const width: number = 1;\n',
  'content/docs/box.mdx':
    'import { lines } from "./lines.ts";\n\n# Box\n\n<Box>In a *box* of {lines}.</Box>\n',
  'content/docs/lines.ts': 'export const lines = 3;\n',
  'content/docs/guide/_category_.yml': 'label: Guide\nposition: 2\n',
  'content/docs/guide/a.md': '---\ntitle: Guide A\n---\n\nWithout a heading.\n',
  'content/docs/guide/b.md': '# Guide *B*\n\n[home](/#top)\n',
  'versions/1.0/one.md': '# One, as it was\n\nOld text.\n',
  'i18n/fr/docs/one.md': '# Un\n\nTexte.\n',
  'i18n/fr/messages.yml': 'interface:\n  search: Chercher\n',
  'static/robots.txt': 'User-agent: *\n',
  'static/file.txt': 'a file\n',
  'skills/pick/SKILL.md': '---\nname: pick\ndescription: Picks apples.\n---\n\nPick them.\n',
  'templates/styles.css': '.x { color: red }\n',
  'queries.json': '[{ "query": "part", "expect": "/docs/two#part" }]\n',
};
