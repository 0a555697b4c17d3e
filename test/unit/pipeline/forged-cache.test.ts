import { createHash, createHmac, hash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { build, checkLinks } from '../../../src/index.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const drivers: SiteDriver[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  for (const driver of drivers.splice(0)) {
    // Other sites must not start from forged bundles.
    rmSync(cacheOf(driver), { recursive: true, force: true });
    driver.dispose();
  }
});

const SECRET = 'a secret that the attacker does not know';

const OTHER = 'a secret that the attacker has made';

const FILES: SiteFiles = {
  'content/docs/one.md':
    '---\ndescription: honest description\n---\n\n# One\n\nhonest text. [Two](./two.md)\n',
  'content/docs/two.md': '# Two\n\n## Part\n\nhonest section\n',
  'content/docs/three.mdx': '# Three\n\n<b title={String(1 + 1)}>honest component</b>\n',
  'templates/Footer.tsx': 'export const Footer = () => <footer>honest footer</footer>;\n',
  'site.config.ts': `const title = 'honest title';
    globalThis.configRuns = [...(globalThis.configRuns ?? []), 'honest run'];
    export default { title, url: 'https://docs.example.com', tagline: title };\n`,
};

/** A built site whose cache a key has signed. */
async function builtSite(files: SiteFiles = FILES): Promise<SiteDriver> {
  vi.stubEnv('DOCS_CACHE_KEY', SECRET);
  const driver = site(files);
  drivers.push(driver);
  // Files that were saved a moment ago are not kept.
  for (const path of Object.keys(files)) utimesSync(join(driver.dir, path), 1, 1);
  await driver.build();
  expect(driver.result().ok).toBe(true);
  return driver;
}

const cacheOf = ({ dir }: SiteDriver): string => join(dir, '.docwright/cache');

/** The key of a part of a site's cache, as somebody would make it who knows the secret. */
function keyOf({ dir }: SiteDriver, part: string, secret: string): Buffer {
  const key = createHmac('sha256', secret).update(`docwright cache\n${dir}`).digest();
  return createHmac('sha256', key).update(part).digest();
}

function sealed(name: string, content: Uint8Array, key: Buffer): Buffer {
  const seal = createHmac('sha256', key).update(`${name}\n`).update(content).digest();
  return Buffer.concat([seal, content]);
}

/** Equally long, so that sizes in the files still fit. */
const forged = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll('honest', 'EVIL!!'), 'latin1');

type Entry = [string, number, number, number, string, number];

type Edit = (record: Buffer) => Buffer;

interface Forgery {
  readonly wanted: RegExp;
  readonly edit: Edit;
  readonly secret: string;
}

/** Adds forged records to their packs, and rewrites the table of their places and hashes. */
function forgeRecords(driver: SiteDriver, { wanted, edit, secret }: Forgery): void {
  const folder = join(cacheOf(driver), 'pages');
  const [head = '', body = ''] = readFileSync(join(folder, 'table'))
    .subarray(32)
    .toString()
    .split('\n', 2);
  const table: { packs: string[]; entries: Entry[] } = JSON.parse(body);
  const forgedEntries = table.entries.filter(([key]) => wanted.test(key));
  expect(forgedEntries).not.toEqual([]);
  for (const entry of forgedEntries) {
    const [, pack, offset, length] = entry;
    const file = join(folder, table.packs[pack] ?? '');
    const bytes = readFileSync(file);
    const record = edit(bytes.subarray(offset, offset + length));
    entry[2] = bytes.length;
    entry[3] = record.length;
    entry[4] = hash('sha256', record, 'base64url').slice(0, 32);
    writeFileSync(file, Buffer.concat([bytes, record]));
  }
  const text = Buffer.from(`${head}\n${JSON.stringify(table)}`);
  writeFileSync(join(folder, 'table'), sealed('table', text, keyOf(driver, 'pages', secret)));
}

/** Forges a kind of record, signed with a secret. */
function forge(driver: SiteDriver, kind: string, secret: string): void {
  const [part = '', records = ''] = kind.split(': ');
  if (part === 'pages')
    return forgeRecords(driver, { wanted: new RegExp(`^${records}`), edit: forged, secret });
  const folder = join(cacheOf(driver), part);
  const key = keyOf(driver, part, secret);
  for (const name of readdirSync(folder)) {
    const content = forged(readFileSync(join(folder, name)).subarray(32));
    writeFileSync(join(folder, name), sealed(name, content, key));
  }
}

