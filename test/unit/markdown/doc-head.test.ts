import { describe, expect, it } from 'vitest';
import { createDocParser } from '../../../src/markdown/parse-doc.ts';
import { toFilePath } from '../../../src/shared/paths.ts';

const parser = createDocParser({ html: 'sanitize', searchHeadingLevel: 4 });
const open = (text: string) => parser.open(toFilePath('a.md'), text);

/** First lines that look like a title, and what makes them another one. */
const BODIES = [
  '# Plain title',
  '# With an :apple:',
  '# With an id {#a}',
  '# With an id {/*a*/}',
  '#  Two blanks before, and after  ',
  '# Title (with) "marks", colons: and 50 %?',
  '# Über größere Dinge 日本語',
  '# C++ = fun',
  '# a@example.com and www.example.com',
  '# *Emphasis* and `code`',
  '# Entity &amp; escape \\*',
  '# [Link](./b.md)',
  '# Custom {#id}',
  '# Closed #',
  '# Closed ##   ',
  '# Two  blanks inside',
  '# Tab\there',
  '# A_b_c d_e',
  '# :::note',
  '#Without a blank',
  '## Second level',
  '#',
  '# ',
  '\n\n# After blank lines',
  '   # Indented',
  '    # Code',
  'Text first.\n\n# Then a title',
  '> # Quoted',
  'Setext\n======',
  '<h1>Raw</h1>\n\n# Second',
  `# ${'very long '.repeat(40)}`,
  '# Title\n===',
  '# Note[^1]\n\n[^1]: x',
  '# ~~Gone~~',
  '# 1. Numbers',
  '',
];

describe('the head of a doc', () => {
  it.each(BODIES)('has the title that the whole text has: %j', (body) => {
    for (const before of ['', '---\ntags: [a]\n---\n', '\uFEFF', '---\ntitle: Own\n---\n\n']) {
      const { head, parse } = open(before + body);
      expect(head.title).toBe(parse().title);
      expect(head.frontmatter).toEqual(parse().frontmatter);
    }
  });

  it('is read with every kind of line ending', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(open(['---', 'tags: [a]', '---', '', '# Title', '', 'x'].join(end)).head.title).toBe(
        'Title',
      );
  });

  it('has an end for lines that are nearly plain', () => {
    expect(open(`# ${'a '.repeat(90)}*`).head.title).toContain('a a a');
  });

  it('comes with a text that is parsed once', () => {
    const { parse } = open('# A\n\nText.\n');
    expect(parse()).toBe(parse());
  });
});
