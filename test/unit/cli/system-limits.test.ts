import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SiteDriver, site } from '../../support/site.ts';

const BIN = resolve(import.meta.dirname, '../../../bin/docs.js');
let driver: SiteDriver;

beforeEach(() => {
  driver = site({ 'content/docs/a.md': '# A\n', 'queries.json': '[{"query":"a","expect":"/"}]' });
});
afterEach(() => driver.dispose());

function docs(...parameters: readonly string[]) {
  return spawnSync(process.execPath, [BIN, ...parameters], { cwd: driver.dir, encoding: 'utf8' });
}

describe('a limit of open files', () => {
  const limited = (command: string, limit: number) =>
    spawnSync(
      'sh',
      ['-c', `ulimit -n ${limit}; exec "$0" "$@"`, process.execPath, BIN, command, driver.dir],
      {
        encoding: 'utf8',
        timeout: 20_000,
      },
    );

  it('is named as the problem, without a stack trace', () => {
    // Node 20 opens the files of modules at once, later versions one by one.
    const limits = [32, 26, 25, 24, 23, 22, 21, 20];
    const low = limits.find((limit) => limited('--version', limit).status !== 0) ?? 0;
    const lower = Math.min(low, process.version.startsWith('v20.') ? 20 : low);
    for (const [command, limit] of [
      ['build', low],
      ['check-links', low],
      ['dev', low],
      ['build', lower],
    ] as const) {
      const { status, stderr } = limited(command, limit);
      expect([command, limit, status]).toEqual([command, limit, 1]);
      expect(stderr).toMatch(
        /^error: (?:cannot open \/|docwright cannot be loaded: ).*too many open files/,
      );
      expect(stderr).not.toMatch(/\n\s+at /);
    }
  }, 90_000);
});

describe('a configuration that is deleted', () => {
  const config = (when: string): string => `import { unlinkSync } from 'node:fs';
import { definePlugin } from 'docwright';
const file = ${JSON.stringify(join(driver.dir, 'site.config.ts'))};
let isHere = true;
const remove = () => { if (isHere) unlinkSync(file); isHere = false; return []; };
${when === 'while it runs' ? 'remove();' : ''}
export default {
  title: 'T',
  url: 'https://docs.example.com',
  navbar: { items: [{ label: 'x', to: '/nowhere' }] },
  plugins: [definePlugin({ name: 'removing', head: remove })],
};\n`;

  it.each([
    ['while it runs', 'cannot open', 'it does not exist'],
    ['while pages are rendered', 'page-not-found', 'there is no page at "/nowhere"'],
  ])('%s is an ordinary problem', (when, ...words) => {
    driver.write('site.config.ts', config(when));
    const { status, stderr } = docs('build');
    expect(existsSync(join(driver.dir, 'site.config.ts'))).toBe(false);
    expect(status).toBe(1);
    for (const word of words) expect(stderr).toContain(word);
    expect(stderr).not.toContain('internal error');
  });
});

describe('a report that cannot be written', () => {
  it.runIf(existsSync('/dev/full'))('does not end with 0 on a full disk', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [BIN, 'check-links', driver.dir, '--format', 'json'],
      { stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'], encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stderr).toContain('no space is left on the disk');
  });
});

describe('an interrupt', () => {
  it.each(['build', 'check-links', 'check-search', 'dev', 'preview'])(
    'ends docs %s with 130 while the configuration is loaded',
    async (command) => {
      driver.write(
        'site.config.ts',
        `process.stderr.write('loading');
await new Promise((done) => setTimeout(done, 60_000));
export default { title: 'T', url: 'https://docs.example.com' };\n`,
      );
      const child = spawn(process.execPath, [BIN, command, driver.dir]);
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      const ended = once(child, 'close');
      await expect.poll(() => stderr, { timeout: 20_000 }).toContain('loading');
      child.kill('SIGINT');
      expect((await ended)[0]).toBe(130);
      expect(stderr).toBe('loading');
    },
  );
});