/** The records of which a part reaches an output, and what makes the next build use them. */
const KINDS: readonly (readonly [kind: string, edit: SiteFiles])[] = [
  ['config', {}],
  ['bundles', {}],
  ['pages: facts of a doc ', { 'content/docs/new.md': '# New\n' }],
  ['pages: body of a doc ', { 'content/docs/new.md': '# New\n' }],
  ['pages: steps', { 'content/docs/new.md': '# New\n' }],
  ['pages: search ', {}],
  ['pages: ', {}],
];

type Outputs = ReadonlyMap<string, string>;

/** The output of a build, by file. */
function outputs(driver: SiteDriver): Outputs {
  return new Map(driver.files().map((path) => [path, driver.file(path)]));
}

function differing(one: Outputs, two: Outputs): readonly string[] {
  return [...new Set([...one.keys(), ...two.keys()])].filter(
    (path) => one.get(path) !== two.get(path),
  );
}

const isEvil = ([, text]: readonly [string, string]): boolean => text.includes('EVIL');

async function rebuilt(driver: SiteDriver, edit: SiteFiles) {
  for (const [path, text] of Object.entries(edit)) driver.write(path, text);
  // Pages are made again from what is stored.
  rmSync(driver.outDir(), { recursive: true });
  await build({ siteDir: driver.dir });
  return outputs(driver);
}

