import { expect, it, onTestFinished } from 'vitest';
import { site } from '../../support/site.ts';

it('parts of a page in blocks of the language mdx-code-block are those of the page', async () => {
  const driver = site({
    'site.config.ts':
      "export default { title: 'T', url: 'https://docs.example.com', markdown: { dialects: ['docusaurus'] }, rules: { 'page-not-found': 'warning' } };\n",
    'docs/a.md': [
      '# A',
      '',
      '```mdx-code-block',
      "import Tabs from '@theme/Tabs';",
      "import TabItem from '@theme/TabItem';",
      '',
      '<Tabs>',
      '<TabItem value="one" label="One">',
      '```',
      '',
      'Text of *one*.',
      '',
      '````mdx-code-block',
      '```js',
      'code();',
      '```',
      '</TabItem>',
      '</Tabs>',
      '````',
      '',
      '- Item',
      '',
      '  ```mdx-code-block',
      '  <b>in it</b>',
      '  ```',
      '',
      '[gone](./gone.md)',
      '',
      '```mdx-code-block',
      '<i>without an end</i>',
      '',
    ].join('\n'),
  });
  onTestFinished(driver.dispose);
  await driver.build();
  expect(driver.diagnostics()).toEqual(['docs/a.md:27:8 page-not-found']);
  const [article = ''] = /<article[^]*<\/article>/.exec(driver.page('/docs/a')) ?? [];
  expect(article).toMatch(
    />One<[^]*Text of <em>one<\/em>[^]*code[^]*<li>[^]*<b>in it<\/b>[^]*<i>without an end<\/i>/,
  );
  expect(article).not.toMatch(/mdx-code-block|TabItem|```/);
});
