/** Constructs of sites and API descriptions that can repeat, for budget.ts. */

import {
  PAGE as A,
  type BudgetInput,
  blocks,
  type Construct,
  lines,
  list,
} from './budget-pages.ts';

/** A configuration with a repeated member, and one page. */
function config(name: string, n: number, members: (n: number) => string): Construct {
  return { name, n, input: (size) => ({ files: { [A]: '# A\n' }, config: members(size) }) };
}

/** Files of a site, one for each index or any number. */
function files(
  name: string,
  n: number,
  make: (n: number) => Readonly<Record<string, string>>,
): Construct {
  return { name, n, input: (size) => ({ files: make(size) }) };
}

const record = <T>(n: number, make: (index: number) => readonly [string, T]) =>
  Object.fromEntries(Array.from({ length: n }, (_, index) => make(index)));

const CONFIG: readonly Construct[] = [
  config(
    'sidebar entries',
    200,
    (n) => `docs: [{ sidebars: { docs: [${list(n, () => "'a'").join()}] } }]`,
  ),
  config(
    'sidebar links',
    300,
    (n) =>
      `docs: [{ sidebars: { docs: ['a', ${list(n, (i) => `{ type: 'link', label: 'L${i}', href: '/x${i}' }`).join()}] } }]`,
  ),
  config(
    'sidebar categories',
    200,
    (n) =>
      `docs: [{ sidebars: { docs: [${list(n, (i) => `{ type: 'category', label: 'C${i}', items: ['a'] }`).join()}] } }]`,
  ),
  config(
    'nested categories',
    50,
    (n) =>
      `docs: [{ sidebars: { docs: [${"{ type: 'category', label: 'C', items: [".repeat(n)}'a'${'] }'.repeat(n)}] } }]`,
  ),
  config(
    'unknown sidebar docs',
    200,
    (n) => `docs: [{ sidebars: { docs: ['a', ${list(n, (i) => `'aa${i}'`).join()}] } }]`,
  ),
  config(
    'sidebars',
    100,
    (n) => `docs: [{ sidebars: { ${list(n, (i) => `s${i}: ['a']`).join()} } }]`,
  ),
  config(
    'redirects',
    300,
    (n) => `redirects: [${list(n, (i) => `{ from: '/old${i}', to: '/docs/a' }`).join()}]`,
  ),
  config(
    'misspelled keys',
    200,
    (n) => `redirects: [${list(n, () => "{ form: '/a', to: '/docs/a' }").join()}]`,
  ),
  config(
    'redirect chains',
    300,
    (n) => `redirects: [${list(n, (i) => `{ from: '/old${i}', to: '/old${i + 1}' }`).join()}]`,
  ),
  config(
    'redirects without target',
    200,
    (n) => `redirects: [${list(n, (i) => `{ from: '/old${i}', to: '/docs/none${i}' }`).join()}]`,
  ),
  config(
    'navbar items',
    300,
    (n) => `navbar: { items: [${list(n, (i) => `{ label: 'A${i}', to: '/docs/a' }`).join()}] }`,
  ),
  config(
    'broken navbar items',
    200,
    (n) =>
      `navbar: { items: [${list(n, (i) => `{ label: 'A${i}', to: '/docs/none${i}' }`).join()}] }`,
  ),
  config(
    'footer links',
    300,
    (n) => `footer: { links: [${list(n, (i) => `{ label: 'A${i}', to: '/docs/a' }`).join()}] }`,
  ),
  config('unknown keys', 200, (n) => list(n, (i) => `titel${i}: 1`).join()),
  config('wrong values', 200, (n) => `redirects: [${list(n, () => '{ from: 1, to: 2 }').join()}]`),
  config(
    'head tags',
    300,
    (n) =>
      `head: [${list(n, (i) => `{ tag: 'meta', attributes: { name: 'a${i}', content: 'b' } }`).join()}]`,
  ),
  config(
    'locales',
    30,
    (n) =>
      `i18n: { locales: [${list(n, (i) => `{ code: '${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}x', label: 'L' }`).join()}] }`,
  ),
  config('schemes', 300, (n) => `links: { schemes: [${list(n, (i) => `'s${i}'`).join()}] }`),
  config('banner tags', 300, (n) => `announcementBar: { content: '${'<b>a '.repeat(n)}' }`),
];

