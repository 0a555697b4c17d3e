/** Constructs of one page that can repeat, for budget.ts. */

/** The input of a run. */
export interface BudgetInput {
  /** Texts by path relative to the site folder. */
  readonly files: Readonly<Record<string, string>>;
  /** Members of the configuration in addition to title and url. */
  readonly config?: string;
}

/** A construct repeated `n` times. */
export interface Construct {
  readonly name: string;
  /** The smallest of three sizes; the others are two and four times as large. */
  readonly n: number;
  readonly input: (n: number) => BudgetInput;
  /**
   * `parse` reads the file `PAGE` alone, `links` checks the site without publishing, `search` runs queries after the
   * build, `translations` compares pages with their originals. Default: `build`.
   */
  readonly command?: 'parse' | 'build' | 'links' | 'search' | 'translations';
  /** Queries of `search`. */
  readonly queries?: (n: number) => readonly string[];
}

export const list = (n: number, make: (index: number) => string): readonly string[] =>
  Array.from({ length: n }, (_, index) => make(index));
export const lines = (n: number, make: (index: number) => string): string =>
  list(n, make).join('\n');
export const blocks = (n: number, make: (index: number) => string): string =>
  list(n, make).join('\n\n');

export const PAGE = 'content/docs/a.md';

/** A page of one repeated construct, read alone. */
function page(name: string, n: number, body: (n: number) => string): Construct {
  return {
    name,
    n,
    command: 'parse',
    input: (size) => ({ files: { [PAGE]: `# A\n\n${body(size)}\n` } }),
  };
}

const repeated = (name: string, n: number, text: string): Construct =>
  page(name, n, (size) => text.repeat(size));

function head(name: string, n: number, body: (n: number) => string): Construct {
  return {
    name,
    n,
    command: 'parse',
    input: (size) => ({ files: { [PAGE]: `---\n${body(size)}\n---\n# A\n` } }),
  };
}

function mdx(name: string, n: number, body: (n: number) => string): Construct {
  return {
    name,
    n,
    input: (size) => ({ files: { 'content/docs/a.mdx': `# A\n\n${body(size)}\n` } }),
  };
}

