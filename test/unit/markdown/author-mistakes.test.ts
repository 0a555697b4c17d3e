import { describe, expect, it } from 'vitest';
import { findings, parse } from './support/parse.ts';

it('a line that begins with an emoji is no block', () => {
  expect(problems(':warning: Text')).toEqual([]);
});

/** The problems of a text, each as `<line>:<column> <message>` and its hint. */
function problems(text: string): readonly (readonly [string, string | undefined])[] {
  return parse(text).diagnostics.map(({ location, message, hint }) => [
    `${location?.line}:${location?.column} ${message}`,
    hint,
  ]);
}

describe('markup that is shown as text', () => {
  it.each([
    ['# A\n\n##B', '3:1 the heading is shown as text', 'add a space after ##'],
    [
      '::note\nb\n::',
      '1:1 the block is shown as text: it begins with fewer than three colons',
      'write :::',
    ],
    [
      ':::note\na\n:::\n\n:::\n',
      '5:1 the line closes no block',
      'remove it, or open the block above with :::name',
    ],
    [
      'a (b)[./c.md]',
      '1:3 the link is shown as text: its brackets are swapped',
      'write [text](address)',
    ],
    [
      'a\n[b] (https://c.example)',
      '2:1 the link is shown as text: there is a space between its brackets',
      'remove the space between ] and (',
    ],
    [
      '[a](my page.md)',
      '1:3 the link is shown as text: its address has a space',
      'put the address in angle brackets: (<my page.md>)',
    ],
    [
      '``js\na\n``',
      '1:1 the code block is shown as text: it begins with two backticks',
      'write three backticks',
    ],
    [
      '| a | b |\n| 1 | 2 |',
      '1:1 the table is shown as text: there is no line below its header',
      'add the line | --- | --- | below the first row',
    ],
    [
      '| a | b |\n| --- |\n| 1 | 2 |',
      '2:1 the table is shown as text: its header has 2 cells, the line below it 1',
      'give both lines the same number of cells',
    ],
    [
      '\n---\ntitle: A\ntags: [b]\n---\n\ntext',
      '3:1 the frontmatter is shown as text: it does not begin on the first line with ---',
      'move it to the first line of the file, between two lines of exactly ---',
    ],
    [
      'a\n\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> d',
      '3:1 unresolved merge conflict markers',
      'keep one of the two versions and remove the lines of the markers',
    ],
  ])('%j', (text, ...problem) => {
    expect(problems(text)).toEqual([problem]);
  });

  it.each([
    '`import a from "b";` and `(a)[./b]`',
    '```js\nimport a from "b";\n##b\n!!! note\n{/* a */}\n```',
    'import duties and export rules are in [a] (see b), f(x)[0] and #hashtag',
    '\\##a \\[b] (/c)',
    '|a| is the absolute value\nof a',
    'a !!! b ::: c',
    'C++ and C++ or {{ .Values.a }} {a: 1}',
    '```md\n{{#include a}}\n```\n\n```sh\n\\{{#include a}}\n```',
    'a\n\n***\n\nb: c',
    '- a\n- ---\n  b',
  ])('leaves %j alone', (text) => {
    expect(problems(text)).toEqual([]);
  });
});

