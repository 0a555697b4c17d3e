import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../src/index.ts';
import { formatDiagnostics, type SiteDriver, site, siteOutput } from '../support/site.ts';
import { numbers, pick } from './support/random.ts';
import { EDITED_SITE } from './support/edited-site.ts';
import { EDITS } from './support/random-edits.ts';

const drivers: SiteDriver[] = [];
/** The site, built once; each case begins with a copy. */
let built: SiteDriver;

beforeAll(async () => {
  built = site(EDITED_SITE);
  await built.build();
});

afterAll(() => built.dispose());

afterEach(() => {
  for (const driver of drivers.splice(0)) driver.dispose();
});

/** Steps of one sequence, and how many sequences. */
const STEPS = 12;
const isFull = process.env['TEST_FULL'] === '1';
const SEEDS = Array.from({ length: isFull ? 40 : 2 }, (_, index) => index + 1);
/** `dev-equals-build` tries the others. */
const TRIED = EDITS.filter((_, index) => isFull || index % 2 === 0);

describe('a build with the cache of earlier builds', () => {
  it.each(SEEDS)(
    'equals a build without one after every edit of a random sequence (seed %i)',
    async (seed) => {
      const random = numbers(seed);
      const driver = openSite();
      await driver.build();
      for (let step = 0; step < STEPS; step += 1) {
        const edits = Array.from({ length: 1 + random(3) }, () => pick(EDITS, random));
        for (const edit of edits) edit.apply(driver, random);
        await expectSame(driver, `step ${step}: ${edits.map(({ name }) => name).join(', ')}`);
      }
    },
    120_000,
  );

  it.each(TRIED.map((edit) => [edit.name, edit] as const))(
    'equals a build without one after: %s, and back',
    async (name, edit) => {
      const driver = openSite();
      await driver.build();
      expect(driver.result().summary?.files.written).toBe(0);
      edit.apply(driver, numbers(7));
      await expectSame(driver, name);
      edit.apply(driver, numbers(8));
      await expectSame(driver, `${name} again`);
    },
    60_000,
  );
});

function openSite(): SiteDriver {
  const driver = site({});
  cpSync(built.dir, driver.dir, { recursive: true, preserveTimestamps: true });
  drivers.push(driver);
  return driver;
}

/** Builds with the cache into `build`, and without it into another folder; compares reports and files. */
async function expectSame(driver: SiteDriver, name: string): Promise<void> {
  await driver.build();
  const outDir = join(driver.dir, 'clean');
  const clean = await build({ siteDir: driver.dir, outDir, cache: false });
  expect(driver.diagnostics(), name).toEqual(formatDiagnostics(clean.diagnostics));
  expect(driver.result().diagnostics.toSorted(byText), name).toEqual(
    clean.diagnostics.toSorted(byText),
  );
  expect(driver.result().summary?.links, name).toBe(clean.summary?.links);
  if (!clean.ok) return;
  const output = siteOutput(() => outDir);
  expect(driver.files(), name).toEqual(output.files());
  const different = output
    .files()
    .filter((path) => read(driver.outDir(), path) !== read(outDir, path));
  expect(different, name).toEqual([]);
}

function byText(a: object, b: object): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

function read(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'latin1');
}
