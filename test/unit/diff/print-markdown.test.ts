import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { printMarkdown } from '../../../src/diff/print-markdown.ts';
import type { BlockChange, PageChange, SiteDiff } from '../../../src/diff/types.ts';

/** Texts that an author of a branch could write to reach out of the report. */
const HOSTILE = [
  'a | b \\| c',
  '@everyone and @org/team, #12, !3, GH-4, you@t.example',
  '`code` ``` <img src=x> <b>',
  '[a](https://evil.example) ![b](//evil.example) <https://evil.example> www.evil.example',
  '# heading\n\n- item\r\n> quote',
  '$$x$$ and **bold** _em_ ~~del~~',
  '</details><!-- docs diff --> &lt;',
];

function report(text: string): string {
  const block: BlockChange = {
    change: 'changed',
    aspect: 'words',
    kind: 'text',
    section: { title: text, id: '' },
    runs: [{ side: 'new', words: [text] }],
    from: 0,
    to: 0,
  };
  const code: BlockChange = { ...block, kind: 'code', aspect: 'code' };
  const page: PageChange = {
    change: 'moved',
    route: `/${text}`,
    from: `/old ${text}`,
    same: 0.9,
    title: text,
    file: undefined,
    blocks: [block, code],
    lostAnchors: [text],
    words: { added: 1, removed: 0 },
  };
  const diff: SiteDiff = {
    ref: 'main',
    commit: '0123456789',
    total: 1,
    hrefs: new Map(),
    pages: [page],
    shared: [],
    sections: [{ key: 'menus', title: 'Menus', items: [{ line: `added in ${text}`, data: {} }] }],
  };
  return printMarkdown(diff, () => 'https://pr.t.example/a)_(|b/');
}

/** What readers of the comment see, and the structure around it. */
function rendered(markdown: string): { readonly text: string; readonly tags: readonly string[] } {
  const reader = new MarkdownIt({ html: true, linkify: true });
  // GitHub makes links of addresses with a scheme; those with www are looked for below.
  reader.linkify.set({ fuzzyLink: false }).add('//', null);
  const html = reader.render(markdown);
  const tags = html.match(/<\/?[a-z][a-z\d]*/g) ?? [];
  const text = html.replace(/<!--.*?-->|<[^>]*>/g, '').replace(/\s+/g, ' ');
  return { text: text.replaceAll('&lt;', '<').replaceAll('&gt;', '>'), tags };
}

describe('the report as a comment', () => {
  const plain = rendered(report('plain'));

  it.each(HOSTILE)('shows %j as text', (text) => {
    const { tags, text: shown } = rendered(report(text));
    // Dollar signs are wrapped, so that no formula begins.
    expect(tags.filter((tag) => !/span/.test(tag))).toEqual(plain.tags);
    const once = text.replace(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    expect(shown.replaceAll('&amp;', '&')).toContain(` ${once.replaceAll('&amp;', '&')} `);
  });

  it('mentions nobody and links to nothing outside of code', () => {
    const markdown = report(`${HOSTILE[1]} ${HOSTILE[3]}`).replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
    const plainText = markdown.replace(/<code>.*?<\/code>|<https:\/\/pr[^>]*>/g, '');
    expect(plainText).not.toMatch(/[@#!]\w|GH-\d|www\.|:\/\//);
  });
});