describe('syntax of other tools', () => {
  const mkdocs = "looks like MkDocs: add 'mkdocs' to markdown.dialects, or ";
  const mdbook = "looks like mdBook: add 'mdbook' to markdown.dialects, or ";
  const vitepress = "looks like VitePress: add 'vitepress' to markdown.dialects, or ";
  const asCode =
    'remove the line; write directives such as :::note and ::::tabs in place of components';
  const asPage = 'remove the lines, or write the page as a React page (.tsx)';
  const asComment = 'write <!-- … --> around a comment';
  const template = 'templates of other generators do not run here: write Markdown or a directive';

  it.each([
    ["import X from 'x';\n\n# A", '1:1 the import', asCode],
    ['# A\n\nexport const x = 1;', '3:1 the export', asPage],
    ['# A {/* b c */} d', '1:5 the comment', asComment],
    ['{{< tabs >}}', '1:1 the shortcode', template],
    [
      '- !!! warning\n      b',
      '1:3 the MkDocs admonition',
      `${mkdocs}write :::warning, and ::: where it ends`,
    ],
    ['??? tip "A"', '1:1 the MkDocs admonition', `${mkdocs}write :::tip, and ::: where it ends`],
    [
      'a\n\n/// note | A\nb\n///',
      '3:1 the MkDocs block',
      `${mkdocs}write :::note, and ::: where it ends`,
    ],
    ['> === "A"', '1:3 the MkDocs tab', `${mkdocs}write :::tab[A] inside of ::::tabs`],
    ['--8<-- "a.md"', '1:1 the MkDocs snippet', `${mkdocs}write <Include file="…" />`],
    [
      '```py\n--8<-- "a.py"\n```',
      '2:1 the MkDocs snippet',
      `${mkdocs}write file="…" after the language of an empty code block`,
    ],
    ['[a](https://b.example){: .c }', '1:23 the MkDocs list of attributes', `${mkdocs}remove it`],
    ['| a |\n|---|\n| b ++ctrl+c++ |', '3:5 the MkDocs key', `${mkdocs}write <kbd>ctrl+c</kbd>`],
    ['## A :octicons-star-16:', '1:6 the MkDocs icon', `${mkdocs}remove it, or write an emoji`],
    ['A\n:   B', '2:1 the MkDocs definition', `${mkdocs}write a list`],
    ['a\n\n::: b.C\n\nd', '3:1 the MkDocs reference', `${mkdocs}remove the line`],
    ['*[A]: B', '1:1 the MkDocs abbreviation', `${mkdocs}remove the line`],
    [
      '1. [TOC]',
      '1:4 the MkDocs table of contents',
      `${mkdocs}remove the line: every page has one`,
    ],
    ['> {{#include a.md}}', '1:3 the mdBook include', `${mdbook}write <Include file="…" />`],
    [
      '```rs\n\n{{#rustdoc_include a.rs:b}}\n```',
      '3:1 the mdBook include',
      `${mdbook}write file="…" after the language of an empty code block`,
    ],
    ['<<< @/a.ts{1}', '1:1 the VitePress import of code', `${vitepress}write a code block`],
    [
      '[[toc]]',
      '1:1 the VitePress table of contents',
      `${vitepress}remove the line: every page has one`,
    ],
    ['{{ $page.a }}', '1:1 the VitePress variable', `${vitepress}write the value here`],
    [
      '> [!ODD]\n> b',
      '1:3 the alert',
      'write [!NOTE]: the types are NOTE, TIP, IMPORTANT, WARNING, CAUTION',
    ],
  ])('%j', (text, problem, hint) => {
    expect(problems(text)).toEqual([[`${problem} is shown as text`, hint]]);
  });

  it('that is not shown', () => {
    expect(problems('a\n\n<!-- @include: ./b.md -->')).toEqual([
      ['3:1 the VitePress include is left out', `${vitepress}write <Include file="…" />`],
    ]);
  });

  it('is reported once for a construct and file', () => {
    const found = problems('!!! a\n\n- !!! b\n\n{/* c */}\n\n??? d');
    expect(found.map(([problem]) => problem)).toEqual([
      '1:1 the MkDocs admonition is shown as text (3 times in this file)',
      '5:1 the comment is shown as text',
    ]);
  });

  it('is not reported where its dialect is on', () => {
    const text = '[[toc]]\n\n{{#include a}}';
    expect(findings(parse(text, { dialects: ['vitepress'] }))).toEqual(['foreign-syntax 3:1']);
  });
});

describe('tables', () => {
  it('report rows that do not fit the header', () => {
    expect(
      problems('> | a | b |\n> | - | - |\n> | 1 | 2 | 3 |\n> | 1 |\n> | `a \\| b` | 2 |'),
    ).toEqual([
      [
        '3:3 the row has 3 cells, the header 2: the rest is left out',
        'add a column to the header, or write \\| for a | in the text',
      ],
      ['4:3 the row has 1 cell, the header 2', 'add the missing cells'],
    ]);
  });
});

