/** Descriptions in repositories of all kinds: each ends in the right changes, or in a finding that says what to do. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findApiChanges, type ApiChangesOptions } from '../../../src/pipeline/api-changes.ts';
import { type SiteDriver, site } from '../../support/site.ts';

let driver: SiteDriver;

/** Parameters and a schema, which may be a reference. */
const api = (names: readonly string[], schema = '{ type: string }'): string => `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      parameters: [${names.map((name) => `{ name: ${name}, in: query }`).join(', ')}]
      responses: { '200': { description: ok, content: { application/json: { schema: ${schema} } } } }
`;

function git(folder: string, ...parameters: readonly string[]): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  const always = ['-c', 'protocol.file.allow=always', '-c', 'init.defaultBranch=main'];
  const flags = { cwd: join(driver.dir, folder), encoding: 'utf8', stdio: 'pipe' } as const;
  return execFileSync('git', [...who, ...always, ...parameters], flags).trim();
}

/** Commits all files, after writing one. */
function commit(folder: string, file?: string, text = ''): string {
  if (file !== undefined) {
    const path = join(driver.dir, folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'm');
  return git(folder, 'rev-parse', 'HEAD');
}

/** The configuration of a site in a folder below that of the test. */
function configure(folder: string, spec: string, more = ''): void {
  const text = JSON.stringify({ title: 'T', url: 'https://t.example', openapi: [{ spec }] });
  driver.write(join(folder, 'site.config.ts'), `export default ${text}${more};\n`);
}

async function find(folder: string, options: Partial<ApiChangesOptions> = {}) {
  const result = await findApiChanges({
    siteDir: join(driver.dir, folder),
    between: [],
    isHistory: false,
    today: '2026-01-01',
    ...options,
  });
  const { apis, histories, badUsage, diagnostics } = result;
  return {
    places: apis.flatMap((one) =>
      [...one.changes.values()].map(({ location }) => `${location?.file}:${location?.line}`),
    ),
    changes: apis.flatMap((one) =>
      [...one.changes.keys()].map(({ code, name }) => `${code} ${name}`),
    ),
    history: histories.map(({ revisions }) =>
      revisions.map(({ changes }) => changes.map(({ code, name }) => `${code} ${name}`)),
    ),
    unread: histories.flatMap((one) => one.unread.map(([, reason]) => reason)),
    badUsage,
    problems: diagnostics.map(
      ({ severity, message, hint = '' }) => `${severity}: ${message} (${hint})`,
    ),
  };
}

const ADDED = 'parameter-added the query parameter b';
const REMOVED = 'parameter-removed the query parameter a';

beforeEach(() => {
  driver = site({});
});
afterEach(() => {
  vi.unstubAllEnvs();
  driver.dispose();
});

/** A repository in `site`, with two commits of a description. */
function start(spec = 'openapi/api.yaml'): void {
  configure('site', spec);
  git('site', 'init', '--quiet');
  commit('site', spec, api(['a']));
  commit('site', spec, api(['a', 'b']));
}

describe('a shallow clone', () => {
  const clone = (...flags: readonly string[]): void => {
    git('.', 'clone', '--quiet', ...flags, `file://${join(driver.dir, 'site')}`, 'clone');
  };

  it('of the current commit has nothing to compare with', async () => {
    start();
    clone('--depth', '1');
    const { badUsage, problems } = await find('clone');
    expect(badUsage).toBe(true);
    expect(problems).toEqual([
      'error: there is nothing to compare with: the clone is shallow, and has only the current commit (fetch the whole history: fetch-depth: 0 in a workflow, or git fetch --unshallow)',
    ]);
    const { history, problems: said } = await find('clone', { isHistory: true });
    expect(history).toEqual([[[]]]);
    expect(said).toEqual([expect.stringContaining('warning: the clone is shallow: older changes')]);
    git('clone', 'fetch', '--quiet', '--unshallow');
    expect(await find('clone')).toMatchObject({ badUsage: false, problems: [], changes: [] });
  });

  it('of a branch does not know the main one', async () => {
    start();
    git('site', 'checkout', '--quiet', '-b', 'work');
    commit('site', 'openapi/api.yaml', api(['b']));
    git('site', 'checkout', '--quiet', 'main');
    clone('--depth', '1', '--branch', 'work');
    const { badUsage, problems } = await find('clone');
    expect(badUsage).toBe(true);
    expect(problems[0]).toMatch(/^error: .*there is no main branch.*git fetch --unshallow/);
    git('clone', 'fetch', '--quiet', '--unshallow', 'origin', 'main:main');
    expect(await find('clone')).toMatchObject({ problems: [], changes: [REMOVED] });
  });

  it('compares with a commit that it has', async () => {
    start();
    commit('site', 'openapi/api.yaml', api(['b']));
    clone('--depth', '2');
    expect(await find('clone', { between: ['HEAD^..HEAD'] })).toMatchObject({
      changes: [REMOVED],
      problems: [],
    });
    const { badUsage, problems } = await find('clone', { between: ['HEAD~2'] });
    expect(badUsage).toBe(true);
    expect(problems[0]).toContain('fetch-depth: 0');
  });
});

describe('a description', () => {
  it('may be in a submodule: its commits count', async () => {
    git('.', 'init', '--quiet', 'vendor');
    commit('vendor', 'spec/api.yaml', api(['a']));
    configure('site', 'vendor/spec/api.yaml');
    git('site', 'init', '--quiet');
    git('site', 'submodule', '--quiet', 'add', join(driver.dir, 'vendor'), 'vendor');
    commit('site');
    git('site', 'checkout', '--quiet', '-b', 'work');
    const now = commit('vendor', 'spec/api.yaml', api(['b']));
    git('site/vendor', 'pull', '--quiet');
    expect(git('site/vendor', 'rev-parse', 'HEAD')).toBe(now);
    expect(await find('site')).toMatchObject({ changes: [REMOVED, ADDED], problems: [] });
    commit('site');
    expect(await find('site', { between: ['main..work'] })).toMatchObject({
      changes: [REMOVED, ADDED],
    });
    expect((await find('site', { isHistory: true })).history).toEqual([[[], [REMOVED, ADDED]]]);
    // A shallow copy of it.
    rmSync(join(driver.dir, 'site/vendor'), { recursive: true });
    git('site', 'clone', '--quiet', '--depth', '1', `file://${driver.dir}/vendor`, 'vendor');
    const { badUsage, problems } = await find('site');
    expect(badUsage).toBe(true);
    expect(problems[0]).toMatch(/error: .*the submodule "vendor" lacks the commit .*--unshallow/);
  });

  it('may have a name with spaces, quotes, brackets and other letters, and be renamed', async () => {
    const spec = 'a [b]*/Ünï "co\'de" ✓.yaml';
    start(spec);
    git('site', 'mv', spec, ':new.yaml');
    commit('site');
    configure('site', ':new.yaml');
    git('site', 'checkout', '--quiet', '-b', 'work');
    commit('site', ':new.yaml', api(['b']));
    expect(await find('site')).toMatchObject({ changes: [REMOVED], problems: [] });
    expect((await find('site', { isHistory: true })).history).toEqual([[[], [ADDED], [REMOVED]]]);
    expect((await find('site', { between: ['main~2..main~1'] })).badUsage).toBe(false);
  });

  it('may have files in other folders, also only in earlier commits, and move with them', async () => {
    const refer = (file: string): string => api(['a'], `{ $ref: '${file}' }`);
    configure('site', 'spec/api.yaml');
    git('site', 'init', '--quiet');
    driver.write('site/shared/old/a.yaml', 'type: string\n');
    commit('site', 'spec/api.yaml', refer('../shared/old/a.yaml'));
    commit('site', 'shared/old/a.yaml', 'type: integer\n');
    driver.write('site/shared/new/a.yaml', 'type: integer\n');
    rmSync(join(driver.dir, 'site/shared/old'), { recursive: true });
    commit('site', 'spec/api.yaml', refer('../shared/new/a.yaml'));
    mkdirSync(join(driver.dir, 'site/api'));
    renameSync(join(driver.dir, 'site/spec'), join(driver.dir, 'site/api/spec'));
    renameSync(join(driver.dir, 'site/shared'), join(driver.dir, 'site/api/shared'));
    commit('site');
    configure('site', 'api/spec/api.yaml');
    git('site', 'checkout', '--quiet', '-b', 'work');
    commit('site', 'api/shared/new/a.yaml', 'type: boolean\n');
    const changed = 'type-changed a';
    expect(await find('site')).toMatchObject({ changes: [changed], problems: [] });
    const { history } = await find('site', { isHistory: true });
    expect(history).toEqual([[[], [changed], [changed]]]);
    // From the cache.
    expect((await find('site', { isHistory: true })).history).toEqual(history);
  });

  it('may be above the site, behind a link', async () => {
    git('.', 'init', '--quiet');
    driver.write('docs/site/content/a.md', '# A\n').write('api/v1/part/id.yaml', 'type: string\n');
    configure('docs/site', 'openapi/api.yaml');
    mkdirSync(join(driver.dir, 'api/v1'), { recursive: true });
    symlinkSync('../../api/v1', join(driver.dir, 'docs/site/openapi'));
    const text = api(['a'], "{ $ref: 'part/id.yaml' }");
    commit('.', 'api/v1/api.yaml', text);
    git('.', 'checkout', '--quiet', '-b', 'work');
    commit('.', 'api/v1/part/id.yaml', 'type: integer\n');
    expect(await find('docs/site')).toMatchObject({
      changes: ['type-changed id'],
      places: ['openapi/part/id.yaml:1'],
      problems: [],
    });
    expect((await find('docs/site', { isHistory: true })).history).toEqual([
      [[], ['type-changed id']],
    ]);
  });

  it('that Git ignores has no past', async () => {
    configure('site', 'openapi/made.yaml');
    driver.write('site/.gitignore', 'openapi\n').write('site/openapi/made.yaml', api(['a']));
    git('site', 'init', '--quiet');
    commit('site');
    const { badUsage, problems } = await find('site');
    expect(badUsage).toBe(true);
    expect(problems[0]).toMatch(/"openapi\/made\.yaml" is ignored by Git \(commit it, or compare/);
    expect((await find('site', { isHistory: true })).problems[0]).toContain('no commit has');
    // One that is new has no changes.
    driver.write('site/.gitignore', '');
    expect(await find('site')).toMatchObject({ badUsage: false, changes: [], problems: [] });
  });

  it('that cannot be read in some commits is compared around them', async () => {
    start();
    const broken = commit('site', 'openapi/api.yaml', 'openapi: [\n').slice(0, 10);
    const { badUsage, problems } = await find('site', { between: ['HEAD^..HEAD'] });
    expect(badUsage).toBe(true);
    expect(problems[0]).toContain(`"openapi/api.yaml" of ${broken} cannot be read`);
    commit('site', 'openapi/api.yaml', api(['b']));
    const { history, unread } = await find('site', { isHistory: true });
    expect(history).toEqual([[[], [ADDED], [REMOVED]]]);
    expect(unread).toEqual(['cannot be read']);
  });

  it('changes by a merge, on the main line', async () => {
    start();
    git('site', 'checkout', '--quiet', '-b', 'work');
    commit('site', 'openapi/api.yaml', api(['b']));
    commit('site', 'openapi/api.yaml', api(['b', 'c']));
    git('site', 'checkout', '--quiet', 'main');
    commit('site', 'other.txt', 'x');
    git('site', 'merge', '--quiet', '--no-ff', '--message', 'm', 'work');
    expect((await find('site', { isHistory: true })).history).toEqual([
      [[], [ADDED], [REMOVED, 'parameter-added the query parameter c']],
    ]);
  });

  it('is compared with a detached commit checked out', async () => {
    start();
    git('site', 'checkout', '--quiet', '--detach');
    commit('site', 'openapi/api.yaml', api(['b']));
    expect(await find('site')).toMatchObject({ changes: [REMOVED], problems: [] });
  });
});

describe('without', () => {
  it.each([
    [
      'a repository',
      /not a git repository/,
      () => rmSync(join(driver.dir, 'site/.git'), { recursive: true }),
    ],
    ['Git', /Git is not installed/, () => vi.stubEnv('PATH', join(driver.dir, 'none'))],
    [
      'a commit',
      /the repository has no commit yet/,
      () => {
        rmSync(join(driver.dir, 'site/.git'), { recursive: true });
        git('site', 'init', '--quiet');
      },
    ],
  ])('%s', async (_, message, remove) => {
    start();
    remove();
    const { badUsage, problems } = await find('site');
    expect(badUsage).toBe(true);
    expect(problems).toEqual([expect.stringMatching(message)]);
  });
});

describe('operations that the site leaves out', () => {
  const paths = (operations: Readonly<Record<string, string>>): string => `openapi: 3.1.0
info: { title: Notes, version: '1' }
tags: [{ name: Staff, x-internal: true }]
paths:
  /notes: { get: { responses: { '200': { description: ok } } } }
${Object.entries(operations)
  .map(
    ([path, keys]) => `  ${path}: { get: { ${keys}, responses: { '200': { description: ok } } } }`,
  )
  .join('\n')}
`;

  it('are in no history and close no gate', async () => {
    const exclude = { tags: ['Beta'], paths: ['/admin/**'] };
    configure('site', 'api.yaml');
    const config = {
      title: 'T',
      url: 'https://t.example',
      openapi: [{ spec: 'api.yaml', exclude }],
    };
    driver.write('site/site.config.ts', `export default ${JSON.stringify(config)};\n`);
    git('site', 'init', '--quiet');
    commit('site', 'api.yaml', paths({}));
    commit(
      'site',
      'api.yaml',
      paths({
        '/admin/users': 'operationId: users',
        '/lab': 'tags: [Beta]',
        '/staff': 'tags: [Staff]',
        '/tags': 'operationId: tags',
      }),
    );
    git('site', 'checkout', '--quiet', '-b', 'work');
    commit('site', 'api.yaml', paths({}));
    expect((await find('site')).changes).toEqual(['operation-removed GET /tags']);
    expect((await find('site', { isHistory: true })).history).toEqual([
      [[], ['operation-added GET /tags'], ['operation-removed GET /tags']],
    ]);
  });
});
