import { describe, expect, it } from 'vitest';
import { findings, html, parse } from './support/parse.ts';

describe('headings', () => {
  it('have unique GitHub slugs, also among strange names', () => {
    const text =
      '# A B!\n\n## A  b\n\n## a b\n\n## __proto__\n\n## constructor\n\n## constructor\n\n## 日本 é\n\n## !\n\n## `x`__y';
    expect(parse(text).ids).toEqual([
      'a-b',
      'a--b',
      'a-b-1',
      'proto',
      'constructor',
      'constructor-1',
      '日本-é',
      'section',
      'x__y',
    ]);
  });

  it('take an explicit id, which is not shown', () => {
    const doc = parse('## Set *up* {#setup}\n\n## Setup\n\n### x {#setup}');
    expect(doc.headings.map(({ id, text }) => [id, text])).toEqual([
      ['setup', 'Set up'],
      ['setup-1', 'Setup'],
      ['setup', 'x'],
    ]);
    expect(findings(doc)).toEqual(['duplicate-heading-id 5:9']);
  });

  it('show braces that are no id, with a warning unless they are escaped', () => {
    for (const braces of ['{#}', '{#a b}', '{#a"b}', '{#*a*}']) {
      const doc = parse(`text\n\n## x ${braces}`);
      expect([findings(doc), doc.headings[0]?.text]).toEqual([
        ['heading-id 3:6'],
        `x ${braces.replaceAll('*', '')}`,
      ]);
    }
    for (const [text, shown] of [
      ['\\{#a}', '{#a}'],
      ['x &#123;#a}', 'x {#a}'],
      ['`{#a}`', '{#a}'],
      ['{#a} b', '{#a} b'],
    ]) {
      const doc = parse(`## ${text}`);
      expect([doc.headings[0]?.text, findings(doc)]).toEqual([shown, []]);
    }
    expect(parse('## x \\\\{#a}').ids).toEqual(['a']);
  });

  it('leave ids of the page and of footnotes alone', () => {
    const text = '# Main\n\n## dw-root\n\n## DW root\n\n## fn1\n\n## fnref1\n\na[^1]\n\n[^1]: b';
    expect(parse(text).ids).toEqual([
      'main',
      '_dw-root',
      '_dw-root-1',
      'fn1-1',
      'fnref1-1',
      'fnref1',
      'fn1',
    ]);
    expect(parse('## fn1').ids).toEqual(['fn1']);
    const written = '## a {#main}\n\n<i id="page-data"></i>\n\n<i id="fn1"></i>[^1]\n\n[^1]: b';
    expect(findings(parse(written))).toEqual(['duplicate-id 5:8']);
  });

  it('never begin as those of the page around the content do, however they are written', () => {
    const doc = parse(
      '## a {#dw-root}\n\n<i id="DW-x">b</i> <a name="dw-main">c</a>\n\n<p id="&#100;w-y">d</p>\n',
    );
    expect(findings(doc)).toEqual([
      'reserved-id 1:8',
      'reserved-id 3:8',
      'reserved-id 3:29',
      'reserved-id 5:8',
    ]);
    expect(html(doc)).not.toMatch(/ (?:id|name)="(?:dw|&)/i);
    expect(html(doc)).toContain('<h2 id="_dw-root">');
  });

  it('have markup without links for the table of contents', () => {
    const text = '## [a](b.md) `c<` **d** ![e](f.png) <i>g</i>[^1]\n\n[^1]: h';
    expect(parse(text).headings[0]?.html).toBe('a <code>c&lt;</code> <strong>d</strong> e g');
  });

  it('link to themselves next to their name, except for the h1', () => {
    expect(html(parse('# A\n\n## B "c"'))).toBe(
      '<h1 id="a">A</h1>\n<div class="heading heading-2"><h2 id="b-c">B &quot;c&quot;</h2>' +
        '<a class="heading-anchor" href="#b-c" aria-label="Link to this section: B &quot;c&quot;"></a></div>\n',
    );
  });
});

describe('title and description', () => {
  it('come from frontmatter, else from the text', () => {
    const doc = parse('## a\n\n> b\n\nc *d*\ne `f`\n\n# G');
    expect([doc.title, doc.hasTitleHeading, doc.description]).toEqual(['G', true, 'c d e f']);
    const given = parse('---\ntitle: t\ndescription: d\n---\na');
    expect([given.title, given.hasTitleHeading, given.description]).toEqual(['t', false, 'd']);
  });

  it('cuts the description between words', () => {
    const { description } = parse('word '.repeat(100));
    expect(description.length).toBeLessThanOrEqual(160);
    expect(description).toMatch(/^(?:word )+word…$/);
    expect(parse('a'.repeat(500)).description).toHaveLength(160);
  });
});

describe('sections', () => {
  const TEXT =
    'intro\n\n# Title\n\na `b`\n\n## Two [x](y.md)\n\n![alt](z.png)\n\n```js\nlet c = 1;\n```\n\n##### Five\n\nd\n\n<div>raw &amp; <b>e</b></div>';

  it('split at headings down to a level; deeper ones are text', () => {
    expect(parse(TEXT).sections).toEqual([
      { title: 'Title', level: 1, text: 'intro' },
      { anchor: 'title', title: 'Title', level: 1, text: 'a b' },
      {
        anchor: 'two-x',
        title: 'Two x',
        level: 2,
        text: 'alt let c = 1; Five d raw & e',
        headings: 'Five',
      },
    ]);
    expect(parse(TEXT, { searchHeadingLevel: 1 }).sections.map(({ anchor }) => anchor)).toEqual([
      undefined,
      'title',
    ]);
  });

  it('let a leading h1 be the title of the first one', () => {
    expect(parse('# A\n\nb').sections).toEqual([{ title: 'A', level: 1, text: 'b' }]);
    expect(parse('---\ntitle: T\n---\n# A\n\nb').sections).toEqual([
      { title: 'T', level: 1, text: 'A b' },
    ]);
  });
});

describe('references without a definition', () => {
  it('are reported in full and collapsed form, not in code', () => {
    const doc = parse('[a][b] ![c][d] [e] [f][] `[g][h]` [i][j]\n\n[j]: k.md\n\n    [l][m]');
    expect(findings(doc)).toEqual([
      'undefined-reference 1:5',
      'undefined-reference 1:13',
      'undefined-reference 1:21',
    ]);
  });
});

describe('footnotes', () => {
  it('may be defined on consecutive lines, after lists too', () => {
    for (const between of ['\n', '\n\n', '\n    more\n', '\n    - x\n']) {
      const doc = parse(`A[^1] b[^2]\n\n[^1]: One${between}[^2]: Two`);
      expect(html(doc).match(/<li id="fn\d"/g)).toEqual(['<li id="fn1"', '<li id="fn2"']);
      expect([html(doc).includes('[^'), findings(doc)]).toEqual([false, []]);
    }
  });

  it('do not nest', () => {
    expect(html(parse('A[^1]\n\n[^1]: One\n    [^2]: Two'))).toContain('<p>One\n[^2]: Two');
  });

  it('are reported if they are not defined', () => {
    const doc = parse(
      'A[^1] *[^none]* `[^x]` \\[^y] [^z](w)\n\n| b |\n|---|\n| [^1] [^lost] |\n\n[^1]: c',
    );
    expect(findings(doc)).toEqual(['undefined-reference 1:9', 'undefined-reference 5:9']);
    expect(findings(parse('[^a]'))).toEqual(['undefined-reference 1:2']);
  });
});

describe('directives', () => {
  it('end after a list without a blank line', () => {
    for (const list of [
      '- a',
      '1. a',
      '- a\n  - b',
      '- a\n\n  b',
      '- > a',
      '1. a\n   - b\n     1. c',
    ]) {
      const doc = parse(`:::note\n${list}\n:::\nafter`);
      expect(html(doc)).toMatch(/<\/[ou]l>\n<\/aside>\n<p>after<\/p>\n$/);
      expect(findings(doc)).toEqual([]);
    }
  });

  it('report unknown types with the nearest one', () => {
    const doc = parse('::: warnign\na\n:::');
    expect(findings(doc)).toEqual(['unknown-admonition 1:5']);
    expect(doc.diagnostics[0]?.hint).toBe('did you mean ":::warning"?');
  });

  it('report unclosed blocks, also the inner of two', () => {
    expect(findings(parse(':::note\na'))).toEqual(['unclosed-directive 1:4']);
    expect(findings(parse('::::note\n:::tip\na\n::::\n\nb'))).toEqual(['unclosed-directive 2:4']);
    expect(findings(parse('- :::note\n  a\n\n:::'))).toEqual(['unclosed-directive 1:6']);
    expect(findings(parse(':::note'))).toEqual(['unclosed-directive 1:4']);
  });
});

describe('hostile input', () => {
  it('is reported if blocks are nested too deep', () => {
    const deepList = Array.from({ length: 800 }, (_, depth) => `${'  '.repeat(depth)}- a`).join(
      '\n',
    );
    expect(findings(parse(`a\n\n${'> '.repeat(5000)}x`))).toEqual(['markdown-budget 3:201']);
    expect(findings(parse(deepList))).toEqual(['markdown-budget 50:101']);
    expect(findings(parse(`${'> '.repeat(98)}x`))).toEqual([]);
  });

  it('is refused by a count of steps, not by time', () => {
    for (const text of ['!['.repeat(30_000), '^['.repeat(30_000), '['.repeat(60_000)]) {
      const doc = parse(text);
      expect(findings(doc)).toEqual(['markdown-budget 1:1']);
      expect([doc.chunks, doc.links]).toEqual([[''], []]);
    }
  });

  it('is refused above 2 MiB', () => {
    expect(findings(parse('word word\n\n'.repeat(200_000)))).toEqual(['markdown-budget 1:1']);
    expect(parse('word word\n\n'.repeat(20_000)).diagnostics).toEqual([]);
  });

  it('leaves the parser fit for the next file', async () => {
    const { parser, parseWith } = await import('./support/parse.ts');
    const shared = parser();
    const text = ':::note\n[a](b.md) ^[c [d](e.md)]\n:::';
    parseWith(shared, `:::note\n${'!['.repeat(30_000)}`);
    expect(parseWith(shared, text)).toEqual(parse(text));
  });
});