describe('a forged cache', () => {
  it.each(KINDS)('of %j is worth nothing without the key', async (kind, edit) => {
    const driver = await builtSite();
    forge(driver, kind, OTHER);
    const made = await rebuilt(driver, edit);
    expect([...made].filter(isEvil).map(([path]) => path)).toEqual([]);
    rmSync(cacheOf(driver), { recursive: true });
    expect(differing(made, await rebuilt(driver, {}))).toEqual([]);
  });

  // Shows that the forgeries above would be used if they were signed. Of the others, no text reaches the output.
  it.each(KINDS.filter(([kind]) => !/(?:pages|search|:) $/.test(kind)))(
    'of %j changes the site with the key',
    async (kind, edit) => {
      const driver = await builtSite();
      forge(driver, kind, SECRET);
      const made = await rebuilt(driver, edit);
      expect([...made].some(isEvil)).toBe(true);
    },
  );

  it('runs no code, whatever the command', async () => {
    // Node runs equal modules once, and other tests may have run those of the usual site.
    const config = FILES['site.config.ts']?.replace('honest run', 'honest single run') ?? '';
    const driver = await builtSite({ ...FILES, 'site.config.ts': config });
    const hasRun = (): boolean =>
      String(Reflect.get(globalThis, 'configRuns')).includes('EVIL!! single run');
    forge(driver, 'config', OTHER);
    await checkLinks({ siteDir: driver.dir });
    await build({ siteDir: driver.dir });
    forge(driver, 'config', SECRET);
    await build({ siteDir: driver.dir, verify: true });
    await build({ siteDir: driver.dir, cache: false });
    expect(hasRun()).toBe(false);
    // Shows that this would be seen.
    await checkLinks({ siteDir: driver.dir });
    expect(hasRun()).toBe(true);
    Reflect.deleteProperty(globalThis, 'configRuns');
  });

  it('does not hide a changed source or output behind a hash', async () => {
    const driver = await builtSite();
    const table = join(cacheOf(driver), 'pages/table');
    const old = readFileSync(table);
    driver.write('content/docs/one.md', '# One\n\nedited text\n');
    await build({ siteDir: driver.dir });
    // The table of an earlier run of this site is no forgery, and nothing that it names is wrong.
    writeFileSync(table, old);
    const page = 'docs/one/index.html';
    writeFileSync(join(driver.outDir(), page), driver.file(page).replace('edited', 'EVIL!!'));
    await build({ siteDir: driver.dir });
    expect(driver.file(page)).toContain('edited text');
  });

  /** Each hides a change of a file from a build, if it is signed. */
  it.each<[name: string, secret: string, expected: 'honest' | 'EVIL!!']>([
    ['sources', SECRET, 'EVIL!!'],
    ['sources', OTHER, 'honest'],
    ['outputs ', SECRET, 'EVIL!!'],
    ['outputs ', OTHER, 'honest'],
  ])('of the record "%s" under the secret "%s" shows "%s" text', async (name, secret, expected) => {
    const evil = FILES['content/docs/one.md']?.replaceAll('honest', 'EVIL!!') ?? '';
    const driver = await builtSite({ ...FILES, 'content/docs/one.md': evil });
    const page = join(driver.outDir(), 'docs/one/index.html');
    const source = join(driver.dir, 'content/docs/one.md');
    driver.write('content/docs/one.md', evil.replaceAll('EVIL!!', 'honest'));
    if (name === 'outputs ') {
      // The page was made of the honest text, then changed in the output folder.
      await build({ siteDir: driver.dir });
      const text = readFileSync(page, 'utf8').replaceAll('honest', 'EVIL!!');
      writeFileSync(page, text);
    }
    const changed = name === 'sources' ? source : page;
    const { size, mtimeMs, ctimeMs, ino } = statSync(changed);
    const edit = (record: Buffer): Buffer => {
      const files: [string, ...unknown[]][] = JSON.parse(record.toString());
      const own = files.find(
        ([path]) => changed === path || changed === join(driver.outDir(), path),
      );
      own?.splice(2, 4, size, mtimeMs, ctimeMs, ino);
      return Buffer.from(JSON.stringify(files));
    };
    forgeRecords(driver, { wanted: new RegExp(`^${name}`), edit, secret });
    await build({ siteDir: driver.dir });
    expect(readFileSync(page, 'utf8')).toContain(`<p>${expected} text`);
  });

  it.each([
    [SECRET, true],
    [OTHER, false],
  ])('of dates and authors under the secret "%s" is shown: %s', async (secret, isShown) => {
    const config = `export default { title: 'T', url: 'https://docs.example.com',
      lastUpdate: { time: true, contributors: true } };\n`;
    const driver = await builtSite({ 'content/docs/one.md': '# One\n', 'site.config.ts': config });
    const git = (...given: readonly string[]) => execFileSync('git', given, { cwd: driver.dir });
    git('init', '-q');
    git('add', 'content');
    const author = ['-c', 'user.name=honest author', '-c', 'user.email=a@docs.example'];
    git(...author, 'commit', '-qm', 'first');
    await build({ siteDir: driver.dir });
    forgeRecords(driver, { wanted: /^history$/, edit: forged, secret });
    const made = await rebuilt(driver, {});
    expect([...made].some(isEvil)).toBe(isShown);
    expect([...made.values()].some((text) => text.includes('honest author'))).toBe(!isShown);
  });

  it('is not read by a build that is verified', async () => {
    const driver = await builtSite();
    forge(driver, 'pages: body ', SECRET);
    forge(driver, 'config', SECRET);
    rmSync(driver.outDir(), { recursive: true });
    const { ok } = await build({ siteDir: driver.dir, verify: true });
    expect(ok).toBe(true);
    expect([...outputs(driver)].some(isEvil)).toBe(false);
  });

  it('of another site or of another name is not read', async () => {
    const driver = await builtSite();
    const honest = outputs(driver);
    const evil = Object.entries(FILES).map(([path, text]) => [
      path,
      text.replaceAll('honest', 'EVIL!!'),
    ]);
    const other = await builtSite(Object.fromEntries(evil));
    rmSync(cacheOf(driver), { recursive: true });
    cpSync(cacheOf(other), cacheOf(driver), { recursive: true });
    expect(differing(honest, await rebuilt(driver, {}))).toEqual([]);

    const bundles = join(cacheOf(driver), 'bundles');
    const [one = '', two = '', ...rest] = readdirSync(bundles);
    for (const name of rest) cpSync(join(bundles, one), join(bundles, name));
    renameSync(join(bundles, one), join(bundles, two));
    expect(differing(honest, await rebuilt(driver, {}))).toEqual([]);
  });

  it('that is cut off anywhere is not read', async () => {
    const driver = await builtSite();
    const honest = outputs(driver);
    for (const size of [0, 31, 32, 33, 200]) {
      for (const entry of readdirSync(cacheOf(driver), { recursive: true, withFileTypes: true }))
        if (entry.isFile()) truncateSync(join(entry.parentPath, entry.name), size);
      expect(differing(honest, await rebuilt(driver, {}))).toEqual([]);
    }
  });
});

