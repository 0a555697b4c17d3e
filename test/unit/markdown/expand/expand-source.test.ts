import { describe, expect, it } from 'vitest';
import type { ReadInclude } from '../../../../src/content/include-file.ts';
import { createDocParser, type MarkdownSettings } from '../../../../src/markdown/parse-doc.ts';
import type { ParsedDoc } from '../../../../src/markdown/parsed-doc.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';
import { html } from '../support/parse.ts';

type Files = Readonly<Record<string, string>>;

/** Reads from memory; lines and regions are those of the reader of files. */
const reader =
  (files: Files): ReadInclude =>
  (_, { path, dedent }) => {
    const name = path.replace(/^(?:\.\/|_shared\/)+/, '');
    const written = files[name];
    const absolute = `/site/_shared/${name}`;
    if (written === undefined)
      return { ok: false, code: 'include-not-found', message: `no ${path}`, absolute };
    const indent = dedent === true ? (/^ */.exec(written)?.[0].length ?? 0) : 0;
    const lines = written
      .split('\n')
      .map((text, index) => ({ text: text.slice(indent), line: index + 1 }));
    const text = lines.map((line) => line.text).join('\n');
    return { ok: true, absolute, file: toFilePath(`_shared/${name}`), lines, indent, text };
  };

function parse(
  text: string,
  files: Files = {},
  settings: Partial<MarkdownSettings> = {},
): ParsedDoc {
  return createDocParser(
    { html: 'sanitize', searchHeadingLevel: 4, ...settings },
    { readInclude: reader(files) },
  ).parse(toFilePath('a.md'), text);
}

const found = (doc: ParsedDoc): string[] =>
  doc.diagnostics.map(
    ({ code, message, location }) =>
      `${location?.file}:${location?.line}:${location?.column} ${code} ${message}`,
  );

/** The text of an article without tags. */
const text = (doc: ParsedDoc): string =>
  html(doc)
    .replace(/<[^>]*>/g, '')
    .trim();

describe('code blocks with a file', () => {
  it('show the file, without its indentation and with the options of the block', () => {
    const doc = parse('```ts file="client.ts" title="Client" {2}\n```\n\nAfter\n', {
      'client.ts': '  const a = 1;\n  const b = 2;',
    });
    expect(html(doc)).toContain('<figcaption>Client</figcaption>');
    expect(html(doc)).toMatch(/<span class="line">.*<span class="line hl">/s);
    expect(text(doc)).toBe('Clientconst a = 1;\nconst b = 2;\n\nAfter');
    expect(doc.includes).toEqual(['/site/_shared/client.ts']);
    expect(found(doc)).toEqual([]);
  });

  it('show fences and containers of the file as code', () => {
    const doc = parse('- item\n\n  ```md file="x.md"\n  ```\n\n  more\n', {
      'x.md': '# T\n\n```js\n1\n```',
    });
    expect(text(doc)).toBe('item\n# T\n\n```js\n1\n```\nmore');
    expect(html(doc)).toMatch(/<figure.*<\/figure>\s*<p>more<\/p>\s*<\/li>/s);
  });

  it('keep their content, and report the option', () => {
    const doc = parse('```ts file="client.ts"\ncontent\n```\n', { 'client.ts': 'x' });
    expect(text(doc)).toBe('content');
    expect(found(doc)).toEqual(['a.md:1:7 code-options the code block option "file" is not known']);
  });

  it('report a missing file at its path', () => {
    expect(found(parse('# A\n\n```ts file="none.ts"\n```\n'))).toEqual([
      'a.md:3:13 include-not-found no none.ts',
    ]);
  });
});