const FENCES: readonly Construct[] = [
  page('fence ranges', 500, (n) => `\`\`\`js {${list(n, () => '1-99999').join()}}\na\n\`\`\``),
  page(
    'fence lines',
    500,
    (n) => `\`\`\`js {${list(n, (i) => `${2 * i}`).join()}}\n${lines(n, () => 'a')}\n\`\`\``,
  ),
  page('fence options', 500, (n) => `\`\`\`js ${list(n, (i) => `key${i}=v`).join(' ')}\na\n\`\`\``),
  page('code lines', 500, (n) => `\`\`\`js\n${lines(n, (i) => `const a${i} = "x"; // c`)}\n\`\`\``),
  page('code line', 500, (n) => `\`\`\`js\n${'a({"x": `'.repeat(n)}\n\`\`\``),
  page('fences', 200, (n) => blocks(n, () => '```js\na()\n```')),
  page('unclosed fences', 300, (n) => lines(n, (i) => `> ${'`'.repeat(3 + (i % 5))}`)),
  page('backticks of many lengths', 100, (n) => list(n, (i) => '`'.repeat(i % 200)).join(' a ')),
  repeated('code spans', 500, '`a` '),
];

const BLOCKS: readonly Construct[] = [
  page('flat lists', 500, (n) => lines(n, (i) => `- item ${i}`)),
  page('nested lists', 100, (n) => lines(n, (i) => `${'  '.repeat(i % 100)}- a`)),
  page('loose lists', 300, (n) => blocks(n, (i) => `${i + 1}. item`)),
  page('task lists', 300, (n) => lines(n, () => '- [ ] item')),
  page('nested quotes', 100, (n) => lines(n, () => `${'>'.repeat(90)} a`)),
  repeated('quotes in a line', 1000, '>'),
  page('quotes', 300, (n) => blocks(n, () => '> a\n> b')),
  page('list markers in a line', 500, (n) => '- '.repeat(n)),
  page('table rows', 300, (n) => `| a | b |\n|---|---|\n${lines(n, () => '| *a* | b |')}`),
  page('table columns', 300, (n) => {
    const row = '| a '.repeat(n);
    return `${row}|\n${'|---'.repeat(n)}|\n${row}|`;
  }),
  page(
    'short table rows',
    100,
    (n) => `${'|a'.repeat(n)}|\n${'|-'.repeat(n)}|\n${lines(n, () => '|a')}`,
  ),
  page('tables', 100, (n) => blocks(n, () => '| a |\n|---|\n| b |')),
  page('directives', 200, (n) => blocks(n, () => ':::note\na\n:::')),
  page('nested directives', 100, (n) => lines(n, () => ':::note')),
  page('unclosed directives in quotes', 200, (n) => blocks(n, () => '> ::::note\n> a')),
  page('unknown directives', 200, (n) => blocks(n, (i) => `:::nots${i}\na\n:::`)),
  page(
    'directive attributes',
    300,
    (n) => `:::note{${list(n, (i) => `a${i}=b`).join(' ')}}\na\n:::`,
  ),
  page('tabs', 100, (n) => `::::tabs\n${lines(n, (i) => `:::tab[Tab ${i}]\na\n:::`)}\n::::`),
  page('tab groups', 60, (n) =>
    blocks(n, () => '::::tabs\n:::tab[A]\na\n:::\n:::tab[B]\nb\n:::\n::::'),
  ),
  repeated('paragraph lines', 1000, 'some words of text\n'),
  repeated('one long word', 5000, 'a'),
  repeated('spaces', 5000, ' '),
  page('spaces before line ends', 500, (n) => `a${' '.repeat(n)}b${' '.repeat(n)}\nc`),
  page('blank lines', 2000, (n) => `${'\n'.repeat(n)}a`),
  repeated('thematic breaks', 500, '***\n\n'),
  page('setext lines', 500, (n) => `${lines(n, () => 'a')}\n===`),
];

const HEADINGS: readonly Construct[] = [
  page('headings', 300, (n) => blocks(n, (i) => `## Heading ${i}`)),
  page('equal headings', 300, (n) => blocks(n, () => '## Same')),
  page('headings that meet suffixes', 150, (n) =>
    blocks(n, (i) => `## Same${i % 2 ? ` ${i}` : ''}`),
  ),
  page('explicit ids', 300, (n) => blocks(n, (i) => `## H {#id-${i}}`)),
  page('duplicate ids', 300, (n) => blocks(n, () => '## H {#same}')),
  page('deep headings', 300, (n) => blocks(n, (i) => `${'#'.repeat(2 + (i % 5))} H`)),
  page('text below headings', 300, (n) => blocks(n, (i) => `## H ${i}\n\nSome words here.`)),
];

const REFERENCES: readonly Construct[] = [
  page(
    'footnotes',
    200,
    (n) => `${list(n, (i) => `a[^${i}]`).join(' ')}\n\n${blocks(n, (i) => `[^${i}]: b`)}`,
  ),
  page('footnote definitions', 200, (n) => blocks(n, (i) => `[^${i}]: b`)),
  page('references of one footnote', 300, (n) => `${'a[^1] '.repeat(n)}\n\n[^1]: b`),
  repeated('inline footnotes', 300, 'a^[b] '),
  page('undefined footnotes', 300, (n) => list(n, (i) => `[^x${i}]`).join(' ')),
  repeated('nested inline footnotes', 300, '^['),
  page(
    'link definitions',
    300,
    (n) => `${list(n, (i) => `[r${i}]`).join(' ')}\n\n${lines(n, (i) => `[r${i}]: /docs/a`)}`,
  ),
  page('unused definitions', 500, (n) => lines(n, (i) => `[r${i}]: /docs/a`)),
  page('equal definitions', 500, (n) => lines(n, () => '[r]: /docs/a')),
  page('undefined references', 300, (n) => list(n, (i) => `[a][none${i}]`).join(' ')),
  page(
    'near references',
    200,
    (n) =>
      `${list(n, (i) => `[a][nane${i}]`).join(' ')}\n\n${lines(n, (i) => `[name${i}]: /docs/a`)}`,
  ),
];

const INLINE: readonly Construct[] = [
  repeated('emphasis', 500, '*a* '),
  repeated('emphasis runs', 500, '*a **b '),
  repeated('unclosed emphasis', 500, '*a_ '),
  repeated('strikethrough runs', 500, '~~a '),
  repeated('asterisks', 2000, '*'),
  page('links', 300, (n) => list(n, () => '[a](/docs/a)').join(' ')),
  page('broken links', 300, (n) => list(n, (i) => `[a](/docs/b${i})`).join(' ')),
  page('broken anchors', 300, (n) => list(n, (i) => `[a](#b${i})`).join(' ')),
  page('images', 200, (n) => list(n, (i) => `![a](b${i}.png)`).join(' ')),
  repeated('brackets', 300, '['),
  repeated('image brackets', 300, '!['),
  repeated('closed brackets', 300, '[a]'),
  page('nested brackets', 200, (n) => `${'['.repeat(n)}a${']'.repeat(n)}`),
  repeated('unclosed destinations', 300, '[a](<b'),
  repeated('unclosed titles', 300, '[a](b "'),
  page('autolinks', 300, (n) => list(n, (i) => `<https://example.com/${i}>`).join(' ')),
  page('bare addresses', 300, (n) => list(n, (i) => `https://example.com/${i}`).join(' ')),
  repeated('bare hosts in a word', 300, 'www.a.'),
  repeated('mail addresses', 300, 'a@b.example '),
  repeated('dots and ats', 500, 'a.b@'),
  repeated('parentheses of an address', 500, 'https://a.example/('),
  page('closing parentheses', 500, (n) => `https://a.example/${')'.repeat(n)}`),
  repeated('entities', 500, '&amp; &#x41; &nope; '),
  repeated('ampersands', 1000, '&'),
  page('semicolons of an address', 500, (n) => `https://a.example/${'&a;'.repeat(n)}`),
  repeated('emoji', 300, ':smile: '),
  repeated('unknown emoji', 300, ':smilx: '),
  repeated('colons', 1000, ':a'),
  repeated('escapes', 500, '\\* \\a '),
  repeated('hard breaks', 300, 'a\\\nb  \n'),
];

const HTML: readonly Construct[] = [
  repeated('unclosed tags', 200, '<b>a '),
  repeated('unclosed blocks', 1000, '<div>\n\na\n\n'),
  repeated('closing tags', 200, 'a</b> '),
  page('nested tags', 90, (n) => `${'<div>\n\n'.repeat(n)}a\n\n${'</div>\n\n'.repeat(n)}`),
  repeated('inline tags', 300, 'a <kbd>b</kbd> '),
  repeated('dropped tags', 200, '<blink>a</blink>\n\n'),
  page('attributes of a tag', 2000, (n) => `<p ${list(n, (i) => `a${i}="b"`).join(' ')}>a</p>`),
  page('ids of tags', 200, (n) => blocks(n, (i) => `<p id="i${i}">a</p>`)),
  repeated('comments', 300, '<!-- a -->\n\n'),
  repeated('unclosed comments', 300, 'a <!-- b '),
  repeated('unclosed tags of half', 300, 'a <b c="'),
  repeated('angle brackets', 1000, '<'),
  repeated('declarations', 300, 'a <!A '),
  repeated('instructions', 300, 'a <? '),
  repeated('data sections', 300, 'a <![CDATA[ '),
  page('rows of raw tables', 200, (n) => `<table>${lines(n, () => '<tr><td>a')}</table>`),
  page('misnested tags', 200, (n) => `<p>${'<b><i>a</b></i>'.repeat(n)}</p>`),
  page('styles', 200, (n) => blocks(n, (i) => `<p style="color: red${i}">a</p>`)),
  page(
    'source sets',
    300,
    (n) => `<img alt="" src="a.png" srcset="${list(n, (i) => `a.png ${i + 1}w`).join(', ')}">`,
  ),
];

const MDX: readonly Construct[] = [
  mdx('elements', 100, (n) => blocks(n, (i) => `<div>\n\na ${i}\n\n</div>`)),
  mdx('inline elements', 200, (n) => `a ${'<kbd>b</kbd> '.repeat(n)}`),
  mdx('nested elements', 40, (n) => `${'<div>\n'.repeat(n)}a\n${'</div>\n'.repeat(n)}`),
  mdx('unclosed elements', 100, (n) => `a ${'<b>'.repeat(n)}`),
  mdx(
    'attributes of an element',
    200,
    (n) => `<p ${list(n, (i) => `data-a${i}="b"`).join(' ')}>a</p>`,
  ),
  mdx('expressions', 200, (n) => `a ${list(n, (i) => `{${i}}`).join(' ')}`),
  mdx('unclosed expressions', 100, (n) => `a ${'{b '.repeat(n)}`),
  mdx('nested braces', 400, (n) => `a {${'{'.repeat(n)}${'}'.repeat(n)}}`),
  mdx('imports', 100, (n) => `${lines(n, (i) => `export const a${i} = ${i};`)}\n\na`),
  mdx('components', 60, (n) =>
    blocks(n, (i) => `<Card title="A ${i}" href="/docs/a">\n\na\n\n</Card>`),
  ),
  mdx('unknown components', 100, (n) => blocks(n, (i) => `<Nope${i} />`)),
  mdx('components without tags', 100, (n) => blocks(n, () => '<Card')),
  mdx(
    'strings in expressions',
    200,
    (n) =>
      `export const hrefs = [${list(n, (i) => `'/docs/a#${i}'`).join()}];\n\n{hrefs.map((href) => <a key={href} href={href}>a</a>)}`,
  ),
  mdx(
    'links and expressions',
    100,
    (n) =>
      `${lines(n, (i) => `export const a${i} = '/docs/n${i}';`)}\n\n${list(n, (i) => `<a href={a${i}}>{a${i}}</a>`).join(' ')}`,
  ),
];

const HEADS: readonly Construct[] = [
  head('frontmatter keys', 300, (n) => lines(n, (i) => `key${i}: a`)),
  // All names have at most three digits: longer ones are compared with more keys.
  head('near frontmatter keys', 240, (n) => lines(n, (i) => `titla${i}: a`)),
  head('duplicate frontmatter keys', 300, (n) => lines(n, () => 'title: a')),
  head('aliases', 300, (n) => `a: &a b\nc: [${list(n, () => '*a').join()}]`),
  head('depth', 300, (n) => `a: ${'['.repeat(n)}${']'.repeat(n)}`),
  head('flow sequences', 500, (n) => `keywords: [${list(n, (i) => `a${i}`).join()}]`),
  head('block sequences', 500, (n) => `keywords:\n${lines(n, (i) => `  - a${i}`)}`),
  head('folded scalars', 500, (n) => `description: >\n${lines(n, () => '  words')}`),
  head('unclosed flow', 300, (n) => `a: ${'{b: '.repeat(n)}`),
  head('quotes of scalars', 500, (n) => `title: "${'\\"'.repeat(n)}"`),
  head('comments of YAML', 500, (n) => `${lines(n, () => '# a')}\ntitle: a`),
  head('hidden spaces', 500, (n) => `title:${' '.repeat(n)}a${' '.repeat(n)}#`),
];

const READ: readonly Construct[] = [
  ...FENCES,
  ...BLOCKS,
  ...HEADINGS,
  ...REFERENCES,
  ...INLINE,
  ...HTML,
  ...HEADS,
];

/** Constructs that later stages repeat too: the rendered page, the search index, the link check. */
const BUILT: ReadonlySet<string> = new Set([
  'fences',
  'flat lists',
  'table rows',
  'tabs',
  'headings',
  'explicit ids',
  'footnotes',
  'links',
  'broken links',
  'images',
  'autolinks',
  'inline tags',
  'ids of tags',
  'frontmatter keys',
]);

export const PAGE_CONSTRUCTS: readonly Construct[] = [
  ...READ,
  ...READ.filter(({ name }) => BUILT.has(name)).map(
    ({ name, n, input }): Construct => ({ name: `${name}, built`, n, input }),
  ),
  ...MDX,
];
