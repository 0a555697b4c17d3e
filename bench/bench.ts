import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandRow, measureCommands } from './bench-commands.ts';
import { readOptions } from './bench-options.ts';
import { type BuildRow, printResults } from './bench-report.ts';
import {
  editSite,
  hashTree,
  type SiteCopy,
  STATE_TITLES,
  type State,
  writeSite,
} from './bench-sites.ts';
import { type Generator, generators } from './generators.ts';
import { makeCorpus } from './pages.ts';
import { PEERS_FOLDER } from './peers-install.ts';
import { measure, type Usage } from './usage.ts';

// Builds one generated corpus with docwright and other generators, in turn; see `--help`.
const options = readOptions(generators('', '').map(({ name }) => name));
if (process.platform !== 'linux') throw new Error('processes are measured by /proc of Linux');
delete process.env['DOCS_CACHE_DIR'];

mkdirSync(PEERS_FOLDER, { recursive: true });
const work = mkdtempSync(join(PEERS_FOLDER, 'sites-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
const rows: BuildRow[] = [];
/** Names of generators, or of a generator and a size, with what went wrong. */
const failures = new Map<string, string>();
/** Comparisons of docwright's output after an edit with that of a build from nothing. */
const sameBytes = new Map<string, boolean>();
const versions = new Map<string, string>();
/** The most pages of sites whose output is compared. */
const COMPARED = 4000;

const chosen = generators(options.bin, options.before).filter(isReady);
for (const pages of options.sizes) {
  await buildAll(pages, chosen);
  // A run that is ended early leaves the sizes that are complete.
  save([]);
}
if (options.commands) save(await measureCommands({ ...options, work }));

function save(commands: readonly CommandRow[]): void {
  const all = { rows, commands, versions, failures, sameBytes, generators: chosen };
  const results = printResults(all);
  if (options.out === '-') console.log(results);
  else writeFileSync(options.out, results);
}

function isReady(generator: Generator): boolean {
  const { name, prepare } = generator;
  if (options.only !== undefined && !options.only.includes(name)) return false;
  try {
    versions.set(name, prepare());
    return true;
  } catch (error) {
    report(name, error);
    return false;
  }
}

/**
 * Each repetition builds fresh copies, and each state of them with all generators, so that noise hits all alike. Copies stay to
 * the end: for a minute, ext4 looks past each file that was deleted when it makes one, which can double a build's time.
 */
async function buildAll(pages: number, all: readonly Generator[]): Promise<void> {
  const corpus = makeCorpus(pages);
  let left = all.filter(({ mostPages }) => options.large || pages <= mostPages);
  for (let run = 1; run <= options.runs; run += 1) {
    const copies = left.map((generator) => ({
      generator,
      corpus,
      folder: join(work, `${pages}-${run}`, generator.name),
    }));
    for (const copy of copies) writeSite(copy);
    for (const state of options.states) {
      for (const copy of copies) {
        const { name } = copy.generator;
        const isStuck = Math.max(0, ...wallSeconds(name, pages)) > options.patience;
        if (!isStuck && !failures.has(`${name}, ${pages} pages`))
          await build(copy, { pages, run, state });
      }
    }
    left = left.filter(({ name }) => sum(wallSeconds(name, pages)) < options.patience);
  }
}

interface Round {
  readonly pages: number;
  readonly run: number;
  readonly state: State;
}

async function build(copy: SiteCopy, { pages, run, state }: Round): Promise<void> {
  const { name, command } = copy.generator;
  try {
    editSite(copy, state);
    const usage = await measure(command(copy.folder));
    rowOf(name, pages, state).push(usage);
    console.error(
      `${pages} pages, run ${run}, ${state.padEnd(5)} ${name.padEnd(16)}`,
      `${usage.cpuSeconds.toFixed(2)} CPU s, ${usage.wallSeconds.toFixed(2)} s, ${usage.peakMb.toFixed(0)} MB`,
    );
    if (run === 1 && pages <= COMPARED && name.startsWith('docwright') && state !== 'cold')
      await compare(copy, { pages, run, state });
  } catch (error) {
    report(`${name}, ${pages} pages`, error);
  }
}

/** Compares the output with that of a copy with the same sources, built from nothing. */
async function compare(
  { folder, corpus, generator }: SiteCopy,
  { pages, state }: Round,
): Promise<void> {
  const fresh = { folder: join(work, 'fresh', `${rows.length}-${state}`), corpus, generator };
  writeSite(fresh);
  const { states } = options;
  for (const earlier of states.slice(0, states.indexOf(state) + 1)) editSite(fresh, earlier);
  await measure(generator.command(fresh.folder));
  const [warm, cold] = [folder, fresh.folder].map((site) => hashTree(join(site, generator.outDir)));
  sameBytes.set(`${generator.name}, ${pages} pages, ${STATE_TITLES[state]}`, warm === cold);
}

function rowOf(name: string, pages: number, state: State): Usage[] {
  const found = rows.find((row) => row.name === name && row.pages === pages && row.state === state);
  if (found !== undefined) return found.usages;
  const usages: Usage[] = [];
  rows.push({ name, pages, state, usages });
  return usages;
}

/** The wall times of all builds of a generator at one size. */
function wallSeconds(name: string, pages: number): readonly number[] {
  const own = rows.filter((row) => row.name === name && row.pages === pages);
  return own.flatMap((row) => row.usages.map((usage) => usage.wallSeconds));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function report(what: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`${what}: ${message}`);
  failures.set(what, message.split('\n')[0] ?? '');
}
