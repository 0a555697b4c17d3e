import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { build } from '../../src/index.ts';
import { lazy } from '../../src/shared/lazy.ts';
import { launchBrowser } from './browser.ts';
import { type Reader, type ReaderOptions, withReader } from './reader.ts';
import { claimed } from './run-folder.ts';
import { type StaticServer, serve } from './serve.ts';
import { formatDiagnostics, type SiteFiles, type SiteOutput, site, siteOutput } from './site.ts';
import { STRICT_POLICY } from './strict-policy.ts';

/** Serves pages until it is disposed of. */
export interface Host {
  readonly server: StaticServer;
  readonly dispose: () => Promise<void>;
}

export interface SuiteOptions<Opened extends Host> {
  readonly open: () => Promise<Opened>;
  /** A host for each test, in place of one for all of them. */
  readonly perTest?: boolean;
  /** The profiles of readers, unless a test says otherwise. */
  readonly context?: ReaderOptions['context'];
  /** Errors that any test may bring about. */
  readonly expected?: RegExp;
  /** Prepares a page before it loads its first document. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export interface VisitOptions {
  /** Added to the profile that the suite's readers have. */
  readonly context?: ReaderOptions['context'];
  /** Errors that the test brings about: any other one fails it. */
  readonly expected?: RegExp;
  /** Default: the suite's. */
  readonly server?: StaticServer;
}

/** A reader whose document is marked. */
export interface Watcher extends Reader {
  /** True until another document is loaded. */
  readonly isSame: () => Promise<boolean>;
}

export interface Suite<Opened extends Host> {
  readonly host: () => Opened;
  /** The server of the present host. */
  readonly server: StaticServer;
  readonly browser: () => Browser;
  /** Lets a reader read who meets no problem but those that are expected. */
  readonly visit: (options: VisitOptions, read: (reader: Reader) => Promise<void>) => Promise<void>;
  /** `visit` as a test. */
  readonly reader: (
    read: (reader: Reader) => Promise<void>,
    options?: VisitOptions,
  ) => () => Promise<void>;
  /** A test with a page open. */
  readonly watch: (
    path: string,
    read: (watcher: Watcher) => Promise<void>,
    expected?: RegExp,
  ) => () => Promise<void>;
}

/** A host and a browser for the tests of a file or a `describe`. */
export function suite<Opened extends Host>(options: SuiteOptions<Opened>): Suite<Opened> {
  const { host, browser } = opened(options);
  const visit: Suite<Opened>['visit'] = async ({ context, expected, server }, read) => {
    const settings = { ...options.context, ...context };
    const where = { browser: browser(), server: server ?? host().server, context: settings };
    await withReader(where, async (reader) => {
      await options.prepare?.(reader.page);
      await read(reader);
      const isExpected = (problem: string): boolean =>
        [options.expected, expected].some((pattern) => pattern?.test(problem));
      expect(reader.problems.filter((problem) => !isExpected(problem))).toEqual([]);
    });
  };
  return {
    host,
    browser,
    server: currentServer(host),
    visit,
    reader:
      (read, settings = {}) =>
      () =>
        visit(settings, read),
    watch: (path, read, expected) => () =>
      visit(expected === undefined ? {} : { expected }, async (reader) => {
        await reader.open(path);
        await read({ ...reader, isSame: await markDocument(reader.page) });
      }),
  };
}

/** Opens host and browser before the tests, and closes them behind them. */
function opened<Opened extends Host>({ open, perTest = false }: SuiteOptions<Opened>) {
  const state: { host?: Opened; browser?: Browser } = {};
  beforeAll(async () => {
    state.browser = await workerBrowser();
  });
  afterAll(() => Promise.all((state.browser?.contexts() ?? []).map((context) => context.close())));
  (perTest ? beforeEach : beforeAll)(async () => {
    state.host = await open();
  });
  (perTest ? afterEach : afterAll)(() => state.host?.dispose());
  return {
    host: () => present(state.host),
    browser: () => present(state.browser),
  };
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the suite is open while its tests run');
  return value;
}

