import { describe, expect, it } from 'vitest';
import { createRichTextParser } from '../../../../src/markdown/rich-text.ts';
import { findings, html, parse } from '../support/parse.ts';

const group = (opener: string, ...openers: readonly string[]): string =>
  `${opener}\n${openers.map((tab) => `${tab}\ntext\n:::\n`).join('')}::::\n`;

describe('tabs', () => {
  it('report duplicate values at the second one, by option or label', () => {
    const doc = parse(
      `# A\n\n> ${group('::::tabs', ':::tab[C++]', ':::tab[C#]').replaceAll('\n', '\n> ')}`,
    );
    expect(findings(doc)).toEqual(['duplicate-tab 7:6']);
    expect(
      findings(parse(group('::::tabs', ':::tab[A]{value=x}', ':::tab[B] {value="x"}'))),
    ).toEqual(['duplicate-tab 5:12']);
  });

  it('report invalid groups of tabs', () => {
    expect(findings(parse(':::tab[A]\n:::'))).toEqual(['tab-outside-tabs 1:4']);
    expect(findings(parse('::::tabs\n:::note\n:::tab[A]\n:::\n:::\n::::'))).toEqual([
      'tabs-empty 1:5',
      'tabs-content 2:1',
      'tab-outside-tabs 3:4',
    ]);
    expect(findings(parse('::::tabs\na\n\nb\n:::tab[A]\n:::\n\nc\n::::'))).toEqual([
      'tabs-content 2:1',
    ]);
    expect(findings(parse('::::tabs\n::::'))).toEqual(['tabs-empty 1:5']);
  });

  it('report invalid options and labels, at their location', () => {
    const doc = parse(group('::::tabs[x]{grop="a" default=""}', ':::tab{valeu=b}', ':::tab[B]{c}'));
    expect(findings(doc)).toEqual([
      'tab-options 1:10',
      'component-options 1:13',
      'component-options 1:22',
      'tab-options 2:4',
      'component-options 2:8',
      'component-options 5:11',
    ]);
    expect(doc.diagnostics.map(({ hint }) => hint)).toContain('did you mean value="…"?');
  });

  it('report a default that is none of the tabs, with the nearest one', () => {
    const doc = parse(group('::::tabs{default="pyhton"}', ':::tab[Python]', ':::tab[Go]'));
    expect(findings(doc)).toEqual(['unknown-tab 1:10']);
    expect(doc.diagnostics[0]?.hint).toBe('did you mean "python"?');
  });

  it('are known in any case, and nest with as many colons', () => {
    const upper = html(parse(':::TABS\n:::Tab[A]\ntext\n:::\n:::\n'));
    expect(upper).toBe(html(parse('::::tabs\n:::tab[A]\ntext\n:::\n::::\n')));
    expect(upper).toContain('class="tab"');
  });

  it('are suggested for similar names', () => {
    expect(parse(':::tabz\n:::').diagnostics[0]?.hint).toMatch(/^did you mean ":::tabs?"\?$/);
  });

  it('have ids that no other element of the page has', () => {
    const doc = parse(
      `${group('::::tabs', ':::tab[main]')}\n${group('::::tabs', ':::tab[main]')}\n## tab.main\n\n## Main\n`,
    );
    expect(doc.ids).toEqual(['tab.main', 'tab.main-1', 'tabmain', 'main']);
    expect(findings(parse(`${group('::::tabs', ':::tab[A]')}\n## B {#tab.a}\n`))).toEqual([
      'duplicate-heading-id 7:8',
    ]);
  });

  it('give the search the text of all panels, and headings in them a section', () => {
    const doc = parse(
      `# P\n\n::::tabs\n:::tab[One]\nfirst\n:::\n:::tab[Two]\n## Deep\n\nsecond\n:::\n::::\n`,
    );
    expect(doc.sections.map(({ anchor, text }) => [anchor, text])).toEqual([
      [undefined, 'One first Two'],
      ['deep', 'second'],
    ]);
    expect(doc.headings.map(({ id }) => id)).toEqual(['p', 'deep']);
    expect(doc.description).toBe('');
  });

  it('know the location of a link in a label', () => {
    const doc = parse('> ::::tabs\n> :::tab[A [b](c.md)]\n> :::\n> ::::');
    expect(
      doc.links.map(({ href, location }) => `${location.line}:${location.column} ${href}`),
    ).toEqual(['2:16 c.md']);
  });

  it('are panels below each other if a text adds no ids, and in a link', () => {
    const prose = createRichTextParser().parse(group('::::tabs', ':::tab[A]'), {
      file: 'api.yaml',
      topLevel: 3,
      anchors: false,
    });
    expect(prose.chunks.join('')).toBe(
      '<div>\n<div>\n<p><strong>A</strong></p>\n<p>text</p>\n</div>\n</div>\n',
    );
    expect(html(parse(`<a href="/x">\n\n${group('::::tabs', ':::tab[A]')}\n</a>`))).not.toContain(
      'class="tab"',
    );
  });
});
