import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { follow, heading1 } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';
import { READER_SITE } from './support/reader-site.ts';

const CRASHED = 'This page crashed.';

const BASE = { baseUrl: '/base/' };
const { visit } = siteSuite(READER_SITE, { ...BASE, expected: /trouble|React error #418/ });

const fix = (page: Page): Promise<void> =>
  page.evaluate(() => document.documentElement.setAttribute('data-fixed', ''));

describe('a page that crashes', () => {
  it('shows the whole chain of causes inside the layout, after a navigation', async () => {
    await visit({}, async ({ page, open }) => {
      await open('docs/first/');
      await follow(page, 'To the crash', CRASHED);
      await page.waitForFunction((text) => document.title === `${text} | Reader`, CRASHED);
      const messages = await page.locator('.error-messages li').allInnerTexts();
      expect(messages).toEqual(['Outer trouble', 'Inner trouble', 'plain trouble']);
      expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true);
      await page.goBack();
      await heading1(page, 'First');
      expect(await page.title()).toBe('First | Reader');
      await follow(page, 'To the crash', CRASHED);
      await page.getByRole('button', { name: 'Try again' }).click();
      await heading1(page, CRASHED);
      await fix(page);
      await page.getByRole('button', { name: 'Try again' }).click();
      await heading1(page, 'Fixed');
      expect(await page.title()).toBe('Crash | Reader');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('dw-main');
    });
  });

  it('shows it as the first page too, and the next one is fine', async () => {
    await visit({}, async ({ page, open }) => {
      await open('crash/');
      await heading1(page, CRASHED);
      await page.getByRole('navigation', { name: 'Main' }).getByText('Counter').click();
      await heading1(page, 'Counter');
      expect(await page.title()).toBe('Counter | Reader');
    });
  });
});
