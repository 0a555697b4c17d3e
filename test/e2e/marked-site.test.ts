import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { serve } from '../support/serve.ts';
import { site } from '../support/site.ts';
import { STRICT_POLICY } from '../support/strict-policy.ts';
import { suite } from '../support/suite.ts';

const BIN = resolve(import.meta.dirname, '../../bin/docs.js');
const PAGE = `# Ferries

Ships for cars.

| Key | Value |
|---|---|
| a | one |

\`\`\`sh
echo one
\`\`\`

<details><summary>More</summary>

Hidden words.

</details>
`;

/** The site of a branch with marks, under the strict policy. */
const { reader, server: host } = suite({
  open: async () => {
    const driver = site({
      '.gitignore': '.docwright/\nmarked/\n',
      'site.config.ts': `export default { title: 'T', url: 'https://t.example' };\n`,
      'content/index.md': '# Start\n\nThe first page.\n',
      'content/docs/ferries.md': PAGE,
      'content/docs/gone.md': '# Gone\n\nNobody reads this page.\n',
      'static/favicon.ico': '',
    });
    const run = (command: string, ...parameters: readonly string[]): string =>
      execFileSync(command, parameters, { cwd: driver.dir, encoding: 'utf8' });
    run('git', 'init', '--quiet', '--initial-branch=main');
    run('git', 'add', '--all');
    run('git', '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'first');
    driver
      .remove('content/docs/gone.md')
      .write('content/index.md', '# Start\n\nThe very first page.\n')
      .write(
        'content/docs/ferries.md',
        PAGE.replace('for cars', 'for bikes')
          .replace('| one', '| two')
          .replace('echo one', 'echo two')
          .replace('Hidden', 'Secret'),
      );
    run(process.execPath, BIN, 'diff', '--out', 'marked');
    const headers = { 'Content-Security-Policy': STRICT_POLICY };
    const server = await serve(join(driver.dir, 'marked'), { headers });
    const dispose = async (): Promise<void> => {
      await server.close();
      driver.dispose();
    };
    return { server, dispose };
  },
});

describe('the site with marks', () => {
  it(
    'leads from change to change by keys and by buttons, also into closed parts',
    reader(async ({ page, open }) => {
      await open('docs/ferries/');
      const status = page.locator('[data-diff-status]');
      expect(await status.textContent()).toBe('4 changes');
      await page.keyboard.press('n');
      expect(await status.textContent()).toBe('1 of 4 changes');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('dw-diff-1');
      for (const at of [2, 3, 4, 4]) {
        await page.getByRole('button', { name: 'Next' }).click();
        expect(await status.textContent()).toBe(`${at} of 4 changes`);
      }
      expect(await page.getByText('Secret').isVisible()).toBe(true);
      await page.keyboard.press('p');
      expect(await status.textContent()).toBe('3 of 4 changes');
    }),
  );

  it(
    'lists all pages, with removed ones at their address',
    reader(async ({ page, open }) => {
      await open('docs/ferries/');
      await page.getByRole('link', { name: 'All pages' }).click();
      await page.getByRole('heading', { name: 'Changes', level: 1 }).waitFor();
      await page.getByRole('link', { name: 'Gone' }).click();
      await page.getByText('Nobody reads this page.').waitFor();
    }),
  );

  it.each([390, 1440])('fits %d pixels, and has no violation of accessibility', (width) =>
    reader(
      async ({ page, open }) => {
        for (const path of ['docs/ferries/', 'dw-diff/']) {
          await open(path);
          expect(await accessibilityViolations(page)).toEqual([]);
          const wide = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect(wide).toBeLessThanOrEqual(0);
        }
      },
      { context: { viewport: { width, height: 800 }, bypassCSP: true } },
    )(),
  );

  it(
    'works without scripts, and prints no bar',
    reader(
      async ({ page }) => {
        await page.goto(new URL('docs/ferries/', host.url).href);
        await page.getByRole('link', { name: 'To the first' }).click();
        await page.waitForURL('**/#dw-diff-1');
        await page.emulateMedia({ media: 'print' });
        expect(await page.locator('.dw-diff-bar').isVisible()).toBe(false);
      },
      { context: { javaScriptEnabled: false } },
    ),
  );
});