/**
 * The browser of this worker, which other files of tests use too: pages of a browser share its clipboard. A browser of another
 * process would take a tenth more of the processor's time.
 */
const workerBrowser = lazy(async () => {
  const browser = await launchBrowser({ handleSIGTERM: false });
  // Vitest ends its workers so; the profile is deleted before.
  process.once('SIGTERM', () => browser.close().finally(() => process.exit()));
  return browser;
});

function currentServer(host: () => Host): StaticServer {
  return {
    get url() {
      return host().server.url;
    },
    get requests() {
      return host().server.requests;
    },
    close: () => host().server.close(),
  };
}

/** Marks a document, and gives what tells whether it is still there. */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isMarked: true }));
  return () => page.evaluate(() => Reflect.has(window, 'isMarked'));
}

/** Files of a site without problems, or this repository's own site. */
export type SiteSource = SiteFiles | 'achievo';

export interface ServeOptions {
  readonly baseUrl?: string;
  /** Default: the strict policy. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Problems that the build may report: any other one fails the tests. */
  readonly problems?: RegExp;
}

export interface BuiltSite extends Host, SiteOutput {
  /** Shared with other tests. */
  readonly outDir: string;
  /** Problems of the build as `file:line:column code`. */
  readonly diagnostics: readonly string[];
}

/** Builds and serves a site. Sites are built once in a run: tests only read what was written. */
export async function serveSite(
  source: SiteSource,
  options: ServeOptions = {},
): Promise<BuiltSite> {
  const { outDir, diagnostics } = await builtOnce(source);
  expect(diagnostics.filter((line) => options.problems?.test(line) !== true)).toEqual([]);
  const { baseUrl = '/', headers = { 'Content-Security-Policy': STRICT_POLICY } } = options;
  const server = await serve(outDir, { baseUrl, headers });
  const dispose = (): Promise<void> => server.close();
  return { server, outDir, diagnostics, dispose, ...siteOutput(() => outDir) };
}

type SiteSuiteOptions = ServeOptions & Omit<SuiteOptions<BuiltSite>, 'open' | 'perTest'>;

/** A suite that reads a built site. */
export function siteSuite(
  source: SiteSource,
  options: SiteSuiteOptions = {},
): Suite<BuiltSite> & SiteOutput {
  const made = suite({ ...options, open: () => serveSite(source, options) });
  return { ...made, ...siteOutput(() => made.host().outDir) };
}

interface Built {
  readonly outDir: string;
  readonly diagnostics: readonly string[];
}

/** Builds a site unless any test of the run, in any process, has built it or is about to. */
async function builtOnce(source: SiteSource): Promise<Built> {
  const name = createHash('sha256').update(JSON.stringify(source)).digest('hex').slice(0, 16);
  const folder = join(inject('runFolder'), 'built');
  const [outDir, report] = [join(folder, name), join(folder, `${name}.json`)];
  mkdirSync(folder, { recursive: true });
  if (claimed(join(folder, `${name}.claim`))) {
    const problems = await buildInto(outDir, source).catch((error: unknown) => [String(error)]);
    writeFileSync(`${report}.new`, JSON.stringify(problems));
    renameSync(`${report}.new`, report);
  }
  while (!existsSync(report)) await wait(20);
  return { outDir, diagnostics: JSON.parse(readFileSync(report, 'utf8')) };
}

async function buildInto(outDir: string, source: SiteSource): Promise<readonly string[]> {
  if (source === 'achievo') {
    const siteDir = resolve(import.meta.dirname, '../..');
    return formatDiagnostics((await build({ siteDir, outDir })).diagnostics);
  }
  const driver = site(source);
  try {
    return (await driver.build({ outDir })).diagnostics();
  } finally {
    driver.dispose();
  }
}
