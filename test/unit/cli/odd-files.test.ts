import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { docsCommand } from '../../support/docs-command.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const BIN = resolve(import.meta.dirname, '../../../bin/docs.js');
const drivers: SiteDriver[] = [];

afterEach(() => {
  for (const driver of drivers.splice(0)) driver.dispose();
});

function siteOf(files: SiteFiles): SiteDriver {
  const driver = site(files);
  drivers.push(driver);
  return driver;
}

async function docs({ dir }: SiteDriver, ...parameters: readonly string[]) {
  const run = await docsCommand(parameters, { cwd: dir });
  return { ...run, text: run.stdout + run.stderr };
}

const FILES: SiteFiles = {
  'content/a.md': '# A\n',
  'content/a.png': 'x',
  'package.json': '{}',
  'openapi/x.yaml': 'openapi: 3.1.0\ninfo: { title: X, version: "1" }\npaths: {}\n',
};

describe('a named pipe', () => {
  it.each([
    [['package-lock.json', 'urls.lock', '.mailmap', '.docwright/external-links.json']],
    [['links-baseline.json', 'content/a.png', 'openapi/x.yaml']],
    [['.docwright/cache', 'build/index.html']],
  ])('in place of %j keeps no build waiting', async (paths) => {
    const driver = siteOf(FILES);
    await docs(driver, 'build');
    for (const path of paths) {
      rmSync(join(driver.dir, path), { recursive: true, force: true });
      execFileSync('mkfifo', [join(driver.dir, path)]);
    }
    for (const command of ['build', 'check-links']) {
      // The limit ends a command that waits for a pipe, which ignores other signals.
      const limit = { timeout: 60_000, killSignal: 'SIGKILL' } as const;
      const { signal, stderr } = spawnSync(process.execPath, [BIN, command], {
        cwd: driver.dir,
        encoding: 'utf8',
        ...limit,
      });
      expect([signal, stderr]).toEqual([null, expect.not.stringContaining('internal error')]);
    }
  });
});

describe('a symbolic link out of the site', () => {
  it.each(['urls.lock', 'links-baseline.json', 'queries.json'])(
    'in place of %s shows no line of its target',
    async (path) => {
      const elsewhere = siteOf({ 'secret.txt': 'the secret line\n' });
      const driver = siteOf(FILES);
      symlinkSync(join(elsewhere.dir, 'secret.txt'), join(driver.dir, path));
      for (const [command = '', format = ''] of [
        ['build', 'json'],
        ['check-links', 'pretty'],
        ['check-search', 'pretty'],
      ])
        expect((await docs(driver, command, '--format', format)).text).not.toContain('secret line');
    },
  );

  it.each(['urls.lock', 'links-baseline.json'])(
    'in place of %s is replaced, not written',
    async (path) => {
      const elsewhere = siteOf({ 'precious.txt': '[]' });
      const driver = siteOf(FILES);
      rmSync(join(elsewhere.dir, 'precious.txt'));
      symlinkSync(join(elsewhere.dir, 'precious.txt'), join(driver.dir, path));
      await docs(driver, 'urls', '--write');
      await docs(driver, 'check-links', '--update-baseline');
      expect(existsSync(join(elsewhere.dir, 'precious.txt'))).toBe(false);
    },
  );

  it.each(['package.json', '.gitignore', 'site.config.ts', 'content', '.github'])(
    'in place of %s is left alone by `docs init`',
    async (path) => {
      const elsewhere = siteOf({ 'a.txt': '' });
      const target = join(elsewhere.dir, 'made');
      const driver = siteOf({});
      rmSync(join(driver.dir, 'site.config.ts'));
      symlinkSync(target, join(driver.dir, path));
      const { status, stdout } = await docs(driver, 'init', '--yes');
      expect([status, stdout]).toEqual([0, expect.stringContaining('a symbolic link')]);
      expect(existsSync(target)).toBe(false);
      expect(lstatSync(join(driver.dir, path)).isSymbolicLink()).toBe(true);
    },
  );

  it('in place of the work folder is no place for the rules of a host', async () => {
    const elsewhere = siteOf({ 'a.txt': '' });
    const driver = siteOf(FILES);
    symlinkSync(elsewhere.dir, join(driver.dir, '.docwright'));
    const { status, stderr } = await docs(driver, 'build', '--hosting', 'nginx');
    expect([status, stderr]).toEqual([1, expect.stringContaining('is a symbolic link')]);
    expect(existsSync(join(elsewhere.dir, 'hosting'))).toBe(false);
  });
});

describe('what a command prints', () => {
  const ESCAPE = '1.0\u001b]0;owned\u0007\u009b31m';

  it.each([
    ['version', ESCAPE],
    ['build', ESCAPE],
    ['init', `missing/${ESCAPE}`, '--from', ESCAPE],
    ['check-links', '--include', ESCAPE],
    ['routes', '--include', ESCAPE],
    ['export', '--to', ESCAPE],
    ['preview', '--out-dir', ESCAPE],
    ['mcp', '--out-dir', ESCAPE],
    ['doctor', ESCAPE],
    ['dev', ESCAPE, '--port', ESCAPE],
    [ESCAPE],
    ['build', `--${ESCAPE}`],
  ])('has no control characters of an argument: %j', async (...parameters) => {
    const { text } = await docs(siteOf(FILES), ...parameters);
    // eslint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  });

  it('is short for a line of megabytes', async () => {
    const driver = siteOf({ ...FILES, 'urls.lock': `${'x'.repeat(3_000_000)}\n` });
    const { status, text } = await docs(driver, 'build');
    expect([status, text.includes('urls-lock-invalid')]).toEqual([1, true]);
    expect(text.length).toBeLessThan(5000);
    expect(readFileSync(join(driver.dir, 'urls.lock'), 'utf8').length).toBe(3_000_001);
  });
});
