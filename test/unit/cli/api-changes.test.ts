import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../../src/api-history/rules.ts';
import { docsCommand } from '../../support/docs-command.ts';
import { type SiteDriver, site } from '../../support/site.ts';

let driver: SiteDriver;

const api = (...operations: readonly string[]): string =>
  `openapi: 3.1.0\ninfo: { title: Notes, version: '1' }\npaths:\n${operations.join('')}components:\n  schemas:\n    Unused: { type: string }\n`;
const list = (parameters: string, more = ''): string =>
  `  /notes:\n    get: { operationId: listNotes, parameters: [${parameters}], responses: { '200': { description: Notes. } }${more} }\n`;
const remove = `  /notes/{id}:\n    delete: { operationId: deleteNote, summary: Delete a note, description: For good., parameters: [{ name: id, in: path, required: true }], responses: { '204': { description: Gone. } } }\n`;
const limit = '{ name: limit, in: query, schema: { type: integer } }';
const GUIDE =
  '# Guide\n\n[Delete](/docs/api/delete-note)\n\n```sh\ncurl -X DELETE https://api.example.com/notes/7\n```\n';
const SERVER = 'servers: [{ url: https://api.example.com }]\n';

/** Three commits: the start, a new parameter (tag v1), and a removed operation (tag v2). */
beforeEach(() => {
  driver = site({
    '.gitignore': '.docwright/\nbuild/\n',
    'site.config.ts': `export default { title: 'T', url: 'https://t.example', openapi: [{ spec: 'openapi/api.yaml', history: true }] };\n`,
    'content/docs/guide.md': GUIDE,
    'openapi/api.yaml': SERVER + api(list(''), remove),
  });
  git('init', '--quiet', '--initial-branch=main');
  commit('2026-01-02', SERVER + api(list(''), remove));
  commit('2026-02-03', SERVER + api(list(limit), remove), 'v1');
  commit('2026-03-04', SERVER + api(list(limit)), 'v2');
});
afterEach(() => driver.dispose());

function git(...parameters: readonly string[]): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  return execFileSync('git', [...who, ...parameters], { cwd: driver.dir, encoding: 'utf8' });
}

function commit(day: string, text?: string, tag?: string): void {
  if (text !== undefined) driver.write('openapi/api.yaml', text);
  const date = `${day}T12:00:00Z`;
  execFileSync('git', ['add', '--all'], { cwd: driver.dir });
  execFileSync(
    'git',
    [
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@example.com',
      'commit',
      '--quiet',
      '--allow-empty',
      '--message',
      day,
    ],
    {
      cwd: driver.dir,
      env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
    },
  );
  if (tag !== undefined) git('tag', tag);
}

function run(...flags: readonly string[]) {
  return docsCommand(flags, { cwd: driver.dir });
}

