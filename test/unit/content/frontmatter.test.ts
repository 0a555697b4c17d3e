import { describe, expect, it } from 'vitest';
import { findings, html, parse } from '../markdown/support/parse.ts';

function front(yaml: string): ReturnType<typeof parse> {
  return parse(`---\n${yaml}\n---\n\nbody\n`);
}

describe('frontmatter', () => {
  it('reads every key', () => {
    const doc = front(
      [
        'title: A title',
        'description: "d: e"',
        'slug: /x',
        'sidebar_label: L',
        'sidebar_position: 2.5',
        'sidebar: false',
        'tags: [a, 1.10]',
        'keywords:\n  - k',
        'image: /i.png',
        'draft: true',
        'unlisted: false',
        'hide_table_of_contents: true',
        'toc_min_heading_level: 2',
        'toc_max_heading_level: 4',
        'pagination_prev: a/b',
        'pagination_next: null',
        'links: { ignore: [./old/**, /x] }',
      ].join('\n'),
    );
    expect(doc.diagnostics).toEqual([]);
    expect(doc.frontmatter).toEqual({
      title: 'A title',
      description: 'd: e',
      slug: '/x',
      sidebar_label: 'L',
      sidebar_position: 2.5,
      sidebar: false,
      tags: ['a', '1.10'],
      keywords: ['k'],
      image: '/i.png',
      draft: true,
      unlisted: false,
      hide_table_of_contents: true,
      toc_min_heading_level: 2,
      toc_max_heading_level: 4,
      pagination_prev: 'a/b',
      pagination_next: null,
      links: { ignore: ['./old/**', '/x'] },
    });
  });

  it('takes patterns of links from the key "ignore" only', () => {
    for (const [value, finding] of [
      ['x', 'frontmatter-type 2:8'],
      ['[x]', 'frontmatter-type 2:8'],
      ['{ ignore: x }', 'frontmatter-type 2:18'],
      ['{ ignore: [[x]] }', 'frontmatter-type 2:19'],
      ['{ ignored: [x] }', 'frontmatter-unknown-key 2:10'],
    ]) {
      expect(findings(front(`links: ${value}`))).toEqual([finding]);
    }
  });

  it('keeps the source of texts', () => {
    for (const title of ['1.10', '2024-01-01', 'yes', 'null', 'true', '~', '0x1F']) {
      expect(front(`title: ${title}`).frontmatter).toEqual({ title });
    }
    expect(front("title: 'a ''b'").frontmatter).toEqual({ title: "a 'b" });
  });

  it('treats a key without a value as not given', () => {
    const doc = front('title:\ndraft:\ntags:');
    expect(doc.frontmatter).toEqual({});
    expect(doc.diagnostics).toEqual([]);
  });

  it('reports wrong types with location and expected type, and drops the value', () => {
    const doc = front('title: [a]\ndraft: yes\nsidebar: true\ntoc_max_heading_level: 9\ntags: a');
    expect(doc.frontmatter).toEqual({});
    expect(findings(doc)).toEqual([
      'frontmatter-type 2:8',
      'frontmatter-type 3:8',
      'frontmatter-type 4:10',
      'frontmatter-type 5:24',
      'frontmatter-type 6:7',
    ]);
    expect(doc.diagnostics[1]?.message).toBe(
      '"draft" must be true or false, but it is the text "yes"',
    );
  });

  it('warns of unknown keys, with the nearest one, else all', () => {
    const all = expect.stringMatching(/^known keys: title, description, .* …$/);
    const doc = front('section: 1\nsidebar_lable: x\n__proto__: 1\nconstructor: 2');
    expect(doc.diagnostics.map(({ code, severity, hint }) => [code, severity, hint])).toEqual([
      ['frontmatter-unknown-key', 'warning', all],
      ['frontmatter-unknown-key', 'warning', 'did you mean "sidebar_label"?'],
      ['frontmatter-unknown-key', 'warning', all],
      ['frontmatter-unknown-key', 'warning', all],
    ]);
  });

  it('names the dialect that reads a key or its value', () => {
    const hints = (yaml: string): readonly (string | undefined)[] =>
      front(yaml).diagnostics.map(({ severity, hint }) => `${severity}: ${hint}`);
    const remove = 'remove it, list it in frontmatter.ignore';
    expect(hints('sidebar:\n  order: 1\nhide:\n  - toc\npagefind: false')).toEqual([
      `warning: looks like VitePress or Starlight: write sidebar_position: 1, or add 'vitepress' or 'starlight' to markdown.dialects`,
      `warning: looks like MkDocs: write hide_table_of_contents: true, or add 'mkdocs' to markdown.dialects`,
      `warning: looks like Starlight: ${remove}, or add 'starlight' to markdown.dialects`,
    ]);
    expect(hints('tags: a, b\nlinks:\n  - a')).toEqual([
      'warning: write a list: tags: [a, b]',
      `warning: looks like MkDocs: ${remove}, or add 'mkdocs' to markdown.dialects`,
    ]);
  });

  it('ignores keys of the configuration', () => {
    const text = '---\nowner: a\ntitel: b\ndraft: 1\n---\n\nc';
    expect(findings(parse(text, { ignoredKeys: ['owner', 'draft'] }))).toEqual([
      'frontmatter-unknown-key 3:1',
    ]);
  });

  it('knows the location of each value', () => {
    const doc = parse('\ufeff---\r\ntitle: "A b"\r\nslug: x\r\n---\r\n');
    expect(doc.frontmatterLocations.get('slug')).toEqual({
      file: 'content/docs/a.md',
      line: 3,
      column: 7,
      endLine: 3,
      endColumn: 8,
    });
    expect(doc.frontmatterLocations.get('title')?.line).toBe(2);
  });

  it('ends with --- or ..., and is not shown', () => {
    expect(html(parse('---\ntitle: a\n...\nb'))).toBe('<p>b</p>\n');
    expect(html(parse('---\n---\nb'))).toBe('<p>b</p>\n');
    expect(parse('a\n\n---\ntitle: b\n---\n').frontmatter).toEqual({});
  });

  it('may have the end of a file that has nothing else', () => {
    const doc = parse('---\ntitle: a\n\ntags:\n  - b\n');
    expect([findings(doc), html(doc), doc.frontmatter]).toEqual([
      ['empty-page 5:6'],
      '',
      { title: 'a', tags: ['b'] },
    ]);
    expect(html(parse('---\ntitle: a'))).toBe('');
  });

  it('must be closed', () => {
    expect(findings(parse('---\ntitle: a\n\n# A\n'))).toEqual(['frontmatter-unclosed 1:1']);
    expect(findings(parse('---\ntitle: a\n\ntext'))).toEqual(['frontmatter-unclosed 1:1']);
  });

  it('must be valid: syntax, tabs, duplicates, kind', () => {
    expect(findings(front('title: a: b'))).toEqual(['frontmatter-syntax 2:9']);
    expect(findings(front('tags:\n\t- b'))).toEqual(['frontmatter-syntax 3:1']);
    expect(findings(front('title: a\ntitle: b'))).toEqual(['frontmatter-syntax 3:1']);
    expect(findings(front('\ttitle: a'))).toEqual(['frontmatter-syntax 2:1']);
    expect(findings(front('# a\n\n  \ttitle: a'))).toEqual(['frontmatter-syntax 4:3']);
    expect(findings(front('- a'))).toEqual(['frontmatter-type 2:1']);
    expect(findings(front('title: *a'))).toEqual(['frontmatter-syntax 2:8']);
  });

  it('has limits for aliases and depth', () => {
    const aliases = `tags: [&a x, ${'*a, '.repeat(21)}]`;
    expect(findings(front(aliases))).toEqual(['frontmatter-limit 2:94']);
    expect(findings(front(`title: ${'['.repeat(50)}`))).toEqual(['frontmatter-limit 2:23']);
  });
});

it.each([
  ['draft: yes', 'write true or false, without quotes'],
  ['sidebar_position: first', 'write a number, without quotes'],
  ['tags: a, b', 'write a list: tags: [a, b]'],
  ['title = Foo', 'write "title: Foo", with a space after the colon'],
])('says how to write %s', (yaml, hint) => {
  expect(front(yaml).diagnostics.map((entry) => entry.hint)).toEqual([hint]);
});
