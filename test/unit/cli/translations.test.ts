import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { docsCommand } from '../../support/docs-command.ts';
import { type SiteDriver, site } from '../../support/site.ts';

const FILES = {
  'site.config.ts': `export default { title: 'T', url: 'https://a.example',
    i18n: { locales: [{ code: 'en' }, { code: 'fr' }, { code: 'de' }] } };\n`,
  'content/docs/install.md':
    '# Install\n\nGet the [tool](./use.md) with {name}.\n\n## Options {#options}\n\nWait 30 seconds.\n\n```js\nrun("now"); // at once\n```\n',
  'content/docs/use.md': '# Use\n\nThe API key is secret.\n',
  'i18n/fr/docs/install.md':
    '# Installer\n\nPrenez l’[outil](./use.md) avec {name}.\n\n## Options {#options}\n\nAttendez 30 secondes.\n\n```js\nrun("vite"); // tout de suite\n```\n',
  'i18n/fr/docs/use.md': '# Utiliser\n\nLa clef API est secrète.\n',
  'i18n/de/docs/use.md': '# Benutzen\n\nDer API-Schlüssel ist geheim.\n',
};

let driver: SiteDriver;
let clock = 1_700_000_000;
beforeEach(() => {
  driver = site(FILES).warm();
});
afterEach(() => driver.dispose());

function docs(...flags: readonly string[]) {
  return docsCommand([flags[0] ?? '', driver.dir, ...flags.slice(1)]);
}

const translations = (...flags: readonly string[]) => docs('translations', ...flags);

/** `code file:line: message` of all findings. */
async function findings(...flags: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await translations('--format', 'json', ...flags);
  const {
    findings: all,
  }: { findings: { code: string; file?: string; line?: number; message: string }[] } =
    JSON.parse(stdout);
  return all.map(({ code, file, line, message }) => `${code} ${file}:${line}: ${message}`);
}

function git(...parameters: readonly string[]): void {
  const date = `${clock} +0000`;
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@a.example'];
  execFileSync('git', ['-C', driver.dir, ...who, ...parameters], { env });
}

function commit(): void {
  clock += 86_400;
  git('add', '-A');
  git('commit', '-qm', 'x');
}

const text = (file: string): string => readFileSync(join(driver.dir, file), 'utf8');

const edit = (file: string, from: string, to: string): void => {
  driver.write(file, text(file).replace(from, to));
};

