import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { type DevSite, devServer } from '../../support/dev-server.ts';
import type { SiteFiles } from '../../support/site.ts';
import { DEV_SITE } from './dev-site.ts';
import { type Reader, withReader } from './reader.ts';
import { noteSearches } from './searching.ts';

/** How long `expect.poll` waits for what the server does in its own time. */
export const PATIENCE = { timeout: 30_000 };

/** A reader whose document is marked. */
export interface Watcher extends Reader {
  /** True until another document is loaded. */
  readonly isSame: () => Promise<boolean>;
}

export interface DevSuite {
  readonly dev: () => DevSite;
  readonly browser: () => Browser;
  /** Writes files of the site. */
  readonly write: (files: SiteFiles) => void;
  /** A test with a page open, which violates no policy and logs no error but those that are expected. */
  readonly watch: (
    path: string,
    read: (watcher: Watcher) => Promise<void>,
    expected?: RegExp,
  ) => () => Promise<void>;
}

/** A site and a server of its own for each test of a file. */
export function devSuite(files: SiteFiles = DEV_SITE): DevSuite {
  let site: DevSite;
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });
  beforeEach(async () => {
    site = await devServer(files);
  });
  afterEach(async () => {
    await site?.dispose();
  });
  return {
    dev: () => site,
    browser: () => browser,
    write: (changes) => {
      for (const [path, text] of Object.entries(changes)) site.driver.write(path, text);
    },
    watch: (path, read, expected) => () =>
      withReader({ browser, server: site.server }, async (reader) => {
        await noteSearches(reader.page);
        await reader.open(path);
        await read({ ...reader, isSame: await markDocument(reader.page) });
        const isUnexpected = (problem: string): boolean => expected?.test(problem) !== true;
        expect(reader.problems.filter(isUnexpected)).toEqual([]);
      }),
  };
}

/** Marks a document, and gives what tells whether it is still there. */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isMarked: true }));
  return () => page.evaluate(() => Reflect.has(window, 'isMarked'));
}

export async function hasText(page: Page, text: string): Promise<void> {
  await page.locator('main').getByText(text).first().waitFor();
}

/** A link of the docs' sidebar. */
export function sidebarLink(page: Page, name: string): Locator {
  return page
    .getByRole('navigation', { name: 'Documentation' })
    .getByRole('link', { name, exact: true });
}

/** The panel of problems. */
export function problemPanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Problems of the site' }).locator('.panel');
}
