import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { it } from 'vitest';
import { fullRun } from '../../../support/browser.ts';
import { createRandom, type Random } from '../../openapi/oracles/support/random.ts';
import { type Driver, watchedSite } from './driver.ts';

const OPERATIONS = 2000;
const FOLDERS = [
  'content',
  'static',
  'static/img',
  ...['a', 'b', 'c'].flatMap((name) => [
    `content/${name}`,
    `content/${name}/x`,
    `content/${name}/x/y`,
  ]),
];
const FILES = ['index.md', 'one.md', 'two.md', 'Two.md', '.hidden', 'x'];

type Operation = (site: Driver, random: Random, text: string) => void;

const OPERATE: readonly Operation[] = [
  function write(site, random, text) {
    site.write(anyFile(random), text);
  },
  function renameOver(site, random, text) {
    const path = anyFile(random);
    site.write(`${path}.tmp`, text);
    renameSync(site.at(`${path}.tmp`), site.at(path));
  },
  function remove(site, random) {
    rmSync(site.at(anyFile(random)), { recursive: true, force: true });
  },
  function renameFile(site, random) {
    move(site, anyFile(random), anyFile(random));
  },
  function makeFolder(site, random) {
    mkdirSync(site.at(random.pick(FOLDERS)), { recursive: true });
  },
  function removeFolder(site, random) {
    rmSync(site.at(random.pick(FOLDERS)), { recursive: true, force: true });
  },
  function makeFolderAgain(site, random, text) {
    const path = random.pick(FOLDERS);
    rmSync(site.at(path), { recursive: true, force: true });
    mkdirSync(site.at(path), { recursive: true });
    if (random.once(2)) site.write(`${path}/${random.pick(FILES)}`, text);
  },
  function moveFolder(site, random) {
    move(site, random.pick(FOLDERS), random.pick(FOLDERS));
  },
  function moveAwayAndBack(site, random) {
    const path = random.pick(FOLDERS);
    move(site, path, 'away');
    if (existsSync(site.at('away')) && !existsSync(site.at(path))) move(site, 'away', path);
  },
];

function anyFile(random: Random): string {
  return `${random.pick(FOLDERS)}/${random.pick(FILES)}`;
}

function move(site: Driver, from: string, to: string): void {
  if (!existsSync(site.at(from)) || from === to || to.startsWith(`${from}/`)) return;
  rmSync(site.at(to), { recursive: true, force: true });
  mkdirSync(dirname(site.at(to)), { recursive: true });
  if (existsSync(site.at(from))) renameSync(site.at(from), site.at(to));
}

/** There is a folder instead of a file, or vice versa: the operation does nothing. */
function operate(operation: () => void): void {
  try {
    operation();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (!['EISDIR', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(String(code))) throw cause;
  }
}

const SEEDS = Array.from({ length: fullRun ? 12 : 1 }, (_, index) => index + 1);

it.each(SEEDS)(
  'no final state is lost in a storm of 2,000 operations (seed %i)',
  async (seed) => {
    const site = await watchedSite({ files: { 'content/a/one.md': '', 'static/x': '' } });
    const random = createRandom(seed);
    for (let count = 0; count < OPERATIONS; count += 1) {
      operate(() => random.pick(OPERATE)(site, random, `operation ${count}`));
      if (random.once(8)) await sleep(random.below(25));
      if (random.once(200)) await site.untilSame();
    }
    await site.untilSame();
    // Every folder is still watched.
    for (const path of ['content', 'static'].filter((name) => existsSync(site.at(name))))
      for (const name of readdirSync(site.at(path), { recursive: true, encoding: 'utf8' }))
        if (statSync(site.at(`${path}/${name}`)).isFile())
          site.write(`${path}/${name}`, 'the last');
    await site.untilSame();
  },
  60_000,
);
