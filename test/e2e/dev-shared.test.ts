import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { heading1, ready } from '../support/reader.ts';
import { markDocument } from '../support/suite.ts';
import { config } from './support/dev-site.ts';
import { devSuite, hasText, PATIENCE } from './support/dev-suite.ts';

const { dev, write, watch } = devSuite();

const RED = 'rgb(1, 2, 3)';
const hasColor = (page: Page, color: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) => getComputedStyle(document.querySelector('h1') ?? document.body).color === wanted,
    color,
  );

describe('the style sheet', () => {
  it(
    'is exchanged in place when it comes, changes and goes',
    watch('docs/first/', async ({ page, isSame }) => {
      const before = await page
        .locator('h1')
        .evaluate((heading) => getComputedStyle(heading).color);
      write({ 'templates/styles.css': `h1 { color: ${RED}; }` });
      await hasColor(page, RED);
      write({ 'templates/styles.css': 'h1 { color: rgb(4, 5, 6); }' });
      await hasColor(page, 'rgb(4, 5, 6)');
      dev().driver.remove('templates/styles.css');
      await hasColor(page, before);
      const sheets = page.locator('link[rel=stylesheet]');
      await expect.poll(() => sheets.count(), PATIENCE).toBe(1);
      expect(await isSame()).toBe(true);
    }),
  );
});

describe('templates', () => {
  it(
    'are shown when they are saved, with the parts that they import',
    watch('docs/first/', async ({ page }) => {
      write({
        'templates/components/Words.tsx': `export const words = 'Part one';\n`,
        'templates/Footer.tsx': `import { words } from './components/Words.tsx';
export function Footer() { return <footer>{words}</footer>; }\n`,
      });
      await page.locator('footer', { hasText: 'Part one' }).waitFor();
      await ready(page);
      write({ 'templates/components/Words.tsx': `export const words = 'Part two';\n` });
      await page.locator('footer', { hasText: 'Part two' }).waitFor();
      await ready(page);
      dev().driver.remove('templates/Footer.tsx');
      await page.locator('footer', { hasText: 'Part two' }).waitFor({ state: 'detached' });
    }),
  );
});

describe('the configuration', () => {
  it(
    'shows other labels in the navbar without a new document',
    watch('docs/first/', async ({ page, isSame }) => {
      const main = page.getByRole('navigation', { name: 'Main' });
      await main.getByRole('link', { name: 'Count', exact: true }).waitFor();
      write({ 'site.config.ts': config(`{ label: 'Numbers', to: '/counter' }`) });
      await main.getByRole('link', { name: 'Numbers', exact: true }).waitFor();
      expect(await isSame()).toBe(true);
    }),
  );

  it(
    'takes another base path',
    watch(
      'docs/first/',
      async ({ page }) => {
        write({ 'site.config.ts': config().replace('/base/', '/other/') });
        await heading1(page, 'Page Not Found');
        const { origin } = new URL(dev().server.url);
        await page.goto(`${origin}/other/docs/first/`);
        await ready(page);
        const isSame = await markDocument(page);
        write({ 'content/docs/first.md': '# First\n\nUnder another path.\n' });
        await hasText(page, 'Under another path.');
        expect(await isSame()).toBe(true);
      },
      /status of 404/,
    ),
  );

  it(
    'adds another set of docs',
    watch('docs/first/', async ({ page, isSame }) => {
      write({
        'content/guides/walk.md': '# Walk\n\nA guide.\n',
        'site.config.ts': config().replace(
          'docs: [{',
          `docs: [{ id: 'guides', path: 'content/guides', routeBase: '/guides', sidebars: { docs: 'auto' } }, {`,
        ),
      });
      await dev().settled();
      await expect
        .poll(() => page.locator('#dw-root').getAttribute('data-site'), PATIENCE)
        .toContain('guides');
      expect(await isSame()).toBe(true);
      await page.goto(`${dev().server.url}guides/walk/`);
      await ready(page);
      write({ 'content/guides/walk.md': '# Walk\n\nA longer guide.\n' });
      await hasText(page, 'A longer guide.');
      await heading1(page, 'Walk');
    }),
  );
});
