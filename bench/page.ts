import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { build } from '../src/index.ts';
import { launchBrowser } from '../test/support/browser.ts';
import { startPageServer } from './page-server.ts';
import { writeCorpus } from './pages.ts';

// Builds this site and generated sites of 100 and 4,000 pages, loads pages in Chromium with the CPU slowed down four
// times, and prints the cost of a first load.
const SLOWDOWN = 4;
/** Time in which a page is observed for late work. */
const WATCHED_MS = 4000;

const OBSERVER = `
globalThis.observed = { longTasks: [], paint: 0, shift: 0 };
new PerformanceObserver((list) => { for (const e of list.getEntries()) observed.longTasks.push(Math.round(e.duration)); }).observe({ type: 'longtask', buffered: true });
new PerformanceObserver((list) => { for (const e of list.getEntries()) observed.paint = Math.round(e.startTime); }).observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => { for (const e of list.getEntries()) observed.shift += e.value; }).observe({ type: 'layout-shift', buffered: true });
`;

interface Load {
  readonly requests: number;
  readonly kilobytes: number;
  readonly html: number;
  readonly script: number;
  /** HTML, style sheet and the scripts that start before React. */
  readonly beforeReact: number;
  readonly longTasks: readonly number[];
  readonly paintMs: number;
  readonly shift: number;
}

interface Observed {
  readonly longTasks: readonly number[];
  readonly paint: number;
  readonly shift: number;
}

const work = mkdtempSync(join(tmpdir(), 'docwright-page-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const browser = await launchBrowser();
console.log(
  row('', [
    'requests',
    'kB',
    'HTML kB',
    'JS kB',
    'before React',
    'LCP ms',
    'shift',
    'long tasks ms',
  ]),
);
await measureSite('this site', resolve('.'), [
  '/',
  '/docs/randomness/backend/',
  '/docs/sdk/nft-ai/',
  '/docs/api/post-badge-mint/',
  '/docs/api/schemas/RuleCondition/',
]);
for (const pages of [100, 4000]) {
  const site = join(work, String(pages));
  writeCorpus(pages, site);
  await measureSite(`${pages} pages`, site, [somePage(site)]);
}
await browser.close();

async function measureSite(
  name: string,
  siteDir: string,
  routes: readonly string[],
): Promise<void> {
  const outDir = join(work, `${name}-out`);
  const { ok } = await build({ siteDir, outDir });
  if (!ok) throw new Error(`${name} does not build`);
  const server = await startPageServer(outDir);
  for (const route of routes) {
    const load = await measureLoad(browser, server, route);
    console.log(row(`${name} ${route}`.slice(0, 40), cells(load)));
  }
  server.close();
}

/** A page in the middle of a generated site. */
function somePage(siteDir: string): string {
  const files = readdirSync(join(siteDir, 'content'), { recursive: true, encoding: 'utf8' });
  const pages = files
    .filter((file) => file.endsWith('.md') && !file.endsWith('index.md'))
    .toSorted();
  return `/${pages[Math.floor(pages.length / 2)]?.replace(/\.md$/, '/')}`;
}

async function measureLoad(
  chrome: Browser,
  server: Awaited<ReturnType<typeof startPageServer>>,
  route: string,
): Promise<Load> {
  const context = await chrome.newContext({ viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.addInitScript({ content: OBSERVER });
  server.sent.length = 0;
  await page.goto(server.origin + route);
  await page.waitForTimeout(WATCHED_MS);
  const observed = await page.evaluate<Observed>('globalThis.observed');
  await context.close();
  return summary(server.sent, observed);
}

function summary(sent: readonly { url: string; bytes: number }[], observed: Observed): Load {
  const total = (list: readonly { bytes: number }[]): number =>
    list.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  const scripts = sent.filter(({ url }) => url.endsWith('.js'));
  const early = sent.filter(
    ({ url }) => url.endsWith('/') || url.endsWith('.css') || /\/(?:client|head)-/.test(url),
  );
  return {
    requests: sent.length,
    kilobytes: total(sent),
    html: total(sent.filter(({ url }) => url.endsWith('/'))),
    script: total(scripts),
    beforeReact: total(early),
    longTasks: observed.longTasks,
    paintMs: observed.paint,
    shift: observed.shift,
  };
}

function cells(load: Load): readonly string[] {
  const { requests, kilobytes, html, script, beforeReact, paintMs, shift, longTasks } = load;
  const sizes = [kilobytes, html, script, beforeReact].map((size) => size.toFixed(1));
  return [
    String(requests),
    ...sizes,
    String(paintMs),
    shift.toFixed(3),
    longTasks.join(' ') || '-',
  ];
}

function row(name: string, values: readonly string[]): string {
  return name.padEnd(42) + values.map((value) => value.padStart(13)).join('');
}
