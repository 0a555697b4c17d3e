import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';
import { docsCommand } from '../../support/docs-command.ts';

const BIN = resolve(import.meta.dirname, '../../../bin/docs.js');
let temporary: string;

beforeEach(() => {
  temporary = realpathSync(mkdtempSync(join(tmpdir(), 'docwright-verified-')));
});
afterEach(() => rmSync(temporary, { recursive: true, force: true }));

function newSite(files: SiteFiles): SiteDriver {
  const driver = site({ 'content/docs/a.md': '# A\n\nText.\n', ...files });
  onTestFinished(driver.dispose);
  return driver.warm();
}

const environment = () => ({ ...process.env, TMPDIR: temporary, TZ: 'UTC' });

async function verify({ dir }: SiteDriver, ...parameters: readonly string[]) {
  const flags = ['build', dir, '--verify', ...parameters];
  const result = await docsCommand(flags, { env: environment() });
  // Not the folder of the compile cache of other programs.
  expect(readdirSync(temporary).filter((name) => name.startsWith('docwright-'))).toEqual([]);
  return result;
}

const page = (expression: string): string =>
  `export default function Page() { return <main><h1>Home</h1>\n<p>{${expression}}</p></main>; }\n`;

/** A configuration with a plug-in that adds a value to each page. */
const plugin = (expression: string): string => `
import { definePlugin } from 'docwright';
export default {
  title: 'Test site',
  url: 'https://docs.example.com',
  plugins: [
    definePlugin({
      name: 'stamp',
      head: () => [{ tag: 'meta', attributes: { name: 'stamp', content: String(${expression}) } }],
    }),
  ],
};
`;

describe('docs build --verify', () => {
  it('publishes a site that is the same twice, with and without a cached first build', async () => {
    const driver = newSite({ 'content/index.tsx': page('"the same"') });
    for (const _run of ['cold', 'warm']) {
      const { status, stderr } = await verify(driver);
      expect(stderr).toMatch(/note: a second build wrote the same \d+ files/);
      expect(status).toBe(0);
    }
    expect(driver.page('/')).toContain('the same');
  });

  it('names each page that differs, its file and its first differing line', async () => {
    const pages = {
      time: 'Date.now()',
      random: 'Math.random()',
      zone: 'String(new Date(0))',
      locale: 'new Date(0).toLocaleDateString(undefined, { month: "long" })',
      folder: 'process.cwd()',
    };
    const files = Object.entries(pages).map(([name, text]) => [`content/${name}.tsx`, page(text)]);
    const driver = newSite(Object.fromEntries(files));
    const { status, stderr } = await verify(driver);
    expect(status).toBe(1);
    for (const name of Object.keys(pages)) {
      expect(stderr).toContain(`content/${name}.tsx:1:1  error  build-differs`);
      const message = `two builds of the same sources differ in ${name}/index.html, line `;
      expect(stderr).toMatch(new RegExp(`${message}\\d+: ".*" and "`));
    }
    expect(stderr).toContain('nothing was published');
    expect(driver.files()).toEqual([]);
  });

  it('keeps the last good site, and counts what it does not list', async () => {
    const many = Array.from({ length: 30 }, (_, index) => [`content/p${index}.md`, '# P\n']);
    const driver = newSite(Object.fromEntries(many));
    expect((await verify(driver)).status).toBe(0);
    const before = driver.files();
    driver.write('site.config.ts', plugin('process.hrtime.bigint()'));
    const { status, stdout } = await verify(driver, '--format', 'json');
    expect(status).toBe(1);
    const messages: string[] = JSON.parse(stdout).findings.map(
      ({ message }: { message: string }) => message,
    );
    expect(messages).toHaveLength(21);
    expect(messages).toContainEqual(expect.stringMatching(/^1\d more files differ between/));
    expect(driver.files()).toEqual(before);
    expect(driver.page('/p1')).not.toContain('stamp');
  });

  it('says why the second build failed', async () => {
    const driver = newSite({
      'site.config.ts': `if (process.env.TZ !== 'UTC') throw new Error('no such zone');
export default { title: 'T', url: 'https://docs.example.com' };\n`,
    });
    const { status, stderr } = await verify(driver);
    expect(status).toBe(1);
    expect(stderr).toMatch(/the second build of the same sources failed: .*no such zone/);
  });

  it('takes no output of another build for content', async () => {
    const driver = newSite({ 'index.md': '# Home\n', 'static/notes.md': '# No page\n' });
    driver.remove('content');
    for (const _run of ['first', 'second']) expect((await verify(driver)).status).toBe(0);
    expect(driver.files().filter((path) => path.includes('build/'))).toEqual([]);
  });

  it('removes everything on an interrupt during the second build', async () => {
    const driver = newSite({
      'site.config.ts': `import { writeFileSync } from 'node:fs';
if (process.env.TZ !== 'UTC') {
  writeFileSync(new URL('started', import.meta.url), String(process.pid));
  await new Promise((done) => setTimeout(done, 60_000));
}
export default { title: 'T', url: 'https://docs.example.com' };\n`,
    });
    mkdirSync(join(driver.dir, 'build'));
    const child = spawn(process.execPath, [BIN, 'build', driver.dir, '--verify'], {
      env: environment(),
      stdio: 'ignore',
    });
    const ended = once(child, 'close');
    const isStarted = () => readdirSync(driver.dir, { recursive: true }).join().includes('started');
    await expect.poll(isStarted, { timeout: 20_000 }).toBe(true);
    child.kill('SIGINT');
    expect((await ended)[0]).toBe(130);
    expect(readdirSync(temporary).filter((name) => name.startsWith('docwright-'))).toEqual([]);
    expect(existsSync(join(driver.dir, 'build/.docwright'))).toBe(false);
  });
});
