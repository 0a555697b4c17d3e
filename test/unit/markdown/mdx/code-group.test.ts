import { describe, expect, it, onTestFinished } from 'vitest';
import { site } from '../../../support/site.ts';

const BLOCKS = '```sh [npm]\nnpm i\n```\n\n```sh title="Yarn"\nyarn\n```\n\nText.\n\n```ts\na\n```';

/** The groups of tabs of a page, without line breaks and with attributes as React prints them. */
function groups(page: string): string {
  const article = /<div class="tabs"[^]*<\/article>/.exec(page)?.[0] ?? '';
  return article.replaceAll('\n', '').replaceAll(/(data-\w+)=""/g, '$1');
}

describe('code blocks of Markdown in <CodeGroup>', () => {
  it('are tabs with their titles, as in :::code-group', async () => {
    const built = site({
      'index.md': `# A\n\n:::code-group\n${BLOCKS.replace('Text.\n\n', '')}\n:::\n\nText.\n`,
      'tag.mdx': `<CodeGroup>\n\n${BLOCKS}\n\n</CodeGroup>\n`,
      'indented.mdx': `<CodeGroup>\n  ${BLOCKS.replaceAll('\n', '\n  ')}\n</CodeGroup>\n`,
      'block.md': `:::CodeGroup\n${BLOCKS}\n:::\n`,
    });
    onTestFinished(built.dispose);
    await built.build();
    expect(built.diagnostics()).toEqual([]);
    const expected = groups(built.page('/')).replaceAll('Tabs: A', 'Tabs');
    expect(expected).toContain('>Yarn</a>');
    for (const route of ['/tag', '/indented', '/block'])
      expect(groups(built.page(route)), route).toBe(expected);
  });

  it('that are in another block stay as they are', async () => {
    const built = site({
      'index.mdx': '# A\n\n<CodeGroup>\n\n- ```sh [npm]\n  npm i\n  ```\n\n</CodeGroup>\n',
    });
    onTestFinished(built.dispose);
    await built.build();
    expect(built.page('/')).toContain('<figcaption>npm</figcaption>');
    expect(built.page('/')).not.toContain('class="tabs"');
  });
});
