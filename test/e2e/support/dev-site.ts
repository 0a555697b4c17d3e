import type { SiteFiles } from '../../support/site.ts';

const LONG = Array.from(
  { length: 40 },
  (_, index) => `Paragraph ${index}. ${'Words to fill the page. '.repeat(12)}`,
).join('\n\n');

/** The page with the long text, with something else in its middle. */
export const longPage = (middle: string): string => `# Second

::::tabs
:::tab[npm]
Run this.
:::

:::tab[Yarn]
Or that.
:::
::::

${LONG}

${middle}

${LONG}
`;

/** The configuration with other texts in it. */
export const config = (navbar = `{ label: 'Count', to: '/counter' }`, more = ''): string =>
  `export default {
  title: 'Dev',
  url: 'https://docs.example.com',
  baseUrl: '/base/',
  favicon: 'favicon.svg',
  docs: [{ id: 'default', path: 'content/docs', routeBase: '/docs', sidebars: { docs: 'auto' } }],
  openapi: [{ spec: 'openapi/game.yaml' }],
  navbar: { title: 'Dev', items: [${navbar}] },
  ${more}
};\n`;

export const description = (summary: string): string => `openapi: 3.1.0
info: { title: Game API, version: '1' }
servers: [{ url: https://api.example/v1 }]
paths:
  /door:
    post:
      operationId: openDoor
      summary: ${summary}
      responses: { '204': { description: Open. } }
`;

export const square = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="${color}"/></svg>\n`;

/** A small site with one of each thing that an author may edit. */
export const DEV_SITE: SiteFiles = {
  'site.config.ts': config(),
  'static/favicon.svg': square('black'),
  'static/square.svg': square('#ff0000'),
  'openapi/game.yaml': description('Open the door'),
  'content/index.md': '# Start\n\n[Second](./docs/second.md) [Deep](./docs/one/deep.md)\n',
  'content/counter.tsx': `import { useState } from 'react';
export const meta = { title: 'Counter' };
export default function Counter() {
  const [count, setCount] = useState(0);
  return <><h1>Counter</h1><button type="button" onClick={() => setCount(count + 1)}>Count {count}</button></>;
}\n`,
  'content/docs/first.md': '# First\n\nThe first words. [Second](./second.md)\n',
  'content/docs/second.md': longPage('The middle.'),
  'content/docs/picture.md': '# Picture\n\n![A square](/square.svg)\n\n![Beside](./beside.svg)\n',
  'content/docs/beside.svg': square('#ff0000'),
  'content/docs/one/_category_.yml': 'label: One\n',
  'content/docs/one/deep.md': '# Deep\n\nText.\n',
  'content/docs/two/_category_.yml': 'collapsed: true\n',
  'content/docs/two/deeper.md': '# Deeper\n\nText.\n',
};
