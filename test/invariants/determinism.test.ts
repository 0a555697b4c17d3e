import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const PARTS = ['content', 'openapi', 'static', 'samples.ts', 'site.config.ts'];
let folder: string;
let one: ReadonlyMap<string, string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-same-'));
  one = buildCopy('one', { TZ: 'UTC', LANG: 'C', MTIME: '1' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Builds a copy of this site in a separate folder and returns its files with their bytes. */
function buildCopy(name: string, env: Readonly<Record<string, string>>): Map<string, string> {
  const site = join(folder, name);
  for (const part of PARTS) cpSync(join(ROOT, part), join(site, part), { recursive: true });
  // Without commits, pages of the API have no dates.
  spawnSync('git', ['init', '--quiet', site]);
  utimesSync(join(site, 'site.config.ts'), 1, Number(env['MTIME'] ?? 1));
  const run = spawnSync(process.execPath, [join(ROOT, 'bin/docs.js'), 'build', site, '--quiet'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
  return filesOf(join(site, 'build'));
}

function filesOf(root: string): Map<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .toSorted()
      .map((path) => [path, readFileSync(join(root, path), 'base64')]),
  );
}

describe('two builds of the same sources', () => {
  it('are the same to the byte, in another folder, time zone and locale', () => {
    const two = buildCopy('a longer/folder name', {
      TZ: 'Pacific/Kiritimati',
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
      MTIME: '99999',
    });
    expect([...two.keys()]).toEqual([...one.keys()]);
    expect(
      [...one].filter(([path, bytes]) => two.get(path) !== bytes).map(([path]) => path),
    ).toEqual([]);
  });

  it('name no folder of the machine', () => {
    const named = [...one].filter(([, bytes]) => Buffer.from(bytes, 'base64').includes(folder));
    expect(named.map(([path]) => path)).toEqual([]);
  });

  it('work through a symbolic link', () => {
    symlinkSync(join(folder, 'one'), join(folder, 'linked'));
    const run = spawnSync(
      process.execPath,
      [join(ROOT, 'bin/docs.js'), 'build', join(folder, 'linked')],
      { encoding: 'utf8' },
    );
    expect(run.stderr).toContain('0 files written');
    expect(run.status).toBe(0);
    expect(filesOf(join(folder, 'one/build'))).toEqual(one);
  });
});