const VARIABLES: readonly Construct[] = [
  {
    name: 'variables',
    n: 300,
    input: (n) => ({
      files: { [A]: `# A\n\n${list(n, () => '{{ v }}').join(' ')}\n` },
      config: "variables: { v: 'w' }",
    }),
  },
  {
    name: 'names of variables',
    n: 300,
    input: (n) => ({
      files: { [A]: `# A\n\n${list(n, (i) => `{{ v${i} }}`).join(' ')}\n` },
      config: `variables: { ${list(n, (i) => `v${i}: 'w'`).join()} }`,
    }),
  },
  {
    name: 'unknown variables',
    n: 200,
    input: (n) => ({
      files: { [A]: `# A\n\n${list(n, (i) => `{{ u${i} }}`).join(' ')}\n` },
      config: `variables: { ${list(n, (i) => `v${i}: 'w'`).join()} }`,
    }),
  },
  {
    name: 'unclosed variables',
    n: 500,
    input: (n) => ({
      files: { [A]: `# A\n\n${'{{ v '.repeat(n)}\n` },
      config: "variables: { v: 'w' }",
    }),
  },
];

const INCLUDES: readonly Construct[] = [
  files('includes', 60, (n) => ({
    [A]: `# A\n\n${blocks(n, (i) => `:::include{file="_p${i}.md"}`)}\n`,
    ...record(n, (i) => [`content/docs/_p${i}.md`, 'text\n']),
  })),
  files('includes of one file', 200, (n) => ({
    [A]: `# A\n\n${blocks(n, () => ':::include{file="_p.md"}')}\n`,
    'content/docs/_p.md': 'text\n',
  })),
  files('long includes of one file', 60, (n) => ({
    [A]: `# A\n\n${blocks(n, () => ':::include{file="_p.md"}')}\n`,
    'content/docs/_p.md': `${'text\n\n'.repeat(n)}\n`,
  })),
  files('included chains', 8, (n) => ({
    [A]: '# A\n\n:::include{file="_p0.md"}\n',
    ...record(n, (i) => [`content/docs/_p${i}.md`, `text\n\n:::include{file="_p${i + 1}.md"}\n`]),
    [`content/docs/_p${n}.md`]: 'end\n',
  })),
  files('doubling includes', 3, (n) => ({
    [A]: '# A\n\n:::include{file="_p0.md"}\n',
    ...record(n, (i) => [
      `content/docs/_p${i}.md`,
      `:::include{file="_p${i + 1}.md"}\n\n:::include{file="_p${i + 1}.md"}\n`,
    ]),
    [`content/docs/_p${n}.md`]: 'end\n',
  })),
  files('missing includes', 100, (n) => ({
    [A]: `# A\n\n${blocks(n, (i) => `:::include{file="_p${i}.md"}`)}\n`,
  })),
  files('included code', 100, (n) => ({
    [A]: `# A\n\n${blocks(n, () => '```js file="./a.js#r"\n```')}\n`,
    'content/docs/a.js': `${lines(100, (i) => `a${i}()`)}\n// #region r\nb()\n// #endregion r\n`,
  })),
];

const SITES: readonly Construct[] = [
  files('pages of a folder', 200, (n) => record(n, (i) => [`content/docs/p${i}.md`, '# P\n'])),
  files('folders', 170, (n) => record(n, (i) => [`content/docs/f${i}/index.md`, '# P\n'])),
  files('category files', 30, (n) => ({
    ...record(n, (i) => [`content/docs/f${i}/_category_.yml`, `label: F${i}\n`]),
    ...record(n, (i) => [`content/docs/f${i}/a.md`, '# P\n']),
  })),
  files('static files', 100, (n) => ({
    [A]: '# A\n',
    ...record(n, (i) => [`static/f${i}.txt`, 'a']),
  })),
  files('static pages', 50, (n) => ({
    [A]: '# A\n',
    'static/a.html': `<!doctype html><p>${lines(n, (i) => `<a href="/docs/a#x${i}" id="i${i}">a</a>`)}`,
  })),
  files('UI messages', 100, (n) => ({
    [A]: '# A\n',
    'i18n/en/messages.yml': `${lines(n, (i) => `unknown${i}: a`)}\n`,
  })),
];

const links = (construct: Construct): Construct => ({ ...construct, command: 'links' });

