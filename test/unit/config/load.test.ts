import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type LoadOptions, loadConfig } from '../../../src/config/load.ts';
import { unprivileged } from '../../support/unprivileged.ts';
import { tempSite } from './temp-site.ts';

const KEYS = `title: 'Docs', url: 'https://docs.example'`;

/** Loads a site made of one configuration file. */
function loadText(text: string, file = 'site.config.ts') {
  return loadConfig({ siteDir: tempSite({ [file]: text }) });
}

/** The problems of a configuration file, each as `<file>:<line>:<column> <code> <message>`. */
async function problemsOf(
  text: string,
  others: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const { config, diagnostics } = await loadConfig({
    siteDir: tempSite({ 'site.config.ts': text, ...others }),
  });
  expect(config).toBeUndefined();
  return diagnostics.map(({ code, message, location }) => {
    const place = location && `${location.file}:${location.line}:${location.column}`;
    return `${place} ${code} ${message}`;
  });
}

describe('loading', () => {
  it('loads a configuration in a folder where nothing is installed', async () => {
    const siteDir = tempSite({
      'site.config.ts': `import { defineConfig, type SiteConfig } from 'docwright';\nconst title: string = 'Docs';\nexport default defineConfig({ title, url: 'https://docs.example' } satisfies SiteConfig);`,
      'content/docs/a.md': '# A',
    });
    const { config, diagnostics, inputs } = await loadConfig({ siteDir });
    expect(diagnostics).toEqual([]);
    expect(config).toMatchObject({
      title: 'Docs',
      siteDir,
      configFile: 'site.config.ts',
      contentDir: join(siteDir, 'content'),
      docs: [{ path: 'content/docs', routeBase: '/docs' }],
    });
    expect(inputs).toEqual([join(siteDir, 'site.config.ts')]);
  });

  it('reports where a value contains itself', async () => {
    const text = `const a = { ${KEYS} };\na.again = a;\na.list = [];\na.list.push(a.list, a);\nexport default a;`;
    expect(await problemsOf(text)).toEqual([
      'site.config.ts:1:11 config-unknown-key list is not a key of the configuration',
      'site.config.ts:1:11 config-value again contains itself',
      'site.config.ts:1:11 config-value list[0] contains itself',
      'site.config.ts:1:11 config-value list[1] contains itself',
    ]);
  });

  it('needs only a configuration of three lines and one file', async () => {
    const siteDir = tempSite({
      'site.config.js': `export default {\n${KEYS}\n};`,
      'index.md': '# A',
    });
    const { config } = await loadConfig({ siteDir });
    expect(config).toMatchObject({ contentDir: siteDir, docs: [{ path: '', routeBase: '/' }] });
  });

  it('leaves no module next to the site, and removes those of killed processes', async () => {
    const siteDir = tempSite({ 'site.config.ts': `export default () => ({ ${KEYS} });` });
    await loadConfig({ siteDir });
    const ended = spawnSync(process.execPath, ['--version']).pid;
    const hash = '0123456789abcdef';
    const alive = `config-${hash}-${process.pid}.mjs`;
    for (const name of [`config-${hash}-${ended}.mjs`, `config-${hash}-${ended}.mjs.new`, alive])
      writeFileSync(join(siteDir, '.docwright', name), '');
    await loadConfig({ siteDir });
    expect(readdirSync(join(siteDir, '.docwright')).toSorted()).toEqual(['.gitignore', alive]);
    expect(readFileSync(join(siteDir, '.docwright/.gitignore'), 'utf8')).toBe('*\n');
  });

  it('loads from elsewhere when the module cannot be written next to the site', async () => {
    const siteDir = tempSite({
      'site.config.ts': `export default () => ({ ${KEYS} });`,
      '.docwright': 'a file',
    });
    const { config, diagnostics } = await loadConfig({ siteDir });
    expect(diagnostics).toEqual([]);
    expect(config?.title).toBe('Docs');
    expect(readFileSync(join(siteDir, '.docwright'), 'utf8')).toBe('a file');
  });

  it('reads the file again after a change', async () => {
    const siteDir = tempSite({
      'site.config.ts': `import { title } from './title.ts'; export default { ${KEYS}, title };`,
      'title.ts': `export const title = 'One';`,
    });
    expect((await loadConfig({ siteDir })).config?.title).toBe('One');
    writeFileSync(join(siteDir, 'title.ts'), `export const title = 'Two';`);
    expect((await loadConfig({ siteDir })).config?.title).toBe('Two');
  });

  it.each([
    ['a function', `export default () => ({ ${KEYS} });`],
    ['an async function', `export default async () => ({ ${KEYS} });`],
    ['a promise', `export default Promise.resolve({ ${KEYS} });`],
    [
      'a top-level await',
      `const title = await Promise.resolve('Docs');\nexport default { ${KEYS}, title };`,
    ],
    ['a named export as default', `const c = { ${KEYS} };\nexport { c as default };`],
    [
      'a package of Node',
      `import { join } from 'node:path';\nexport default { ${KEYS}, tagline: join('a', 'b') };`,
    ],
  ])('takes %s', async (_title, text) => {
    expect((await loadText(text)).config?.title).toBe('Docs');
  });

  it.each(['site.config.ts', 'site.config.mts', 'site.config.js', 'site.config.mjs'])(
    'finds %s',
    async (file) => {
      expect((await loadText(`export default { ${KEYS} };`, file)).config?.configFile).toBe(file);
    },
  );

  it('takes CommonJS', async () => {
    expect((await loadText(`module.exports = { ${KEYS} };`, 'site.config.js')).config?.title).toBe(
      'Docs',
    );
  });

  it('lists the files that the configuration consists of', async () => {
    const siteDir = tempSite({
      'site.config.ts': `import { footer } from './parts/footer.ts';\nimport data from './data.json';\nexport default { ${KEYS}, footer, tagline: data.tagline };`,
      'parts/footer.ts': `export const footer = { copyright: 'c' };`,
      'data.json': `{ "tagline": "T" }`,
    });
    const { config, inputs } = await loadConfig({ siteDir });
    expect(config?.tagline).toBe('T');
    expect(config?.footer).toEqual({ copyright: 'c' });
    expect(inputs.map((file) => relative(siteDir, file)).toSorted()).toEqual([
      'data.json',
      'parts/footer.ts',
      'site.config.ts',
    ]);
  });

  it('hashes the code of all files of the site in the configuration', async () => {
    const siteDir = tempSite({
      'site.config.ts': `import { title } from './title.ts';\nexport default { ${KEYS}, title };`,
      'title.ts': `export const title = 'One';`,
    });
    const hashes: string[] = [];
    for (const title of ['One', 'Two', 'One']) {
      writeFileSync(join(siteDir, 'title.ts'), `export const title = '${title}';`);
      const { compiled, config } = await loadConfig({ siteDir });
      expect(config?.title).toBe(title);
      hashes.push(compiled);
    }
    expect(hashes[0]).toMatch(/^[\w-]+$/);
    expect(hashes[1]).not.toBe(hashes[0]);
    expect(hashes[2]).toBe(hashes[0]);
    const { compiled } = await loadConfig({ siteDir: tempSite({ 'a.md': '# A' }) });
    expect(compiled).toBe('');
  });

  it('imports packages that the site has installed', async () => {
    const siteDir = tempSite({
      'site.config.ts': `import { tagline } from 'words';\nexport default { ${KEYS}, tagline };`,
      'node_modules/words/package.json': `{ "name": "words", "type": "module", "exports": { "module": "./wrong.js", "import": "./right.js" } }`,
      'node_modules/words/right.js': `export const tagline = 'right';`,
      'node_modules/words/wrong.js': `export const tagline = 'wrong';`,
    });
    const { config, inputs } = await loadConfig({ siteDir });
    expect(config?.tagline).toBe('right');
    expect(inputs).toEqual([join(siteDir, 'site.config.ts')]);
  });

  it('keeps import.meta of each file', async () => {
    const siteDir = tempSite({
      'site.config.ts': `import { name } from './parts/name.ts';\nexport default { ${KEYS}, tagline: name, version: import.meta.filename };`,
      'parts/name.ts': `export const name: string = new URL('.', import.meta.url).pathname + import.meta.dirname;`,
    });
    const { config } = await loadConfig({ siteDir });
    expect(config?.tagline).toBe(`${siteDir}/parts/${siteDir}/parts`);
    expect(config?.version).toBe(`${siteDir}/site.config.ts`);
  });
});

