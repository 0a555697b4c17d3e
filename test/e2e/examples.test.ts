import { join, resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { build } from '../../src/index.ts';
import { follow, heading1 } from '../support/reader.ts';
import { serve } from '../support/serve.ts';
import { STRICT_POLICY } from '../support/strict-policy.ts';
import { type Host, suite } from '../support/suite.ts';

// Browsers ask for /favicon.ico.
const NO_ICON = /^Failed to load resource: .* 404/;

/** Builds an example and serves it under the strict policy. */
async function example(name: string): Promise<Host> {
  const siteDir = resolve(import.meta.dirname, '../../examples', name);
  const outDir = join(inject('runFolder'), 'examples-e2e', name);
  const { ok } = await build({ siteDir, outDir });
  expect(ok).toBe(true);
  const headers = { 'Content-Security-Policy': STRICT_POLICY };
  const server = await serve(outDir, { baseUrl: '/', headers });
  return { server, dispose: () => server.close() };
}

describe('examples/katex', () => {
  const { reader } = suite({ open: () => example('katex'), expected: NO_ICON });

  it(
    'lays formulas out under the strict policy, on the first page and on the next',
    reader(async ({ page, open, documents }) => {
      await open('/');
      await page.evaluate(() => document.fonts.ready);
      const loaded = await page.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      );
      expect(loaded.join()).toMatch(/KaTeX_Main/);
      // The denominator is below the line of the fraction, by a rule that was a style attribute.
      const fraction = page.locator('.katex-display .mfrac').first();
      const heights = await fraction
        .locator('.vlist > span[class]')
        .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).top));
      expect(heights.every((top) => top.startsWith('-'))).toBe(true);
      expect(new Set(heights).size).toBeGreaterThan(2);
      await follow(page, 'matrices', 'Matrices');
      expect(documents()).toBe(1);
      const struts = await page
        .locator('.katex .strut')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
      expect(struts.length).toBeGreaterThan(2);
      expect(struts.every((height) => height > 5)).toBe(true);
    }),
  );
});

describe('examples/head', () => {
  const { reader } = suite({ open: () => example('head'), expected: NO_ICON });

  it(
    'runs its script on the page that has it',
    reader(async ({ page, open }) => {
      await open('/');
      expect(await page.locator('html').getAttribute('data-words')).toBeNull();
      await page.locator('article').getByRole('link', { name: 'the demo' }).click();
      await heading1(page, 'Demo');
      await page.waitForFunction(() => Number(document.documentElement.dataset['words']) > 10);
    }),
  );
});
