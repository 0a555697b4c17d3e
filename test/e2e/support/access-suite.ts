import type { Page } from 'playwright-core';
import type { Reader } from '../../support/reader.ts';
import { siteSuite, type VisitOptions } from '../../support/suite.ts';
import { ACCESS_SITE } from './access-site.ts';

/** Which of the two sites a test reads: the one with everything on, or this repository's own. */
export type SiteName = 'orchard' | 'achievo';

export interface AccessSuite {
  /** Lets a reader read one of the sites; the test fails where the console has an error. */
  readonly read: (
    name: SiteName,
    read: (reader: Reader) => Promise<void>,
    options?: VisitOptions,
  ) => Promise<void>;
}

/** Nothing moves, and the tools of a test are let in. */
const CONTEXT = { reducedMotion: 'reduce', bypassCSP: true } as const;

/** Serves the site with everything on and this repository's own. */
export function accessSuite(): AccessSuite {
  const suites = {
    orchard: siteSuite(ACCESS_SITE, { baseUrl: '/base/', context: CONTEXT }),
    achievo: siteSuite('achievo', { context: CONTEXT }),
  };
  return { read: (name, read, options = {}) => suites[name].visit(options, read) };
}

/** A window of a width, as high as a usual screen of it. */
export function windowOf(width: number): { readonly width: number; readonly height: number } {
  return { width, height: width <= 390 ? 800 : 900 };
}

/** Opens the menus of a small screen. */
export async function openMenu(page: Page): Promise<void> {
  // In English or Arabic.
  await page.getByRole('button', { name: /^Open menu$|^فتح القائمة$/ }).click();
  await page.getByRole('dialog', { name: /^Menu$|^القائمة$/ }).waitFor();
}

/** Goes from the docs in the menu to the navbar's items. */
export async function turnToMainMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: '← Back to main menu' }).click();
  await page.getByRole('navigation', { name: 'Site menu' }).waitFor();
}