describe('locations', () => {
  it('takes the folder of a named file as the site folder', async () => {
    const siteDir = tempSite({ 'site/docs.config.ts': `export default { ${KEYS} };` });
    const configFile = join(siteDir, 'site/docs.config.ts');
    const { config } = await loadConfig({ configFile });
    expect(config).toMatchObject({ siteDir: join(siteDir, 'site'), configFile: 'docs.config.ts' });
    const named = await loadConfig({ siteDir, configFile });
    expect(named.config).toMatchObject({ siteDir, configFile: 'site/docs.config.ts' });
    const relativeToHere = await loadConfig({ configFile: relative(process.cwd(), configFile) });
    expect(relativeToHere.config?.configFile).toBe('docs.config.ts');
  });

  it('names files below a site folder that is a symbolic link', async () => {
    const folder = tempSite({ 'real/site.config.ts': `export default { ${KEYS}, x: 1 };` });
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    const { diagnostics, inputs } = await loadConfig({ siteDir: join(folder, 'link') });
    expect(diagnostics.map(({ location }) => location?.file)).toEqual(['site.config.ts']);
    expect(inputs).toEqual([join(folder, 'link/site.config.ts')]);
  });

  it('takes the output folder relative to the current folder', async () => {
    const siteDir = tempSite({ 'site.config.ts': `export default { ${KEYS}, outDir: 'out' };` });
    expect((await loadConfig({ siteDir })).config?.outDir).toBe(join(siteDir, 'out'));
    expect((await loadConfig({ siteDir, outDir: join(siteDir, 'x') })).config?.outDir).toBe(
      join(siteDir, 'x'),
    );
    const { diagnostics } = await loadConfig({ siteDir, outDir: siteDir });
    expect(diagnostics).toMatchObject([
      { code: 'config-value', message: 'the output folder is the site folder itself' },
    ]);
    expect(diagnostics[0]?.location).toBeUndefined();
  });

  it('says when there is no configuration', async () => {
    const siteDir = tempSite({});
    const { config, diagnostics, inputs } = await loadConfig({ siteDir });
    expect(config).toBeUndefined();
    expect(inputs).toEqual([]);
    expect(diagnostics).toMatchObject([
      {
        code: 'config-not-found',
        message: `there is no site.config.ts (or .mts, .js, .mjs) in "${siteDir}"`,
      },
    ]);
    expect((await loadConfig({ siteDir, configFile: 'none.ts' })).diagnostics).toMatchObject([
      { code: 'config-not-found', message: 'there is no file "none.ts"' },
    ]);
    expect((await loadConfig({ siteDir: join(siteDir, 'none') })).diagnostics).toMatchObject([
      { code: 'config-not-found', message: `there is no folder "${join(siteDir, 'none')}"` },
    ]);
    mkdirSync(join(siteDir, 'site.config.ts'));
    expect((await loadConfig({ siteDir })).diagnostics).toMatchObject([
      { code: 'config-not-found' },
    ]);
    expect(existsSync(join(siteDir, '.docwright'))).toBe(false);
  });
});