describe('code blocks', () => {
  it.each([
    ['a\n\n```js\nb\n\n# C\n', '3:1'],
    ['- a\n  ~~~~\n  b\n\nc', '2:3'],
    ['```js', '1:1'],
  ])('are reported at their start if they are never closed: %j', (text, place) => {
    const [sign = ''] = /```|~~~~/.exec(text) ?? [];
    expect(problems(text)).toEqual([
      [
        `${place} the code block is opened here and never closed`,
        `add a line ${sign} where it ends`,
      ],
    ]);
  });

  it.each([
    ['{1,3-5}', 'line 5 is marked, but the code ends at line 2', 'name lines from 1 to 2'],
    [
      '{1;2}',
      '"{1;2}" is not a list of lines such as {1,3-5}',
      'write line numbers and ranges, separated by commas',
    ],
    ['titel="a"', 'the code block option "titel" is not known', 'did you mean title="…"?'],
    ['lineNums', 'the code block option "lineNums" is not known', 'did you mean showLineNumbers?'],
    ['highlight="1"', 'the code block option "highlight" is not known', 'did you mean {1,3-5}?'],
    [
      'hl_lines="1 x"',
      '"{1,x}" is not a list of lines such as {1,3-5}',
      'write line numbers and ranges, separated by commas',
    ],
    [
      'other',
      'the code block option "other" is not known',
      'use title="…", {1,3-5}, showLineNumbers, wrap or scroll',
    ],
  ])('suggest the right form of %s', (options, message, hint) => {
    expect(problems(`\`\`\`js ${options}\na\nb\n\`\`\``)).toEqual([[`1:7 ${message}`, hint]]);
  });

  it('quote the title and name the language', () => {
    expect(problems('```js title=my page\na\n```')).toEqual([
      ['1:16 the code block option "page" is not known', 'quote the title: title="my page"'],
    ]);
    expect(problems('```foolang\na\n```')[0]?.[1]).toBe(
      'name a language that it knows, use text, or add the name to markdown.languages',
    );
  });

  it('have markers that are spelled and closed', () => {
    expect(problems('```js\n// highlight-nextline\na\n// highlight-start\nb\n```')).toEqual([
      ['2:1 "highlight-nextline" is not a marker', 'did you mean highlight-next-line?'],
      [
        '4:1 highlight-start has no highlight-end',
        'add a comment highlight-end where the marked lines end',
      ],
    ]);
  });
});

describe('directives', () => {
  it.each([
    ['warnin', ':::warning'],
    ['sucess', ':::success'],
    ['nte', ':::note'],
  ])('%s is no admonition', (name, near) => {
    const message = `1:4 there is no admonition "${name}": it is shown as a note`;
    expect(problems(`:::${name}\na\n:::`)).toEqual([[message, `did you mean "${near}"?`]]);
  });

  it('report a group of tabs that is misspelled once', () => {
    const tab = ':::tab[A]\na\n:::\n';
    expect(problems(`::::tabss\n${tab}${tab}::::`)).toEqual([
      ['1:5 there is no admonition "tabss": it is shown as a note', 'did you mean ":::tabs"?'],
    ]);
    expect(problems(`::::tab\n${tab}${tab}::::`)).toEqual([
      ['1:5 a tab is outside of a group of tabs', 'did you mean ::::tabs?'],
    ]);
  });
});

it.each([
  ['Tabs', 'write ::::tabs around blocks of :::tab[Label]'],
  ['Callout', 'write :::note (or tip, info, warning, danger), and ::: where it ends'],
  ['Other', 'write :::Other{…} or ::Other{…}, or name the file .mdx'],
])('says how to replace the component <%s>', (name, hint) => {
  expect(problems(`a <${name}>b</${name}>`)).toEqual([
    [`1:3 the component <${name}> is not rendered; its content is shown`, hint],
  ]);
});

it('reports a page without content, unless it is a draft', () => {
  const hint = 'write a heading and text, or delete the file';
  expect(problems('')).toEqual([['1:1 the page has no content', hint]]);
  expect(problems('---\ntitle: A\n---\n\n')).toEqual([['3:4 the page has no content', hint]]);
  expect(problems('---\ndraft: true\n---\n')).toEqual([]);
});
