import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { itemAt } from '../../src/shared/item-at.ts';
import { type SiteDriver, site, siteOutput } from '../support/site.ts';
import { EDITED_SITE } from './support/edited-site.ts';
import { numbers, pick, type Random } from './support/random.ts';
import { EDITS } from './support/random-edits.ts';

// What one command leaves for the next must never show: after any sequence of commands, edits and crashes, a build
// prints and writes what one without a cache does. Two sites share a folder of caches.

const DOCS = resolve('bin/docs.js');
/** `npm run test:nodes` names another version of Node, which uses the same cache. */
const OTHER_NODE = process.env['OTHER_NODE'] ?? process.execPath;
const isFull = process.env['TEST_FULL'] === '1';
/** The usual sequences have each command once, `npm run test:full` any. */
const STEPS = isFull ? 25 : 5;
const SEEDS = Array.from({ length: isFull ? 40 : 2 }, (_, index) => index + 1);
/** Longer than a build of the site takes on a busy machine. */
const LONGEST = 60_000;

interface Sites {
  readonly driver: SiteDriver;
  readonly other: SiteDriver;
  readonly cacheDir: string;
}

interface Step {
  readonly name: string;
  readonly run: (sites: Sites, random: Random) => Promise<unknown>;
}

const COMMANDS: readonly Step[] = [
  { name: 'build', run: (sites) => docs(sites, ['build']) },
  { name: 'check-links', run: (sites) => docs(sites, ['check-links']) },
  { name: 'check-search', run: (sites) => docs(sites, ['check-search']) },
  { name: 'clean', run: (sites) => docs(sites, ['clean']) },
  {
    name: 'killed build',
    run: (sites, random) => killed(sites, ['build'], random(900)),
  },
  {
    name: 'killed check',
    run: (sites, random) => killed(sites, ['check-links'], random(900)),
  },
  {
    name: 'build, edited meanwhile',
    run: async (sites, random) => {
      const building = docs(sites, ['build']);
      await setTimeout(random(900));
      pick(EDITS, random).apply(sites.driver, random);
      await building;
    },
  },
  {
    name: 'output folder deleted',
    run: async ({ driver }) => driver.remove('build'),
  },
  {
    name: 'build of the other site',
    run: async ({ other, cacheDir }, random) => {
      pick(EDITS, random).apply(other, random);
      await docs({ driver: other, cacheDir }, ['build']);
    },
  },
  {
    name: 'build by another Node',
    run: (sites) => docs({ ...sites, node: OTHER_NODE }, ['build']),
  },
];

const drivers: SiteDriver[] = [];

afterEach(() => {
  for (const driver of drivers.splice(0)) driver.dispose();
});

describe('a sequence of commands', () => {
  it.each(SEEDS)(
    'ends in what a build without a cache makes (seed %i)',
    async (seed) => {
      const random = numbers(seed);
      const sites: Sites = {
        driver: open(),
        other: open(),
        cacheDir: join(inject('runFolder'), `sequence-${process.pid}-${seed}`),
      };
      const history: string[] = [];
      for (let step = 0; step < STEPS; step += 1) {
        const edit = pick(EDITS, random);
        edit.apply(sites.driver, random);
        const command = isFull
          ? pick(COMMANDS, random)
          : itemAt(COMMANDS, (seed * STEPS + step) % COMMANDS.length);
        history.push(edit.name, command.name);
        await command.run(sites, random);
        await expectSame(sites, history.join(' → '));
      }
    },
    STEPS * LONGEST,
  );
});

function open(): SiteDriver {
  const driver = site(EDITED_SITE);
  drivers.push(driver);
  return driver;
}

interface Command extends Pick<Sites, 'driver' | 'cacheDir'> {
  readonly node?: string;
}

function start({ driver, cacheDir, node = process.execPath }: Command, args: readonly string[]) {
  const env = {
    ...process.env,
    NODE_ENV: '',
    DOCS_CACHE_DIR: cacheDir,
    DOCS_CACHE_KEY: 'a key of the caches in this test, long enough',
    NO_COLOR: '1',
  };
  return spawn(node, [DOCS, ...args], { cwd: driver.dir, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs a command to its end; resolves to its exit code and what it prints about the site. */
async function docs(command: Command, args: readonly string[]): Promise<Outcome> {
  const child = start(command, args);
  const [[code], report] = await Promise.all([once(child, 'close'), printedBy(child)]);
  return { code, report };
}

async function killed(command: Command, args: readonly string[], after: number): Promise<void> {
  const child = start(command, args);
  child.stdout.resume();
  child.stderr.resume();
  const closed = once(child, 'close');
  await Promise.race([closed, setTimeout(after)]);
  child.kill('SIGKILL');
  await closed;
}

interface Outcome {
  readonly code: unknown;
  readonly report: string;
}

async function printedBy(child: ChildProcess): Promise<string> {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  await once(child, 'close');
  return text;
}

/** Builds with the cache, and without it into another folder; compares exit codes, findings and files. */
async function expectSame({ driver, cacheDir }: Sites, name: string): Promise<void> {
  const findings = ['--format', 'json'];
  const warm = await docs({ driver, cacheDir }, ['build', ...findings]);
  const cold = await docs({ driver, cacheDir }, [
    'build',
    ...findings,
    '--no-cache',
    '--out-dir',
    'clean',
  ]);
  expect(warm, name).toEqual(cold);
  if (cold.code !== 0) return;
  const [outDir, clean] = [join(driver.dir, 'build'), join(driver.dir, 'clean')];
  const paths = siteOutput(() => clean).files();
  expect(siteOutput(() => outDir).files(), name).toEqual(paths);
  const different = paths.filter((path) => read(outDir, path) !== read(clean, path));
  expect(different, name).toEqual([]);
}

function read(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'latin1');
}
