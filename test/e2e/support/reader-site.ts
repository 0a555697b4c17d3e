import type { SiteFiles } from '../../support/site.ts';

const LONG = Array.from(
  { length: 40 },
  (_, index) => `Paragraph ${index}.\n\n${'Words to fill the page. '.repeat(12)}\n`,
).join('\n');

const CODE = `\`\`\`ts showLineNumbers
const short = 1;
const next = 2;
\`\`\`

\`\`\`diff-ts
 const kept = 1;
-const gone = 2;
+const come = 3;
\`\`\`

\`\`\`text
${'a very long line '.repeat(30)}
\`\`\`
`;

/** HTML that is another one when it is read, written and read again by halves. */
const ODD = `<p title="</article><script>&quot;&amp;quot;&nbsp;">Quoted <kbd>&lt;/kbd&gt;</kbd>&nbsp;</p>

<pre>
  first
</pre>

<details><summary>More</summary>

~~~html
<script type="application/json">{"page":null}</script>
~~~

</details>
`;

/** A small site with what a reader may meet: docs, anchors, code, a React page, pages that crash. */
export const READER_SITE: SiteFiles = {
  'site.config.ts': `export default {
    title: 'Reader',
    url: 'https://docs.example.com',
    baseUrl: '/base/',
    favicon: 'favicon.svg',
    docs: [{ id: 'default', path: 'content/docs', routeBase: '/docs', sidebars: { docs: 'auto' } }],
    navbar: {
      title: 'Reader',
      items: [
        { label: 'Counter', to: '/counter' },
        { label: 'Elsewhere', href: 'https://elsewhere.example' },
      ],
    },
    redirects: [{ from: '/moved', to: '/docs/second' }],
    announcementBar: { content: 'News', isCloseable: true },
    colorMode: { default: 'dark', disableSwitch: false, respectPrefersColorScheme: true },
    rules: { 'empty-page': 'off' },
  };\n`,
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'content/index.md': '# Start\n\n[First](./docs/first.md)\n',
  'content/counter.tsx': `import { useState } from 'react';
    export const meta = { title: 'Counter' };
    export default function Counter() {
      const [count, setCount] = useState(0);
      return <><h1>Counter</h1><button type="button" onClick={() => setCount(count + 1)}>Count {count}</button></>;
    }\n`,
  'content/crash.tsx': `export const meta = { title: 'Crash' };
    export default function Crash() {
      if (typeof document !== 'undefined' && !document.documentElement.hasAttribute('data-fixed'))
        throw new Error('Outer trouble', { cause: new Error('Inner trouble', { cause: 'plain trouble' }) });
      return <h1>Fixed</h1>;
    }\n`,
  'content/docs/first.md': `# First\n\n[To the anchor](./second.md#deep-part) [To the crash](../crash.tsx) [Second](./second.md)\n\n${LONG}\n## End of first\n\n[Second from below](./second.md)\n`,
  'content/docs/second.md': `# Second\n\n${LONG}\n## Deep part\n\n${LONG}\n\n[Up](#second) [First again](./first.md)\n`,
  'content/docs/code.md': `# Code\n\n${CODE}`,
  'content/docs/odd.md': `# Odd\n\n\`</article><article>\` &amp;lt;\n\n${ODD}`,
  'content/docs/empty.md': '---\ntitle: Empty\n---\n',
};

/** A site whose sidebar is too long for the HTML of every page. */
export const LONG_SIDEBAR_SITE: SiteFiles = {
  'site.config.ts': `export default {
    title: 'Long',
    url: 'https://docs.example.com',
    favicon: 'favicon.svg',
    docs: [{ id: 'default', path: 'content/docs', routeBase: '/docs', sidebars: { docs: 'auto' } }],
  };\n`,
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  ...Object.fromEntries(
    Array.from({ length: 160 }, (_, index) => [
      `content/docs/part-${index % 8}/doc-${index}.md`,
      `# Doc ${index}\n\nText.\n`,
    ]),
  ),
};
