import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { heading1 } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';
import { UNUSUAL_API_SITE, UNUSUAL_NAMES } from '../support/unusual-api.ts';

const { visit } = siteSuite(UNUSUAL_API_SITE, {
  baseUrl: '/base/',
  problems: /html-dropped$/,
});

describe('a description of unusual names', () => {
  it('links every property to itself, whatever it is called', async () => {
    await visit({}, async ({ page, open, problems }) => {
      await open('docs/api/post-thing/');
      const rows = await page
        .locator('.props > li > a:first-child')
        .evaluateAll((found) => found.map((name) => name.textContent ?? ''));
      for (const name of UNUSUAL_NAMES) expect(rows).toContain(name);
      const links = page.locator('.props > li > a:first-child');
      for (const link of await links.all()) {
        if (!(await link.isVisible())) continue;
        await link.click();
        const isTarget = await link.evaluate((name) => name.parentElement?.matches(':target'));
        expect([await link.textContent(), isTarget]).toEqual([await link.textContent(), true]);
      }
      expect(problems).toEqual([]);
    });
  });

  it('is text on every page, and each page is reached without a load', async () => {
    await visit({}, async ({ page, open, documents, problems }) => {
      await open('');
      await page.getByRole('link', { name: 'The operation' }).click();
      await heading1(page, 'Post <em>a</em> thing');
      await page.locator('article a[href*="/schemas/"]').first().click();
      await page.locator('h1', { hasNotText: 'Post' }).waitFor();
      expect(await page.locator('article :is(script, img, em)').count()).toBe(0);
      expect(documents()).toBe(1);
      expect(problems).toEqual([]);
    });
  });

  it('has small words of its author as browsers show them, and types as types', async () => {
    await visit({}, async ({ page, open }) => {
      await open('docs/api/post-thing/');
      const ends = await page
        .locator('article small')
        .evaluateAll((found) =>
          found.map((one) => [one.textContent, getComputedStyle(one).marginInlineEnd]),
        );
      expect(ends).toContainEqual(['small letters', '0px']);
      expect(ends).toContainEqual(['string', '6px']);
    });
  });

  it('has samples of each server, even if their addresses begin with one another', async () => {
    await visit({}, async ({ page, open }) => {
      await open('docs/api/post-thing/');
      const select = page.getByRole('combobox', { name: 'Server' });
      const labels = await select.locator('option').allTextContents();
      expect(labels).toEqual([
        'https://api.example.com/v9',
        expect.stringMatching(/^x_(?:unbreakable)+$/),
        'Regions (eu)',
        'Regions (us)',
      ]);
      const bases = [
        'https://api.example.com/v9/v9',
        'https://us.example.com/$1',
        'https://api.example.com/v9',
        'https://eu.example.com/$1',
      ];
      for (const base of bases) {
        await select.selectOption(base);
        expect(await page.locator('.api-route code').textContent()).toMatch(`${base}/things/{id}`);
        expect(await page.locator('[data-value=ruby] code').textContent()).toBe(
          `api = Api.new('${base}')\nold = Api.new("https://api.example.com/v9beta")\napi.get '${base}/things'`,
        );
        for (const language of ['curl', 'javascript', 'python', 'go'])
          expect(await page.locator(`[data-value=${language}] code`).textContent()).toMatch(
            `${base}/things/{id}/`,
          );
      }
    });
  });

  const pages = ['post-thing', 'unusual', 'schemas', 'schemas/Unusual'];

  it.each([320, 390, 1024, 1440])('never scrolls sideways at %d px', async (width) => {
    await visit({ context: { viewport: { width, height: 900 } } }, async ({ page, open }) => {
      for (const path of pages) {
        await open(`docs/api/${path}/`);
        const overflow = await page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true;
          return document.documentElement.scrollWidth - document.documentElement.clientWidth;
        });
        expect([path, overflow]).toEqual([path, 0]);
      }
    });
  });

  it('is accessible', async () => {
    await visit({ context: { bypassCSP: true } }, async ({ page, open }) => {
      for (const path of pages) {
        await open(`docs/api/${path}/`);
        expect([path, await accessibilityViolations(page)]).toEqual([path, []]);
      }
    });
  });
});
