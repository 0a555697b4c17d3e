import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../test/support/browser.ts';
import { manyAtOnce, otherChanges } from './dev-changes.ts';
import { bodyEdits, type EditTime, type Session, titleEdits } from './dev-edits.ts';
import { followLive } from './dev-live.ts';
import { memoryOver } from './dev-memory.ts';
import { openScreen } from './dev-screen.ts';
import { type DevProcessOptions, firstPage, startDev } from './dev-server.ts';
import { writeCorpus } from './pages.ts';
import { randomFrom } from './words.ts';

// Serves generated sites with the real `docs dev` in Chromium, and measures the time to the first page, the time from an
// edit to the frame that shows it, and the server's memory after many edits.
const { values } = parseArgs({
  options: {
    bin: { type: 'string', default: 'bin/docs.js' },
    pages: { type: 'string', default: '100,1000,5000' },
    runs: { type: 'string', default: '3' },
    edits: { type: 'string', default: '40' },
    changes: { type: 'string', default: '3' },
    'memory-pages': { type: 'string', default: '1000' },
    'memory-edits': { type: 'string', default: '1000' },
  },
});
const BIN = resolve(values.bin);
const EARLY_EDITS = 50;
const MANY_FILES = 1000;

// Limits by number of pages.
const FIRST_PAGE_MS: Readonly<Record<number, number>> = { 1000: 1500 };
const EDIT_MS: Readonly<Record<number, number>> = { 1000: 100, 5000: 200 };
const MANY_FILES_MS = 5000;
const EXIT_MS = 500;

const work = mkdtempSync(join(tmpdir(), 'docwright-dev-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const browser = await launchBrowser();
for (const pages of values.pages.split(',').map(Number).filter(Boolean)) {
  await measureSite(pages, browser);
}
await browser.close();
if (Number(values['memory-edits']) > 0) await measureMemory(Number(values['memory-pages']));

async function measureSite(pages: number, chrome: Browser): Promise<void> {
  const siteDir = join(work, String(pages));
  writeCorpus(pages, siteDir);
  heading(`${pages} pages`);
  if (Number(values.runs) > 0) await measureStart(pages, siteDir);
  const server = await startDev({ bin: BIN, siteDir });
  await firstPage(server);
  const live = await followLive(server.url);
  const screen = await openScreen(chrome);
  const offset = await screen.clockOffset();
  const session: Session = { siteDir, server, live, screen, offset, random: randomFrom(7) };
  await live.settled(0);
  const edits = Number(values.edits);
  if (edits > 0) {
    printEdits('edit of the body', await bodyEdits(session, edits), EDIT_MS[pages]);
    printEdits('edit of the title, in the sidebar', await titleEdits(session, edits / 2));
  }
  for (const { title, times } of await otherChanges(session, Number(values.changes)))
    row(title, [ms(median(times)), '', ms(Math.max(...times))]);
  const count = Math.min(MANY_FILES, pages - 1);
  row(`${count} files at once, settled`, [ms(await manyAtOnce(session, count))], MANY_FILES_MS);
  const { code, milliseconds } = await server.stop();
  row(`interrupt to exit, code ${code}`, [ms(milliseconds)], EXIT_MS);
  row('clock of the browser ahead', [ms(offset)]);
  live.close();
  await screen.close();
  rmSync(siteDir, { recursive: true });
}

/** Runs a fresh process each time, without and with the cache of the previous one. */
async function measureStart(pages: number, siteDir: string): Promise<void> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let run = 0; run < Number(values.runs); run += 1) {
    rmSync(join(siteDir, '.docwright'), { recursive: true, force: true });
    for (const times of [cold, warm]) {
      const server = await startDev({ bin: BIN, siteDir });
      times.push(await firstPage(server));
      const live = await followLive(server.url);
      await live.settled(0);
      live.close();
      await server.stop();
    }
  }
  const cells = (times: readonly number[]): readonly string[] => [
    ms(median(times)),
    '',
    ms(Math.max(...times)),
  ];
  row('first page, without a cache', cells(cold), FIRST_PAGE_MS[pages]);
  row('first page, with a cache', cells(warm), FIRST_PAGE_MS[pages]);
}

async function measureMemory(pages: number): Promise<void> {
  const siteDir = join(work, 'memory');
  const report = join(work, 'memory.json');
  writeCorpus(pages, siteDir);
  const probe = pathToFileURL(resolve('bench/dev-probe.mjs')).href;
  const options: DevProcessOptions = {
    bin: BIN,
    siteDir,
    node: ['--expose-gc', '--import', probe],
    env: { BENCH_REPORT: report },
  };
  const server = await startDev(options);
  const live = await followLive(server.url);
  await live.settled(0);
  const counts = [EARLY_EDITS, Number(values['memory-edits'])];
  console.log(`\nmemory of the server, ${pages} pages (must not grow)`);
  for (const { edits, resident, heap } of await memoryOver(
    { siteDir, server, live, report },
    counts,
  ))
    console.log(
      `after ${edits} edits: ${resident.toFixed(0)} MB resident, ${heap.toFixed(1)} MB of objects`,
    );
  live.close();
  await server.stop();
}

function printEdits(title: string, times: readonly EditTime[], most?: number): void {
  const of = (key: keyof EditTime): readonly number[] =>
    times.map((time) => time[key]).filter((time) => !Number.isNaN(time));
  const cells = (key: keyof EditTime): readonly string[] => [
    ms(median(of(key))),
    ms(quantile(of(key), 0.95)),
    ms(Math.max(...of(key))),
  ];
  row(`${title} (${times.length})`, cells('total'), most);
  row('  until the server hears of it', cells('watch'));
  row('  until it has notified the page', cells('update'));
  row('  until the frame', cells('browser'));
}

function heading(title: string): void {
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(`\n${title}, Node ${process.version}, load ${load.join(' ')}`);
  row('', ['p50 ms', 'p95 ms', 'max ms'], 'at most');
}

function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** The smallest number that is at least as large as this share of all numbers. */
function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

function ms(milliseconds: number): string {
  return milliseconds < 10 ? milliseconds.toFixed(1) : milliseconds.toFixed(0);
}

function row(title: string, columns: readonly string[], most: number | string = ''): void {
  const cells = [...columns, '', '', ''].slice(0, 3);
  console.log(
    title.padEnd(40) + [...cells, String(most)].map((cell) => cell.padStart(10)).join(''),
  );
}