describe('docs translations', () => {
  it('says by Git what changed since a translation, and nothing of form', async () => {
    git('init', '-q');
    commit();
    edit('content/docs/install.md', 'with {name}', '**with** {name}');
    commit();
    expect(await findings()).toEqual([]);
    edit('content/docs/install.md', '30 seconds', '60 seconds');
    commit();
    edit('i18n/fr/docs/install.md', 'Attendez', '*Attendez*');
    commit();
    expect(await findings()).toEqual([
      'outdated-translation i18n/fr/docs/install.md:1: 1 block of content/docs/install.md changed since 2023-11-15, first in line 7: “Options”',
    ]);
    const { stderr, status } = await translations();
    expect(status).toBe(0);
    expect(stderr).toContain('fr: 1 complete, 1 outdated\n');
    expect(stderr).toContain('de: 1 complete, 1 missing\n');
    expect((await findings('--rule', 'missing-translation=info'))[0]).toBe(
      'missing-translation content/docs/install.md:1: content/docs/install.md is not translated to "de"',
    );
    expect(stderr).toContain('3 of them by the dates of Git');
    expect((await translations('--diff')).stdout).toMatch(
      /^--- content\/docs\/install\.md .*\n\+\+\+ .*fr\/docs\/install\.md\n@@ line 7, Options \{?.*@@\n-Wait 30 seconds\.\n\+Wait 60 seconds\.\n$/,
    );
    edit('i18n/fr/docs/install.md', '30 secondes', '60 secondes');
    expect(await findings()).toEqual([]);
  });

  it('takes what is not committed as a translation of the original as it is now', async () => {
    git('init', '-q');
    commit();
    // A branch whose text a merge has left out.
    git('checkout', '-qb', 'other');
    edit('content/docs/install.md', '30 seconds', '90 seconds');
    commit();
    git('checkout', '-q', '-');
    edit('content/docs/use.md', 'secret', 'very secret');
    commit();
    git('merge', '-q', '-s', 'ours', '-m', 'x', 'other');
    driver.write('i18n/de/docs/install.md', text('i18n/fr/docs/install.md'));
    expect((await findings()).filter((line) => line.includes('i18n/de/docs/install'))).toEqual([]);
  });

  it('fails above the limit, in `docs check` too', async () => {
    git('init', '-q');
    commit();
    edit('content/docs/install.md', '30', '60');
    commit();
    expect((await translations('--max-outdated', '1')).status).toBe(0);
    expect((await translations('--max-outdated', '34%')).status).toBe(0);
    const { status, stderr } = await translations('--max-outdated', '33%');
    expect(status).toBe(1);
    expect(stderr).toContain('1 of 3 translations are outdated, more than --max-outdated allows');
    expect((await docs('check', '--max-outdated', '0')).status).toBe(1);
    const checked = await docs('check', '--fail-on', 'warning');
    expect(checked.stderr).toContain('translations  0 errors, 1 warning in 4 pages in locales');
    expect(checked.status).toBe(0);
    expect((await translations('--max-outdated', 'x')).status).toBe(2);
  });

  it('knows without Git which original a translation follows, once it is accepted', async () => {
    expect((await translations()).stderr).toContain(
      'without hashes, states are unknown: the site folder is in no git repository',
    );
    const all = ['--include', '**/*.md'];
    expect((await translations('--accept', ...all)).stderr).toBe('3 translations written\n');
    expect(text('i18n/de/docs/use.md')).toMatch(
      /^---\ntranslated_from: \d{4}-\d\d-\d\d [\w-]{8}\n---\n/,
    );
    expect((await translations()).stderr).toContain('fr: 2 complete\n');
    edit('content/docs/use.md', 'secret', 'public');
    expect((await findings()).map((line) => line.slice(0, 41))).toEqual([
      'outdated-translation i18n/de/docs/use.md:',
      'outdated-translation i18n/fr/docs/use.md:',
    ]);
    // All languages at once, by the original.
    expect((await translations('--accept', '--include', 'content/docs/use.md')).stderr).toBe(
      '2 translations written\n',
    );
    expect(await findings()).toEqual([]);
  });

  it('takes over what Git says as hashes: what is outdated stays so', async () => {
    git('init', '-q');
    commit();
    edit('content/docs/install.md', '30', '60');
    commit();
    expect((await translations('--accept')).stderr).toBe('3 translations written\n');
    commit();
    expect(await findings()).toHaveLength(1);
    expect((await translations('--diff')).stdout).toContain('-Wait 30 seconds.');
  });

  it('compares ids, links, placeholders and code', async () => {
    const file = 'i18n/fr/docs/install.md';
    edit(file, ' {#options}', '');
    edit(file, './use.md', './else.md');
    edit(file, '{name}', '{nom}');
    edit(file, 'run(', 'walk(');
    expect(await findings('--include', file)).toEqual([
      `translation-differs ${file}:3: the translation lacks the link to "./use.md" of content/docs/install.md:3`,
      `translation-differs ${file}:3: the translation lacks the placeholder "{name}" of content/docs/install.md:3`,
      `translation-differs ${file}:5: the translation lacks the id "options" of content/docs/install.md:5`,
      `translation-differs ${file}:9: the code differs from content/docs/install.md:9 in more than comments and texts`,
    ]);
  });

  it('reads a glossary, and reports other words at their place', async () => {
    driver.write(
      'glossary.yml',
      '- term: API key\n  translations: { fr: [clé d’API], de: [API-Schlüssel] }\n  forbidden: { fr: [clef API] }\n- term: secret\n  translations: { de: [vertraulich] }\n',
    );
    expect(await findings()).toEqual([
      'glossary-term i18n/de/docs/use.md:1: content/docs/use.md has the term "secret", of which this page has no translation',
      'glossary-term i18n/fr/docs/use.md:3: "clef API" is no translation of "API key" on this site',
    ]);
    driver.write('glossary.yml', '- term: A\n  translations: { fr: b, ff: [c] }\n- x\n');
    expect(await findings()).toEqual([
      'glossary-invalid glossary.yml:2: "translations.fr" must be a list of texts, but it is the text "b"',
      'glossary-invalid glossary.yml:2: "ff" is no locale of the site',
      'glossary-invalid glossary.yml:3: an entry has the keys "term" and "translations"',
    ]);
    expect((await translations()).status).toBe(1);
  });
});