describe('docs api-changes', () => {
  it('compares commits, and fails on breaking changes', async () => {
    const broken = await run('api-changes', 'v1..v2');
    expect(broken.status).toBe(1);
    expect(broken.stdout).toContain('breaking: DELETE /notes/{id} was removed [operation-removed]');
    expect(broken.stdout).toMatch(/at openapi\/api\.yaml:\d+:\d+/);
    const fine = await run('api-changes', 'v1^..v1');
    expect(fine.status).toBe(0);
    expect(fine.stdout).toContain('safe: the query parameter limit was added');
    expect((await run('api-changes', 'v1..v2', '--fail-on', 'never')).status).toBe(0);
  });

  it('compares the working tree with the commit at which the branch left the main one', async () => {
    git('checkout', '--quiet', '-b', 'work');
    driver.write('openapi/api.yaml', SERVER + api(list('')));
    const { stdout, status } = await run('api-changes', '--format', 'json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        id: 'api',
        after: 'openapi/api.yaml',
        changes: [{ code: 'parameter-removed', level: 'risky', operation: 'GET /notes' }],
      },
    ]);
    expect((await run('api-changes', '--fail-on', 'risky')).status).toBe(1);
    expect((await run('api-changes', '--against', 'v1', '--format', 'markdown')).stdout).toContain(
      '### Breaking',
    );
  });

  it('compares two files', async () => {
    driver
      .write('old.yaml', api(list(limit)))
      .write('new.json', JSON.stringify({ openapi: '3.1.0', info: {}, paths: {} }));
    const { stdout, status } = await run('api-changes', 'old.yaml', 'new.json');
    expect(status).toBe(1);
    expect(stdout).toContain('GET /notes was removed');
    const none = await run('api-changes', 'old.yaml', 'none.yaml');
    expect(none.status).toBe(2);
    expect(none.stderr).toContain('"none.yaml" does not exist');
  });

  it('accepts changes with a reason, wherever their lines are', async () => {
    expect((await run('api-changes', 'v1', '--accept', 'nobody deletes')).status).toBe(0);
    const lock = readFileSync(join(driver.dir, 'api-changes.lock'), 'utf8');
    expect(lock).toContain('nobody deletes  # DELETE /notes/{id} was removed');
    driver.write('openapi/api.yaml', `# One more line.\n${SERVER}${api(list(limit))}`);
    const { stdout, status } = await run('api-changes', 'v1');
    expect(status).toBe(0);
    expect(stdout).toContain('breaking (accepted): DELETE /notes/{id} was removed');
    driver.write('api-changes.lock', '<<<<<<< ours\n');
    const wrong = await run('api-changes', 'v1', '--fail-on', 'never');
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toContain('api-changes.lock:1:1');
  });

  it('prints annotations and SARIF', async () => {
    expect((await run('api-changes', 'v1..v2', '--format', 'github')).stdout).toMatch(
      /::error file=openapi\/api\.yaml,.*title=api-change-breaking/,
    );
    const sarif = JSON.parse((await run('api-changes', 'v1..v2', '--format', 'sarif')).stdout) as {
      runs: { results: object[] }[];
    };
    expect(sarif.runs[0]?.results).toMatchObject([
      { ruleId: 'api-change-breaking', level: 'error' },
    ]);
  });

  it('prints the history, also of a file that had another name', async () => {
    git('mv', 'openapi/api.yaml', 'openapi/notes.yaml');
    driver.write(
      'site.config.ts',
      `export default { title: 'T', url: 'https://t.example', openapi: [{ spec: 'openapi/notes.yaml' }] };\n`,
    );
    commit('2026-04-05');
    const { stdout } = await run('api-changes', '--history', '--format', 'json');
    const revisions = JSON.parse(stdout) as { date: string; tag?: string; changes: Change[] }[];
    expect(
      revisions.map(({ date, tag, changes }) => [date, tag, changes.map(({ code }) => code)]),
    ).toEqual([
      ['2026-01-02', 'v1', []],
      ['2026-02-03', 'v1', ['parameter-added']],
      ['2026-03-04', 'v2', ['operation-removed']],
    ]);
    // From the cache.
    expect((await run('api-changes', '--history', '--format', 'json')).stdout).toBe(stdout);
  });

  it('says why there is nothing to compare', async () => {
    const wrong = await run('api-changes', 'v9');
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain('"v9" is no commit of the repository');
    rmSync(join(driver.dir, '.git'), { recursive: true });
    expect((await run('api-changes')).stderr).toContain('not a git repository');
  });
});

describe('docs check', () => {
  /** The exit code, the line about the API, and all that was printed. */
  const check = async (...flags: readonly string[]) => {
    const { status, stderr } = await run('check', ...flags);
    return { status, line: /^api .*/m.exec(stderr)?.[0].replace(/ {2,}/, ' '), stderr };
  };

  beforeEach(() => {
    driver.write('content/docs/guide.md', '# Guide\n');
    commit('2026-03-05');
    git('checkout', '--quiet', '-b', 'work');
  });

  it('stops a branch that breaks clients, until the change is accepted with a reason', async () => {
    expect(await check()).toMatchObject({
      status: 0,
      line: 'api 0 errors, 0 warnings in 0 changes of the API',
    });
    commit('2026-03-06', SERVER + api(list(`${limit}, { name: page, in: query, required: true }`)));
    const broken = await check();
    expect(broken).toMatchObject({
      status: 1,
      line: 'api 1 error, 0 warnings in 1 change of the API',
    });
    expect(broken.stderr).toMatch(/openapi\/api\.yaml:\d+:\d+\s+error +api-change-breaking/);
    expect(broken.stderr).toContain('the query parameter page was added and is required');
    expect((await check('--since', 'main')).status).toBe(1);
    expect((await check('--since', 'HEAD')).status).toBe(0);
    expect(await check('--skip', 'api')).toMatchObject({ status: 0, line: undefined });
    // The baseline is for what stays.
    await check('--update-baseline');
    expect((await check()).status).toBe(1);
    expect((await run('api-changes', '--accept', 'all clients send it')).status).toBe(0);
    expect((await check('--fail-on', 'warning')).status).toBe(0);
  });

  it('compares although the site has other errors, and with the name that the file had', async () => {
    git('mv', 'openapi/api.yaml', 'openapi/notes.yaml');
    driver
      .write('content/docs/guide.md', '# Guide\n\n[a](gone.md)\n')
      .write('openapi/notes.yaml', SERVER + api(list('{ name: page, in: query, required: true }')))
      .write(
        'site.config.ts',
        `export default { title: 'T', url: 'https://t.example', openapi: [{ spec: 'openapi/notes.yaml' }] };\n`,
      );
    const { stderr } = await check();
    expect(stderr).toContain('page-not-found');
    expect(stderr).toContain('page was added and is required');
  });

  it('warns if commits are missing, and needs no repository', async () => {
    git('branch', '--quiet', '-D', 'main');
    expect(await check('--fail-on', 'warning')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('api-history'),
    });
    rmSync(join(driver.dir, '.git'), { recursive: true });
    expect((await check('--only', 'api')).line).toBeUndefined();
  });
});

