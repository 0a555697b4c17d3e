import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const BIN = resolve(import.meta.dirname, '../../../bin/docs.js');
const KEYS = `title: 'T', url: 'https://docs.example.com'`;

function siteOf(config: string, files: SiteFiles = { 'index.md': '# A\n' }): SiteDriver {
  const driver = site({ 'site.config.ts': config, ...files });
  onTestFinished(driver.dispose);
  return driver;
}

function docs(...parameters: readonly string[]) {
  return spawnSync(process.execPath, [BIN, ...parameters], { encoding: 'utf8', timeout: 20_000 });
}

describe('what code of the site prints', () => {
  it('is printed to the error stream, so that the report stays JSON', () => {
    const { dir } = siteOf(`console.log('from config');\nexport default { ${KEYS} };`, {
      'content/index.tsx':
        'console.log("from page");\nexport default function Page() { console.info("rendered"); return <p>x</p>; }\n',
    });
    const { status, stdout, stderr } = docs('build', dir, '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ complete: true, findings: [] });
    for (const text of ['from config', 'from page', 'rendered']) expect(stderr).toContain(text);
    expect(status).toBe(0);
  });
});

const LATER = 'setTimeout(() => { throw new Error("boom"); }, 1);';

describe('what code of the site throws when nobody waits for it', () => {
  it.each([
    {
      title: 'a rejection',
      code: 'Promise.reject(new Error("boom"));',
      words: 'site.config.ts:1:16',
    },
    { title: 'a late rejection', code: 'setTimeout(() => Promise.reject(new Error("boom")), 1);' },
    { title: 'a timer', code: LATER },
    { title: 'a rejection without an error', code: 'setTimeout(() => Promise.reject("boom"), 1);' },
  ])('is a problem of the configuration: $title', ({ code, words = 'config-load' }) => {
    const { dir } = siteOf(`${code}\nexport default { ${KEYS} };`);
    const { status, stdout, stderr } = docs('build', dir);
    expect(stderr).toContain('config-load');
    expect(stderr).toContain('boom');
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  it('is in the report for machines', () => {
    const { dir } = siteOf(`${LATER}\nexport default { ${KEYS} };`);
    const { status, stdout } = docs('build', dir, '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ findings: [{ code: 'config-load' }] });
    expect(status).toBe(2);
  });

  it('is a problem of the page that throws, and leaves nothing behind', () => {
    const driver = siteOf(`export default { ${KEYS} };`, {
      'content/index.tsx': `${LATER}\nexport default function Page() { return <p>x</p>; }\n`,
      // So many that the timer gets its turn while pages are rendered.
      ...Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`content/${n}.md`, '# A\n'])),
    });
    const { status, stderr } = docs('build', driver.dir);
    expect(stderr).toContain('template-error');
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(status).toBe(1);
    expect(driver.files().filter((file) => file.startsWith('.docwright/'))).toEqual([]);
  });
});

describe('the end of a command', () => {
  it('comes although a timer of the configuration still runs', () => {
    const { dir } = siteOf(`setInterval(() => {}, 1000);\nexport default { ${KEYS} };`);
    expect(docs('build', dir)).toMatchObject({ status: 0, signal: null });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'comes with 130 on %s while the configuration runs, and no module stays',
    async (signal) => {
      const { dir } = siteOf(
        `console.error('waiting');\nawait new Promise((done) => setTimeout(done, 600_000));\nexport default {};`,
      );
      const child = spawn(process.execPath, [BIN, 'build', dir], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      await once(child.stderr, 'data');
      child.kill(signal);
      await once(child, 'exit');
      expect(child.exitCode).toBe(130);
      const left = readdirSync(join(dir, '.docwright')).filter((name) => name !== 'cache');
      expect(left).toEqual(['.gitignore']);
    },
  );

  it.runIf(process.platform === 'linux')('comes where no folder can be made', () => {
    const { dir } = siteOf(`export default { ${KEYS} };`);
    const { status, stderr } = docs('build', dir, '-o', '/proc/x/y');
    expect(stderr).toContain('output-write');
    expect(status).toBe(1);
  });
});
