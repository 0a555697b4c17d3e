import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LoadOptions, loadConfig } from '../../../src/config/load.ts';
import { tempSite } from './temp-site.ts';

const MINIMAL = "export default { title: 'My docs', url: 'https://docs.example.com' };";

const INIT = 'run `docs init` to create a site here, or name the folder of one';

type Files = Readonly<Record<string, string>>;

/** The one problem of a site, as `<line>:<column> <message>` and its hint. */
async function problemOf(files: Files, options: LoadOptions = {}): Promise<readonly unknown[]> {
  const siteDir = tempSite(files);
  const found = await loadConfig({ siteDir, ...options });
  expect(found.diagnostics).toHaveLength(1);
  return (
    found.diagnostics.map(({ message, hint, location }) => {
      const place = location === undefined ? '' : `${location.line}:${location.column} `;
      const text = (printed: string) => printed.replaceAll(siteDir, '<site>');
      return [text(place + message), hint && text(hint)];
    })[0] ?? []
  );
}

const config = (text: string, files: Files = {}) => problemOf({ 'site.config.ts': text, ...files });

describe('a configuration that is not found', () => {
  it.each<[string, Files, string]>([
    ['', {}, INIT],
    [
      'under the name of docs',
      { 'docs.config.ts': `import { defineConfig } from 'docwright';` },
      'rename "docs.config.ts" to "site.config.ts", or name it with --config',
    ],
    ['of another tool', { 'vite.config.ts': '' }, INIT],
    [
      'as JSON',
      { 'site.config.json': '{}' },
      `write "site.config.json" as site.config.ts: ${MINIMAL}`,
    ],
    [
      'in a folder below',
      { 'website/site.config.ts': '' },
      'the folder "website" has one: add "website" to the command',
    ],
  ])('says what to do %s', async (_, files, hint) => {
    expect(await problemOf(files)).toEqual([
      'there is no site.config.ts (or .mts, .js, .mjs) in "<site>"',
      hint,
    ]);
  });

  it('finds what was meant', async () => {
    const site = tempSite({
      'site.config.ts': '',
      'docs/content/a.md': '',
      'docs/site.config.ts': '',
    });
    const hint = async (options: LoadOptions) => (await problemOf({}, options))[1];
    expect(await hint({ siteDir: join(site, 'dcos') })).toBe(
      `did you mean "${join(site, 'docs')}"?`,
    );
    expect(await hint({ siteDir: join(site, 'other') })).toBe(
      'name the folder that holds site.config.ts',
    );
    expect(await hint({ configFile: join(site, 'site.confg.ts') })).toBe(
      `did you mean "${join(site, 'site.config.ts')}"?`,
    );
    expect(await hint({ siteDir: join(site, 'docs/content') })).toBe(
      `"${join(site, 'docs')}" has one: run the command there`,
    );
  });
});

describe('a configuration that does not compile', () => {
  it.each([
    [
      "export default {\n  title: 'T'\n  url: 'x',\n};",
      '2:13 there is no comma between two entries',
      'add a comma here',
    ],
    [
      "export default {\n  navbar: {\n    items: [{ label: 'A' }] // one\n    style: 'dark',\n  },\n};",
      '3:28 there is no comma between two entries',
      'add a comma here',
    ],
    [
      "export default { items: [{ to: '/a' } { to: '/b' }] };",
      '1:38 there is no comma between two entries',
      'add a comma here',
    ],
    [
      "export default {\n  title: 'Acme's docs',\n};",
      '2:15 the quote before "s" ends the text',
      "write \\' for a quote inside of a text",
    ],
    [
      "export default {\n  title = 'T',\n};",
      '2:9 syntax error: unexpected "="',
      'in an object, write a colon in place of =',
    ],
    [
      "export default {\n  title: 'T';\n};",
      '2:13 syntax error: expected "}", found ";"',
      'replace the semicolon with a comma',
    ],
    [
      "export default {\n  title: 'T',\n  navbar: {\n};\n",
      '4:2 syntax error: expected "}", found ";"',
      'check that every bracket above is closed',
    ],
    [
      "export default {\n  title: 'T',\n  navbar: {\n",
      '3:11 the bracket { is opened here and never closed',
      'add } where it ends',
    ],
    [
      "export default {\n  title: 'T,\n};",
      '2:10 the string is not closed on its line',
      'add the quote that closes it',
    ],
    ['export defualt {};', '1:8 syntax error: unexpected "defualt"', 'did you mean "default"?'],
    [
      'export default { a: <b>x</b> };',
      '1:32 syntax error: unterminated regular expression',
      'put HTML in quotes: JSX is for files that end in .tsx',
    ],
    [
      '<<<<<<< HEAD\nexport default {};\n',
      '1:1 unresolved merge conflict markers',
      'keep one of the two versions and remove the lines of the markers',
    ],
  ])('%j', async (text, message, hint) => {
    expect(await config(text)).toEqual([message, hint]);
  });

  it.each([
    ['npm install', {}],
    ['npm install', { 'package-lock.json': '{}' }],
    ['pnpm add', { 'pnpm-lock.yaml': '' }],
    ['yarn add', { 'yarn.lock': '' }],
    ['bun add', { 'bun.lock': '' }],
  ])('says how to install a package: %s', async (command, files) => {
    const text = `import x from '@acme/theme/config';\nexport default x;`;
    expect(await config(text, files)).toEqual([
      '1:15 the package "@acme/theme" is not installed',
      `run \`${command} @acme/theme\``,
    ]);
  });

  it('finds the file that was meant, and what a package lacks', async () => {
    const text = (path: string) => `import x from '${path}';\nexport default x;`;
    const files = {
      'parts/navbar.ts': 'export const a = 1;',
      'node_modules/pkg/package.json': '{}',
    };
    expect(await config(text('./parts/navbr'), files)).toEqual([
      '1:15 there is no file "./parts/navbr" to import',
      'did you mean "./parts/navbar"?',
    ]);
    expect(await config(text('pkg/other'), files)).toEqual([
      '1:15 the package "pkg" has no module "pkg/other"',
      'see the documentation of "pkg" for what it exports',
    ]);
    expect(await config(`import x from './parts/navbar.ts';\nexport default x;`, files)).toEqual([
      '1:8 parts/navbar.ts has no default export',
      'write import { a } from …, or add `export default a;` to it',
    ]);
  });
});

it.each([
  [`trailingSlash: 'yes'`, 'write true or false, without quotes'],
  [`toc: { min: '2' }`, 'write a number, without quotes'],
  [`docs: [{ path: 'content/dcs' }]`, 'did you mean "content/docs"?'],
  [`docs: [{ path: 'other' }]`, 'create the folder, or correct the path'],
])('says how to write %s', async (text, hint) => {
  const files = { 'content/docs/a.md': '' };
  const found = await config(
    `export default { title: 'T', url: 'https://t.example', ${text} };`,
    files,
  );
  expect(found[1]).toBe(hint);
});

it('reports a required key that is misspelled once', async () => {
  expect(await config(`export default { titel: 'T', url: 'https://t.example' };`)).toEqual([
    '1:18 titel is not a key of the configuration',
    'did you mean "title"?',
  ]);
});

describe('a configuration without a default export', () => {
  it.each([
    ['', `write the line: ${MINIMAL}`],
    ['export const site = {};', 'add the line "export default site;"'],
    ['export const a = {}, b = {};', 'write "export default" before the configuration'],
  ])('%j', async (text, hint) => {
    expect(await config(text)).toEqual(['1:1 the configuration has no default export', hint]);
  });
});
