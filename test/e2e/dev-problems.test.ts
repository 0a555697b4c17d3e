import { describe, expect, it } from 'vitest';
import { heading1, ready } from '../support/reader.ts';
import { config } from './support/dev-site.ts';
import { devSuite, hasText, PATIENCE, problemPanel } from './support/dev-suite.ts';

const { dev, write, watch } = devSuite();

const FIRST = '# First\n\nThe first words. [Second](./second.md)\n';

describe('a site without problems', () => {
  it(
    'shows none',
    watch('docs/first/', async ({ page }) => {
      await dev().settled();
      await expect.poll(dev().diagnostics, PATIENCE).toEqual([]);
      expect(await problemPanel(page).count()).toBe(0);
    }),
  );
});

describe('what is broken in a file', () => {
  it.each([
    {
      what: 'frontmatter',
      path: 'content/docs/first.md',
      broken: '---\ntitle: One\ntitle: Two\n---\n\nText.\n',
      fixed: FIRST,
      location: /content\/docs\/first\.md:\d+:\d+/,
      frame: 'title: Two',
    },
    {
      what: 'a link',
      path: 'content/docs/first.md',
      broken: '# First\n\n[Nowhere](./nowhere.md)\n',
      fixed: FIRST,
      location: 'content/docs/first.md:3:11',
      frame: '[Nowhere](./nowhere.md)',
    },
    {
      what: 'a template',
      path: 'templates/Footer.tsx',
      broken: `import { words } from './nowhere.ts';\nexport function Footer() {\n  return words;\n}\n`,
      fixed: 'export function Footer() {\n  return <footer>Foot</footer>;\n}\n',
      location: /templates\/Footer\.tsx:\d+:\d+/,
      frame: './nowhere.ts',
    },
    {
      what: 'the configuration',
      path: 'site.config.ts',
      broken: config('', 'navbra: {},'),
      fixed: config(),
      location: /site\.config\.ts:\d+:\d+/,
      frame: 'navbra',
    },
    {
      what: 'the syntax of the configuration',
      path: 'site.config.ts',
      broken: `${config()}}\n`,
      fixed: config(),
      location: /site\.config\.ts:\d+:\d+/,
      frame: '}',
    },
    {
      what: 'a React page',
      path: 'content/counter.tsx',
      broken: 'export default function Counter() { return <h1>; }\n',
      fixed: 'export default function Counter() { return <h1>Counted</h1>; }\n',
      location: /content\/counter\.tsx:\d+:\d+/,
      frame: 'return <h1>;',
    },
    {
      what: 'the description of an API',
      path: 'openapi/game.yaml',
      broken: 'openapi: 3.1.0\ninfo: [ }\npaths: {}\n',
      fixed: `openapi: 3.1.0\ninfo: { title: Game, version: '1' }\npaths: {}\n`,
      location: /openapi\/game\.yaml:\d+:\d+/,
      frame: 'info: [ }',
    },
  ])('is shown with its location and lines until it is fixed: $what', async (problem) => {
    await watch('docs/second/', async ({ page }) => {
      const panel = problemPanel(page);
      write({ [problem.path]: problem.broken });
      await panel.waitFor();
      await expect
        .poll(() => panel.locator('.location').first().innerText(), PATIENCE)
        .toMatch(problem.location);
      expect(await panel.locator('pre').first().textContent()).toContain(problem.frame);
      await expect.poll(() => dev().diagnostics()?.[0] ?? '', PATIENCE).toMatch(problem.location);
      await heading1(page, 'Second');
      write({ [problem.path]: problem.fixed });
      await panel.waitFor({ state: 'detached' });
      await dev().settled();
      await expect.poll(dev().diagnostics, PATIENCE).toEqual([]);
    })();
  });
});

describe('while the configuration is broken', () => {
  it(
    'the old site stays, with what is saved meanwhile',
    watch('docs/first/', async ({ page, isSame }) => {
      write({ 'site.config.ts': 'export default {};\n' });
      await problemPanel(page).waitFor();
      write({ 'content/docs/first.md': '# First\n\nSaved meanwhile.\n' });
      await hasText(page, 'Saved meanwhile.');
      expect(await isSame()).toBe(true);
      await page.reload();
      await ready(page);
      await hasText(page, 'Saved meanwhile.');
      await problemPanel(page).waitFor();
    }),
  );
});

describe('while the code of a page throws', () => {
  it(
    'the document says so, and is shown when it does not any more',
    watch(
      'docs/first/',
      async ({ page }) => {
        write({
          'content/thrower.tsx': `export default function Thrower() { throw new Error('No more bread'); }\n`,
        });
        await problemPanel(page).waitFor();
        const answer = await page.goto(`${dev().server.url}thrower/`);
        expect(answer?.status()).toBe(500);
        expect(await page.locator('main').innerText()).toContain('No more bread');
        await problemPanel(page).waitFor();
        write({
          'content/thrower.tsx': 'export default function Thrower() { return <h1>Bread</h1>; }\n',
        });
        await heading1(page, 'Bread');
      },
      /status of (?:500|404)/,
    ),
  );
});

describe('a page that other pages link to', () => {
  it(
    'is missed by them once it is gone, until it is back',
    watch(
      'docs/first/',
      async ({ page }) => {
        const panel = problemPanel(page);
        dev().driver.remove('content/docs/one/deep.md');
        await panel.waitFor();
        expect(await panel.innerText()).toContain('content/index.md:3:');
        write({ 'content/docs/one/deep.md': '# Deep\n' });
        await panel.waitFor({ state: 'detached' });
      },
      // Links in view may be prefetched.
      /status of 404/,
    ),
  );
});