describe('partials', () => {
  it.each(['<Include file="_shared/note.md" />', '::include{file="_shared/note.md"}'])(
    'insert the Markdown of a file: %s',
    (include) => {
      const doc = parse(`# A\n\nBefore\n${include}\nAfter\n`, {
        'note.md': '---\ntitle: Note\n---\n## Part\n\n[x](./x.md) and **bold**.',
      });
      expect(doc.headings.map(({ id, line, file }) => [id, line, file])).toEqual([
        ['a', 1, undefined],
        ['part', 4, '_shared/note.md'],
      ]);
      expect(html(doc)).toContain('<p>Before</p>');
      expect(html(doc)).toContain('<p>After</p>');
      expect(doc.links).toEqual([
        expect.objectContaining({
          base: '_shared/note.md',
          location: expect.objectContaining({ file: '_shared/note.md', line: 6, column: 5 }),
        }),
      ]);
      expect(doc.sections.map(({ text: words }) => words).join(' ')).toContain('bold');
    },
  );

  it('stay in the list item or quote that includes them', () => {
    const doc = parse('> <Include file="note.md" />\n\n- <Include file="note.md" />\n- two\n', {
      'note.md': 'One\n\nTwo',
    });
    expect(html(doc)).toMatch(/<blockquote>\s*<p>One<\/p>\s*<p>Two<\/p>\s*<\/blockquote>/);
    expect(html(doc)).toMatch(/<li>\s*<p>One<\/p>\s*<p>Two<\/p>\s*<\/li>/);
  });

  it('take parameters, also without variables of the site', () => {
    const doc = parse('<Include file="note.md" name="Ada > Bob" />\n', {
      'note.md': 'Hello {{ name }}, {{ other }}',
    });
    expect(text(doc)).toBe('Hello Ada &gt; Bob, {{ other }}');
    expect(found(doc)).toEqual([
      '_shared/note.md:1:19 foreign-syntax the variable is shown as text (included by a.md:1)',
    ]);
  });

  it('need a file; an element without one is a component of another tool', () => {
    expect(found(parse('A\n\n::include{name="x"}\n'))).toEqual([
      'a.md:3:1 include-not-found the include names no file',
    ]);
    expect(parse('<Include src="x" />\n').diagnostics.map(({ code }) => code)).not.toContain(
      'include-not-found',
    );
  });

  it('are not inserted in code', () => {
    const include = '<Include file="note.md" />';
    const doc = parse(`\`\`\`md\n${include}\n\`\`\`\n\n    ${include}\n`, { 'note.md': 'X' });
    expect(doc.includes).toEqual([]);
  });

  it('have their problems reported in both files', () => {
    const doc = parse('# A\n\n<Include file="note.md" />\n\n:::nope\nx\n:::\n', {
      'note.md': 'x\n\n:::nope\ny\n:::',
    });
    expect(found(doc).map((line) => line.replace(/ unknown-admonition /, ' '))).toEqual([
      expect.stringMatching(/^_shared\/note.md:3:4 .* \(included by a\.md:3\)$/),
      expect.stringMatching(/^a\.md:5:4 (?!.*included by)/),
    ]);
  });

  it('must not include themselves', () => {
    const doc = parse('<Include file="a.md" />\n', {
      'a.md': 'A\n\n<Include file="b.md" />',
      'b.md': 'B\n\n<Include file="a.md" />',
    });
    expect(text(doc)).toMatch(/^A\s+B$/);
    expect(found(doc)).toEqual([
      '_shared/b.md:3:1 include-cycle "a.md" includes itself (included by a.md:1)',
    ]);
  });

  it('stop at the budget when each includes several', () => {
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => {
        const include = `<Include file="${index + 1}.md" />\n`;
        return [`${index}.md`, include.repeat(10)];
      }),
    );
    const doc = parse('<Include file="0.md" />\n', files);
    expect(doc.diagnostics.map(({ code }) => code)).toContain('markdown-budget');
  });
});

describe('parts of a large file', () => {
  it('stop at the budget, at the include', () => {
    const part = { absolute: '/site/a.js', file: toFilePath('a.js'), indent: 0, text: 'a' };
    const readInclude: ReadInclude = () => ({
      ...part,
      ok: true,
      lines: [{ text: 'a', line: 1 }],
      read: 2_000_000,
    });
    const parser = createDocParser({ html: 'sanitize', searchHeadingLevel: 4 }, { readInclude });
    const include = '```js file="a.js#part"\n```\n';
    const doc = parser.parse(toFilePath('a.md'), include.repeat(20));
    expect(found(doc).map((line) => line.split(' ', 2).join(' '))).toEqual([
      'a.md:35:1 markdown-budget',
    ]);
  });
});

describe('variables', () => {
  const variables = { name: 'Ada', base: 'https://x.example.com/a', version: 2 };
  const shown = (markdown: string): string => html(parse(markdown, {}, { variables }));

  it('are replaced in text, destinations, attributes and titles', () => {
    expect(
      shown('# {{ name }}\n\n[go]({{ base }}/b) <a href="{{base}}/c">v{{ version }}</a>\n'),
    ).toMatch(
      /<h1 id="ada">Ada<\/h1>.*href="https:\/\/x\.example\.com\/a\/b".*href="https:\/\/x\.example\.com\/a\/c".*v2/s,
    );
    expect(shown(':::note Hi {{ name }}\nx\n:::\n')).toContain('Hi Ada');
    const doc = parse('---\ntitle: About {{ name }}\n---\n{{ title }}\n', {}, { variables });
    expect(doc.title).toBe('About Ada');
  });

  it('are text in code, unless the block asks for them', () => {
    const code = '`{{ name }}`\n\n```\n{{ name }}\n```\n\n    {{ name }}\n';
    expect(shown(code).match(/\{\{ name \}\}/g)).toHaveLength(3);
    expect(shown('```text variables\necho {{ name }} \\{{ name }}\n```\n')).toContain(
      'echo Ada {{ name }}',
    );
  });

  it('can be escaped', () => {
    expect(shown('\\{{ name }}\n')).toBe('<p>{{ name }}</p>\n');
  });

  it('come from the frontmatter too, and are off without a configuration', () => {
    const markdown = '---\nvariables:\n  name: Bob\n  own: me\n---\n{{ name }} {{ own }}\n';
    expect(shown(markdown)).toBe('<p>Bob me</p>\n');
    expect(html(parse('{{ name }}\n'))).toBe('<p>{{ name }}</p>\n');
  });

  it('are errors with the nearest name if they are unknown', () => {
    const doc = parse('Hi\n\n- x {{ nmae }}\n', {}, { variables });
    expect(found(doc)).toEqual(['a.md:3:5 unknown-variable there is no variable "nmae"']);
    expect(doc.diagnostics[0]?.hint).toBe('did you mean {{ name }}?');
  });

  it('keep the locations of what follows them in the line', () => {
    const [link] = parse('{{ name }} [x](./y.md)\n', {}, { variables }).links;
    expect(link?.location).toMatchObject({ line: 1, column: 16, endColumn: 22 });
  });
});
