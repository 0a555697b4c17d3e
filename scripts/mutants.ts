import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import {
  findMutants,
  interval,
  type Mutant,
  type NumberedMutant,
  sample,
  withSwitches,
} from './mutate.ts';
import { readModules } from './sources.ts';

const AREAS: Readonly<Record<string, readonly string[]>> = {
  publish: ['src/publish'],
  links: ['src/links'],
  'search/query': ['src/search/query'],
  markdown: ['src/markdown/html', 'src/markdown/positions.ts', 'src/markdown/inline-map.ts'],
  config: ['src/config'],
};

const HELP = `usage: npm run mutants -- [options]

Changes the code in small ways, one at a time, and reports the changes that no unit test notices.

  --count <n>      mutants to draw (default: 600)
  --seed <n>       the same seed draws the same mutants of the same code (default: 1)
  --area <name>    only this area, repeatable: ${Object.keys(AREAS).join(', ')}
  --tests <text>   only test files with this in their path
  --budget <s>     seconds of tests to run for each mutant, nearest first (default: 60)
  --jobs <n>       test processes (default: 2)
  --output <file>  write all results as JSON`;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
    area: { type: 'string', multiple: true, default: Object.keys(AREAS) },
    tests: { type: 'string', default: '' },
    budget: { type: 'string', default: '60' },
    jobs: { type: 'string', default: '2' },
    output: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

interface Result extends NumberedMutant {
  readonly outcome: 'killed' | 'endless' | 'survived' | 'not covered';
  /** The first test file that failed. */
  readonly killer?: string;
}

interface TestFiles {
  readonly all: readonly TestFile[];
  /** Files that fail with no mutant on when they share a process with others. */
  readonly broken: Set<string>;
  /** Files that were seen to pass so. */
  readonly sound: Set<string>;
}

/** A number that switches nothing on and counts no passes. */
const NO_MUTANT = -1;

/** The mutants that a test file executes, how often, and its duration in milliseconds. */
interface TestFile {
  readonly file: string;
  readonly passes: Readonly<Record<string, number>>;
  readonly duration: number;
}

if (values.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  const mutants = drawMutants();
  const folder = mkdtempSync(join(tmpdir(), 'docwright-mutants-'));
  try {
    copyProject(folder, mutants);
    const tests = await firstRun(folder);
    const results = await runAll(folder, mutants, tests);
    report(results);
    if (values.output !== undefined) writeFileSync(values.output, JSON.stringify(results, null, 1));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function drawMutants(): readonly NumberedMutant[] {
  const roots = values.area.map((area) => AREAS[area] ?? []).flat();
  const all = readModules(roots).flatMap(findMutants);
  const drawn = sample(all, Number(values.count), Number(values.seed));
  console.log(`${drawn.length} of ${all.length} mutants drawn`);
  return drawn.map((mutant, at) => ({ ...mutant, id: at + 1 }));
}

/** Copies all files that git tracks, with `dist` and the installed packages, and adds switches to the mutated modules. */
function copyProject(folder: string, mutants: readonly NumberedMutant[]): void {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard']);
  for (const path of listed.toString().split('\0').filter(Boolean)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    cpSync(path, join(folder, path));
  }
  cpSync('dist', join(folder, 'dist'), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  for (const path of new Set(mutants.map((mutant) => mutant.path))) {
    const own = mutants.filter((mutant) => mutant.path === path);
    writeFileSync(join(folder, path), withSwitches(readFileSync(path, 'utf8'), own));
  }
}

interface Runner {
  /** Runs the test files in this order with the mutant active; undefined if they do not end in time. */
  run(files: readonly string[], control: Control, timeout: number): Promise<Answer | undefined>;
  readonly files: readonly string[];
  stop(): void;
}

interface Control {
  /** The mutant's number; 0 for none. */
  readonly active: number;
  /** Executions after which the mutant counts as an endless loop. */
  readonly limit: number;
  readonly log: string;
}

interface Answer {
  readonly failed: readonly string[];
  readonly durations: Readonly<Record<string, number>>;
}

async function startRunner(folder: string, name: string, isFirst: boolean): Promise<Runner> {
  const control = join(folder, `${name}.json`);
  writeFileSync(control, JSON.stringify({ active: 0, limit: 0, log: '' }));
  const start = (): ChildProcess =>
    spawn(process.execPath, ['scripts/run.mjs', 'scripts/mutant-runner.ts'], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, MUTANT_CONTROL: control, MUTANT_RUN: isFirst ? 'first' : 'one' },
    });
  const stop = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  let child = start();
  const { files } = await message<{ files: readonly string[] }>(child);
  return {
    files,
    stop,
    async run(chosen, wanted, timeout) {
      writeFileSync(control, JSON.stringify(wanted));
      child.send({ files: chosen });
      const timer = setTimeout(stop, timeout);
      const answer = await message<Answer>(child).catch(() => undefined);
      clearTimeout(timer);
      if (answer === undefined) {
        child = start();
        await message(child);
      }
      return answer;
    },
  };
}

function message<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error('The test process ended.'));
    child.once('exit', fail);
    child.once('message', (value: T) => {
      child.off('exit', fail);
      resolve(value);
    });
  });
}

