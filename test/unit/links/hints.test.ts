import { expect, it } from 'vitest';
import { site } from '../../support/site.ts';

it.each([
  ['[x](www.example.com)', 'write "https://www.example.com" for an address outside of the site'],
  ['[x](./other-page.md)', 'correct the path, or add the page'],
  ['![x](./picture.png)', 'correct the path, or add the file'],
  ['[x](./Index.md)', 'write the name as the file has it'],
  ['[x]()', 'add a destination, or remove the link'],
])('%s without a similar target says what to do', async (text, hint) => {
  const driver = await site({ 'content/index.md': `# Home\n\n${text}\n` }).build();
  expect(driver.result().diagnostics.map((entry) => entry.hint)).toEqual([hint]);
  driver.dispose();
});
