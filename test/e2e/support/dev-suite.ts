import type { Locator, Page } from 'playwright-core';
import { type DevSite, devServer } from '../../support/dev-server.ts';
import type { SiteFiles } from '../../support/site.ts';
import { type Suite, suite } from '../../support/suite.ts';
import { DEV_SITE } from './dev-site.ts';
import { noteSearches } from './searching.ts';

/** How long `expect.poll` waits for what the server does in its own time. */
export const PATIENCE = { timeout: 30_000 };

export interface DevSuite extends Suite<DevSite> {
  readonly dev: () => DevSite;
  /** Writes files of the site. */
  readonly write: (files: SiteFiles) => void;
}

/** A separate site and server for each test of a file. */
export function devSuite(files: SiteFiles = DEV_SITE): DevSuite {
  const made = suite({ open: () => devServer(files), perTest: true, prepare: noteSearches });
  return {
    ...made,
    dev: made.host,
    write: (changes) => {
      for (const [path, text] of Object.entries(changes)) made.host().driver.write(path, text);
    },
  };
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
