import { join, resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { build } from '../../src/index.ts';
import { accessibilityViolations } from '../support/axe.ts';
import { serve } from '../support/serve.ts';
import { STRICT_POLICY } from '../support/strict-policy.ts';
import { type Host, suite } from '../support/suite.ts';

/** A page of each kind, and of each feature that the manual shows by using it. */
const PAGES = [
  '/',
  '/tutorial/',
  '/tutorial/write/',
  '/writing/',
  '/code/',
  '/components/',
  '/islands/',
  '/large-sites/',
  '/ci/',
  '/versions-and-locales/',
  '/agents/',
  '/api/delete-note/',
  '/reference/configuration/',
  '/reference/commands/',
  '/reference/diagnostics/',
  '/reference/css-variables/',
];

async function openManual(): Promise<Host> {
  const outDir = join(inject('runFolder'), 'manual-e2e');
  const { ok } = await build({ siteDir: resolve(import.meta.dirname, '../../manual'), outDir });
  expect(ok).toBe(true);
  const headers = { 'Content-Security-Policy': STRICT_POLICY };
  const server = await serve(outDir, { baseUrl: '/', headers });
  return { server, dispose: () => server.close() };
}

describe('the manual', () => {
  // Browsers ask for /favicon.ico.
  const { reader } = suite({
    open: openManual,
    // The script of axe.
    context: { bypassCSP: true },
    expected: /^Failed to load resource: .* 404/,
  });

  it.each(PAGES)('has no barrier at %s, which is as wide as the window', async (path) =>
    reader(async ({ page, open }) => {
      for (const width of [390, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await open(path);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        );
        const violations = await accessibilityViolations(page);
        expect({ width, overflow, violations }).toEqual({ width, overflow: 0, violations: [] });
      }
    })(),
  );

  it(
    'finds a diagnostic by its code',
    reader(async ({ page, open }) => {
      await open('/');
      await page.keyboard.press('/');
      await page.getByRole('combobox').fill('case-mismatch');
      await page.getByRole('option').first().click();
      await page.waitForURL(/\/reference\/diagnostics\/?#case-mismatch$/);
    }),
  );
});