describe('pages of an API with a history', () => {
  const page = (path: string): string => readFileSync(join(driver.dir, 'build', path), 'utf8');

  it('say when parts were added and changed, and what is gone', async () => {
    const { stderr, status } = await run('build');
    expect(status).toBe(0);
    const shown = page('docs/api/get-list-notes/index.html');
    expect(shown).toContain('Changed v1');
    expect(shown).toContain('Since v1');
    const changes = page('docs/api/changes/index.html');
    expect(changes.slice(changes.indexOf('id="v2"'))).toContain('href="/docs/api/delete-note/"');
    expect(page('docs/api/changes.md')).toContain('v2 (2026-03-04)');
    expect(page('docs/api/changes.atom.xml')).toContain('<updated>2026-03-04T00:00:00');
    const gone = page('docs/api/delete-note/index.html');
    expect(gone).toContain('<meta name="robots" content="noindex">');
    expect(gone).toContain('It was removed with v2 (2026-03-04).');
    expect(gone).toContain('For good.');
    expect(page('sitemap.xml')).not.toContain('delete-note');
    expect(stderr).toContain('leads to "Delete a note", which the API no longer has');
    expect(stderr).toContain('DELETE /notes/{id} was removed on 2026-03-04');
  });

  it('do not name operations that an overlay takes out', async () => {
    const config = readFileSync(join(driver.dir, 'site.config.ts'), 'utf8');
    const overlays = `history: true, overlays: ['openapi/public.yaml']`;
    driver.write('site.config.ts', config.replace('history: true', overlays));
    driver.write(
      'openapi/public.yaml',
      `overlay: 1.0.0\ninfo: { title: Public, version: '1' }\nactions: [{ target: "$.paths['/audit']", remove: true }]\n`,
    );
    const audit = `  /audit:\n    get: { operationId: audit, responses: { '200': { description: Log. } } }\n`;
    const other = `  /tags:\n    get: { operationId: listTags, responses: { '200': { description: Tags. } } }\n`;
    commit('2026-03-05', SERVER + api(list(limit), audit, other));
    await driver.build();
    const shown = driver.page('/docs/api/changes');
    expect(shown).toContain('GET /tags');
    expect(shown).not.toContain('/audit');
  });

  it('repair samples of an operation that has moved', async () => {
    commit('2026-03-05', SERVER + api(list(limit), remove));
    commit('2026-03-06', SERVER + api(list(limit), remove.replace('/notes/', '/items/')));
    const { stderr } = await run('check-samples', '--fix');
    expect(stderr).toContain('1 sample fixed in 1 file');
    expect(readFileSync(join(driver.dir, 'content/docs/guide.md'), 'utf8')).toBe(
      GUIDE.replace('com/notes/7', 'com/items/7'),
    );
  });

  it('invent no dates in a shallow clone, which one warning names', async () => {
    const clone = join(driver.dir, 'build');
    git('clone', '--quiet', '--depth', '1', `file://${driver.dir}`, clone);
    writeFileSync(join(clone, 'content/docs/guide.md'), '# Guide\n');
    const built = await docsCommand(['build', '--out-dir', join(driver.dir, 'out')], {
      cwd: clone,
    });
    expect({ status: built.status, error: built.stderr }).toMatchObject({ status: 0 });
    expect(built.stderr.match(/the clone is shallow/g)).toHaveLength(1);
    const shown = readFileSync(join(driver.dir, 'out/docs/api/get-list-notes/index.html'), 'utf8');
    expect(shown).not.toMatch(/Since |Changed 2026|Changed v/);
    expect(existsSync(join(driver.dir, 'out/docs/api/delete-note/index.html'))).toBe(false);
    // A gate that cannot see is closed.
    for (const [command, status] of [
      ['api-changes', 2],
      ['check', 1],
    ] as const) {
      const gate = await docsCommand([command], { cwd: clone });
      expect({ command, status: gate.status }).toEqual({ command, status });
      expect(gate.stderr).toContain('fetch-depth: 0 in a workflow, or git fetch --unshallow');
    }
  });
});
