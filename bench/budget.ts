/**
 * Compares the work for n, 2n and 4n of each construct that an input can repeat: `npm run bench:budget -- [names]` prints
 * those whose CPU time or output grows faster than n log n; `--times=8` makes n eight times as large. With `--counts`,
 * executed blocks and the characters of JSON are counted instead, and all figures are printed as JSON.
 */
import type { ResolvedConfig } from '../src/config/site-config.ts';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { Diagnostic } from '../src/diagnostics/diagnostic.ts';
import { toFilePath } from '../src/shared/paths.ts';
import { API_CONSTRUCTS } from './budget-apis.ts';
import { codeOf, FINDINGS } from './budget-findings.ts';
import { type Growth, growthProblem } from './budget-growth.ts';
import { type BudgetInput, type Construct, PAGE, PAGE_CONSTRUCTS } from './budget-pages.ts';
import { SITE_CONSTRUCTS } from './budget-sites.ts';

/** Executed blocks, or CPU milliseconds. */
interface Meter {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<number>;
}

type Run = { readonly [Key in keyof Growth as Key extends 'name' ? never : Key]: number };

/** CPU milliseconds below which a run says nothing. */
const SHORT = 200;
/** Characters of JSON that count as a block. */
const JSON_PER_BLOCK = 16;

const NOTHING: Construct = {
  name: '',
  n: 1,
  input: () => ({ files: { 'content/docs/a.md': '# A\n' } }),
};

