/** SECURITY.md names the tests of each promise; those that belong to no part of the code are here. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../support/site.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const BIN = join(ROOT, 'bin/docs.js');
const drivers: SiteDriver[] = [];

afterEach(() => {
  for (const driver of drivers.splice(0)) driver.dispose();
});

function siteOf(files: SiteFiles): SiteDriver {
  const driver = site(files);
  drivers.push(driver);
  return driver;
}

/** The paragraphs and list items of a section, without tables. */
function statements(section: string): readonly string[] {
  const text = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
  const start = text.indexOf(`\n## ${section}\n`);
  expect(start, section).toBeGreaterThan(0);
  const [, body = ''] = text.slice(start + 1).split(/\n([^]*?)(?=\n## |$)/, 2);
  const blocks = body.split(/\n{2,}|\n(?=- )/).map((block) => block.trim());
  return blocks.filter((block) => !/^(?:\||\*\*|$)/.test(block));
}

describe('the statements of SECURITY.md', () => {
  it.each(['What is content and what is code', 'What is promised', 'Hosting'])(
    'under "%s" name tests that exist',
    (section) => {
      const found = statements(section);
      expect(found.length).toBeGreaterThan(1);
      for (const statement of found) {
        const [, list = ''] = statement.split(/\bTests:\s/);
        const files = [...list.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
        expect(files, statement).not.toEqual([]);
        for (const file of files)
          expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
      }
    },
  );
});

describe('a build', () => {
  it('names in its summary what is code, and what weakens a default', async () => {
    const driver = siteOf({
      'content/a.mdx': '# A\n\n{1 + 1}\n',
      'site.config.ts': `export default {
        title: 'T', url: 'https://docs.example.com', markdown: { html: 'trusted' },
        plugins: [{ name: 'video', policy: { img: ['https://video.example'] } }],
      };\n`,
    });
    await driver.build();
    expect(driver.result().summary?.notes).toEqual(
      expect.arrayContaining([
        'raw HTML in Markdown is passed through unchecked',
        '1 page is MDX, which is code',
        expect.stringContaining('policy is wider for the plug-in "video": https://video.example'),
      ]),
    );
  });

  it('has no network access, whatever the text names', () => {
    const url = 'https://names.example';
    const driver = siteOf({
      'content/a.md': `---\nimage: ${url}/a.png\n---\n\n# A\n\n![a](${url}/a.png) [b](${url}/) ${url}\n\n<img src="${url}/b.png">\n`,
      'content/b.md': `# B\n\n::include{file="${url}/b.md"}\n\n<<< ${url}/c.js\n\n\`\`\`js file="${url}/d.js"\n\`\`\`\n`,
      'openapi/x.yaml': `openapi: 3.1.0\ninfo: { title: X, version: "1", description: "![x](${url}/x.png)" }\nservers: [{ url: "${url}/v1" }]\npaths: { /a: { get: { operationId: a, externalDocs: { url: "${url}" }, responses: { "200": { $ref: "${url}/r.yaml" } } } } }\n`,
      'site.config.ts': `export default {
        title: 'T', url: '${url}', openapi: [{ spec: 'openapi/x.yaml' }], docs: [{ editUrl: '${url}/edit/' }],
      };\n`,
      // Told, and not sent.
      'hook.mjs': `import dns from 'node:dns'; import net from 'node:net'; import { appendFileSync } from 'node:fs';
        import { syncBuiltinESMExports } from 'node:module';
        const refuse = (name) => (...given) => {
          appendFileSync(process.env.ATTEMPTS, name + '\\n');
          throw new Error('no network');
        };
        net.Socket.prototype.connect = refuse('connect');
        dns.lookup = refuse('lookup');
        globalThis.fetch = refuse('fetch');
        syncBuiltinESMExports();\n`,
    });
    const attempts = join(driver.dir, 'attempts');
    const hook = pathToFileURL(join(driver.dir, 'hook.mjs')).href;
    const docs = (...parameters: readonly string[]) =>
      spawnSync(process.execPath, ['--import', hook, BIN, ...parameters], {
        cwd: driver.dir,
        encoding: 'utf8',
        env: { ...process.env, ATTEMPTS: attempts },
      });
    for (const command of ['build', 'check-links', 'doctor']) {
      writeFileSync(attempts, '');
      const { status, stderr } = docs(command);
      expect([command, stderr]).toEqual([command, expect.not.stringContaining('internal error')]);
      expect([0, 1]).toContain(status);
      expect([command, readFileSync(attempts, 'utf8')]).toEqual([command, '']);
    }
    // Shows that a request would be seen.
    docs('check-links', '--external', '--retries', '0');
    expect(readFileSync(attempts, 'utf8')).not.toBe('');
  });
});
