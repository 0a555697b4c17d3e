import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { clock } from './dev-server.ts';

/** The expected content of the page. */
export type Sight =
  /** The first element that matches the selector contains the text, or no longer does. */
  | { readonly type: 'text' | 'gone'; readonly selector: string; readonly text: string }
  | {
      readonly type: 'style';
      readonly selector: string;
      readonly property: string;
      readonly value: string;
    };

/** A page in Chromium that reports when it shows something. */
export interface Screen {
  readonly page: Page;
  /** Loads a document, and waits until its app runs and its stream is open. */
  readonly open: (url: string) => Promise<void>;
  /** Makes a change; resolves with the times of its end and of the frame that shows it. */
  readonly see: (sight: Sight, change: () => void) => Promise<Seen>;
  /** Milliseconds by which the page's clock is ahead of this process's. */
  readonly clockOffset: () => Promise<number>;
  readonly close: () => Promise<void>;
}

export interface Seen {
  readonly changed: number;
  readonly shown: number;
}

/** Time for the app's page to open its stream (ms). */
const CONNECTING = 300;
/** Timeout (ms). */
const PATIENCE = 60_000;

/**
 * Runs in every document. Checks the page when the document changes or a style sheet is loaded; a match is visible in the
 * next frame, and a task posted by a frame runs after it.
 */
const PROBE = `
{
  const KEY = 'bench.sight';
  const matches = ({ type, selector, text, property, value }) => {
    const element = document.querySelector(selector);
    if (element === null) return false;
    if (type === 'style') return getComputedStyle(element)[property] === value;
    return element.textContent.includes(text) === (type === 'text');
  };
  let sight = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  const look = () => {
    if (sight === null || !matches(sight)) return;
    sight = null;
    sessionStorage.removeItem(KEY);
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => benchSeen(performance.timeOrigin + performance.now());
      port2.postMessage(0);
    });
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  document.addEventListener('load', look, true);
  globalThis.benchWant = (wanted) => {
    sight = wanted;
    sessionStorage.setItem(KEY, JSON.stringify(wanted));
  };
}
`;

const READY = `
Object.hasOwn(history.state ?? {}, 'docwright') &&
  performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/__docwright/live.js'))
`;

export async function openScreen(browser: Browser): Promise<Screen> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  let tell = (_at: number): void => {};
  await page.exposeBinding('benchSeen', (_source, at: number) => tell(at));
  await page.addInitScript({ content: PROBE });
  const open = async (url: string): Promise<void> => {
    await page.goto(url);
    while (!(await page.evaluate<boolean>(READY))) await wait(20);
    await wait(CONNECTING);
  };
  const see = async (sight: Sight, change: () => void): Promise<Seen> => {
    await page.evaluate(`benchWant(${JSON.stringify(sight)})`);
    const seen = new Promise<number>((resolve, reject) => {
      const timer = setTimeout(reject, PATIENCE, new Error(`not seen: ${JSON.stringify(sight)}`));
      tell = (at) => {
        clearTimeout(timer);
        resolve(at);
      };
    });
    change();
    const changed = clock();
    return { changed, shown: await seen };
  };
  return { page, open, see, clockOffset: () => clockOffset(page), close: () => context.close() };
}

/** Assumes that the page answers in the middle of the round trip; the fastest round trip is the most accurate. */
async function clockOffset(page: Page): Promise<number> {
  let best = { took: Number.POSITIVE_INFINITY, offset: 0 };
  for (let run = 0; run < 20; run += 1) {
    const asked = clock();
    const answer = await page.evaluate<number>('performance.timeOrigin + performance.now()');
    const took = clock() - asked;
    if (took < best.took) best = { took, offset: answer - (asked + took / 2) };
  }
  return best.offset;
}
