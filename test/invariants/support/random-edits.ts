import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteDriver, SiteFiles } from '../../support/site.ts';

/** Changes of an edit to the files of a site, with paths relative to it. */
interface Edited {
  readonly paths: readonly string[];
  /** A file came or went. */
  readonly structural: boolean;
}

export interface Edit {
  readonly name: string;
  readonly apply: (driver: SiteDriver, random: (below: number) => number) => Edited;
}

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

function svg(size: number): string {
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
  'content/docs/guide/_category_.yml': 'label: Guide\nposition: 2\n',
  'content/docs/guide/a.md': '---\ntitle: Guide A\n---\n\nWithout a heading.\n',
  'content/docs/guide/b.md': '# Guide *B*\n\n[home](/#top)\n',
  'versions/1.0/one.md': '# One, as it was\n\nOld text.\n',
  'i18n/fr/docs/one.md': '# Un\n\nTexte.\n',
  'i18n/fr/messages.yml': 'interface:\n  search: Chercher\n',
  'static/robots.txt': 'User-agent: *\n',
  'static/file.txt': 'a file\n',
  'templates/styles.css': '.x { color: red }\n',
};

const DOCS = [
  'content/about.md',
  'content/docs/one.md',
  'content/docs/two.md',
  'content/docs/guide/a.md',
  'content/docs/guide/b.md',
  'versions/1.0/one.md',
  'i18n/fr/docs/one.md',
];

const change = (path: string, edit: (text: string, number: number) => string): Edit['apply'] => {
  return (driver, random) => {
    const text = textOf(driver, path) ?? EDITED_SITE[path] ?? '';
    const isNew = textOf(driver, path) === undefined;
    driver.write(path, edit(text, random(1000)));
    return { paths: [path], structural: isNew };
  };
};

const write = (path: string, text: string): Edit['apply'] => change(path, () => text);

const remove = (path: string): Edit['apply'] => {
  return (driver) => {
    const was = textOf(driver, path) !== undefined;
    driver.remove(path);
    return { paths: [path], structural: was };
  };
};

/** There and gone in turn. */
const toggle = (path: string, text: string): Edit['apply'] => {
  return (driver, random) =>
    (textOf(driver, path) === undefined ? write(path, text) : remove(path))(driver, random);
};

const anyDoc = (edit: (text: string, number: number) => string): Edit['apply'] => {
  return (driver, random) => change(DOCS[random(DOCS.length)] ?? '', edit)(driver, random);
};

