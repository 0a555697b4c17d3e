import { setTimeout as wait } from 'node:timers/promises';
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
  const open = async (): Promise<DevSite> => {
    const site = await devServer(files);
    await caughtUp(site.server.url);
    return site;
  };
  const made = suite({ open, perTest: true, prepare: noteSearches });
  return {
    ...made,
    dev: made.host,
    write: (changes) => {
      for (const [path, text] of Object.entries(changes)) made.host().driver.write(path, text);
    },
  };
}

/** Waits until the server has read the files that were written right before its start, which may load a document again. */
async function caughtUp(url: string): Promise<void> {
  let last = '';
  for (let [tries, same] = [0, 0]; tries < 40 && same < 6; tries++) {
    const answer = await fetch(url);
    const state = /data-state="([^"]*)"/.exec(await answer.text())?.[1] ?? '';
    same = state === last ? same + 1 : 0;
    last = state;
    await wait(100);
  }
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
