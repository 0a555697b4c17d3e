import type { SiteFiles } from '../../support/site.ts';

const text = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `Paragraph ${index}. ${'Words to fill the page, with a [link](/plain). '.repeat(4)}\n`,
  ).join('\n');

const EVERYTHING = `---
title: Everything
---
# Everything that a page may hold

An introduction with a [link](/plain). \`code\`, <kbd>Ctrl</kbd> and a footnote[^one].

## Code that is rather long

\`\`\`ts title="a-file.ts" {2} showLineNumbers
const short = 1;
const long = ['${"a value', '".repeat(24)}the last'];
\`\`\`

\`\`\`diff-ts
 const kept = 1;
-const gone = 2;
+const come = 3;
\`\`\`

### Tabs of a group

::::tabs{group="manager"}
:::tab[npm]
Run *this*.
:::

:::tab[Yarn]
Or \`that\`.
:::
::::

## Notes and *tables*

:::note
A note.
:::

:::warning[Take care]
A warning with a [link](./index.md).
:::

:::danger
Danger.
:::

| Name | ${'A wide column | '.repeat(9)}
| --- | ${'--- | '.repeat(9)}
| \`first\` | ${'some longer words | '.repeat(9)}

<details><summary>More</summary>

Hidden words.

</details>

- [x] Done
- [ ] Not done

> A quotation.

![A picture](/picture.svg)

### The end \`of it\`

${text(6)}
[^one]: The note.
`;

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="120"><rect width="600" height="120" fill="#c60"/></svg>`;

const OPENAPI = `openapi: 3.1.0
info: { title: Orchard API, version: '1', description: 'See [set-up](/docs/guide/setup).' }
servers: [{ url: https://api.orchard.example }]
security: [{ key: [] }]
tags: [{ name: Apples, description: All about apples. }, { name: Pears }]
paths:
  /apples:
    get:
      tags: [Apples]
      operationId: listApples
      summary: List apples
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: 100, default: 20 } }]
      responses:
        '200': { description: Apples, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Apple' } } } } }
        '404': { description: None }
    post:
      tags: [Apples]
      operationId: plantApple
      summary: Plant an apple
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Apple' } } } }
      responses: { '201': { description: Planted }, default: { description: Trouble } }
  /pears/{id}:
    delete:
      tags: [Pears]
      deprecated: true
      operationId: deletePear
      summary: Delete a pear
      parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
      responses: { '204': { description: Gone } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Apple:
      type: object
      required: [id]
      properties:
        id: { type: string, format: uuid, description: The number. }
        color: { type: string, enum: [red, green] }
        tree: { type: object, properties: { row: { type: integer, minimum: 1 }, parent: { $ref: '#/components/schemas/Apple' } } }
`;

const doc = (title: string): string => `# ${title}\n\n${text(4)}\n## Part\n\n${text(4)}\n`;

const LINKS = `[
  { label: 'Start', to: '/' },
  { type: 'doc', docId: 'guide/setup', label: 'Set-up' },
  { type: 'docSidebar', sidebarId: 'docs', label: 'Sidebar' },
  { type: 'docsVersion', label: 'Version' },
  { type: 'html', value: '<hr>' },
  { label: 'Elsewhere', href: 'https://elsewhere.example' },
]`;

/** Items of every kind in one group of the navbar. */
const group = (position: 'left' | 'right'): string => `
  { type: 'docSidebar', sidebarId: 'docs', label: 'Guide', position: '${position}' },
  { type: 'doc', docId: 'guide/setup', label: 'Set-up', position: '${position}' },
  { label: 'More', position: '${position}', items: ${LINKS} },
  { type: 'docsVersionDropdown', position: '${position}' },
  { type: 'localeDropdown', position: '${position}' },
  { type: 'html', value: '<a href="/base/plain/">Raw</a>', position: '${position}' },
  { label: 'Elsewhere', href: 'https://elsewhere.example', position: '${position}' },`;

/**
 * A site with everything on: navbar items of every kind in both groups and inside dropdowns, three versions, three
 * locales of which one goes right to left, a bar that can be closed, the color switch, a sidebar that can be hidden,
 * a footer of columns, an API.
 */
export const ACCESS_SITE: SiteFiles = {
  'site.config.ts': `export default {
    title: 'Orchard',
    tagline: 'Apples as a service',
    url: 'https://orchard.example',
    baseUrl: '/base/',
    version: '3.1',
    favicon: 'picture.svg',
    i18n: { defaultLocale: 'en', locales: [{ code: 'en' }, { code: 'ar' }, { code: 'fr' }] },
    rules: { 'empty-locale': 'off' },
    docs: [{
      id: 'default', path: 'content/docs', routeBase: '/docs', sidebars: { docs: 'auto' },
      editUrl: 'https://edit.example/{path}',
    }],
    sidebar: { hideable: true, autoCollapse: false },
    openapi: [{ spec: 'openapi/api.yaml' }],
    colorMode: { default: 'dark', disableSwitch: false, respectPrefersColorScheme: false },
    navbar: {
      title: 'Orchard',
      logo: { src: '/picture.svg', alt: '' },
      hideOnScroll: true,
      items: [${group('left')}{ type: 'docsVersion', label: 'Docs' }, ${group('right')}{ type: 'search', position: 'right' }],
    },
    announcementBar: { content: 'Version 3 is <a href="/docs/guide/setup">here</a>', isCloseable: true },
    footer: {
      links: [
        { title: 'Learn', items: [{ label: 'Guide', to: '/docs/guide/setup' }, { label: 'React', to: '/react' }, { html: '<em>Free</em> of charge' }] },
        { title: 'Out', items: [{ label: 'Elsewhere', href: 'https://elsewhere.example' }] },
      ],
      copyright: '© Orchard',
    },
  };\n`,
  'openapi/api.yaml': OPENAPI,
  'static/picture.svg': PICTURE,
  'content/plain.md': `# Plain page\n\n${text(2)}\n## A part\n\n${text(8)}\n`,
  'content/react.tsx': `import { useState } from 'react';
    export const meta = { title: 'React page' };
    export default function Counter() {
      const [count, setCount] = useState(0);
      return <><h1>React page</h1><button className="button" type="button" onClick={() => setCount(count + 1)}>Count {count}</button></>;
    }\n`,
  'content/crash.tsx': `export const meta = { title: 'Crash' };
    export default function Crash() {
      if (typeof document !== 'undefined') throw new Error('Outer trouble', { cause: new Error('Inner trouble') });
      return <h1>Not yet crashed</h1>;
    }\n`,
  'content/docs/index.md': '# The next start\n\nText.\n',
  'content/docs/guide/setup.md': doc('Set-up to come'),
  'content/docs/guide/new.md': doc('New'),
  'content/docs/alone.md': '---\nsidebar: false\n---\n# Alone\n\nText.\n',
  'versions/2.0/index.md': `# Start\n\nText. [Set-up](./guide/setup.md) [Crash](/crash) [Everything](./guide/everything.md)\n`,
  'versions/2.0/alone.md': '---\nsidebar: false\n---\n# Alone\n\nText.\n\n## Part\n\nMore.\n',
  'versions/2.0/guide/index.md': '# The guide\n\nText.\n',
  'versions/2.0/guide/setup.md': doc('Set-up'),
  'versions/2.0/guide/everything.md': EVERYTHING,
  'versions/2.0/guide/deep/one.md': doc('Deep one'),
  'versions/2.0/guide/deep/two.md': doc(
    'Deep two, with a title of many words that will need a second line',
  ),
  'versions/2.0/loose/_category_.yml': 'label: Loose ends\ncollapsed: true\n',
  'versions/2.0/loose/one.md': '# Loose one\n\nText.\n',
  'versions/2.0/loose/two.md': '# Loose two\n\nText.\n',
  'versions/1.0/index.md': '# Start of one\n\nText.\n',
  'versions/1.0/guide/setup.md': doc('Set-up of one'),
  'i18n/ar/messages.yml':
    'interface:\n  skipToContent: انتقل إلى المحتوى\n  tableOfContents: في هذه الصفحة\n  next: التالي\nsearch:\n  dialog: بحث\nlabels:\n  Guide: دليل\n  More: المزيد\n',
  'i18n/ar/versions/2.0/guide/setup.md':
    '# الإعداد\n\nنص قصير مع [رابط](./everything.md).\n\n## التثبيت\n\nثبّت الآن.\n',
};
