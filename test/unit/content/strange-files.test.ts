import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { formatDiagnostics } from '../../../src/diagnostics/format.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

function driverOf(files: SiteFiles): SiteDriver {
  const driver = site({ 'index.md': '# A\n', ...files });
  onTestFinished(driver.dispose);
  return driver;
}

async function messages(driver: SiteDriver): Promise<readonly string[]> {
  const { diagnostics } = (await driver.build()).result();
  return diagnostics.map(({ code, message }) => `${code}: ${message}`).toSorted();
}

describe('files that are no files', () => {
  it('are reported and never opened, also through links and includes', async () => {
    const driver = driverOf({ 'static/b.txt': '', 'c.md': '# C\n\n```js file="pipe.js"\n```\n' });
    const path = (name: string): string => join(driver.dir, name);
    for (const name of ['pipe.md', 'pipe.js', 'static/pipe.txt'])
      execFileSync('mkfifo', [path(name)]);
    symlinkSync(path('pipe.js'), path('static/link.js'));
    const server = createServer();
    await new Promise<void>((listening) => server.listen(path('socket'), listening));
    onTestFinished(() => void server.close());
    expect(await messages(driver)).toEqual([
      'ignored-source: pipe.js is left out: it is a named pipe, not a file',
      'ignored-source: pipe.md is left out: it is a named pipe, not a file',
      'ignored-source: socket is left out: it is a socket, not a file',
      'ignored-source: static/link.js is left out: it is a named pipe, not a file',
      'ignored-source: static/pipe.txt is left out: it is a named pipe, not a file',
      'include-not-found: there is no file "pipe.js" to include',
    ]);
  });
});

it('does not read a pipe as a template', async () => {
  const driver = driverOf({ 'templates/a.txt': '' });
  for (const name of ['styles.css', 'Pager.tsx'])
    execFileSync('mkfifo', [join(driver.dir, 'templates', name)]);
  expect((await driver.build()).result().ok).toBe(true);
});

it.runIf(process.platform === 'linux')(
  'names that are not UTF-8 are left out, and told',
  async () => {
    const driver = driverOf({ 'a.md': '# A\n', 'static/a.txt': '' });
    const path = (folder: string): Buffer =>
      Buffer.concat([
        Buffer.from(`${join(driver.dir, folder)}/caf`),
        Buffer.of(0xe9),
        Buffer.from('.md'),
      ]);
    for (const folder of ['', 'static']) writeFileSync(path(folder), '# Name in Latin-1\n');
    const told = 'ignored-source: "caf\uFFFD.md" is left out: its name is not UTF-8';
    expect(await messages(driver)).toEqual([told, told]);
    expect(driver.result().ok).toBe(true);
    // A name may have the character itself.
    driver.write('b\uFFFD.md', '# B\n');
    expect(await messages(driver)).toEqual([told, told]);
  },
);

describe('names with control characters', () => {
  it('are left out, and forge no finding in any format', async () => {
    const driver = driverOf({
      'a\n::error file=x::forged.md': '# A\n\n[b](c.md)\n',
      'static/\u001b[31mred.txt': '',
    });
    expect(await messages(driver)).toEqual(
      [
        String.raw`ignored-source: "a\n::error file=x::forged.md" is left out: its name has a control character`,
        String.raw`ignored-source: "\u001b[31mred.txt" is left out: its name has a control character`,
      ].toSorted(),
    );
    const diagnostics = driver.result().diagnostics;
    for (const format of ['pretty', 'json', 'github', 'sarif', 'junit'] as const) {
      const text = formatDiagnostics(format, {
        diagnostics,
        read: () => undefined,
        complete: true,
      });
      expect(text).toContain('forged.md');
      expect(text).not.toMatch(/^::error|[\u0000-\u0009\u000b-\u001f]/m);
    }
  });

  it('forge no line where a finding names such a file', () => {
    const file = 'a\nb.html:1:1  error  forged';
    const location = { file, line: 1, column: 1, pointer: 'x\ny' };
    const text = formatDiagnostics('pretty', {
      diagnostics: [
        {
          code: 'page-not-found',
          severity: 'error',
          message: `no "${file}"`,
          hint: file,
          location,
        },
      ],
      read: () => undefined,
      complete: true,
    });
    expect(text).not.toMatch(/^b\.html/m);
  });
});

it('names with backslashes are left out: as paths, they lead to other files', async () => {
  const driver = driverOf({});
  const outside = join(driver.dir, '../secret.md');
  writeFileSync(outside, '# SECRET\n');
  onTestFinished(() => rmSync(outside));
  const name = String.raw`x\..\..\secret.md`;
  writeFileSync(join(driver.dir, name), '# B\n');
  expect(await messages(driver)).toEqual([
    `ignored-source: ${JSON.stringify(name)} is left out: its name has a backslash`,
  ]);
  expect(driver.page('/')).not.toContain('secret');
});

describe('encodings', () => {
  const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
  const swapped = (text: string): Buffer => utf16(text).swap16();
  it.each([
    ['UTF-16 with a byte order mark', utf16('\ufeff# Häuser\n')],
    ['big-endian UTF-16 with a byte order mark', swapped('\ufeff# A\n')],
    ['UTF-16 without a byte order mark', utf16('# Häuser\n\n日本\n')],
    ['big-endian UTF-16 without a byte order mark', swapped('# A page\n')],
  ])('%s is named', async (_, bytes) => {
    const driver = driverOf({});
    writeFileSync(join(driver.dir, 'b.md'), bytes);
    expect(await messages(driver)).toEqual(['file-encoding: the file is UTF-16, not UTF-8']);
  });

  it('accepts UTF-8 with a few zero bytes', async () => {
    const driver = driverOf({ 'b.md': '# B\n\na\0b c\0d\n' });
    expect(await messages(driver)).toEqual([]);
  });
});

describe('slugs', () => {
  it.each([
    'a:b',
    'a<b',
    'a|b',
    'a%2eb',
    '%2e%2e',
    'a%2fb',
    'a%00b',
    'con',
    'dot.',
    'space ',
    'a"b',
    'a*b',
    'a\\b',
    '../a',
    'a\u202eb',
  ])('refuses %j once', async (slug) => {
    const driver = driverOf({ 'b.md': `---\nslug: '${slug}'\n---\n# B\n` });
    const errors = (await driver.build())
      .result()
      .diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ location }) => `${location?.file}:${location?.line}`)).toEqual(['b.md:2']);
  });
});

it('halves of surrogate pairs, which YAML and JSON can have, end no build', async () => {
  const half = String.raw`\ud800`;
  const driver = driverOf({
    'site.config.ts': `export default { title: 'T${half}', url: 'https://a.example', openapi: [{ spec: 'api.json' }] };\n`,
    'b.md': `---\ntitle: "a${half}"\nslug: "b${half}"\n---\n[c](/nowhere)\n`,
    'api.json': `{"openapi":"3.1.0","info":{"title":"A${half}","version":"1","description":"## h${half}"},"tags":[{"name":"t${half}"}],"paths":{"/a${half}":{"get":{"operationId":"x${half}","tags":["t${half}"],"responses":{}}}}}`,
  });
  const { diagnostics } = (await driver.build()).result();
  expect(diagnostics.map(({ code }) => code)).toContain('page-not-found');
});
