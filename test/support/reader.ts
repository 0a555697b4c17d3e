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

/** Makes the page want its app, as a reader does who points at a link, and waits until that has taken the page over. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const link = document.createElement('a');
    link.href = '/elsewhere/';
    document.body.append(link);
    // Readers who save data need the app only for the search.
    const controls = [link, ...document.querySelectorAll('.search-button')];
    const isSaving =
      Object.hasOwn(navigator, 'connection') && document.querySelector('[data-app]') === null;
    const control = isSaving ? (controls[1] ?? link) : link;
    control.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    link.remove();
    const layout = document.querySelector('#dw-main, .search-button');
    // React keeps its properties on each element that it has hydrated.
    const isHydrated = Object.keys(layout ?? {}).some((key) => key.startsWith('__reactProps'));
    return isHydrated && Object.hasOwn(history.state ?? {}, 'docwright');
  });
  // React renders what the app has changed at its start.
  await page.evaluate(
    () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
  );
}

/** Follows the link with a text, and waits for the heading of the page that it leads to. */
export async function follow(page: Page, link: string, heading: string): Promise<void> {
  await page.locator('main').getByRole('link', { name: link, exact: true }).click();
  await heading1(page, heading);
}

export async function heading1(page: Page, text: string): Promise<void> {
  await page.locator('h1', { hasText: new RegExp(`^${text}$`) }).waitFor();
}