/** Runs all unit tests without a mutant. Files that already fail are excluded afterwards. */
async function firstRun(folder: string): Promise<readonly TestFile[]> {
  const log = join(folder, 'passes.jsonl');
  writeFileSync(log, '');
  const runners = await startRunners(folder, true);
  const all = (runners[0]?.files ?? []).filter((file) => file.includes(values.tests));
  const answers = await Promise.all(
    runners.map((runner, at) => {
      const share = all.filter((_, index) => index % runners.length === at);
      return runner.run(share, { active: 0, limit: 0, log }, 3_600_000);
    }),
  );
  for (const runner of runners) runner.stop();
  const failed = new Set(answers.flatMap((answer) => answer?.failed ?? []));
  const durations = Object.assign({}, ...answers.map((answer) => answer?.durations ?? {}));
  for (const file of failed)
    console.log(`left out, fails without a mutant: ${relative(folder, file)}`);
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(([file]) => !failed.has(file))
    .map(([file, passes]) => ({ file, passes, duration: durations[file] ?? 0 }));
}

function startRunners(folder: string, isFirst: boolean): Promise<readonly Runner[]> {
  const names = Array.from({ length: Number(values.jobs) }, (_, at) => `runner-${at}`);
  return Promise.all(names.map((name) => startRunner(folder, name, isFirst)));
}

async function runAll(
  folder: string,
  mutants: readonly NumberedMutant[],
  tests: readonly TestFile[],
): Promise<readonly Result[]> {
  const runners = await startRunners(folder, false);
  const results: Result[] = [];
  const known: TestFiles = { all: tests, broken: new Set(), sound: new Set() };
  const waiting = [...mutants];
  const work = async (runner: Runner): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const result = await runOne(runner, next, known);
      results.push({ ...next, ...result });
      const isNoticed = result.outcome === 'killed' || result.outcome === 'endless';
      if (!isNoticed) console.log(describe(next, result.outcome));
      if (results.length % 25 === 0) console.log(`${results.length} of ${mutants.length}`);
    }
    runner.stop();
  };
  await Promise.all(runners.map(work));
  return results.toSorted((a, b) => a.id - b.id);
}

async function runOne(
  runner: Runner,
  mutant: NumberedMutant,
  tests: TestFiles,
): Promise<Pick<Result, 'outcome' | 'killer'>> {
  const { id, path } = mutant;
  const covering = tests.all
    .filter(({ file, passes }) => passes[id] !== undefined && !tests.broken.has(file))
    .toSorted((a, b) => distance(a.file, path) - distance(b.file, path) || a.duration - b.duration);
  if (covering.length === 0) return { outcome: 'not covered' };
  const chosen = withinBudget(covering, Number(values.budget) * 1000);
  const limit = 100_000 + 50 * Math.max(...covering.map(({ passes }) => passes[id] ?? 0));
  const time = 30_000 + 5 * chosen.reduce((sum, { duration }) => sum + duration, 0);
  const files = chosen.map(({ file }) => file);
  const answer = await runner.run(files, { active: id, limit, log: '' }, time);
  if (answer === undefined) return { outcome: 'endless' };
  const [killer] = answer.failed;
  if (killer === undefined) return { outcome: 'survived' };
  if (await passesAlone(runner, killer, tests)) return { outcome: 'killed', killer };
  console.log(`left out, fails without a mutant: ${killer}`);
  tests.broken.add(killer);
  return runOne(runner, mutant, tests);
}

/** Runs a test file with no mutant on; what passed once is not asked again. */
async function passesAlone(runner: Runner, file: string, { sound }: TestFiles): Promise<boolean> {
  if (sound.has(file)) return true;
  const answer = await runner.run([file], { active: NO_MUTANT, limit: 0, log: '' }, 300_000);
  if (answer?.failed.length === 0) sound.add(file);
  return sound.has(file);
}

/** 0 for the test that mirrors a module, 1 for tests in its folder, 2 for others. */
function distance(test: string, path: string): number {
  const mirrored = path.replace(/^src/, 'test/unit').replace(/\.tsx?$/, '');
  if (test.includes(mirrored)) return 0;
  return test.includes(dirname(mirrored)) ? 1 : 2;
}

/** The first files whose durations fit into the budget in milliseconds, at least one. */
function withinBudget(tests: readonly TestFile[], budget: number): readonly TestFile[] {
  let spent = 0;
  return tests.filter(({ duration }, at) => {
    spent += duration;
    return at === 0 || spent <= budget;
  });
}

function describe({ path, line, kind, start, end, replacement }: Mutant, outcome: string): string {
  const before = readFileSync(path, 'utf8').slice(start, end);
  return `\n${path}:${line}  ${kind}, ${outcome}\n  - ${flat(before)}\n  + ${flat(replacement)}`;
}

function report(results: readonly Result[]): void {
  console.log('');
  for (const area of [...values.area, 'all']) {
    const own = results.filter(({ path }) => area === 'all' || isIn(area, path));
    const killed = own.filter(
      ({ outcome }) => outcome === 'killed' || outcome === 'endless',
    ).length;
    const [low, high] = interval(killed, own.length);
    const score = `${percent(killed / own.length)} (${percent(low)} to ${percent(high)})`;
    console.log(
      `${area.padEnd(14)} ${String(killed).padStart(4)} of ${String(own.length).padEnd(4)} ${score}`,
    );
  }
}

function isIn(area: string, path: string): boolean {
  return (AREAS[area] ?? []).some((root) => path === root || path.startsWith(`${root}/`));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function flat(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 110 ? `${line.slice(0, 110)}…` : line;
}