describe('folders that are none', () => {
  it('refuses a file as the site folder', async () => {
    const folder = tempSite({ 'site.config.ts': `export default { ${KEYS} };`, 'a.md': '' });
    const file = join(folder, 'site.config.ts');
    for (const options of [{ siteDir: file }, { siteDir: file, configFile: file }]) {
      expect((await loadConfig(options)).diagnostics).toMatchObject([
        { code: 'config-not-found', message: `"${file}" is not a folder` },
      ]);
    }
  });

  it('takes a file called content for content of the site', async () => {
    const siteDir = tempSite({ 'site.config.ts': `export default { ${KEYS} };`, content: 'x' });
    const { config, diagnostics } = await loadConfig({ siteDir });
    expect(diagnostics).toEqual([]);
    expect(config?.contentDir).toBe(siteDir);
  });

  it('says which folder cannot be read', async () => {
    const folder = tempSite({ 'site/site.config.ts': `export default { ${KEYS} };` });
    const siteDir = join(folder, 'site');
    const configFile = join(siteDir, 'site.config.ts');
    chmodSync(siteDir, 0);
    onTestFinished(() => chmodSync(siteDir, 0o755));
    const load = (options: LoadOptions) => unprivileged(folder, () => loadConfig(options));
    expect((await load({ siteDir })).diagnostics).toMatchObject([
      { code: 'file-unreadable', message: `"${siteDir}" cannot be read` },
    ]);
    expect((await load({ configFile })).diagnostics).toMatchObject([
      { code: 'file-unreadable', message: `"${configFile}" cannot be read` },
    ]);
  });
});

