import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { type StaticServer, serve } from '../../support/serve.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';
import { STRICT_POLICY } from '../../support/strict-policy.ts';
import { type Reader, type ReaderOptions, withReader } from './reader.ts';
import { SEARCH_SITE } from './search-site.ts';
import { noteSearches } from './searching.ts';

export interface SearchSuite {
  readonly server: () => StaticServer;
  /** A test with a reader of their own, who meets no problem but those that are expected. */
  readonly reader: (
    read: (reader: Reader) => Promise<void>,
    options?: ReaderTestOptions,
  ) => () => Promise<void>;
}

interface ReaderTestOptions {
  readonly context?: ReaderOptions['context'];
  /** Errors that the test brings about. */
  readonly expected?: RegExp;
}

interface SearchSuiteOptions {
  readonly files?: SiteFiles;
  /** Makes the policy of the pages of the strict one. */
  readonly policy?: (strict: string) => string;
  /** Instead of the policy. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Builds a site and serves it under the strict policy, for the tests of one file. */
export function searchSuite(options: SearchSuiteOptions = {}): SearchSuite {
  const { files = SEARCH_SITE, policy = (strict) => strict } = options;
  const { headers = { 'Content-Security-Policy': policy(STRICT_POLICY) } } = options;
  let built: SiteDriver;
  let server: StaticServer;
  let browser: Browser;
  beforeAll(async () => {
    built = await site(files).build();
    expect(built.diagnostics()).toEqual([]);
    server = await serve(built.outDir(), {
      baseUrl: '/base/',
      headers,
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    built?.dispose();
  });
  return {
    server: () => server,
    reader:
      (read, { context, expected } = {}) =>
      () =>
        withReader(
          { browser, server, ...(context === undefined ? {} : { context }) },
          async (opened) => {
            await noteSearches(opened.page);
            await read(opened);
            const problems = opened.problems.filter((problem) => expected?.test(problem) !== true);
            expect(problems).toEqual([]);
          },
        ),
  };
}
