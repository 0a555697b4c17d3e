import type { Browser, Page } from 'playwright-core';
import type { StaticServer } from './serve.ts';

/** One reader with a separate browser profile. */
export interface Reader {
  readonly page: Page;
  /** Errors in the console (violations of the policy among them), uncaught errors, requests to other origins. */
  readonly problems: readonly string[];
  /** Loads a document and waits until the app answers. */
  readonly open: (path: string) => Promise<void>;
  /** The number of documents that were loaded. */
  readonly documents: () => number;
}

export interface ReaderOptions {
  readonly browser: Browser;
  readonly server: StaticServer;
  readonly context?: Parameters<Browser['newContext']>[0];
}

/** Lets a reader read, and closes their browser profile at the end. */
export async function withReader<Result>(
  { browser, server, context: contextOptions }: ReaderOptions,
  read: (reader: Reader) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(contextOptions);
  const page = await context.newPage();
  const problems: string[] = [];
  const origin = new URL(server.url).origin;
  let documents = 0;
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) problems.push(`foreign ${request.url()}`);
    if (request.isNavigationRequest()) documents += 1;
  });
  const open = async (path: string): Promise<void> => {
    await page.goto(new URL(path, server.url).href);
    await ready(page);
  };
  try {
    return await read({ page, problems, open, documents: () => documents });
  } finally {
    await context.close();
  }
}

/** Shows the page signs of a reader, and waits until its app runs. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Readers who save data need the app only for the search.
    const isSaving =
      Object.hasOwn(navigator, 'connection') &&
      document.querySelector('#dw-root[data-route]') !== null;
    if (!isSaving) dispatchEvent(new PointerEvent('pointermove'));
    document
      .querySelector(isSaving ? '.search-button' : 'body')
      ?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    // The app has created the page's policy.
    const isRunning = Reflect.has(window, Symbol.for('docwright:trust'));
    return isRunning && Object.hasOwn(history.state ?? {}, 'docwright');
  });
}

/** Follows the link with a text, and waits for the heading of the page that it leads to. */
export async function follow(page: Page, link: string, heading: string): Promise<void> {
  await page.locator('main').getByRole('link', { name: link, exact: true }).click();
  await heading1(page, heading);
}

export async function heading1(page: Page, text: string): Promise<void> {
  await page.locator('h1', { hasText: new RegExp(`^${text}$`) }).waitFor();
}
