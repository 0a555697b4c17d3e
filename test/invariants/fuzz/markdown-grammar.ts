import * as fc from 'fast-check';

/** Pieces that decide how the text around them is read. */
const SIGNS =
  '* ** _ __ ~~ ` `` ``` [ ] ( ) ![ ]( < > </ /> <!-- --> <![CDATA[ ]]> <? ?> | \\ # & &amp; &#0; &#x3c; { } {{ }} ${ " \' = : ::: :::: ~~~ --- === +++ ^ $ @ ! !! !!! ??? % %% , ; - + 1. - [ ] [^1] [^1]: *[ABC]:'
    .split(' ')
    .map((sign) => sign);

const SPACES = [
  ' ',
  '  ',
  '    ',
  '\t',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  '\u00a0',
  '\u2028',
  '\f',
  '\0',
];

const WORDS = [
  'a',
  'b c',
  'Text',
  'é',
  '日本',
  '😀',
  'e\u0301',
  '\u202e',
  '\u200b',
  '\ufeff',
  'constructor',
  '__proto__',
  'x_y',
  'https://a.example/b?c=d',
  'www.a.example',
  'a@b.example',
  ':tada:',
];

const SCHEMES = [
  '',
  'https:',
  'http:',
  'mailto:',
  'tel:',
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  '\u0001javascript:',
  ' javascript:',
  'vbscript:',
  'data:text/html,',
  'data:image/svg+xml,',
  'data:image/png;base64,',
  'blob:',
  'file:',
  'filesystem:',
  'about:',
  'view-source:',
  'x-y:',
  '//',
  '\\\\',
  '/\\',
];

const PATHS = [
  '',
  '#',
  '#a',
  '?q',
  'b.md',
  './b.md#b',
  '../a/',
  '/docs/a',
  'c.png',
  'alert(1)',
  '//evil.example/%0aalert(1)',
  '%6a%61vascript:x',
  '..%2f..%2fetc',
  'a b',
  'a"onx=1',
  "a'b",
  '<c>',
  '&quot;onx=1',
  '&colon;x',
  'a\nb',
  '%',
  '%zz',
  '%ff',
  '😀',
  '@site/a',
  '~/assets/a',
  'a`b',
  '\u202e',
];

const IDS = [
  'a',
  'b',
  'dw-root',
  'DW-x',
  'page-data',
  'constructor',
  '__proto__',
  'fn1',
  'a b',
  '"',
  "'",
  '<',
  'é',
  'x'.repeat(40),
  '\u0000',
  'main',
  'tab-a',
];

const ELEMENTS =
  'a abbr audio b base blockquote body br button caption center code col colgroup dd details dialog div dl dt em embed fieldset figcaption figure font form frame frameset h1 h2 head hr html i iframe image img input ins kbd li link listing main map marquee math menu meta mi mglyph noembed noframes noscript object ol option p param picture plaintext portal pre q rp rt ruby s samp script section select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead title tr track tt u ul var video wbr xmp foreignObject annotation-xml desc Tabs TabItem Card my-el dw-island Include'.split(
    ' ',
  );

const ATTRIBUTES =
  'id name class style href src srcset xlink:href action formaction poster data cite background ping target rel onclick onerror ONLOAD on-x is slot srcdoc sandbox type value http-equiv content charset integrity nonce dir lang title alt width open hidden contenteditable autofocus accesskey aria-label aria-owns role data-x data-copy data-tabs data-search data-menu data-code data-id data-props v-html :href @click #x [x] {...x}'.split(
    ' ',
  );

const one = (...values: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...values);
const join = (parts: fc.Arbitrary<string>, most: number, glue = ''): fc.Arbitrary<string> =>
  fc.array(parts, { maxLength: most }).map((list) => list.join(glue));

const url = fc.tuple(one(...SCHEMES), one(...PATHS)).map(([scheme, path]) => scheme + path);
const id = one(...IDS);

const value = fc.oneof(
  url,
  id,
  one(...WORDS),
  one('zz', '"', "'", '>', '', '`', '&lt;script>', '--!>', 'x" y="z'),
);

const attribute = fc
  .tuple(one(...ATTRIBUTES), fc.oneof(fc.constant(undefined), value), one('"', "'", '', '{'))
  .map(([name, text, quote]) => {
    if (text === undefined) return ` ${name}`;
    return ` ${name}=${quote}${text}${quote === '{' ? '}' : quote}`;
  });

const openTag = fc
  .tuple(one(...ELEMENTS), join(attribute, 3), one('>', '>', '>', '/>', ' >', '', '\n>', '><'))
  .map((parts) => `<${parts.join('')}`);
const closeTag = fc
  .tuple(one(...ELEMENTS), one('>', '>', ' >', '', ' a="b">'))
  .map((parts) => `</${parts.join('')}`);
const comment = join(one('a', '-', '--', '>', '<!--', '\n', ' '), 4).map(
  (text) => `<!--${text}-->`,
);

/** Any raw HTML, balanced or not. */
const rawHtml: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: openTag },
  { weight: 3, arbitrary: closeTag },
  { weight: 1, arbitrary: comment },
);