it.each(['site.config.ts', 'parts/a.ts'])('says that %s cannot be read', async (closed) => {
  const siteDir = tempSite({
    'site.config.ts': `import './parts/a.ts';\nexport default { ${KEYS} };`,
    'parts/a.ts': '',
  });
  chmodSync(join(siteDir, closed), 0);
  const { diagnostics } = await unprivileged(siteDir, () => loadConfig({ siteDir }));
  expect(diagnostics).toEqual([
    {
      code: 'config-load',
      severity: 'error',
      message: 'cannot read the file: permission denied',
      hint: 'allow this user to read it',
      location: { file: closed, line: 1, column: 1 },
    },
  ]);
});

describe('failures', () => {
  it('locates syntax errors', async () => {
    expect(await problemsOf(`export default {\n  title: 'é😀' oops,\n};`)).toEqual([
      'site.config.ts:2:15 config-load there is no comma between two entries',
    ]);
  });

  it('locates all errors, in any file', async () => {
    const problems = await problemsOf(
      `import { a } from './parts/a.ts';\nimport b from 'not-installed';\nimport c from './none.ts';\nexport default { a, b, c };`,
      { 'parts/a.ts': `export const a = ;` },
    );
    expect(problems.toSorted()).toEqual([
      'parts/a.ts:1:18 config-load syntax error: unexpected ";"',
      'site.config.ts:2:15 config-load the package "not-installed" is not installed',
      'site.config.ts:3:15 config-load there is no file "./none.ts" to import',
    ]);
  });

  it('locates errors of files with import.meta', async () => {
    expect(await problemsOf(`const u = import.meta.url;\nexport default {{;`)).toEqual([
      'site.config.ts:2:17 config-load syntax error: expected identifier, found "{"',
    ]);
    expect(
      await problemsOf(`const u: string = import.meta.url;\n\nthrow new Error(u.slice(0, 4));`),
    ).toEqual(['site.config.ts:3:7 config-load the configuration throws: file']);
  });

  it('watches the files of a configuration that does not compile', async () => {
    const siteDir = tempSite({
      'site.config.ts': `import './a.ts'; export default {};`,
      'a.ts': '{',
    });
    const { inputs } = await loadConfig({ siteDir });
    expect(inputs).toEqual([join(siteDir, 'site.config.ts'), join(siteDir, 'a.ts')]);
  });

  it('reports imports that docwright does not export', async () => {
    expect(
      await problemsOf(`import { buildSite } from 'docwright';\nexport default buildSite;`),
    ).toEqual(['site.config.ts:1:10 config-load docwright has no export named "buildSite"']);
  });

  it('locates thrown errors', async () => {
    expect(
      await problemsOf(
        `interface A { a: string }\nconst a: A = { a: 'x' };\n\n  throw new TypeError(a.a);`,
      ),
    ).toEqual(['site.config.ts:4:9 config-load the configuration throws: TypeError: x']);
    expect(
      await problemsOf(
        `export default async () => {\n  await null;\n  throw new Error('late');\n};`,
      ),
    ).toEqual(['site.config.ts:3:9 config-load the configuration throws: late']);
    expect(
      await problemsOf(`import { f } from './parts/f.ts';\nexport default f();`, {
        'parts/f.ts': `export function f(): never {\n  throw new Error('deep');\n}`,
      }),
    ).toEqual(['parts/f.ts:2:9 config-load the configuration throws: deep']);
  });

  it('locates errors inside packages at the call', async () => {
    expect(
      await problemsOf(`import { f } from 'f';\nexport default { title: f() };`, {
        'node_modules/f/package.json': `{ "name": "f", "type": "module", "exports": "./f.js" }`,
        'node_modules/f/f.js': `export function f() {\n\n\n  throw new Error('x');\n}`,
      }),
    ).toEqual(['site.config.ts:2:25 config-load the configuration throws: x']);
  });

  it('prints anything that is thrown in one line', async () => {
    expect(await problemsOf(`throw 'text';`)).toEqual([
      'site.config.ts:1:1 config-load the configuration throws: text',
    ]);
    expect(await problemsOf(`throw { a: 1 };`)).toEqual([
      'site.config.ts:1:1 config-load the configuration throws: a thrown object',
    ]);
    expect(
      await problemsOf(`throw new Error('one\\n    at two', { cause: new Error('three') });`),
    ).toEqual(['site.config.ts:1:7 config-load the configuration throws: one, caused by: three']);
    expect(await problemsOf(`const e = new Error('a');\ne.cause = e;\nthrow e;`)).toEqual([
      'site.config.ts:1:11 config-load the configuration throws: a',
    ]);
  });

  it('locates errors that a getter throws, which is read once', async () => {
    expect(
      await problemsOf(
        `export default {\n  ${KEYS},\n  footer: { get links() { throw new Error('no'); } },\n};`,
      ),
    ).toEqual(['site.config.ts:3:33 config-load the configuration throws: no']);
    const { config } = await loadText(
      `let n = 0;\nexport default { url: 'https://docs.example', get title() { n += 1; return 'Read ' + n; } };`,
    );
    expect(config?.title).toBe('Read 1');
  });

  it('turns process.exit into a problem', async () => {
    const exit = process.exit;
    expect(await problemsOf(`export default {};\nprocess.exit(0);`)).toEqual([
      'site.config.ts:2:9 config-load the configuration calls process.exit',
    ]);
    expect(
      await problemsOf(`try {\n  process.exit(0);\n} catch {}\nexport default { ${KEYS} };`),
    ).toEqual(['site.config.ts:2:11 config-load the configuration calls process.exit']);
    expect(process.exit).toBe(exit);
  });

  it('wants a default export', async () => {
    expect(await problemsOf(`export const config = { ${KEYS} };`)).toEqual([
      'site.config.ts:1:1 config-load the configuration has no default export',
    ]);
    expect(await problemsOf('')).toEqual([
      'site.config.ts:1:1 config-load the configuration has no default export',
    ]);
    expect(await problemsOf(`\nexport default undefined;`)).toEqual([
      'site.config.ts:2:16 config-type the configuration: expected an object, found nothing',
    ]);
  });

  it('reports all problems of the values with their locations', async () => {
    const text = [
      `import { defineConfig } from 'docwright';`,
      ``,
      `export default defineConfig({`,
      `  title: 'Docs',`,
      `  url: 'https://docs.example/path',`,
      `  navbar: {`,
      `    items: [`,
      `      { type: 'docSidebar', sidebarId: 'docs' },`,
      `      { label: 'A', to: '/a', href: 'https://a.example' },`,
      `      { label: 'B', href: 'javascript:alert(1)' },`,
      `    ],`,
      `  },`,
      `  announcementBar: { backgroundColor: '#fff', textColor: '#aaa' },`,
      `  colorMod: { default: 'dark' },`,
      `});`,
    ].join('\n');
    expect(await problemsOf(text)).toEqual([
      'site.config.ts:5:8 config-value url must be an origin without a path, found "/path"',
      'site.config.ts:9:31 config-value navbar.items[1].href cannot be combined with "to"',
      'site.config.ts:10:27 unsafe-scheme navbar.items[2].href has the scheme "javascript:", which is refused',
      'site.config.ts:13:20 config-missing announcementBar.content is required',
      'site.config.ts:14:3 config-unknown-key colorMod is not a key of the configuration',
    ]);
  });
});
