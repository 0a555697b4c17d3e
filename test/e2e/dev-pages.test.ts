import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { heading1, ready } from '../support/reader.ts';
import { description, square } from './support/dev-site.ts';
import { devSuite, hasText, PATIENCE, sidebarLink } from './support/dev-suite.ts';

const { dev, write, watch } = devSuite();

const NOT_FOUND = /status of 404/;

describe('pages that come and go', () => {
  it(
    'are in the sidebar as soon as they are there, and can be reached',
    watch('docs/first/', async ({ page, isSame }) => {
      write({ 'content/docs/third.md': '# Third\n\nThe third page.\n' });
      await sidebarLink(page, 'Third').click();
      await heading1(page, 'Third');
      await hasText(page, 'The third page.');
      expect(await isSame()).toBe(true);
      await page.reload();
      await hasText(page, 'The third page.');
    }),
  );

  it(
    'are in the sidebar with a new folder',
    watch('docs/first/', async ({ page }) => {
      write({
        'content/docs/three/_category_.yml': 'label: Part three\n',
        'content/docs/three/new.md': '# New\n\nIn a new folder.\n',
      });
      await page.locator('.sidebar summary', { hasText: 'Part three' }).waitFor();
      await sidebarLink(page, 'New').click();
      await hasText(page, 'In a new folder.');
    }),
  );

  it(
    'leave the page for addresses without one, and come back',
    watch(
      'docs/one/deep/',
      async ({ page }) => {
        dev().driver.remove('content/docs/one/deep.md');
        await heading1(page, 'Page Not Found');
        const answer = await fetch(page.url(), { headers: { Accept: 'text/html' } });
        expect(answer.status).toBe(404);
        write({ 'content/docs/one/deep.md': '# Deep again\n' });
        await heading1(page, 'Deep again');
        await sidebarLink(page, 'Deep again').waitFor();
      },
      NOT_FOUND,
    ),
  );

  it(
    'are found at another address when their file is renamed',
    watch('docs/first/', async ({ page, isSame }) => {
      const folder = join(dev().driver.dir, 'content/docs/two');
      renameSync(join(folder, 'deeper.md'), join(folder, 'deepest.md'));
      const link = page.locator('.sidebar a[href="/base/docs/two/deepest/"]');
      await link.waitFor({ state: 'attached' });
      expect(await link.textContent()).toContain('Deeper');
      expect(await page.locator('.sidebar a[href="/base/docs/two/deeper/"]').count()).toBe(0);
      expect(await isSame()).toBe(true);
    }),
  );

  it(
    'stand where their category says',
    watch('docs/one/deep/', async ({ page, isSame }) => {
      await page.locator('.sidebar summary', { hasText: 'One' }).waitFor();
      write({ 'content/docs/one/_category_.yml': 'label: Number one\n' });
      await page.locator('.sidebar summary', { hasText: 'Number one' }).waitFor();
      expect(await isSame()).toBe(true);
    }),
  );
});

describe('pages of other kinds', () => {
  it(
    'are run again when their code is saved, and only then',
    watch('counter/', async ({ page, isSame }) => {
      await page.getByRole('button', { name: 'Count 0' }).click();
      write({ 'content/docs/first.md': '# Other first\n' });
      await dev().settled();
      await page.getByRole('button', { name: 'Count 1' }).waitFor();
      write({
        'content/counter.tsx': `export const meta = { title: 'Counter' };
export default function Counter() { return <h1>No counter</h1>; }\n`,
      });
      await heading1(page, 'No counter');
      expect(await isSame()).toBe(true);
    }),
  );

  it(
    'follow the description of the API',
    watch('docs/api/post-open-door/', async ({ page, isSame }) => {
      await heading1(page, 'Open the door');
      write({ 'openapi/game.yaml': description('Open all doors') });
      await heading1(page, 'Open all doors');
      expect(await isSame()).toBe(true);
    }),
  );
});

/** The color that an image is painted in. */
async function colorOf(page: Page, name: string): Promise<string> {
  const picture = await page.getByAltText(name).screenshot();
  return page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const canvas = document.createElement('canvas').getContext('2d');
      canvas?.drawImage(image, 0, 0);
      return [...(canvas?.getImageData(20, 20, 1, 1).data ?? [])].slice(0, 3).join(' ');
    },
    [...picture],
  );
}

describe('images', () => {
  it.each([
    { kind: 'a static file', file: 'static/square.svg', name: 'A square' },
    { kind: 'an image beside its page', file: 'content/docs/beside.svg', name: 'Beside' },
  ])('are shown as they are now: $kind', async ({ file, name }) => {
    await watch('docs/picture/', async ({ page }) => {
      await ready(page);
      await expect.poll(() => colorOf(page, name), PATIENCE).toBe('255 0 0');
      write({ [file]: square('#0000ff') });
      await expect.poll(() => colorOf(page, name), PATIENCE).toBe('0 0 255');
    })();
  });
});