const signs = fc.oneof(one(...SIGNS), one(...SPACES), one(...WORDS));
const text = fc.oneof(
  { weight: 5, arbitrary: one(...WORDS) },
  { weight: 2, arbitrary: signs },
  { weight: 1, arbitrary: fc.string({ maxLength: 8, unit: 'binary' }) },
);

const inline: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 3, arbitrary: fc.tuple(text, url).map(([label, to]) => `[${label}](${to})`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(text, url, text)
      .map(([label, to, title]) => `![${label}](<${to}> "${title}")`),
  },
  { weight: 1, arbitrary: url.map((to) => `<${to}>`) },
  { weight: 1, arbitrary: text.map((label) => `[${label}][a]`) },
  { weight: 2, arbitrary: text.map((part) => `**${part}** \`${part}\` ~~${part}~~`) },
  { weight: 5, arbitrary: rawHtml },
  {
    weight: 1,
    arbitrary: fc.tuple(attribute, url).map(([written, to]) => `[a](${to}){${written} }`),
  },
  {
    weight: 1,
    arbitrary: one(
      '[^1]',
      '^[note]',
      '{{ v }}',
      '\\{{',
      '<kbd>K</kbd>',
      '++a++',
      '==a==',
      '{>>a<<}',
      '[[a]]',
      '{#a}',
      '<<< @/a.ts',
      '[[toc]]',
      '(c)',
      '[a]{.b}',
      '$a$',
    ),
  },
);
const line = join(inline, 5);

const FENCE_OPTIONS = [
  '',
  'js',
  'js title="a" {1,3-4}',
  'ts showLineNumbers=5',
  'sh [npm]',
  'diff-js',
  'js twoslash',
  'rust,ignore',
  'py hl_lines="1 2"',
  '{.js #a onx=1}',
  'mermaid',
  '</script>',
  'js file="b.md"',
  'js {99999999}',
  'js title="<img src=x onerror=a>"',
];

const fence = fc
  .tuple(
    one('```', '~~~', '````'),
    one(...FENCE_OPTIONS),
    join(fc.oneof(line, one('// highlight-next-line', '// [!code ++]', '</code></pre>')), 3, '\n'),
    fc.boolean(),
  )
  .map(([mark, options, code, closes]) => `${mark}${options}\n${code}\n${closes ? mark : ''}`);

const DIRECTIVES = [
  'note',
  'warning Title',
  'tip[Title]',
  'details{open}',
  'tabs{group="a"}',
  'tab[A]',
  'tab[B]{value="b"}',
  'code-group',
  'card{title="a" href="javascript:x"}',
  'include{file="b.md"}',
  'steps',
  'nota',
  'Card{title={1}}',
  'video{src="https://www.youtube.com/watch?v=a"}',
  '__proto__',
  'constructor',
];

const block: fc.Arbitrary<string> = fc.letrec<{ readonly block: string; readonly blocks: string }>(
  (tie) => ({
    blocks: fc.array(tie('block'), { maxLength: 3 }).map((list) => list.join('\n\n')),
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 6, arbitrary: line },
      {
        weight: 3,
        arbitrary: fc
          .tuple(
            one('#', '##', '###', '######'),
            line,
            one('', ' {#a}', ' {#dw-x}', ' {: #b }', ' {/*c*/}', ' { .x }'),
          )
          .map(([mark, title, written]) => `${mark} ${title}${written}`),
      },
      { weight: 3, arbitrary: fence },
      {
        weight: 4,
        arbitrary: fc
          .tuple(openTag, one('', '\n', '\n\n'), tie('blocks'), closeTag)
          .map((parts) => parts.join('')),
      },
      { weight: 2, arbitrary: tie('blocks').map((inner) => inner.replace(/^/gm, '> ')) },
      {
        weight: 1,
        arbitrary: tie('blocks').map((inner) => `> [!NOTE]\n${inner.replace(/^/gm, '> ')}`),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(one('- ', '1. ', '- [x] ', ': '), tie('blocks'))
          .map(([mark, inner]) => mark + inner.replace(/\n/g, '\n  ')),
      },
      {
        weight: 3,
        arbitrary: fc
          .tuple(one(...DIRECTIVES), tie('blocks'), one('', '\n:::'))
          .map(([name, inner, end]) => `:::${name}\n${inner}${end}`),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(one('!!! note "T"', '??? tip', '=== "Tab"', '/// a'), tie('blocks'))
          .map(([mark, inner]) => `${mark}\n    ${inner.replace(/\n/g, '\n    ')}`),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(line, line)
          .map(([a, b]) => `| ${a} | b |\n|:-:|---|\n| ${b} | c | d |`),
      },
      { weight: 1, arbitrary: fc.tuple(url, text).map(([to, title]) => `[a]: ${to} "${title}"`) },
      { weight: 1, arbitrary: line.map((note) => `[^1]: ${note}`) },
      {
        weight: 1,
        arbitrary: one(
          '---',
          '***',
          '<Include file="b.md" />',
          'import A from "./a.mdx"',
          'export const a = 1',
          '<<<<<<< HEAD',
          'Term\n: text',
          '*[ABC]: abbreviation',
          '<script>alert(1)</script>',
          '<style>a{}</style>',
          '<!-- a',
        ),
      },
    ),
  }),
).block;

