import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type LoadedPlugin, PLUGIN } from '../../../../src/config/plugins.ts';
import { definePlugin, type Plugin } from '../../../../src/index.ts';
import type { ParsedDoc } from '../../../../src/markdown/parsed-doc.ts';
import { html, parse } from '../support/parse.ts';

function loaded(plugin: Partial<Plugin>): LoadedPlugin {
  return v.parse(PLUGIN, definePlugin({ name: 'test', ...plugin }));
}

function parseWith(plugin: Partial<Plugin>, text: string): ParsedDoc {
  return parse(text, { plugins: [loaded(plugin)] });
}

/** Code, location and message of each diagnostic. */
function problems(doc: ParsedDoc): string[] {
  return doc.diagnostics.map(
    ({ code, location, message }) => `${location?.line}:${location?.column} ${code} ${message}`,
  );
}

describe('blocks', () => {
  const chart: Plugin['blocks'] = {
    chart: (given) => `<pre>${JSON.stringify(given)}</pre>`,
  };

  it('are given name, label, options, source and location', () => {
    const text = '# T\n\n:::chart[A *b* c]{size="3 em" wide n=4}\n1,2\n\n3,4\n:::\n\nafter';
    const doc = parseWith(
      { blocks: { chart: (given) => JSON.stringify({ ...given, content: '' }) } },
      text,
    );
    expect(html(doc)).toContain(
      JSON.stringify({
        label: 'A *b* c',
        options: { size: '3 em', wide: true, n: '4' },
        name: 'chart',
        content: '',
        source: '1,2\n\n3,4',
        file: 'content/docs/a.md',
        line: 3,
      }),
    );
    expect(problems(doc)).toEqual([]);
  });

  it('take one line or none', () => {
    const doc = parseWith(
      { blocks: chart },
      'text\n::chart[L]{a=1}\ntext ::chart\n\n:::chart\n:::',
    );
    expect(html(doc).match(/"source":"","file":"content\/docs\/a.md","line":\d/g)).toEqual([
      '"source":"","file":"content/docs/a.md","line":2',
      '"source":"","file":"content/docs/a.md","line":5',
    ]);
    expect(html(doc)).toContain('text ::chart');
    expect(html(parse('::chart[L]'))).toBe('<p>::chart[L]</p>\n');
  });

  it('contain Markdown with links, headings and other blocks', () => {
    const blocks: Plugin['blocks'] = {
      box: ({ content, label }) =>
        `<section title="${label}"><a href="/x">x</a>${content}</section>`,
    };
    const text =
      '[a](a.md)\n\n::::box[One]\n## In it\n\n[b](b.md)\n\n:::box[Two]\n- [c](c.md)\n:::\n::::\n\n[d](d.md)';
    const doc = parseWith({ blocks }, text);
    expect(doc.links.map(({ href, location }) => [href, location.line])).toEqual([
      ['a.md', 1],
      ['/x', 3],
      ['b.md', 7 - 1],
      ['/x', 8],
      ['c.md', 9],
      ['d.md', 13],
    ]);
    expect(doc.headings.map(({ id }) => id)).toEqual(['in-it']);
    expect(html(doc)).toMatch(
      /<section title="One"><a href="\/x">x<\/a>.*<h2 id="in-it">[^]*<section title="Two">[^]*<li>[^]*<\/section><\/section>/,
    );
    expect(problems(doc)).toEqual([]);
  });

  it('close raw HTML of their content in it', () => {
    const doc = parseWith(
      { blocks: { box: ({ content }) => `<div>${content}</div>` } },
      ':::box\n<b>bold\n:::\n\nafter',
    );
    expect(html(doc)).toBe('<div><p><b>bold</b></p>\n</div><p>after</p>\n');
  });

  it('have styles as classes, and their text and ids are those of the page', () => {
    const blocks = { box: () => '<p id="a" style="color:red">Red text</p>' };
    const doc = parseWith({ blocks }, '::box');
    expect(html(doc)).toMatch(/^<p class="s-[0-9a-f]{8}" id="a">Red text<\/p>$/);
    expect(doc.css).toMatch(/^\.s-[0-9a-f]{8}:not\(#dw-none\)\{color:red\}\n$/);
    expect(doc.ids).toEqual(['a']);
    expect(doc.sections.map(({ text }) => text)).toEqual(['Red text']);
  });

  it('report what the policy blocks', () => {
    const blocks = {
      box: () =>
        '<script>1</script><p onclick="x()" style="background:url(https://a.test/x)">x</p>',
    };
    expect(problems(parseWith({ blocks }, 'x\n\n::box'))).toEqual([
      '3:3 content-policy <script> of the plug-in "test" (blocks.box) is blocked by the content security policy',
      '3:3 content-policy the attribute onclick of the plug-in "test" (blocks.box) is blocked by the content security policy',
      '3:3 content-policy the style "background:url(https://a.test/x)" was left out',
    ]);
  });

  it('show their source where the plug-in fails', () => {
    const throwing = {
      box: () => {
        throw new TypeError('no\nstack');
      },
    };
    const doc = parseWith({ version: '1.2', blocks: throwing }, ':::box\n<b> *x*\n:::\n\nafter');
    expect(problems(doc)).toEqual([
      '1:4 plugin-error the plug-in "test" 1.2 (blocks.box) throws: TypeError: no',
    ]);
    expect(html(doc)).toContain('<code>&lt;b&gt; *x*</code>');
    expect(html(doc)).toContain('<p>after</p>');
    const twice = { box: ({ content }: { content: string }) => content + content };
    expect(problems(parseWith({ blocks: twice }, ':::box\nx\n:::'))).toEqual([
      '1:4 plugin-error the plug-in "test" (blocks.box) throws: the HTML contains the content twice',
    ]);
  });
});

describe('fences', () => {
  it('render code blocks of their language, whose code is searched', () => {
    const fences: Plugin['fences'] = {
      math: (given) => `<div>${JSON.stringify(given)}</div>`,
    };
    const doc = parseWith(
      { fences },
      '- x\n\n  ```Math title="T" wide\n  a < b\n  ```\n\n```js\n1\n```',
    );
    const given = {
      code: 'a < b',
      language: 'Math',
      meta: 'title="T" wide',
      title: 'T',
      file: 'content/docs/a.md',
      line: 3,
    };
    expect(html(doc)).toContain(`<div>${JSON.stringify(given)}</div>`);
    expect(html(doc)).toContain('<code class="language-js">');
    expect(doc.sections.map(({ text }) => text)).toEqual(['x a < b 1']);
    expect(problems(doc)).toEqual([]);
  });

  it.each([
    ['a promise', Promise.resolve('')],
    ['undefined', undefined],
    ['null', null],
    ['number', 1],
  ])('report %s in place of HTML', (name, value) => {
    // What a configuration in JavaScript may return.
    const fences = JSON.parse('{}');
    fences.x = () => value;
    const doc = parseWith({ fences }, '```x\ncode\n```');
    expect(problems(doc)).toEqual([
      `1:1 plugin-error the plug-in "test" (fences.x) returns ${name}, expected HTML or a component`,
    ]);
    expect(html(doc)).toContain('<code>code</code>');
  });
});

describe('languages', () => {
  const letters = { letter: { pattern: /[a-z]+/, alias: 'keyword' } };

  it('highlight code by their grammar', () => {
    const languages: Plugin['languages'] = {
      one: { grammar: letters, aliases: ['uno'], title: 'The first' },
      two: (Prism) => {
        Prism.languages['two'] = letters;
      },
      three: {
        requires: ['javascript'],
        grammar: (Prism) => {
          Prism.languages['three'] = Prism.languages.extend('javascript', letters);
        },
      },
    };
    const doc = parseWith({ languages }, '```uno\nab 1\n```\n```two\ncd\n```\n```three\n"a"\n```');
    expect(problems(doc)).toEqual([]);
    expect(html(doc)).toContain('<span class="t-k">ab</span> 1');
    expect(html(doc)).toContain('aria-label="Code: The first"');
    expect(html(doc)).toContain('<span class="t-k">cd</span>');
    expect(html(doc)).toContain('<span class="t-s">');
  });

  it.each([
    [
      'throws: no',
      {
        grammar: () => {
          throw new Error('no');
        },
      },
    ],
    ['throws: Prism.languages has no "x" afterwards', { grammar: () => {} }],
    ['throws: Prism has no language "klingon"', { grammar: {}, requires: ['klingon'] }],
  ] as const)('show plain code where a grammar %s', (message, x) => {
    const doc = parseWith({ languages: { x } }, '```x\na < b\n```');
    expect(problems(doc)).toEqual([`1:4 plugin-error the plug-in "test" (languages.x) ${message}`]);
    expect(html(doc)).toContain('a &lt; b</code>');
  });
});

describe('markdown', () => {
  const dollars: Plugin['markdown'] = (md) => {
    md.inline.ruler.before('escape', 'dollars', (state, silent) => {
      const end = state.src.indexOf('$', state.pos + 1);
      if (state.src[state.pos] !== '$' || end < 0) return false;
      const text = state.src.slice(state.pos + 1, end);
      if (text === 'throw') throw new Error('in the rule');
      if (!silent) state.push('dollars', '', 0).content = text;
      state.pos = end + 1;
      return true;
    });
    md.renderer.rules['dollars'] = (tokens, index) => {
      const { content = '' } = tokens[index] ?? {};
      if (content === 'render') throw new Error('in the renderer');
      return `<b style="top:0">${content}</b>`;
    };
  };

  it('adds rules and their output, with styles as classes', () => {
    const doc = parseWith({ markdown: dollars }, 'a $x$ [b](c.md)');
    expect(html(doc)).toMatch(/^<p>a <b class="s-\w{8}">x<\/b> <a href="c.md">b<\/a><\/p>\n$/);
    expect(doc.css).toContain('{top:0}');
    expect(problems(doc)).toEqual([]);
  });

  it('has its text in the search, in headings and in their ids', () => {
    const doc = parseWith({ markdown: dollars }, '# T\n\n## The $x$ axis\n\nis $y$');
    expect(doc.headings[1]).toMatchObject({ id: 'the-x-axis', text: 'The x axis' });
    expect(doc.sections.map(({ title, text }) => [title, text])).toEqual([
      ['T', ''],
      ['The x axis', 'is y'],
    ]);
  });

  it('leaves the sanitizer to raw HTML of authors', () => {
    expect(html(parseWith({ markdown: dollars }, '<b style="top:0">x</b>'))).toBe(
      '<p><b>x</b></p>\n',
    );
  });

  it('reports rules that throw once, and goes on', () => {
    const doc = parseWith({ markdown: dollars }, 'x\n\na $throw$ *c*\n\n- $render$ $x$');
    expect(problems(doc)).toEqual([
      '3:3 plugin-error the plug-in "test" (markdown) throws: in the rule',
      '5:1 plugin-error the plug-in "test" (markdown) throws: in the renderer',
    ]);
    expect(html(doc)).toContain('<p>a $throw$ <em>c</em></p>');
    expect(html(doc)).toMatch(/<li><code>render<\/code> <b class="s-\w{8}">x<\/b>/);
  });

  it('reports block rules and rules of the whole page that throw', () => {
    const markdown: Plugin['markdown'] = (md) => {
      md.block.ruler.before('paragraph', 'broken', (state, line) => {
        state.push('broken_open', 'div', 1);
        throw new Error(`block in line ${line}`);
      });
      md.core.ruler.push('whole', () => {
        throw new Error('core');
      });
    };
    const doc = parseWith({ markdown }, '# T\n\ntext');
    expect(problems(doc)).toEqual([
      '1:1 plugin-error the plug-in "test" (markdown) throws: core',
      '3:1 plugin-error the plug-in "test" (markdown) throws: block in line 2',
    ]);
    expect(html(doc)).toContain('<p>text</p>');
  });
});

describe('HTML of a plug-in', () => {
  it.each([
    '</article></main><p>a</p>',
    '</div><p>a</p>',
    '<div>',
    '<b>a',
    '<table><a href="/">',
    '<!-- a',
    '<textarea>',
    '<p title="a',
  ])('that changes the elements around it is an error: %s', (written) => {
    const doc = parseWith({ fences: { x: () => written } }, '# T\n\n```x\na\n```\n\nafter');
    expect(problems(doc)).toEqual([
      '3:1 plugin-error the plug-in "test" (fences.x) returns HTML that changes the elements around it',
    ]);
    expect(html(doc)).toContain('<p>after</p>');
    expect(html(doc)).not.toContain(written);
  });

  it('that does not is kept', () => {
    const written = '<p>a<p>b<svg><path d=""/></svg><table><tr><td>c</table><!-- d -->';
    const doc = parseWith({ fences: { x: () => written } }, '```x\n```\n');
    expect([problems(doc), html(doc)]).toEqual([[], written]);
  });
});
