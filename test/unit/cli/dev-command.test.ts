import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { docsCommand } from '../../support/docs-command.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const BIN = resolve(import.meta.dirname, '../../../bin/docs.js');

function newSite(files: SiteFiles = { 'content/index.md': '# Start\n\nWords.\n' }): SiteDriver {
  const driver = site({
    'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ...files,
  });
  onTestFinished(driver.dispose);
  return driver;
}

function docs(...parameters: readonly string[]) {
  return docsCommand(parameters);
}

/** The command while it runs. */
interface Running {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Waits until the error stream has a text. */
  readonly said: (text: string | RegExp) => Promise<void>;
  /** Resolves with the exit code. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Starts it, and waits for the address. */
async function serve(
  dir: string,
  ...parameters: readonly string[]
): Promise<Running & { url: string }> {
  const child = spawn(process.execPath, [BIN, 'dev', dir, '--port', '0', ...parameters]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await expect.poll(() => stdout, POLL).toContain('\n');
  return {
    child,
    url: stdout.trim(),
    stdout: () => stdout,
    stderr: () => stderr,
    said: (text) => expect.poll(() => stderr, POLL).toMatch(text),
    end: async (signal) => {
      const closed = once(child, 'close');
      child.kill(signal);
      await closed;
      return child.exitCode;
    },
  };
}

const POLL = { timeout: 20_000, interval: 20 };

describe('docs dev', () => {
  it('prints the address alone on the output stream, and serves the site', async () => {
    const { url, stdout, said } = await serve(newSite().warm().dir);
    expect(url).toMatch(/^http:\/\/localhost:\d+\/$/);
    await said(/^\d+ pages in .+, ready in \d+\.\d\d s; press Ctrl-C to stop$/m);
    await said('no problems');
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<p>Words.</p>');
    expect(stdout()).toBe(`${url}\n`);
  });

  it('prints the base path as part of the address', async () => {
    const { dir } = newSite({
      'site.config.ts': `export default { title: 'T', url: 'https://docs.example.com', baseUrl: '/base/' };\n`,
      'content/index.md': '# Start\n',
    });
    const { url } = await serve(dir);
    expect(url).toMatch(/^http:\/\/localhost:\d+\/base\/$/);
    expect((await fetch(url)).status).toBe(200);
  });

  it('keeps what code of the site prints off the output stream', async () => {
    const { dir } = newSite({
      'site.config.ts': `console.log('from config');\nexport default { title: 'T', url: 'https://docs.example.com' };\n`,
      'content/index.tsx':
        'export default function Page() { console.log("rendered"); return <p>x</p>; }\n',
    });
    const { url, stdout, said } = await serve(dir);
    await fetch(url);
    await said('rendered');
    await said('from config');
    expect(stdout()).toBe(`${url}\n`);
  });

  it('reports saved files, the problems they cause and their fixes', async () => {
    const driver = newSite().warm();
    const { said, stderr } = await serve(driver.dir);
    await said('no problems');
    driver.write('content/index.md', '# Start\n\n[Nowhere](./nowhere.md)\n');
    await said(/^content\/index\.md: \d+ ms$/m);
    await said('content/index.md:3:11  error  page-not-found');
    await said('[Nowhere](./nowhere.md)');
    await said('1 error, 0 warnings');
    const before = stderr().length;
    driver.write('content/index.md', '# Start\n\nWords.\n');
    await expect.poll(() => stderr().slice(before), POLL).toContain('no problems');
  });

  it('names findings that levels turn off and that files suppress', async () => {
    const { dir } = newSite({
      'content/index.md': [
        '# Start',
        '',
        '<blink>x</blink>',
        '',
        '<!-- check-links-disable-next-line page-not-found -- comes later -->',
        '[x](./later.md)',
        '',
      ].join('\n'),
    }).warm();
    const { said } = await serve(dir, '--rule', 'html-dropped=off');
    await said(/^no problems\noff: html-dropped \d+\nsuppressed \(1\): in their files\n$/m);
  });

  it('serves a site that it cannot show yet as soon as it can', async () => {
    const driver = newSite({
      'site.config.ts': 'export default {};\n',
      'content/index.md': '# A\n',
    });
    const { url, said } = await serve(driver.dir);
    await said('waiting for the configuration');
    await said(/site\.config\.ts:\d+:\d+ {2}error/);
    expect((await fetch(url)).status).toBe(500);
    driver.write(
      'site.config.ts',
      `export default { title: 'T', url: 'https://docs.example.com' };\n`,
    );
    await expect.poll(async () => (await fetch(url)).status, POLL).toBe(200);
  });

  it('lives on when code of the site throws in a timer', async () => {
    const driver = newSite().warm();
    const { url, said } = await serve(driver.dir);
    driver.write(
      'site.config.ts',
      `setTimeout(() => { throw new Error('boom'); }, 1);\nexport default { title: 'T', url: 'https://docs.example.com' };\n`,
    );
    await said('boom');
    driver.write('content/index.md', '# Start\n\nOther words.\n');
    await expect.poll(async () => (await fetch(url)).text(), POLL).toContain('Other words.');
  });

  it('writes nothing but its own work folder', async () => {
    const { dir } = newSite();
    const before = readdirSync(dir);
    const { url, said, end } = await serve(dir);
    await fetch(url);
    await said('no problems');
    await end('SIGINT');
    expect(existsSync(join(dir, 'build'))).toBe(false);
    expect(readdirSync(dir).filter((name) => name !== '.docwright')).toEqual(before);
  });
});

describe('the end of docs dev', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('is 130 and quiet after %s', async (signal) => {
    const { url, said, stderr, stdout, end } = await serve(newSite().warm().dir);
    await said('no problems');
    const stream = await fetch(new URL('__docwright/live', url));
    const before = stderr();
    expect(await end(signal)).toBe(130);
    expect(stderr()).toBe(before);
    expect(stdout()).toBe(`${url}\n`);
    await stream.body?.cancel().catch(() => undefined);
  });

  it('is 130 and quiet while the site is compiled', async () => {
    const { dir } = newSite({
      'site.config.ts': `export default () => ({ title: 'T', url: 'https://docs.example.com' });\n`,
      'content/index.tsx': 'export default () => <p />;\n',
    });
    const child = spawn(process.execPath, [BIN, 'dev', dir, '--port', '0']);
    onTestFinished(() => void child.kill('SIGKILL'));
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    await expect
      .poll(() => existsSync(join(dir, '.docwright')), { ...POLL, interval: 1 })
      .toBe(true);
    const closed = once(child, 'close');
    child.kill('SIGINT');
    await closed;
    expect(child.exitCode).toBe(130);
    expect(stderr).not.toMatch(/deadlock|goroutine|\n\s+at /);
  });
});

describe('wrong usage of docs dev', () => {
  it('is a port that something else listens at', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { dir } = newSite();
    const child = spawn(process.execPath, [BIN, 'dev', dir, '--port', port]);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const [code] = await once(child, 'close');
    expect(stderr).toMatch(new RegExp(`^error: .*${port}`, 'm'));
    expect(stderr).toContain('  hint: ');
    expect(stderr).not.toMatch(/\n\s+at |deadlock/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it.each([
    { what: 'no number', flags: ['--port', 'many'], words: 'from 0 to 65535' },
    { what: 'too large a number', flags: ['--port', '65536'], words: 'from 0 to 65535' },
    { what: 'an unknown flag', flags: ['--prot', '1'], words: '--port' },
    {
      what: 'a host that is not here',
      flags: ['--host', '192.0.2.7', '--port', '0'],
      words: '192.0.2.7',
    },
  ])('is $what', async ({ flags, words }) => {
    const { status, stdout, stderr } = await docs('dev', newSite().dir, ...flags);
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/\n\s+at |deadlock/);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  it.each([
    { what: 'a folder that is not there', path: 'nowhere' },
    { what: 'a file', path: 'site.config.ts' },
  ])('is $what', async ({ path }) => {
    const { status, stdout, stderr } = await docs('dev', join(newSite().dir, path), '--port', '0');
    expect(stderr).toContain(path);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  it('is explained by --help', async () => {
    const { status, stdout } = await docs('dev', '--help');
    expect(status).toBe(0);
    for (const flag of ['--port', '--host', '--allowed-host', '--open', '--config'])
      expect(stdout).toContain(flag);
    expect(stdout).toContain('docs dev docs --port 4000 --open');
  });
});
