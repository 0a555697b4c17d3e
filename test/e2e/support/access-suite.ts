import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type BuiltSite, serveAchievo } from '../../support/achievo.ts';
import { launchBrowser } from '../../support/browser.ts';
import { type StaticServer, serve } from '../../support/serve.ts';
import { type SiteDriver, site } from '../../support/site.ts';
import { STRICT_POLICY } from '../../support/strict-policy.ts';
import { ACCESS_SITE } from './access-site.ts';
import { type Reader, type ReaderOptions, withReader } from './reader.ts';

/** Which of the two sites a test reads: the one with everything on, or this repository's own. */
export type SiteName = 'orchard' | 'achievo';

export interface AccessSuite {
  /** Lets a reader read one of the sites; the test fails where the console has an error. */
  readonly read: (
    name: SiteName,
    read: (reader: Reader) => Promise<void>,
    options?: AccessOptions,
  ) => Promise<void>;
}

interface AccessOptions {
  readonly context?: ReaderOptions['context'];
  /** Errors that the test brings about. */
  readonly expected?: RegExp;
}

/** Nothing moves, and the tools of a test are let in. */
const CONTEXT = { reducedMotion: 'reduce', bypassCSP: true } as const;

/** Builds the site with everything on and, where a test needs it, this repository's own. */
export function accessSuite(sites: readonly SiteName[] = ['orchard']): AccessSuite {
  let built: SiteDriver;
  let achievo: BuiltSite | undefined;
  let orchard: StaticServer;
  let browser: Browser;
  beforeAll(async () => {
    built = await site(ACCESS_SITE).build();
    expect(built.diagnostics()).toEqual([]);
    orchard = await serve(built.outDir(), {
      baseUrl: '/base/',
      headers: { 'Content-Security-Policy': STRICT_POLICY },
    });
    if (sites.includes('achievo')) achievo = await serveAchievo();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await orchard?.close();
    await achievo?.dispose();
    built?.dispose();
  });
  return {
    read: async (name, read, { context = {}, expected } = {}) => {
      const server = name === 'orchard' ? orchard : achievo?.server;
      if (server === undefined) throw new Error(`the suite has no site ${name}`);
      const settings = { ...CONTEXT, ...context };
      await withReader({ browser, server, context: settings }, async (reader) => {
        await read(reader);
        const problems = reader.problems.filter((problem) => expected?.test(problem) !== true);
        expect(problems).toEqual([]);
      });
    },
  };
}

/** A window of a width, as high as a usual screen of it. */
export function windowOf(width: number): { readonly width: number; readonly height: number } {
  return { width, height: width <= 390 ? 800 : 900 };
}

/** Opens the menus of a small screen. */
export async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
}

/** Goes from the docs in the menu to the navbar's items. */
export async function turnToMainMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: '← Back to main menu' }).click();
  await page.getByRole('navigation', { name: 'Site menu' }).waitFor();
}