const session = new Session();
const asksCounts = process.argv.includes('--counts');
const times = Number(/^--times=(\d+)$/.exec(process.argv.at(-1) ?? '')?.[1] ?? 1);
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
// Blocks are counted in functions that are compiled after the start.
const meter = asksCounts ? await blockMeter() : cpuMeter();
const load = (path: string) => import(pathToFileURL(join(process.cwd(), 'dist/lib', path)).href);
const { build, checkLinks }: typeof import('../src/index.ts') = await load('index.js');
const { createSearch }: typeof import('../src/search/query/index.ts') = await load('search.js');
const { FORMATS, formatDiagnostics } = await import('../src/diagnostics/format.ts');
const { createDocParser } = await import('../src/markdown/parse-doc.ts');
const { translationCheck } = await import('../src/cli/translations-command.ts');
const SETTINGS = { html: 'sanitize', searchHeadingLevel: 4 } as const;
const root = mkdtempSync(join(tmpdir(), 'docwright-budget-'));
const siteDir = join(root, 'site');
try {
  await runAll();
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function runAll(): Promise<void> {
  const all = [...PAGE_CONSTRUCTS, ...SITE_CONSTRUCTS, ...API_CONSTRUCTS, ...FINDINGS];
  const chosen = names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
  // The first builds compile templates, and all code is loaded once.
  for (const command of ['build', 'build', 'links', 'search', 'parse', 'translations'] as const)
    await run({ ...NOTHING, command }, 1);
  const found: Growth[] = [];
  for (const construct of chosen) {
    const growth = await measure(construct);
    found.push(growth);
    const isShort = (growth.work.at(-1) ?? 0) < SHORT;
    const problem = asksCounts || isShort ? undefined : growthProblem(growth);
    if (problem !== undefined) console.log(problem);
  }
  if (asksCounts) console.log(JSON.stringify(found));
}

async function measure(construct: Construct): Promise<Growth> {
  const runs: Run[] = [];
  // What is made on first use counts nowhere.
  if (construct.command === 'parse') await run(construct, construct.n);
  for (const factor of [1, 2, 4]) runs.push(await run(construct, construct.n * factor * times));
  return {
    name: construct.name,
    work: runs.map(({ work }) => work),
    output: runs.map(({ output }) => output),
    input: runs.map(({ input }) => input),
    findings: runs.map(({ findings }) => findings),
  };
}

async function run(construct: Construct, n: number): Promise<Run> {
  const { name, input, command = 'build', queries } = construct;
  const given = input(n);
  const asked = queries?.(n) ?? [];
  writeSite(given);
  if (command !== 'search') await meter.start();
  const { diagnostics, article } = await runCommand(command, given);
  const reports = FORMATS.map((format) => formatDiagnostics(format, reportInput(diagnostics)));
  if (command === 'search') {
    const file = join(siteDir, 'build/search-index-docs-default-current.json');
    const index = JSON.parse(readFileSync(file, 'utf8'));
    await meter.start();
    const search = createSearch(index);
    for (const query of asked) search(query);
  }
  const work = await meter.stop();
  const texts = [given.config ?? '', ...Object.values(given.files), ...asked];
  const code = codeOf(name);
  return {
    work,
    output: outputBytes() + lengthOf([article, ...reports]),
    input: lengthOf(texts),
    findings: diagnostics.filter((found) => code === undefined || found.code === code).length,
  };
}

interface Result {
  readonly diagnostics: readonly Diagnostic[];
  readonly article: string;
}

async function runCommand(command: Construct['command'], { files }: BudgetInput): Promise<Result> {
  if (command === 'parse') {
    const doc = createDocParser(SETTINGS).parse(toFilePath(PAGE), files[PAGE] ?? '');
    return { diagnostics: doc.diagnostics, article: JSON.stringify(doc) };
  }
  if (command === 'translations') {
    const parts = async (config: ResolvedConfig) =>
      [(await translationCheck({}).open?.(config, undefined)) ?? []].flat();
    return { diagnostics: (await checkLinks({ siteDir, parts })).diagnostics, article: '' };
  }
  const { diagnostics } = await (command === 'links' ? checkLinks : build)({ siteDir });
  return { diagnostics, article: '' };
}

function reportInput(diagnostics: readonly Diagnostic[]) {
  const read = (file: string): string => readFileSync(join(siteDir, file), 'utf8');
  return { diagnostics, read, complete: true, isVerbose: true };
}

/** Replaces the files of the site and keeps its compiled templates. */
function writeSite({ files, config = '' }: BudgetInput): void {
  mkdirSync(siteDir, { recursive: true });
  for (const name of readdirSync(siteDir)) {
    if (name !== '.docwright') rmSync(join(siteDir, name), { recursive: true });
  }
  // The docs and pages of smaller sites would not be made again.
  rmSync(join(siteDir, '.docwright/cache/pages'), { recursive: true, force: true });
  const start = "title: 'T', url: 'https://x.example'";
  const all = { 'site.config.ts': `export default { ${start}, ${config} };\n`, ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(siteDir, path)), { recursive: true });
    writeFileSync(join(siteDir, path), text);
  }
}

function outputBytes(): number {
  const folder = join(siteDir, 'build');
  if (!existsSync(folder)) return 0;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return sum(files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size));
}

function lengthOf(texts: readonly string[]): number {
  return sum(texts.map(({ length }) => length));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Counts executed blocks of all scripts but Node's own, by V8's precise coverage; JSON is read by native code. */
async function blockMeter(): Promise<Meter> {
  let characters = 0;
  const { parse } = JSON;
  JSON.parse = (text: string, reviver) => {
    characters += String(text).length;
    return parse(text, reviver);
  };
  // A function that is compiled again counts from zero.
  setFlagsFromString('--no-flush-bytecode');
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const take = async (): Promise<number> => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    let blocks = Math.round(characters / JSON_PER_BLOCK);
    characters = 0;
    for (const { url, functions } of result) {
      if (url.startsWith('node:')) continue;
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
    }
    return blocks;
  };
  return { start: async () => void (await take()), stop: take };
}

function cpuMeter(): Meter {
  let before = process.cpuUsage();
  return {
    start: async () => {
      before = process.cpuUsage();
    },
    stop: async () => {
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    },
  };
}
