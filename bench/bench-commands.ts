import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { firstPage, startDev } from './dev-server.ts';
import { writeBuiltSite } from './links-corpus.ts';
import { writeCorpus } from './pages.ts';
import { type Command, measure, type Usage } from './usage.ts';

/** Repeated uses of one command. */
export interface CommandRow {
  readonly title: string;
  /** A server has a wall time only. */
  readonly usages: readonly Partial<Usage>[];
}

const PAGES = 1000;
/** 128,128 links. */
const BUILT_PAGES = 1001;
/** The start is short beside the system's ticks. */
const STARTS = 10;

interface Setup {
  readonly work: string;
  readonly bin: string;
  readonly runs: number;
}

/** Measures commands of docwright besides `docs build`. */
export async function measureCommands(setup: Setup): Promise<readonly CommandRow[]> {
  const site = join(setup.work, 'commands');
  writeCorpus(PAGES, site);
  const starts = await versions(setup);
  const start = Math.min(...starts.map(({ cpuSeconds }) => cpuSeconds));
  const checks = await linkChecks(setup, site);
  const rows = [
    { title: '`docs --version`', usages: starts },
    { title: '`docs check-links` after one edit, 1,000 pages', usages: checks },
    {
      title: 'the same without the time of `docs --version`',
      usages: checks.map(({ cpuSeconds }) => ({ cpuSeconds: cpuSeconds - start })),
    },
    {
      title: '`docs check-links --from-build`, 1,001 pages, 128,128 links',
      usages: await builtChecks(setup),
    },
    {
      title: '`docs dev`, first page without a cache, 1,000 pages',
      usages: await firstPages(setup, site),
    },
  ];
  rmSync(site, { recursive: true });
  return rows;
}

async function versions({ work, bin }: Setup): Promise<readonly Usage[]> {
  return repeat(STARTS, () => measure(docs(bin, work, ['--version'])));
}

async function linkChecks({ bin, runs }: Setup, site: string): Promise<readonly Usage[]> {
  const check = docs(bin, site, ['check-links']);
  await measure(check);
  return repeat(runs, (run) => {
    const file = join(site, 'content', 'docs', 'guide-0001', `page-0000${run + 1}.md`);
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nOne more.\n`);
    return measure(check);
  });
}

async function builtChecks({ work, bin, runs }: Setup): Promise<readonly Usage[]> {
  const built = join(work, 'built');
  mkdirSync(built);
  writeBuiltSite(built, BUILT_PAGES);
  // Some of its links are broken.
  const check = { ...docs(bin, work, ['check-links', '--from-build', built]), codes: [1] };
  const usages = await repeat(runs, () => measure(check));
  rmSync(built, { recursive: true });
  return usages;
}

async function firstPages({ bin, runs }: Setup, siteDir: string) {
  return repeat(runs, async () => {
    rmSync(join(siteDir, '.docwright'), { recursive: true, force: true });
    const server = await startDev({ bin: resolve(bin), siteDir });
    const milliseconds = await firstPage(server);
    await server.stop();
    return { wallSeconds: milliseconds / 1000 };
  });
}

function docs(bin: string, cwd: string, args: readonly string[]): Command {
  return { file: process.execPath, args: [resolve(bin), ...args], cwd };
}

async function repeat<T>(
  times: number,
  action: (run: number) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = [];
  for (let run = 0; run < times; run += 1) results.push(await action(run));
  return results;
}
