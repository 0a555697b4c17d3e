import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { warmBundler } from '../../src/bundle/warm-bundler.ts';
import type { ServedFile } from '../../src/dev/dev-events.ts';
import { createWarmSite, type LiveSite } from '../../src/dev/warm/warm-site.ts';
import { siteBundleCache } from '../../src/pipeline/bundle.ts';
import { formatDiagnostics, type SiteDriver, site } from '../support/site.ts';
import { numbers, pick } from './support/random.ts';
import { EDITED_SITE } from './support/edited-site.ts';
import { EDITS, type Edit } from './support/random-edits.ts';

const drivers: SiteDriver[] = [];
const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  for (const driver of drivers.splice(0)) driver.dispose();
});

/** Steps of one sequence, and how many sequences. */
const STEPS = 12;
const isFull = process.env['TEST_FULL'] === '1';
const SEEDS = Array.from({ length: isFull ? 40 : 2 }, (_, index) => index + 1);
/** `warm-equals-cold` tries the others. */
const TRIED = EDITS.filter((_, index) => isFull || index % 2 === 1);

describe('what dev holds', () => {
  it.each(SEEDS)(
    'equals a clean build after every edit of a random sequence (seed %i)',
    async (seed) => {
      const random = numbers(seed);
      const driver = site(EDITED_SITE);
      drivers.push(driver);
      // The first state then has docs that this build has parsed.
      if (seed % 2 === 0) await driver.build();
      const warm = await openWarm(driver);
      for (let step = 0; step < STEPS; step += 1) {
        const edits = Array.from({ length: 1 + random(3) }, () => pick(EDITS, random));
        const names = edits.map(({ name }) => name).join(', ');
        await takeIn(
          driver,
          warm,
          edits.map((edit) => edit.apply(driver, random)),
        );
        // Sometimes nobody waits until the whole site has been looked at.
        if (random(3) > 0) await warm.settled();
        await expectSame(driver, warm, `step ${step}: ${names}`);
      }
    },
    120_000,
  );

  it.each(TRIED.map((edit) => [edit.name, edit] as const))(
    'equals a clean build after: %s',
    async (name, edit: Edit) => {
      const random = numbers(7);
      const driver = site(EDITED_SITE);
      drivers.push(driver);
      const warm = await openWarm(driver);
      await warm.settled();
      await takeIn(driver, warm, [edit.apply(driver, random)]);
      await expectSame(driver, warm, name);
    },
    60_000,
  );
});

async function openWarm(driver: SiteDriver): Promise<LiveSite> {
  // As `docs dev` does.
  const bundler = warmBundler(siteBundleCache(driver.warm().dir));
  const warm = createWarmSite({
    options: { siteDir: driver.dir },
    bundler,
    onConfig: () => {},
    onChange: () => {},
    onFindings: () => {},
    onError: (error) => {
      throw error;
    },
    quiet: 0,
  });
  closing.push(() => warm.close(), bundler.close);
  await warm.update({ paths: new Set(), structural: true });
  await warm.settled();
  // A site that nothing is wrong with, so that there is something to compare.
  expect(warm.diagnostics()).toEqual([]);
  return warm;
}

async function takeIn(
  driver: SiteDriver,
  warm: LiveSite,
  changes: readonly ReturnType<Edit['apply']>[],
): Promise<void> {
  await warm.update({
    paths: new Set(changes.flatMap(({ paths }) => paths.map((path) => join(driver.dir, path)))),
    structural: changes.some(({ structural }) => structural),
  });
}

async function expectSame(driver: SiteDriver, warm: LiveSite, name: string): Promise<void> {
  await driver.build({ outDir: join(driver.dir, 'clean') });
  await warm.settled();
  const told = formatDiagnostics(warm.diagnostics());
  const expected = driver.diagnostics();
  // Where templates do not compile, or the configuration is broken, dev looks at pages all the same, with those that
  // were right last.
  const isBlind =
    driver.result().badConfig || expected.some((entry) => entry.endsWith('bundle-error'));
  if (isBlind) expect(told, name).toEqual(expect.arrayContaining([...expected]));
  else expect(told, name).toEqual(expected);
  if (!driver.result().ok) return;
  const built = driver.files().filter((path) => !path.startsWith('.docwright'));
  const held = await warm.all();
  expect([...held.keys()].toSorted(), name).toEqual(built);
  const different = built.filter(
    (path) => contentOf(held, path) !== readFileSync(join(driver.dir, 'clean', path), 'latin1'),
  );
  expect(different, name).toEqual([]);
  // One by one, as a browser asks for them.
  for (const path of built) {
    const file = await warm.current()?.file(toPath(held, path));
    expect(file === undefined ? undefined : textOf(file), `${name}: ${path}`).toBe(
      contentOf(held, path),
    );
  }
}

type Held = Awaited<ReturnType<LiveSite['all']>>;

function toPath(held: Held, path: string) {
  const found = [...held.keys()].find((key) => key === path);
  if (found === undefined) throw new Error(`dev holds no ${path}`);
  return found;
}

function contentOf(held: Held, path: string): string | undefined {
  const file = held.get(toPath(held, path));
  return file === undefined ? undefined : textOf(file);
}

function textOf(file: ServedFile): string {
  if (file.type === 'source') return readFileSync(file.absolute, 'latin1');
  return Buffer.from(file.content).toString('latin1');
}
