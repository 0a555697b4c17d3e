import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { nodeDisk } from '../../../src/publish/disk.ts';
import { releaseLock, takeLock } from '../../../src/publish/lock.ts';
import { recover } from '../../../src/publish/recover.ts';
import { docsCommand } from '../../support/docs-command.ts';
import { type SiteDriver, site } from '../../support/site.ts';
import { type Files, MANIFEST, readFiles } from './output-folder.ts';
import { compileBuildProcess, ended, startBuild } from './processes.ts';
import { failingDisk } from './watched-disk.ts';

const BIN = resolve(import.meta.dirname, '../../../bin/docs.js');
const OLD: Files = { 'index.html': '<p>old</p>', 'gone/a.html': 'old', 'b.html': 'old b' };
const NEW: Files = { 'index.html': '<p>new</p>', 'new/a.html': 'new', 'b.html': 'new b' };
const module = compileBuildProcess();
let driver: SiteDriver;

/** A site with an output folder whose publication was killed before a change of the disk. */
async function killedAt(at: number): Promise<string> {
  driver = site({ 'index.md': '# Home\n', 'queries.json': '[{"query":"home","expect":"/"}]' });
  const out = join(driver.dir, 'build');
  await ended(startBuild(module, out, { mode: 'plain', files: OLD }));
  const end = await ended(startBuild(module, out, { mode: 'kill', at, files: NEW }));
  expect(end.signal).toBe('SIGKILL');
  expect(existsSync(join(out, '.docwright/journal.json'))).toBe(at === SEALED);
  return out;
}

afterEach(() => driver.dispose());

/** Changes of the disk in the second build: before the seal, and after some files were moved. */
const STAGED = 4;
const SEALED = 18;

function docs(...parameters: readonly string[]) {
  return docsCommand(parameters, { cwd: driver.dir });
}

/** Starts a server and ends it when it has printed its address. */
async function serve(command: string): Promise<void> {
  const child = spawn(process.execPath, [BIN, command, '--port', '0'], {
    cwd: driver.dir,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  await once(child, 'close');
}

const COMMANDS: readonly [string, () => unknown][] = [
  ['dev', () => serve('dev')],
  ['preview', () => serve('preview')],
  ['check-links', () => docs('check-links')],
  ['check-links --from-build', () => docs('check-links', '--from-build', 'build')],
  ['check-search', () => docs('check-search')],
  ['init', () => docs('init', '--yes')],
  [
    'a build with a broken configuration',
    async () => {
      writeFileSync(join(driver.dir, 'site.config.ts'), 'export default { titel: 1 };');
      expect((await docs('build')).status).toBe(2);
      expect((await docs('check-links')).status).toBe(2);
    },
  ],
  ['a build that fails', () => docs('build', '--quiet')],
];

describe('a killed publication', () => {
  it.each(COMMANDS)('is finished by docs %s', async (name, run) => {
    const out = await killedAt(SEALED);
    if (name === 'a build that fails') driver.write('index.md', '[x](missing.md)\n');
    await run();
    expect(readFiles(out)).toEqual(NEW);
  });

  it('is removed by them before its seal', async () => {
    const out = await killedAt(STAGED);
    await docs('check-links');
    expect(readFiles(out)).toEqual(OLD);
  });
});

describe('a publication that cannot be settled', () => {
  it('is reported, and the command goes on', async () => {
    const out = await killedAt(SEALED);
    const journal = join(out, '.docwright/journal.json');
    const steps = [{ do: 'move', from: '0', to: 'nowhere/a.html' }];
    writeFileSync(journal, JSON.stringify({ schemaVersion: 1, steps }));
    writeFileSync(join(out, '.docwright/staging/0'), 'new');
    for (const parameters of [['check-links'], ['check-links', '--from-build', 'build']]) {
      const { status, stderr } = await docs(...parameters);
      expect(status).toBe(0);
      expect(stderr).toContain('output-unfinished');
      expect(stderr).toContain(`cannot write ${join(out, 'nowhere/a.html')}`);
    }
    expect(readFileSync(journal, 'utf8')).toContain('nowhere');
    expect(existsSync(join(out, MANIFEST))).toBe(true);
  });

  it.each([
    ['the new site is published in part', SEALED],
    ['the site is complete', STAGED],
  ])('is reported in a read-only folder: %s', async (state, at) => {
    const out = await killedAt(at);
    const problems = await recover(out, failingDisk('create', /lock-/, 'EROFS'));
    expect(problems).toMatchObject([
      { code: 'output-unfinished', message: expect.stringContaining('read-only') },
    ]);
    expect(problems[0]?.hint).toContain(state);
  });

  it('is reported while another command has the lock', async () => {
    const out = await killedAt(SEALED);
    const lock = takeLock(nodeDisk, join(out, '.docwright'));
    const [problem] = await recover(out);
    expect(problem?.message).toBe(
      `another docs command (process ${process.pid}) is replacing the files of ${out}`,
    );
    if (lock.kind === 'held') releaseLock(nodeDisk, join(out, '.docwright'), lock.file);
    expect(await recover(out)).toEqual([]);
    expect(readFiles(out)).toEqual(NEW);
  });
});