const FINDINGS: readonly Construct[] = [
  files('findings of a line', 300, (n) => ({
    [A]: `# A\n\n${list(n, (i) => `[a](none${i}.md)`).join(' ')}\n`,
  })),
  files('findings of a file', 300, (n) => ({
    [A]: `# A\n\n${lines(n, (i) => `[a](none${i}.md)`)}\n`,
  })),
  files('suppressions and findings', 200, (n) => ({
    [A]: `# A\n\n${blocks(n, (i) => `<!-- check-links-disable-next-line page-not-found -->\n[a](none${i}.md)`)}\n`,
  })),
  files('ranges of suppressions', 200, (n) => ({
    [A]: `# A\n\n${blocks(n, (i) => `<!-- check-links-disable page-not-found -->\n\n[a](none${i}.md)`)}\n`,
  })),
  files('unused suppressions', 200, (n) => ({
    [A]: `# A\n\n${blocks(n, () => '<!-- check-links-disable-next-line page-not-found -->\na')}\n`,
  })),
  files('suppressed elements', 100, (n) => ({
    [A]: `# A\n\n${blocks(n, (i) => `<p data-check-links="ignore"><a href="none${i}.md">a</a></p>`)}\n`,
  })),
  files('ignored patterns', 110, (n) => ({
    [A]: `---\nlinks:\n  ignore:\n${lines(n, (i) => `    - 'none${i}.md'`)}\n---\n# A\n\n${list(n, (i) => `[a](none${i}.md)`).join(' ')}\n`,
  })),
  files('links between pages', 50, (n) =>
    record(n, (i) => [`content/docs/p${i}.md`, `# P\n\n[a](./p${(i + 1) % n}.md#p)\n`]),
  ),
  files('broken links between pages', 50, (n) =>
    record(n, (i) => [`content/docs/p${i}.md`, `# P\n\n[a](./q${i}.md)\n`]),
  ),
  files('equal slugs', 50, (n) =>
    record(n, (i) => [`content/docs/p${i}.md`, '---\nslug: /same\n---\n# P\n']),
  ),
  files('missing files and near names', 700, (n) => ({
    ...record(n, (i) => [`static/f${i + 1000}.txt`, 'a']),
    [A]: `# A\n\n${lines(n, (i) => `[a](/g${i + 1000}.txt)`)}\n`,
  })),
  files('missing anchors', 100, (n) => ({
    [A]: `# A\n\n${blocks(n, (i) => `[a](#none${i})`)}\n`,
  })),
  files('missing anchors of many pages', 50, (n) =>
    record(n, (i) => [
      `content/docs/p${i}.md`,
      `# P\n\n${blocks(4, (j) => `[a](./p${(i + j) % n}.md#none)`)}\n`,
    ]),
  ),
  files('missing anchors and near ids', 750, (n) => ({
    [A]: `# A\n\n${blocks(n, (i) => `## Name ${i}\n\n[a](#nam-${i})`)}\n`,
  })),
].map(links);

const QUERIES = {
  'documents found': () => ['words', 'some words', 'wrods', 'heading'],
  'different words': () => list(100, (i) => `term${i}x`),
} as const;

const sections = (n: number): BudgetInput => ({
  files: {
    [A]: `# A\n\n${blocks(n, (i) => `## Heading ${i}\n\nSome words and term${i}x of it.`)}\n`,
  },
});

const SEARCHES: readonly Construct[] = [
  ...Object.entries(QUERIES).map(
    ([name, queries]): Construct => ({
      name: `queries: ${name}`,
      n: 200,
      input: sections,
      command: 'search',
      queries,
    }),
  ),
  ...Object.entries({
    'query: letters': (n: number) => ['a'.repeat(n)],
    'query: words': (n: number) => [list(n, (i) => `w${i}`).join(' ')],
    'query: typing errors': (n: number) => [list(n, (i) => `hedaing${i}`).join(' ')],
    'query: one word many times': (n: number) => ['words '.repeat(n)],
    'query: slashes': (n: number) => ['/a'.repeat(n)],
    'query: quotes': (n: number) => ['"a '.repeat(n)],
  }).map(
    ([name, queries]): Construct => ({
      name,
      n: 100,
      input: () => sections(300),
      command: 'search',
      queries,
    }),
  ),
];

export const SITE_CONSTRUCTS: readonly Construct[] = [
  ...CONFIG,
  ...VARIABLES,
  ...INCLUDES,
  ...SITES,
  ...FINDINGS,
  ...SEARCHES,
];
