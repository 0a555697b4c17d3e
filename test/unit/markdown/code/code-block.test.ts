import { describe, expect, it } from 'vitest';
import { createPrismLoader, printTokens } from '../../../../src/markdown/code/prism.ts';
import { findings, html, parse, parser, parseWith } from '../support/parse.ts';

/** The code of the first block, as HTML. */
function code(text: string): string {
  return /<code[^>]*>(.*)<\/code>/s.exec(html(parse(text)))?.[1] ?? '';
}

describe('code blocks', () => {
  it('are highlighted by classes', () => {
    expect(code('```ts\nconst a = "<b>";\n```')).toBe(
      '<span class="t-k">const</span> a = <span class="t-s">"&lt;b&gt;"</span>;',
    );
  });

  it('mark each line of overlapping ranges once, however often a range beyond the end is listed', () => {
    const ranges = '2-99999,'.repeat(5_000);
    const doc = parse(`\`\`\`js {${ranges}4,1-2} ins={3,3-4}\na\nb\nc\n\`\`\``);
    expect(html(doc).match(/class="line hl/g)).toHaveLength(3);
    expect(html(doc).match(/<ins class="line hl add"/g)).toHaveLength(1);
    expect(findings(doc)).toEqual(['code-options 1:7']);
  });

  it('do not depend on earlier code', () => {
    const text =
      '```md\n<b>x</b>\n```\n\n```ts\nlet a = `${b}`;\n```\n\n```php\n<?php echo 1; ?>\n```';
    const shared = parser();
    for (const language of ['js', 'css', 'php', 'jsx', 'graphql', 'js-templates', 'css-extras']) {
      parseWith(shared, `\`\`\`${language}\na = 1\n\`\`\``);
    }
    expect(parseWith(shared, text)).toEqual(parse(text));
    expect('Prism' in globalThis).toBe(false);
  });

  it('can be of any language that the highlighter names', () => {
    const loader = createPrismLoader();
    const ids = new Set([...loader.names.values()].map(({ id }) => id));
    for (const id of ids) expect(printTokens(loader.tokenize(id, 'a'))).toContain('a');
  });

  it('are regions with names that differ', () => {
    const text = '```ts title="a & b"\n```\n\n```ts\n```\n\n```typescript\n```\n\n    plain';
    const labels = [
      ...html(parse(text)).matchAll(/<pre role="region" tabindex="0" aria-label="([^"]*)"/g),
    ];
    expect(labels.map((label) => label[1])).toEqual([
      'Code: a &amp; b',
      'Code: TypeScript',
      'Code: TypeScript (2)',
      'Code',
    ]);
    expect(html(parse(text))).toContain('<figcaption>a &amp; b</figcaption>');
  });

  it.each([
    ['js [a.js]', { language: 'js', title: 'a.js' }],
    ['js[a.js]', { language: 'js', title: 'a.js' }],
    ['js [a/[b]/[[...c]].js]', { language: 'js', title: 'a/[b]/[[...c]].js' }],
    ['Plain Text[.env]', { language: 'plain', title: '.env', dropped: ['code-options 1:10'] }],
    ['js src/a.js', { language: 'js', title: 'src/a.js' }],
    ['js title=a.js', { language: 'js', title: 'a.js' }],
    ['js:a.js', { language: 'js', title: 'a.js' }],
    ['js filename="a.js"', { language: 'js', title: 'a.js' }],
    ['title="a.js"', { title: 'a.js' }],
    ['js{1,3-4}', { language: 'js', lines: [1, 3, 4] }],
    ['js hl_lines="1 3-4"', { language: 'js', lines: [1, 3, 4] }],
    ['js mark={1,3} {"A":4}', { language: 'js', lines: [1, 3, 4] }],
    ['js linenums="7"', { language: 'js', number: '7' }],
    ['js:line-numbers=7 {2}', { language: 'js', number: '7', lines: [2] }],
    ['js:no-line-numbers', { language: 'js' }],
    ['js showLineNumbers={true}', { language: 'js', number: '1' }],
    ['rust,ignore,edition2021', { language: 'rust' }],
    ['{.py title="a" linenums="1"}', { language: 'py', title: 'a', number: '1' }],
    [
      'js {filename="a.js",linenos=table, hl_lines=[1,3-4]}',
      { language: 'js', title: 'a.js', number: '1', lines: [1, 3, 4] },
    ],
    ['{ .yaml #id }', { language: 'yaml', dropped: ['1:12'] }],
    ['js twoslash', { language: 'js', dropped: ['1:7'] }],
    ['js /a b/ "c d" ins="e" frame="none"', { language: 'js' }],
    ['js-vue style:max-height:1px', { language: 'js', dropped: ['1:11'] }],
    ["js {a: {'b': [5]}} {1}", { language: 'js', lines: [1], dropped: ['1:7'] }],
    ['js [[1, 2, "a"], [3, 4, "b"]] active', { language: 'js', dropped: ['1:7', '1:34'] }],
  ])('read the options of other tools: %s', (info, expected) => {
    const doc = parse(`\`\`\`${info}\na\nb\nc\nd\n\`\`\``);
    const text = html(doc);
    const lines = [...text.matchAll(/class="line( hl)?"/g)];
    const found = {
      language: /language-(\w+)/.exec(text)?.[1],
      title: /<figcaption>([^<]*)/.exec(text)?.[1],
      number: /data-line="(\d+)"/.exec(text)?.[1],
      lines: lines.flatMap(([, mark], index) => (mark === undefined ? [] : [index + 1])),
      dropped: findings(doc).map((finding) => finding.replace('foreign-syntax ', '')),
    };
    expect(found).toEqual({ lines: [], dropped: [], ...expected });
  });

  it('mark texts and patterns in lines, within colors', () => {
    const shown = code(
      '```js "b = 1" ins="a" del=/x(y+)z/\nlet a = 2; let b = 1;\nxyyz < "a"\n```',
    );
    expect(shown.replace(/<\/?span[^>]*>/g, '')).toBe(
      'let <ins>a</ins> = 2; let <mark>b = </mark><mark>1</mark>;\nx<del>yy</del>z &lt; "<ins>a</ins>"',
    );
    expect(findings(parse('```js /(a+)+b/\na\n```'))).toEqual(['foreign-syntax 1:7']);
    expect(findings(parse('```js frame="none" collapse={1-2}\na\n```'))).toEqual([]);
  });

  it('leave out what is for the type checker', () => {
    const text = [
      '```ts twoslash',
      '// @errors: 2322',
      'import a from "a";',
      '// ---cut---',
      'const b = a;',
      '//    ^?',
      '// @filename: c.ts',
      '// ---cut-start---',
      'hidden();',
      '// ---cut-end---',
      'done();',
      '// ---cut-after---',
      'after();',
      '```',
    ];
    expect(code(text.join('\n')).replace(/<[^>]*>/g, '')).toBe(
      'const b = a;\n// @filename: c.ts\ndone();',
    );
    expect(code('```ts\n// ---cut---\na\n```')).toContain('cut');
  });

  it('name an option of another tool once for a file', () => {
    const block = '```ts twoslash\n```\n';
    const { diagnostics } = parse(block.repeat(3));
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'the code block option "twoslash" has no effect (3 times in this file)',
    ]);
  });

  it('show lines as added and removed by options and by comments', () => {
    const expected =
      '<ins class="line add">a\n</ins><del class="line del">b\n</del><span class="line hl">c\n</span>';
    expect(code('```text ins={1} del={2} {3}\na\nb\nc\n```')).toBe(expected);
    expect(code('```text add={1} rem={2} {3}\na\nb\nc\n```')).toBe(expected);
    expect(
      code('```text\na // [!code ++]\nb # [!code --]\n<!-- [!code highlight] -->\nc\n```'),
    ).toBe(expected);
    expect(code('```text\na // [!code focus:2] why\nb\nc\n```')).toBe(
      '<span class="line focus">a // why\n</span><span class="line focus">b\n</span><span class="line">c\n</span>',
    );
    expect(code('```text\n[!code ++] // [!!code ++]\n```')).toBe('[!code ++] // [!!code ++]');
  });

  it('know languages by the names of the configuration', () => {
    const text = '```House\nlet a;\n```\n\n```postcss\n```\n\n```vue-html\n```\n\n```sh-vue\n```';
    const doc = parse(text, { languages: { house: 'js' } });
    expect(findings(doc)).toEqual([]);
    expect(html(doc)).toContain('<code class="language-house"><span class="t-k">let</span>');
    expect(findings(parse(text))).toEqual(['unknown-language 1:4']);
  });

  it('know languages by any name; plain text is not highlighted', () => {
    for (const name of ['', 'text', 'TXT', 'console', 'sh', 'zsh', 'jsonc', 'c++', 'TypeScript']) {
      expect(parse(`\`\`\`${name}\nx\n\`\`\``).diagnostics).toEqual([]);
    }
    const doc = parse('> ```tpyescript {1}\n> x\n> ```');
    expect(findings(doc)).toEqual(['unknown-language 1:6']);
    expect(doc.diagnostics[0]?.hint).toBe('did you mean "typescript"?');
  });

  it('mark lines by number and by comments, which are not shown', () => {
    const line = (mark: string, text: string): string =>
      `<span class="line${mark}">${text}\n</span>`;
    expect(code('```text {1,3-4}\na\nb\nc\nd\n```')).toBe(
      line(' hl', 'a') + line('', 'b') + line(' hl', 'c') + line(' hl', 'd'),
    );
    expect(code('```\na\n# highlight-next-line\nb\nc\n```')).toBe(
      line('', 'a') + line(' hl', 'b') + line('', 'c'),
    );
    expect(code('```html\n<!-- highlight-start -->\na\nb\n<!-- highlight-end -->\nc\n```')).toBe(
      line(' hl', 'a') + line(' hl', 'b') + line('', 'c'),
    );
    expect(code('```js\n# highlight-next-line\na\n```')).toContain('highlight');
  });

  it('do not highlight long lines, and only those', () => {
    const long = `let b = "${'x'.repeat(600)}";`;
    const lines = code(`\`\`\`js\nlet a;\n${long}\nlet c;\n\`\`\``).split('\n');
    expect(lines[1]).toBe(long);
    expect([lines[0], lines[2]]).toEqual([
      '<span class="t-k">let</span> a;',
      '<span class="t-k">let</span> c;',
    ]);
  });

  it('are highlighted up to a limit for each file', () => {
    const block = (lines: number): string => `\`\`\`js\n${'let a;\n'.repeat(lines)}\`\`\`\n\n`;
    expect(findings(parse(block(400).repeat(10)))).toEqual([]);
    const doc = parse(block(1000) + block(1400) + block(1000) + block(100));
    expect(findings(doc)).toEqual(['code-uncolored 1004:4', 'code-uncolored 2407:4']);
    expect(
      html(doc)
        .match(/<figure[^]*?<\/figure>/g)
        ?.map((one) => one.includes('t-k')),
    ).toEqual([true, false, false, true]);
  });

  it('split tokens at the ends of lines', () => {
    expect(code('```js {2}\n/* a\nb */ c\n```')).toBe(
      '<span class="line"><span class="t-c">/* a</span>\n</span><span class="line hl"><span class="t-c">b */</span> c\n</span>',
    );
  });

  it('show differences in a language', () => {
    const shown =
      '<ins class="line add">a\n</ins><del class="line del">b\n</del><span class="line">c\n</span>';
    expect(code('```diff-text\n+a\n-b\n c\n```')).toBe(shown);
    expect(code('```diff-text\n+a\n-b\nc\n```')).toBe(shown);
    expect(code('```diff title="d" lang="text"\n+a\n-b\nc\n```')).toBe(shown);
  });

  it.each([
    ['vue', 'Vue'],
    ['vue-html', 'Vue'],
    ['svelte', 'Svelte'],
    ['htm', 'HTML'],
    ['bat', 'Batch'],
  ])('name the language of %s for readers', (name, title) => {
    expect(html(parse(`\`\`\`${name}\na\n\`\`\``))).toContain(`data-language="${title}"`);
  });

  it('number lines and wrap on request', () => {
    const text = html(parse('```text showLineNumbers=7 wrap\na\n```'));
    expect(text).toContain('<figure class="code" data-code data-language="text" data-wrap>');
    expect(text).toContain('<span class="line" data-line="7">a\n</span>');
  });

  it.each(['scroll', 'expandable', 'scroll=true', 'scroll={true}'])(
    'have a limited height with %s, which is no problem',
    (option) => {
      const doc = parse(`\`\`\`text ${option}\na\n\`\`\``);
      expect(html(doc)).toContain(
        '<figure class="code" data-code data-language="text" data-scroll>',
      );
      expect(findings(doc)).toEqual([]);
    },
  );

  it('have their own height without scroll, or with scroll=false', () => {
    const doc = parse('```text scroll=false\na\n```\n\n```text title=scroll\nb\n```');
    expect(html(doc)).not.toContain('data-scroll');
    expect(findings(doc)).toEqual([]);
  });

  it('report invalid options, at their location', () => {
    expect(findings(parse('```ts {1,a} bogus title=x key="v"\nx\n```'))).toEqual([
      'code-options 1:7',
      'code-options 1:13',
      'code-options 1:27',
    ]);
    expect(
      findings(parse('- ```js\n  a\n  // highlight-end\n  // highlight-start\n  b\n  ```')),
    ).toEqual(['code-options 3:3', 'code-options 4:3']);
  });

  it('make bidirectional controls visible, and warn of them', () => {
    const doc = parse('```\na\u202eb\n```\n\nc\u2066d\u2069');
    expect(html(doc)).toContain('a<span class="bidi-control">U+202E</span>b');
    expect(findings(doc)).toEqual(['bidi-control 2:2', 'bidi-control 5:2']);
  });
});
