import { expect, it } from 'vitest';
import { site } from '../../../support/site.ts';

const block = (options: string): string => `\`\`\`ts ${options}\na();\nb();\n\`\`\`\n\n`;

it('links to lines are checked, names are used once, and the Markdown version has plain code', async () => {
  const driver = site({
    'content/a.md': `# A\n\n${block('anchor=x')}${block('anchor=x')}${block('anchor=x-L1')}`,
    'content/b.md':
      '# B\n\n[1](./a.md#x-L2), [2](./a.md#x-L1-L2), [3](./a.md#x-L3), [4](./a.md#x-L2-L3)\n',
  });
  try {
    await driver.build({ rules: { 'anchor-not-found': 'warning' } });
    expect(driver.diagnostics()).toEqual([
      'content/a.md:8:1 code-options',
      'content/a.md:13:7 code-options',
      'content/b.md:3:44 anchor-not-found',
      'content/b.md:3:62 anchor-not-found',
    ]);
    expect(driver.result().diagnostics[0]?.message).toBe('the anchor "x" is taken');
    expect(driver.page('/a').match(/id="x-L1"/g)).toHaveLength(1);
    expect(driver.file('a.md')).toContain('```ts\na();\nb();\n```');
  } finally {
    driver.dispose();
  }
});