const FRONTMATTER = [
  '',
  '',
  '',
  '---\ntitle: A\n---\n',
  '---\ntitle: "<script>"\nslug: a\nimage: javascript:x\n---\n',
  '---\ntitle: [\n---\n',
  '---\nlayout: home\nhero:\n  name: <b>\n  actions:\n    - text: a\n      link: javascript:x\n---\n',
  '---\nvariables:\n  v: "<img src=x onerror=a>"\n---\n',
];

/** A page: blocks of every construct, and now and then some characters too many. */
export const markdownText: fc.Arbitrary<string> = fc
  .tuple(
    one(...FRONTMATTER),
    fc.array(block, { maxLength: 6 }),
    one('\n\n', '\n\n', '\n'),
    fc.array(fc.tuple(fc.nat(400), fc.oneof(signs, rawHtml)), { maxLength: 2 }),
  )
  .map(([front, blocks, glue, inserted]) =>
    inserted.reduce(
      (page, [at, more]) => page.slice(0, at) + more + page.slice(at),
      front + blocks.join(glue),
    ),
  );

const EXPRESSIONS = [
  '{1}',
  '{"<b>"}',
  '{}',
  '{/* a */}',
  '{a.b.c}',
  '{`${1}`}',
  '{[1,2].map((i) => <i key={i}>{i}</i>)}',
  '{(() => { throw 1 })()}',
  '{<b/>}',
  '{"}"}',
  '{/}/}',
  '{await 1}',
  '{',
  '}',
];
const STATEMENTS = [
  'import A from "./nowhere.tsx"',
  'import B from "./b.md"',
  'export const a = { b: { c: 1 } }',
  'export default 1',
  'export function F() {\n  return <b>f</b>;\n}',
  'import',
  'export const x = `\n\n`;',
];
const COMPONENTS = [
  'Tabs',
  'Tab label="a"',
  'TabItem value="a"',
  'Card title="a" href="javascript:x"',
  'Card href={"java\\nscript:x"}',
  'LinkCard href="data:text/html,x" title="a"',
  'Steps',
  'Badge text="a" variant="x"',
  'Video src="javascript:x"',
  'Frame src="https://x.example"',
  'Icon name="a"',
  'FileTree',
  'a href="javascript:x"',
  'img src={"javascript:x"}',
  'div style={{ color: "red" }} onClick={() => 1}',
  'p id="dw-root"',
  'F',
  '',
  'A.b',
  'iframe src="javascript:x"',
];

const jsx = fc
  .tuple(
    one(...COMPONENTS),
    one('>', '/>', ' {...{}}>', '>\n\n'),
    fc.oneof(block, one(...EXPRESSIONS)),
    fc.boolean(),
  )
  .map(
    ([name, end, inner, closes]) =>
      `<${name}${end}${inner}${closes ? `</${name.split(' ')[0]}>` : ''}`,
  );

/** Pieces of raw HTML with text between them. */
export const rawText: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 4, arbitrary: rawHtml }, text, signs), { maxLength: 10 })
  .map((parts) => parts.join('').replace(/[\r\0]/g, ' '));

/** A page with components, expressions and modules. */
export const mdxText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: jsx },
      { weight: 2, arbitrary: block },
      one(...EXPRESSIONS),
      one(...STATEMENTS),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join('\n\n'));

const YAML_SIGNS = [
  ': ',
  '- ',
  '\n',
  '\n  ',
  '\t',
  '&a ',
  '*a',
  '!',
  '!!js/function ',
  '!!str ',
  '<<: ',
  '? ',
  '| ',
  '>-\n',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  ', ',
  '#',
  '%YAML 1.2',
  '---',
  '...',
  '@',
  '`',
  '\\x',
  '0x1',
  '1e999',
  '.inf',
  '~',
  'null',
  'true',
  '2024-01-01',
  '\u0085',
  '\u2028',
  '\0',
];
const YAML_KEYS = [
  'title',
  'description',
  'slug',
  'id',
  'sidebar_position',
  'sidebar',
  'tags',
  'keywords',
  'image',
  'draft',
  'unlisted',
  'toc_min_heading_level',
  'variables',
  'hero',
  'features',
  'next',
  'prev',
  'layout',
  '__proto__',
  'constructor',
  'titel',
];

/** YAML that is nearly right: keys of frontmatter, and every sign of the language. */
export const yamlText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc
        .tuple(
          one(...YAML_KEYS),
          fc.oneof(url, join(fc.oneof(one(...YAML_SIGNS), one(...WORDS)), 4)),
        )
        .map(([key, written]) => `${key}: ${written}\n`),
      one(...YAML_SIGNS),
      one(...WORDS),
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(''));

/** Strings that break what is built of strings. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  url,
  id,
  value,
  rawHtml,
  line,
  fc.string({ maxLength: 12, unit: 'binary' }),
);
