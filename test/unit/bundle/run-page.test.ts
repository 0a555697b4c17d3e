import { expect, it, onTestFinished } from 'vitest';
import { site } from '../../support/site.ts';

const PAGE = `# X

<Tabs>
  <Tab>One.</Tab>
  <Tab label="B">Two.</Tab>
</Tabs>

<Frame src="https://video.example.com/1" title="Tour" />
`;

it('a component that warns changes nothing else of its page', async () => {
  const made = site({ 'content/index.md': '# A\n', 'content/x.mdx': PAGE });
  onTestFinished(made.dispose);
  await made.build();
  const article = (html: string): string => /<article[^]*<\/article>/.exec(html)?.[0] ?? '';
  const plain = article(made.page('/x'));
  expect(plain).toContain('id="tab.b"');
  await made.write('content/x.mdx', `${PAGE}\n<Icon name="nope" />\n`).build();
  expect(article(made.page('/x'))).toBe(plain);
  expect(made.diagnostics()).toEqual([
    'content/x.mdx:8:13 foreign-origin',
    'content/x.mdx:10:2 component-error',
  ]);
});
