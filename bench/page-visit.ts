import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { LINKS, type Observed, PROBE } from './page-probe.ts';
import type { PageServer, Sent } from './page-server.ts';

/** Milliseconds in which a page is watched for late work. */
const SETTLE = 4000;
const DESKTOP = { width: 1350, height: 940 };
const PHONE = { width: 412, height: 823 };
/** Milliseconds between pointing at a control and pressing it, as of a reader. */
const AIM = 150;
/** Milliseconds after which there is no answer. */
const LIMIT = 10_000;
const POLL = 200;

/** A built site that is served, and one of its pages. */
export interface ServedSite {
  readonly browser: Browser;
  readonly server: PageServer;
  readonly path: string;
}

/** Compressed bytes by kind. */
export type Bytes = Readonly<Record<Sent['kind'] | 'all', number>>;

export interface Weight {
  /** The page itself, read without input. */
  readonly page: Bytes;
  /** Requested for other pages before the first input. */
  readonly ahead: number;
  readonly requests: number;
  /** With scrolling to the end and the first navigation by a link, all in; the part that was requested in advance. */
  readonly withNext: number;
  readonly withNextAhead: number;
}

/** Measures what a reader of one page gets, without a limit of the processor. */
export async function weigh(site: ServedSite): Promise<Weight> {
  return inPage(site, { viewport: DESKTOP }, async (page) => {
    const { sent } = site.server;
    await load(page, site);
    const first = [...sent];
    const own = first.filter(({ isAhead }) => !isAhead);
    await scrollThrough(page);
    const link = await nextPage(page);
    await answer(page, link);
    await page.waitForTimeout(SETTLE / 2);
    const sum = (list: readonly Sent[]): number =>
      list.reduce((total, { bytes }) => total + bytes, 0);
    const of = (kind: Sent['kind']): number => sum(own.filter((one) => one.kind === kind));
    return {
      page: {
        html: of('html'),
        css: of('css'),
        script: of('script'),
        other: of('other'),
        all: sum(own),
      },
      ahead: sum(first) - sum(own),
      requests: own.length,
      withNext: sum(sent),
      withNextAhead: sum(sent.filter(({ isAhead }) => isAhead)),
    };
  });
}

export interface Work {
  readonly paintMs: number;
  readonly shift: number;
  /** Lengths of tasks above 50 ms before the first input, and of all up to the next page. */
  readonly before: readonly number[];
  readonly all: readonly number[];
}

/** Measures the work of the first page and of a navigation with an empty cache and a slower processor. */
export async function observe(site: ServedSite, slowdown: number): Promise<Work> {
  return inPage(site, { viewport: PHONE, slowdown }, async (page) => {
    await load(page, site);
    const first = await page.evaluate<Observed>('observed');
    const input = Date.now();
    await scrollThrough(page);
    await answer(page, await nextPage(page));
    await page.waitForTimeout(SETTLE / 2);
    const last = await page.evaluate<Observed>('observed');
    const times = (tasks: Observed['tasks']): readonly number[] => tasks.map(({ ms }) => ms);
    const late = last.tasks.filter(({ at }) => at >= input);
    return {
      paintMs: first.paint,
      shift: first.shift,
      before: times(first.tasks),
      all: [...times(first.tasks), ...times(late)],
    };
  });
}

/** Milliseconds from pressing on a link to the frame with the heading of its page; the browser has its cache. */
export async function timeNavigation(site: ServedSite, slowdown: number): Promise<number> {
  return inPage(site, { viewport: DESKTOP, slowdown, isWarm: true }, async (page) => {
    await load(page, site);
    return answer(page, await nextPage(page));
  });
}

/** A control of a page and what shows that it has answered. */
export interface Control {
  readonly name: string;
  /** Default: the path of the site's page. */
  readonly path?: string;
  /** CSS selector of the first visible control. */
  readonly selector: string;
  /** An expression in the page, true once it has answered. */
  readonly answered: string;
  readonly isOnPhone?: boolean;
}

/** Milliseconds from pressing a control to the frame with its answer, as the first input of a page. */
export async function timeControl(
  site: ServedSite,
  slowdown: number,
  { selector, answered, isOnPhone = false, path = site.path }: Control,
): Promise<number | undefined> {
  const viewport = isOnPhone ? PHONE : DESKTOP;
  const own = { ...site, path };
  return inPage(own, { viewport, slowdown, isWarm: true }, async (page) => {
    await load(page, own);
    const control = page.locator(selector).filter({ visible: true }).first();
    return (await control.count()) === 0 ? undefined : answer(page, control, answered);
  });
}

interface PageOptions {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly slowdown?: number;
  /** Loads the page once before. */
  readonly isWarm?: boolean;
}

async function inPage<Result>(
  site: ServedSite,
  { viewport, slowdown = 1, isWarm = false }: PageOptions,
  run: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await site.browser.newContext({
    viewport,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  try {
    if (isWarm) await warm(context, site);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript({ content: PROBE });
    return await run(page);
  } finally {
    await context.close();
  }
}

async function warm(context: BrowserContext, site: ServedSite): Promise<void> {
  const page = await context.newPage();
  await load(page, site);
  await scrollThrough(page);
  await page.close();
}

async function load(page: Page, { server, path }: ServedSite): Promise<void> {
  server.sent.length = 0;
  await page.goto(server.origin + path);
  await page.waitForTimeout(SETTLE);
}

async function scrollThrough(page: Page): Promise<void> {
  await page.mouse.move(PHONE.width / 2, PHONE.height / 2);
  const height = await page.evaluate('document.documentElement.scrollHeight');
  for (let top = 0; top < Number(height); top += PHONE.height) {
    await page.mouse.wheel(0, PHONE.height);
    await page.waitForTimeout(100);
  }
  await page.waitForTimeout(SETTLE / 4);
}

/** The first link of the text that leads to another page. */
async function nextPage(page: Page): Promise<Locator> {
  const index = Number(await page.evaluate('nextLink()'));
  if (index < 0) throw new Error(`${page.url()} has no link to another page`);
  return page.locator(LINKS).nth(index);
}

/** Points at a control, presses it, and waits for the answer; without a condition, another main heading. */
async function answer(page: Page, control: Locator, condition?: string): Promise<number> {
  await page.evaluate(`expectAnswer(${condition === undefined ? '' : `() => ${condition}`})`);
  await control.hover();
  await page.waitForTimeout(AIM);
  await page.mouse.down();
  await page.mouse.up();
  for (let waited = 0; waited < LIMIT; waited += POLL) {
    await page.waitForTimeout(POLL);
    // Fails while another document is loaded.
    const time = await page.evaluate<number | undefined>('answerTime()').catch(() => undefined);
    if (typeof time === 'number') return time;
  }
  throw new Error(`${page.url()}: no answer within ${LIMIT} ms`);
}
