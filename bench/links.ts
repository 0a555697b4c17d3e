import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { writeBuiltSite } from './links-corpus.ts';

// Reads and checks generated folders of HTML in fresh processes, and prints the median of several runs without Node's
// start; then checks the same folder with linkinator, which is downloaded once into the cache below node_modules.
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    pages: { type: 'string', multiple: true, default: ['1001', '10000'] },
    'no-compare': { type: 'boolean', default: false },
    'cpu-prof': { type: 'string' },
  },
});
const RUNS = Number(values.runs);
const CACHE = join('node_modules', '.cache', 'docwright-bench');
const LINKINATOR = 'linkinator@6.3.0';
// Larger folders take linkinator minutes.
const COMPARED = 1001;

interface Usage {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly maxRssKb: number;
  readonly read?: number;
  readonly check?: number;
  readonly findings?: number;
  readonly coverage?: { readonly pages: number; readonly links: number };
}

const work = mkdtempSync(join(tmpdir(), 'docwright-bench-links-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const report = join(work, 'report.json');
const stage = await bundleStage();

const empty = join(work, 'empty.mjs');
writeFileSync(empty, '');
const start = median(Array.from({ length: 2 * RUNS }, nodeStart));
console.log(
  `Node ${process.version}, medians of ${RUNS} runs; CPU without Node's start of ${start.toFixed(3)} s`,
);
console.log(row('', ['links', 'findings', 'CPU s', 'read', 'check', 'wall s', 'peak MB']));
for (const pages of values.pages.map(Number)) measure(pages);

function measure(pages: number): void {
  const folder = join(work, `site-${pages}`);
  writeBuiltSite(folder, pages);
  const usages = Array.from({ length: RUNS }, () => runStage(folder));
  const of = (read: (usage: Usage) => number): number => median(usages.map(read));
  console.log(
    row(`docwright, ${pages} pages`, [
      String(usages[0]?.coverage?.links ?? 0),
      String(usages[0]?.findings ?? 0),
      (of(({ cpuSeconds }) => cpuSeconds) - start).toFixed(3),
      of(({ read = 0 }) => read).toFixed(3),
      of(({ check = 0 }) => check).toFixed(3),
      of(({ wallSeconds }) => wallSeconds).toFixed(3),
      (of(({ maxRssKb }) => maxRssKb) / 1024).toFixed(0),
    ]),
  );
  if (pages <= COMPARED && !values['no-compare']) compare(folder, pages);
  rmSync(folder, { recursive: true, force: true });
}

/** CPU seconds of a process that does nothing. */
function nodeStart(): number {
  const preload = pathToFileURL(resolve('bench/measure.mjs')).href;
  spawnSync(process.execPath, ['--import', preload, empty], {
    stdio: 'ignore',
    env: { ...process.env, BENCH_REPORT: report, BENCH_PARENT: String(process.pid) },
  });
  const usage: Usage = JSON.parse(readFileSync(report, 'utf8'));
  return usage.cpuSeconds;
}

async function bundleStage(): Promise<string> {
  const outfile = join(CACHE, `links-stage-${process.pid}.mjs`);
  process.on('exit', () => rmSync(outfile, { force: true }));
  await build({
    entryPoints: ['bench/links-stage.ts'],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  return resolve(outfile);
}

function runStage(folder: string): Usage {
  const profile = values['cpu-prof'];
  const options = profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profile];
  const { status, stderr } = spawnSync(process.execPath, [...options, stage, folder, report], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`the stage failed: ${stderr}`);
  return JSON.parse(readFileSync(report, 'utf8'));
}

/** Runs linkinator's own server on loopback, without requests to other hosts. */
function compare(folder: string, pages: number): void {
  const preload = pathToFileURL(resolve('bench/measure.mjs')).href;
  const began = performance.now();
  const { stdout } = spawnSync(
    process.execPath,
    [
      '--import',
      preload,
      linkinator(),
      '.',
      '--recurse',
      '--format',
      'json',
      '--skip',
      '^https?://(?!localhost)|^mailto:',
    ],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      timeout: 8 * 60 * 1000,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, BENCH_REPORT: report, BENCH_PARENT: String(process.pid) },
    },
  );
  const wallSeconds = (performance.now() - began) / 1000;
  const usage: Usage = JSON.parse(readFileSync(report, 'utf8'));
  const links = /"state": "(?:OK|BROKEN)"/.test(stdout)
    ? stdout.match(/"url":/g)?.length
    : undefined;
  const broken = stdout.match(/"state": "BROKEN"/g)?.length ?? 0;
  console.log(
    row(`${LINKINATOR}, ${pages} pages`, [
      String(links ?? '?'),
      String(broken),
      (usage.cpuSeconds - start).toFixed(3),
      '',
      '',
      wallSeconds.toFixed(3),
      (usage.maxRssKb / 1024).toFixed(0),
    ]),
  );
}

function linkinator(): string {
  const folder = join(CACHE, 'linkinator');
  const file = join(folder, 'node_modules', 'linkinator', 'build', 'src', 'cli.js');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    spawnSync('npm', ['install', '--no-audit', '--no-fund', LINKINATOR], {
      cwd: folder,
      stdio: 'ignore',
    });
  }
  return resolve(file);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

function row(title: string, columns: readonly string[]): string {
  return [title.padEnd(32), ...columns.map((column) => column.padStart(10))].join('');
}
