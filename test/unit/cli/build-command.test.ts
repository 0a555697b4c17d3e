import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SiteDriver, site } from '../../support/site.ts';
import { docsCommand } from '../../support/docs-command.ts';

const BIN = resolve(import.meta.dirname, '../../../bin/docs.js');
let elsewhere: string;
let driver: SiteDriver;

beforeEach(() => {
  elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'docwright-cwd-')));
  driver = site({ 'content/docs/a.md': '# A\n\n[b](./b.md)\n', 'content/docs/b.md': '# B\n' });
});
afterEach(() => {
  driver.dispose();
  rmSync(elsewhere, { recursive: true, force: true });
});

function docs(...parameters: readonly string[]) {
  return docsCommand(parameters, { cwd: elsewhere, env: { CI: '' } });
}

describe('docs build', () => {
  it('builds the folder that is named, into its own output folder', async () => {
    const { status, stderr } = await docs('build', driver.dir);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^\d+ pages, 1 link checked, in \d+\.\d\d s → /);
    expect(existsSync(join(driver.dir, 'build/docs/a/index.html'))).toBe(true);
  });

  it('says why a page was made again, down to the file that has changed', async () => {
    const why = async (address: string): Promise<readonly string[]> => {
      const { stderr } = await docs('build', driver.dir, '--why', address);
      return stderr
        .slice(stderr.indexOf('\n/docs') + 1)
        .trimEnd()
        .split('\n');
    };
    await docs('build', driver.dir);
    await docs('build', driver.dir);
    expect(await why('/docs/a/')).toEqual([
      '/docs/a was not made again: nothing that it shows has changed',
    ]);
    driver.write('content/docs/b.md', '# Another title\n');
    const [first, ...changed] = await why('/docs/a/');
    expect(first).toBe('/docs/a was made again, because these have changed:');
    expect(changed.at(-1)).toBe('  text content/docs/b.md');
    const { stderr } = await docs('build', driver.dir, '--why', '/docs/c/');
    expect(stderr).toContain('there is no page /docs/c');
  });

  it('starts no compiler for a site without templates and code', () => {
    const env = { ...process.env, ESBUILD_BINARY_PATH: process.execPath };
    const run = () => spawnSync(process.execPath, [BIN, 'build', driver.dir], { env });
    expect(run().status).toBe(0);
    driver.write('templates/Footer.tsx', 'export const Footer = () => <footer />;\n');
    expect(run().status).not.toBe(0);
  });

  it('takes the configuration by name, and an output folder relative to where it runs', async () => {
    const config = join(driver.dir, 'site.config.ts');
    expect((await docs('build', '--config', config, '--out-dir', 'out')).status).toBe(0);
    expect(existsSync(join(elsewhere, 'out/docs/a/index.html'))).toBe(true);
    expect(existsSync(join(driver.dir, 'build'))).toBe(false);
  });

  it('ends with 1 and keeps the last good site when a link breaks', async () => {
    expect((await docs('build', driver.dir)).status).toBe(0);
    const before = readFileSync(join(driver.dir, 'build/docs/a/index.html'), 'utf8');
    driver.write('content/docs/a.md', '# A, changed\n\n[b](./b.mdx)\n');
    const { status, stderr } = await docs('build', driver.dir);
    expect(status).toBe(1);
    expect(stderr).toContain('content/docs/a.md:3:5  error  page-not-found');
    expect(stderr).toContain('[b](./b.mdx)');
    expect(stderr).toContain('did you mean ./b.md?');
    expect(readFileSync(join(driver.dir, 'build/docs/a/index.html'), 'utf8')).toBe(before);
  });

  it.each([3, 0])(
    'does not end with 0 when the configuration ends the process later (%i ms)',
    (later) => {
      // Between so many pages, timers run.
      for (let page = 0; page < 25; page++) driver.write(`content/docs/${page}.md`, '# Page\n');
      driver.write(
        'site.config.ts',
        `setTimeout(() => process.exit(0), ${later});
await new Promise((resolve) => setTimeout(resolve, ${later === 0 ? 20 : 0}));
export default { title: 'T', url: 'https://docs.example.com' };\n`,
      );
      const { status, stderr } = spawnSync(process.execPath, [BIN, 'build', driver.dir], {
        encoding: 'utf8',
      });
      expect(status).toBe(2);
      expect(stderr).toMatch(/process\.exit/);
      expect(stderr).not.toContain('internal error');
    },
  );

  it('publishes nothing with a warning if asked to fail on warnings', async () => {
    driver.write('content/docs/a.md', '# A\n\n[b](./b.md) <style>p {}</style>\n');
    const failing = await docs('build', driver.dir, '--fail-on', 'warning');
    expect([failing.status, failing.stderr]).toEqual([1, expect.stringContaining('html-dropped')]);
    expect(failing.stderr).toContain('nothing was published');
    expect(existsSync(join(driver.dir, 'build/docs/a/index.html'))).toBe(false);
    expect((await docs('build', driver.dir, '--fail-on', 'error')).status).toBe(0);
    expect((await docs('build', driver.dir, '--fail-on', 'never')).status).toBe(2);
  });

  it('does not end with 0 when a template ends the process', async () => {
    driver.write(
      'templates/Footer.tsx',
      'export function Footer() { process.exit(0); return <footer/>; }\n',
    );
    const { status, stderr } = await docs('build', driver.dir);
    expect(status).toBe(1);
    expect(stderr).toContain('templates/Footer.tsx:1:');
    expect(stderr).toContain('process.exit was called');
  });

  it('prints JSON alone on the output stream', async () => {
    driver.write('content/docs/a.md', '# A\n\n[b](./c.md)\n');
    const { status, stdout } = await docs('build', driver.dir, '--format', 'json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      complete: true,
      counts: { error: 1, warning: 0, info: 0 },
    });
  });

  it('ends with 2 for wrong usage and wrong configuration, without a stack trace', async () => {
    driver.write('site.config.ts', `export default { title: 7 };`);
    for (const run of [
      await docs('build', driver.dir),
      await docs('build', join(elsewhere, 'nowhere')),
      await docs('build', join(driver.dir, 'site.config.ts')),
      await docs('biuld'),
      await docs('build', '--formta'),
      await docs('build', driver.dir, '--hosting', 'elsewhere'),
    ]) {
      expect(run.status).toBe(2);
      expect(run.stderr).not.toMatch(/\n\s+at /);
      expect(run.stderr).not.toBe('');
    }
    expect((await docs('biuld')).stderr).toContain('did you mean "docs build"?');
  });

  it('removes what it has written and ends with 130 on an interrupt', async () => {
    driver.write(
      'site.config.ts',
      `import { writeFileSync } from 'node:fs';
import { definePlugin } from 'docwright';
const head = () => (writeFileSync(new URL('started', import.meta.url), ''), []);
export default {
  title: 'T',
  url: 'https://docs.example.com',
  plugins: [definePlugin({ name: 'told', head })],
};\n`,
    );
    for (let page = 0; page < 600; page++)
      driver.write(`content/docs/p${page}.md`, '# P\n\nText.\n');
    const child = spawn(process.execPath, [BIN, 'build', driver.dir]);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const ended = once(child, 'close');
    const isStarted = () => readdirSync(driver.dir, { recursive: true }).join().includes('started');
    await expect.poll(isStarted, { timeout: 20_000, interval: 10 }).toBe(true);
    child.kill('SIGINT');
    expect((await ended)[0]).toBe(130);
    expect(stderr).toBe('');
    expect(readdirSync(join(driver.dir, 'build'))).toEqual([]);
  });

  it('explains itself', async () => {
    const { status, stdout } = await docs('build', '--help');
    expect(status).toBe(0);
    for (const word of ['--config', '--out-dir', '--format', '--hosting <host>', 'Examples:'])
      expect(stdout).toContain(word);
  });

  it('never prints an author’s stack trace for a page that throws', async () => {
    driver.write(
      'content/index.tsx',
      'export default function Page() { throw new TypeError("broken page"); }\n',
    );
    const { status, stderr } = await docs('build', driver.dir);
    expect(status).toBe(1);
    expect(stderr).toContain('content/index.tsx:1:40  error  template-error');
    expect(stderr).toContain('broken page');
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
