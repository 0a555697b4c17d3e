import { describe, expect, it } from 'vitest';
import { readMdx } from '../support/mdx.ts';

interface Case {
  readonly html: string;
  readonly problems: readonly string[];
}

const CASES: Readonly<Record<string, readonly [text: string, read: Case]>> = {
  'a brace that is text': [
    'a {b c} d {e}',
    {
      html: '<p>a {b c} d {e}</p>',
      problems: ['1:6 the expression cannot be read: unexpected "c"'],
    },
  ],
  'a regular expression that is nested too deep': [
    `{/${'(a'.repeat(8_000)}${')'.repeat(8_000)}/}`,
    {
      html: `<p>{/${'(a'.repeat(8_000)}${')'.repeat(8_000)}/}</p>`,
      problems: ['1:2 the expression cannot be read: it is nested too deep'],
    },
  ],
  'a brace that never closes': [
    'a { b\n\n*c*',
    {
      html: '<p>a { b</p><p><em>c</em></p>',
      problems: ['1:3 the expression that begins here is never closed'],
    },
  ],
  'a brace that never closes, before text': [
    '{a.map(\n\nb c',
    {
      html: '<p>{a.map(</p><p>b c</p>',
      problems: ['1:1 the expression that begins here is never closed'],
    },
  ],
  'a brace that never closes, before another expression': [
    '{\n\n<B>{"}"}',
    {
      html: '<p>{</p><B></B>{"}"}',
      problems: ['3:1 <B> is never closed', '1:1 the expression that begins here is never closed'],
    },
  ],
  'an error after a blank line': [
    '{a.map(b => (\n\n  <C>{b c}</C>\n))}\n\nd',
    {
      html: '<p>{a.map(b =&gt; (</p><p><C>{b c}</C>\n))}</p><p>d</p>',
      problems: ['3:9 the expression cannot be read: unexpected "c"'],
    },
  ],
  'a comment that never closes': [
    'a {/* b\n\nc',
    {
      html: '<p>a {/* b</p><p>c</p>',
      problems: ['1:3 the expression that begins here is never closed'],
    },
  ],
  'a statement': [
    'a {const b = 1} c',
    {
      html: '<p>a {const b = 1} c</p>',
      problems: ['1:4 the expression cannot be read: unexpected "const"'],
    },
  ],
  'an error in an attribute': [
    'a <B c={d e} f="g">h</B>',
    {
      html: '<p>a <B f="g">h</B></p>',
      problems: ['1:11 an attribute of <B> cannot be read: unexpected "e"'],
    },
  ],
  'an attribute that is no spread': [
    '<B {c} d />\n\na',
    {
      html: '<B d></B><p>a</p>',
      problems: ['1:5 an attribute of <B> cannot be read: unexpected "c"'],
    },
  ],
  'an empty value': [
    '<B c={} />',
    {
      html: '<B></B>',
      problems: ['1:6 an attribute of <B> cannot be read: the value of "c" is empty'],
    },
  ],
  'an element without braces': [
    'a <B c=<d/> /> e',
    {
      html: '<p>a &lt;B c=<d></d> /&gt; e</p>',
      problems: ['1:8 the tag <B> cannot be read: an element as a value needs braces'],
    },
  ],
  'a quote that never closes': [
    'a <B c="d>e</B>',
    {
      html: '<p>a &lt;B c=&quot;d&gt;e</p>',
      problems: [
        '1:8 the tag <B> cannot be read: the text in quotes never ends',
        '1:12 </B> closes nothing that is open here',
      ],
    },
  ],
  'an attribute that never ends, in a quote': [
    '> a <B c={d e',
    {
      html: '<blockquote><p>a &lt;B c={d e</p></blockquote>',
      problems: ['1:13 the tag <B> cannot be read: unexpected "e"'],
    },
  ],
  'attributes of Vue': [
    '<B @click="c" :d="e" f>\ng\n</B>',
    {
      html: '<B f><p>g</p></B>',
      problems: [
        '1:4 an attribute of <B> cannot be read: "@click" is no name of an attribute',
        '1:15 an attribute of <B> cannot be read: ":d" is no name of an attribute',
      ],
    },
  ],
  'an element that is never closed': [
    'a <B> c\n\n<D>\n\ne',
    {
      html: '<p>a <B> c</B></p><D></D><p>e</p>',
      problems: ['3:1 <D> is never closed', '1:3 <B> is never closed'],
    },
  ],
  'a tag without a start': [
    'a </B> c\n\n</D>',
    {
      html: '<p>a  c</p>',
      problems: [
        '3:1 </D> closes nothing that is open here',
        '1:3 </B> closes nothing that is open here',
      ],
    },
  ],
  'tags in the wrong order': [
    '<A>\n<B>\n</A>\n</B>',
    {
      html: '<A><B></B></A>',
      problems: ['2:1 <B> is never closed', '4:1 </B> closes nothing that is open here'],
    },
  ],
  'an element that leaves its item': [
    '- <A>\n  b\n\n</A>',
    {
      html: '<ul><li><A></A>b</li></ul>',
      problems: ['1:3 <A> is never closed', '4:1 </A> closes nothing that is open here'],
    },
  ],
  'an element that leaves its quote': [
    '> <A>\n> b\n\n</A>',
    {
      html: '<blockquote><A></A><p>b</p></blockquote>',
      problems: ['1:3 <A> is never closed', '4:1 </A> closes nothing that is open here'],
    },
  ],
  'an element that leaves a link': [
    'a [b <C> d](e) </C> f',
    { html: '<p>a <a>b  d</a>  f</p>', problems: ['1:6 <C> is never closed'] },
  ],
  'an error in a quote': [
    '> - a {b\n>   c} d',
    {
      html: '<blockquote><ul><li>a {b\nc} d</li></ul></blockquote>',
      problems: ['2:5 the expression cannot be read: unexpected "c"'],
    },
  ],
  'an error in a cell': [
    '| a |\n|---|\n| {b c} |',
    {
      html: '<div><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>{b c}</td></tr></tbody></table></div>',
      problems: ['3:6 the expression cannot be read: unexpected "c"'],
    },
  ],
  'an error in a heading': [
    '## a {b c} d',
    {
      html: '<h2>a {b c} d</h2>',
      problems: ['1:9 the expression cannot be read: unexpected "c"'],
    },
  ],
};