describe('odd files in the cache', () => {
  const replace: Readonly<Record<string, (file: string) => void>> = {
    'named pipes': (file) => void execFileSync('mkfifo', [file]),
    folders: (file) => mkdirSync(file),
    'links to the files': (file) => symlinkSync(`${file}.moved`, file),
    'links to nothing': (file) => symlinkSync('nowhere', file),
  };

  it.each(Object.keys(replace))('such as %s count as missing', async (kind) => {
    const driver = await builtSite();
    const honest = outputs(driver);
    for (const entry of readdirSync(cacheOf(driver), { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      if (!entry.isFile()) continue;
      renameSync(file, `${file}.moved`);
      replace[kind]?.(file);
    }
    expect(differing(honest, await rebuilt(driver, {}))).toEqual([]);
  });

  it.each(['.docwright', '.docwright/cache', '.docwright/cache/pages'])(
    'such as a link to a folder elsewhere in place of %s are not written through',
    async (path) => {
      const driver = await builtSite();
      const elsewhere = site({ 'a.md': '# A\n' });
      drivers.push(elsewhere);
      rmSync(join(driver.dir, path), { recursive: true });
      symlinkSync(elsewhere.dir, join(driver.dir, path));
      const before = readdirSync(elsewhere.dir, { recursive: true });
      const { ok } = await build({ siteDir: driver.dir });
      expect(ok).toBe(true);
      expect(readdirSync(elsewhere.dir, { recursive: true })).toEqual(before);
    },
  );
});

describe('the key', () => {
  const notesOf = async (driver: SiteDriver): Promise<string> => {
    const { summary } = await build({ siteDir: driver.dir });
    return (summary?.notes ?? []).filter((note) => note.includes('without a cache')).join('\n');
  };

  it('in CI comes from the environment; without it, a build says so and leaves no cache', async () => {
    const driver = site(FILES);
    drivers.push(driver);
    vi.stubEnv('CI', 'true');
    vi.stubEnv('DOCS_CACHE_KEY', '');
    const note = await notesOf(driver);
    expect(note).toContain('gh secret set DOCS_CACHE_KEY --body "$(openssl rand -hex 32)"');
    expect(note).toContain("DOCS_CACHE_KEY: '${{ secrets.DOCS_CACHE_KEY }}'");
    expect(existsSync(cacheOf(driver))).toBe(false);
    vi.stubEnv('DOCS_CACHE_KEY', 'short');
    expect(await notesOf(driver)).toContain('fewer than 32 characters');
    vi.stubEnv('DOCS_CACHE_KEY', SECRET);
    expect(await notesOf(driver)).toBe('');
    expect(existsSync(cacheOf(driver))).toBe(true);
  });

  it('of a user is made once, for this user only, outside of the site', async () => {
    const driver = site(FILES);
    const home = site({});
    drivers.push(driver, home);
    vi.stubEnv('CI', '');
    vi.stubEnv('DOCS_CACHE_KEY', '');
    vi.stubEnv('XDG_STATE_HOME', join(home.dir, 'state'));
    expect(await notesOf(driver)).toBe('');
    const file = join(home.dir, 'state/docwright/cache-key');
    const secret = readFileSync(file, 'utf8');
    expect(secret).toMatch(/^[\da-f]{64}$/);
    expect(createHash('sha256').update(secret).digest().length).toBe(32);
    vi.stubEnv('XDG_STATE_HOME', join(driver.dir, 'state'));
    expect(await notesOf(driver)).toContain('is a file of the site');
    vi.stubEnv('XDG_STATE_HOME', join(home.dir, 'site.config.ts'));
    expect(await notesOf(driver)).toContain('the key of caches cannot be kept');
    vi.stubEnv('XDG_STATE_HOME', join(home.dir, 'state'));
    expect(await notesOf(driver)).toBe('');
    expect(readFileSync(file, 'utf8')).toBe(secret);
  });
});
