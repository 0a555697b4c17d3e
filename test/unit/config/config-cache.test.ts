import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load.ts';
import { tempSite } from './temp-site.ts';

const KEYS = `url: 'https://docs.example'`;

/** Writes files as if that had been some time ago. */
function writeOld(siteDir: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(siteDir, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, 1, 1);
  }
}

function siteOf(files: Readonly<Record<string, string>>): string {
  const siteDir = tempSite({});
  writeOld(siteDir, files);
  return siteDir;
}

const CONFIG = {
  'site.config.ts': `import { title } from './parts/title';\nimport { tagline } from 'words';\nexport default { title, tagline, ${KEYS} };`,
  'parts/title/index.ts': `export const title: string = 'One';`,
  'node_modules/words/package.json': '{ "name": "words", "type": "module", "main": "a.js" }',
  'node_modules/words/a.js': `export const tagline = 'a';`,
  'node_modules/words/b.js': `export const tagline = 'b';`,
};

const cached = (siteDir: string): readonly string[] =>
  readdirSync(join(siteDir, '.docwright/cache/config')).map((name) =>
    readFileSync(join(siteDir, '.docwright/cache/config', name), 'utf8'),
  );

it('a compiled configuration is kept until a file changes that it depends on', async () => {
  const siteDir = siteOf(CONFIG);
  const first = await loadConfig({ siteDir });
  expect(first.config).toMatchObject({ title: 'One', tagline: 'a' });
  const [entry, ...others] = cached(siteDir);
  expect(others).toEqual([]);
  expect(await loadConfig({ siteDir })).toEqual(first);
  expect(cached(siteDir)).toEqual([entry]);
});

it.each([
  ['an edited file', { 'parts/title/index.ts': `export const title = 'Two';` }, { title: 'Two' }],
  [
    'a file that comes first',
    { 'parts/title.ts': `export const title = 'Two';` },
    { title: 'Two' },
  ],
  [
    'another version of a package',
    { 'node_modules/words/package.json': '{ "name": "words", "type": "module", "main": "b.js" }' },
    { tagline: 'b' },
  ],
  [
    'an alias of tsconfig.json',
    {
      'tsconfig.json': '{ "compilerOptions": { "paths": { "words": ["./own.ts"] } } }',
      'own.ts': `export const tagline = 'own';`,
    },
    { tagline: 'own' },
  ],
])('%s is noticed', async (_, files, expected) => {
  const siteDir = siteOf(CONFIG);
  await loadConfig({ siteDir });
  writeOld(siteDir, files);
  expect((await loadConfig({ siteDir })).config).toMatchObject(expected);
});

it('an alias in a file that tsconfig.json extends is noticed', async () => {
  const paths = (file: string): string =>
    `{ "compilerOptions": { "paths": { "own": ["./${file}"] } } }`;
  const siteDir = siteOf({
    'site.config.ts': `import { title } from 'own';\nexport default { title, ${KEYS} };`,
    'tsconfig.json': '{ "extends": "./base" }',
    'base.json': paths('a.ts'),
    'a.ts': `export const title = 'A';`,
    'b.ts': `export const title = 'B';`,
  });
  expect((await loadConfig({ siteDir })).config?.title).toBe('A');
  writeOld(siteDir, { 'base.json': paths('b.ts') });
  expect((await loadConfig({ siteDir })).config?.title).toBe('B');
});

it('a removed file is noticed', async () => {
  const siteDir = siteOf(CONFIG);
  await loadConfig({ siteDir });
  rmSync(join(siteDir, 'parts/title/index.ts'));
  expect((await loadConfig({ siteDir })).config).toBeUndefined();
});

it('a damaged entry is ignored', async () => {
  const siteDir = siteOf(CONFIG);
  await loadConfig({ siteDir });
  const folder = join(siteDir, '.docwright/cache/config');
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text.replace('words', 'wards'));
  }
  expect((await loadConfig({ siteDir })).config?.title).toBe('One');
});

it('nothing is kept without the cache', async () => {
  const siteDir = siteOf(CONFIG);
  await loadConfig({ siteDir, cache: false });
  expect(readdirSync(siteDir)).not.toContain('.docwright/cache');
  expect(readdirSync(join(siteDir, '.docwright'))).toEqual(['.gitignore']);
});