describe('mistakes in MDX', () => {
  it.each(Object.entries(CASES))('%s', (_, [text, { html, problems }]) => {
    const read = readMdx(text);
    expect({ html: read.html, problems: read.problems }).toEqual({ html, problems });
  });
});

it('says so where braces are no longer read', () => {
  const { problems } = readMdx('< { '.repeat(10_000));
  expect(problems).toEqual([
    '1:3 the expression cannot be read: too many expressions of this file are wrong',
  ]);
});

it('reads an expression of any length', () => {
  const long = `{${JSON.stringify('a b '.repeat(50_000))}}`;
  const read = readMdx(`<B c=${long} />\n\n${long}\n\n{d}`);
  expect(read.problems).toEqual([]);
});

describe('the work to read hostile text', () => {
  const texts = [
    '{',
    '{a',
    '{[',
    '{(`',
    '`{',
    '{/*',
    '{//\n',
    '{"',
    "{'a\n",
    '{a b} ',
    '{<a>',
    '<a ',
    '<a {',
    '<a {...b ',
    '<a b={',
    '<a b="',
    "<a b='\n",
    '<a b=c ',
    '<A>',
    '</A>',
    '<A>\n',
    '<A>\n\n',
    '<A>a ',
    '> <A>\n',
    '> {a\n\n',
    '- <A>\n',
    '<A\n',
    '<!--',
    'export const a = [\n\n',
    'export const a = <A\n\n',
    'export const a = /*\n\n',
    'export const a = `\n\n',
    'import a from "b"\n?\n\n',
    '`` <A> ` ',
  ];
  it.each(texts)('grows with its length: %j', (text) => {
    const steps = [300, 600, 1_200].map((count) => readMdx(text.repeat(count)).session.steps);
    const [first = 0, second = 0, third = 0] = steps;
    // Failed readings have a fixed budget.
    expect(third - second).toBeLessThan(2.5 * (second - first) + 40_000);
    expect(third).toBeLessThan(300_000);
  });

  it('is bounded for nested elements and long lines', () => {
    const nested = (count: number): string => `${'<A>\n'.repeat(count)}${'</A>\n'.repeat(count)}`;
    for (const text of [nested(1_000), '<A>'.repeat(10_000), '< { '.repeat(10_000)])
      expect(readMdx(text).session.steps).toBeLessThan(600_000);
  });
});