function textOf(driver: SiteDriver, path: string): string | undefined {
  const file = join(driver.dir, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

export const EDITS: readonly Edit[] = [
  { name: 'text of a doc', apply: anyDoc((text, number) => `${text}\nMore ${number}.\n`) },
  {
    name: 'plug-in',
    apply: change('plugins/box.ts', (text, number) =>
      text.replace(
        /top:\d+|throw new Error\(\)/,
        number % 5 === 0 ? 'throw new Error()' : `top:${number}`,
      ),
    ),
  },
  {
    name: 'block of a plug-in',
    apply: anyDoc((text, number) => `${text}\n:::box\nIn it ${number}.\n:::\n`),
  },
  { name: 'the same text again', apply: anyDoc((text) => text) },
  {
    name: 'title of a doc',
    apply: anyDoc((text, number) => text.replace(/^# .*$/m, `# Title ${number}`)),
  },
  {
    name: 'heading of a doc that is linked to',
    apply: change('content/docs/two.md', (text, number) =>
      text.replace(/^## .*$/m, number % 2 === 0 ? '## Part' : '## Piece'),
    ),
  },
  {
    name: 'frontmatter of a doc',
    apply: change(
      'content/docs/one.md',
      (_, number) =>
        `---\nsidebar_position: ${number}\nslug: ${number % 2 === 0 ? '/docs/uno' : '/docs/one'}\n---\n\n# One\n\n[two](./two.md)\n`,
    ),
  },
  {
    name: 'broken frontmatter',
    apply: change('content/docs/guide/a.md', (_, number) =>
      number % 2 === 0 ? '---\ntitle: [\n---\n\nText.\n' : '---\ntitle: Guide A\n---\n\nText.\n',
    ),
  },
  { name: 'broken link', apply: anyDoc((text) => `${text}\n[nowhere](./nowhere.md)\n`) },
  { name: 'draft', apply: anyDoc((text) => `---\ndraft: true\n---\n\n${text}`) },
  {
    name: 'a doc comes or goes',
    apply: toggle('content/docs/new.md', '# New\n\n[one](./one.md)\n'),
  },
  {
    name: 'a linked doc comes or goes',
    apply: toggle('content/docs/two.md', '# Two again\n\n## Part\n'),
  },
  { name: 'a folder comes or goes', apply: toggle('content/docs/more/x.md', '# X\n') },
  {
    name: 'a translation comes or goes',
    apply: toggle('i18n/fr/docs/two.md', '# Deux\n\n## Part\n'),
  },
  {
    name: 'texts of a locale',
    apply: write('i18n/fr/messages.yml', 'interface:\n  search: Trouver\nlabels:\n  One: Un\n'),
  },
  { name: 'a version comes or goes', apply: toggle('versions/2.0/one.md', '# One of 2\n') },
  {
    name: 'category file',
    apply: change(
      'content/docs/guide/_category_.yml',
      (_, number) => `label: Guides ${number}\nposition: ${number % 5}\n`,
    ),
  },
  {
    name: 'React page',
    apply: change('content/index.tsx', (text, number) =>
      text.replace(/Home|Start\d*/g, `Start${number}`),
    ),
  },
  {
    name: 'a React page comes or goes',
    apply: toggle(
      'content/lab.tsx',
      "export const meta = { title: 'Lab', description: 'x' };\nexport default () => <main id=\"main\"><h1>Lab</h1></main>;\n",
    ),
  },
  {
    name: 'a page that does not compile',
    apply: toggle('content/broken.tsx', 'export default () => <main>;\n'),
  },
  {
    name: 'a page that throws',
    apply: toggle(
      'content/thrower.tsx',
      "export const meta = { title: 'T', description: 'x' };\nexport default () => { throw new Error('no'); };\n",
    ),
  },
  {
    name: 'a template comes or goes',
    apply: toggle(
      'templates/Footer.tsx',
      'export function Footer() { return <footer><a href="/base/docs/one/">One</a></footer>; }\n',
    ),
  },
  {
    name: 'style sheet',
    apply: change('templates/styles.css', (_, number) => `.x { order: ${number} }\n`),
  },
  {
    name: 'description',
    apply: change('openapi/api.yaml', (text, number) =>
      text.replace(/summary: .*/, `summary: List things ${number}`),
    ),
  },
  {
    name: 'operation of a description',
    apply: change('openapi/api.yaml', (text, number) =>
      text.replace(/operationId: \w+/, `operationId: list${number % 3}Things`),
    ),
  },
  {
    name: 'file that a description refers to',
    apply: change(
      'openapi/parts.yaml',
      (_, number) => `Thing: { type: object, properties: { id${number}: { type: string } } }\n`,
    ),
  },
  {
    name: 'a referred file comes or goes',
    apply: toggle('openapi/parts.yaml', 'Thing: { type: integer }\n'),
  },
  {
    name: 'broken description',
    apply: change('openapi/api.yaml', (_, number) => (number % 2 === 0 ? 'openapi: [\n' : API)),
  },
  {
    name: 'island',
    apply: change('templates/components/Count.tsx', (text, number) =>
      text.replace(/type="button"( title="\d+")?/, `type="button" title="${number}"`),
    ),
  },
  {
    name: 'property of an island',
    apply: change(
      'content/docs/island.mdx',
      (_, number) => `# Island\n\n<Count start={${number}} />\n`,
    ),
  },
  {
    name: 'directive of an island',
    apply: change(
      'templates/components/Count.tsx',
      (text, number) =>
        `${number % 2 === 0 ? '' : "'use client';\n"}${text.replace(/^'use client';\n/, '')}`,
    ),
  },
  { name: 'picture', apply: change('content/picture.png', (_, number) => `other bytes ${number}`) },
  { name: 'a picture comes or goes', apply: toggle('content/picture.png', 'bytes') },
  { name: 'an image is replaced', apply: change('content/plan.svg', (_, size) => svg(size)) },
  { name: 'a static image is replaced', apply: change('static/map.svg', (_, size) => svg(size)) },
  { name: 'static file', apply: change('static/file.txt', (_, number) => `file ${number}\n`) },
  { name: 'a static file comes or goes', apply: toggle('static/robots.txt', 'User-agent: x\n') },
  { name: 'two files of one path', apply: toggle('static/docs/one/index.html', 'clash') },
  {
    name: 'navbar',
    apply: change('site.config.ts', (text, number) =>
      text.replace(/label: 'One.*?'/, `label: 'One ${number}'`),
    ),
  },
  {
    name: 'redirect',
    apply: change('site.config.ts', (text, number) =>
      text.replace(/from: '\/old\d*'/, `from: '/old${number}'`),
    ),
  },
  {
    name: 'base path',
    apply: change('site.config.ts', (text, number) =>
      text.replace(/baseUrl: '.*?'/, `baseUrl: '/${number % 2 === 0 ? 'base' : 'other'}/'`),
    ),
  },
  {
    name: 'Markdown settings',
    apply: change('site.config.ts', (text, number) =>
      text.replace(
        /(?:markdown: \{.*?\},\n {2})?redirects/,
        `markdown: { searchHeadingLevel: ${2 + (number % 3)} },\n  redirects`,
      ),
    ),
  },
  {
    name: 'title of the site',
    apply: change('site.config.ts', (text, number) =>
      text.replace(/title: 'Edited.*?',\n {2}url/, `title: 'Edited ${number}',\n  url`),
    ),
  },
];
