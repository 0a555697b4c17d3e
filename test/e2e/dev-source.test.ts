import { expect, it } from 'vitest';
import { devSuite } from './support/dev-suite.ts';

const { watch } = devSuite();

it(
  'Alt and a click on a block asks for its line, and follows no link',
  watch('docs/first/', async ({ page, isSame }) => {
    const answer = page.waitForResponse(/__docwright\/open$/);
    await page.getByRole('heading', { level: 1 }).click({ modifiers: ['Alt'] });
    const opened = await answer;
    expect(opened.status()).toBe(200);
    expect(await opened.text()).toContain('content/docs/first.md:1');
    expect(await isSame()).toBe(true);
  }),
);
