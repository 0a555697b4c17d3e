import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { writeCorpus } from './pages.ts';

// Builds generated sites of 100 and 1,000 pages in fresh processes, cold (no output, no cache) and again without
// changes, and prints the median of several runs. Writes nothing into the repository.
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    bin: { type: 'string', default: 'bin/docs.js' },
  },
});
const RUNS = Number(values.runs);
const SMALL = 100;
const LARGE = 1000;

/** The resource usage of a build. */
interface Usage {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly maxRssMb: number;
}

const work = mkdtempSync(join(tmpdir(), 'docwright-bench-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

const small = benchmark(SMALL);
const large = benchmark(LARGE);
console.log(`\nmedians of ${RUNS} runs, Node ${process.version}`);
console.log(row('', ['CPU s', 'wall s', 'peak MB', 'CPU ms/page']));
for (const state of ['cold', 'warm'] as const) {
  console.log(row(`${SMALL} pages, ${state}`, cells(small[state], SMALL)));
  console.log(row(`${LARGE} pages, ${state}`, cells(large[state], LARGE)));
  const more = (large[state].cpuSeconds - small[state].cpuSeconds) / (LARGE - SMALL);
  console.log(row(`each page more, ${state}`, ['', '', '', (more * 1000).toFixed(2)]));
}

function benchmark(pages: number): { readonly cold: Usage; readonly warm: Usage } {
  const cold: Usage[] = [];
  const warm: Usage[] = [];
  for (let run = 1; run <= RUNS; run++) {
    const site = join(work, `${pages}-${run}`);
    writeCorpus(pages, site);
    cold.push(measureBuild(site));
    warm.push(measureBuild(site));
    rmSync(site, { recursive: true });
    console.log(`${pages} pages, run ${run} of ${RUNS}`);
  }
  return { cold: medians(cold), warm: medians(warm) };
}

function measureBuild(site: string): Usage {
  const report = join(work, 'report.json');
  const preload = pathToFileURL(resolve('bench/measure.mjs')).href;
  const started = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', preload, resolve(values.bin), 'build'],
    {
      cwd: site,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, BENCH_REPORT: report, BENCH_PARENT: String(process.pid) },
    },
  );
  const wallSeconds = (performance.now() - started) / 1000;
  if (status !== 0) {
    console.error(`${stderr}\nthe build of ${site} failed with exit code ${status}`);
    process.exit(1);
  }
  const used: { cpuSeconds: number; maxRssKb: number } = JSON.parse(readFileSync(report, 'utf8'));
  return { cpuSeconds: used.cpuSeconds, wallSeconds, maxRssMb: used.maxRssKb / 1024 };
}

function medians(usages: readonly Usage[]): Usage {
  return {
    cpuSeconds: median(usages.map((usage) => usage.cpuSeconds)),
    wallSeconds: median(usages.map((usage) => usage.wallSeconds)),
    maxRssMb: median(usages.map((usage) => usage.maxRssMb)),
  };
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

function cells(usage: Usage, pages: number): readonly string[] {
  const perPage = (usage.cpuSeconds / pages) * 1000;
  return [
    usage.cpuSeconds.toFixed(2),
    usage.wallSeconds.toFixed(2),
    usage.maxRssMb.toFixed(0),
    perPage.toFixed(2),
  ];
}

function row(title: string, columns: readonly string[]): string {
  return [title.padEnd(24), ...columns.map((column) => column.padStart(12))].join('');
}
