import { load } from 'js-yaml';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { docsCommand } from '../../support/docs-command.ts';
import { tempSite } from '../config/temp-site.ts';

type Files = Readonly<Record<string, string>>;

/** Runs a command in a folder with the given files. */
function project(files: Files, agent = 'npm/10.8.2 node/v20') {
  const dir = tempSite(files);
  const docs = (...parameters: readonly string[]) =>
    docsCommand(parameters, { cwd: dir, env: { npm_config_user_agent: agent } });
  const read = (path: string): string => readFileSync(join(dir, path), 'utf8');
  return { dir, docs, read };
}

/** All files with text and time of the last change. */
function stateOf(dir: string): readonly unknown[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(dir, path)).isFile())
    .toSorted()
    .map((path) => [
      path,
      readFileSync(join(dir, path), 'utf8'),
      statSync(join(dir, path)).mtimeMs,
    ]);
}

describe('docs init in an empty folder', () => {
  it('writes a site that builds and has no broken link', async () => {
    const { dir, docs, read } = project({});
    const made = await docs('init');
    expect(made.status).toBe(0);
    expect(made.stderr).toBe('note: the input is no terminal: nothing is asked, as with --yes\n');
    expect(made.stdout).toMatch(/^created 7 files in \.:\n {2}site\.config\.ts\n/);
    expect(made.stdout).toMatch(/next:\n {2}npm install\n {2}npm run dev\n$/);
    expect(JSON.parse(read('package.json'))).toMatchObject({
      scripts: { dev: 'docs dev', build: 'docs build', check: 'docs check' },
      devDependencies: { docwright: expect.stringMatching(/^\^\d/) },
    });
    const workflow = read('.github/workflows/docs.yml');
    const secret = 'DOCS_CACHE_KEY: ${{ secrets.DOCS_CACHE_KEY }}';
    for (const line of ['fetch-depth: 0', 'npm ci', 'npm run build', secret, 'deploy-pages@'])
      expect(workflow).toContain(line);
    // One command runs all checks.
    expect(workflow).toContain('npm run check\n');
    // The job for reviews is a comment.
    expect(workflow).toContain('  # review:\n');
    const [, signs = ''] = workflow.split(/^ {2}# Remove the signs below.*\n/m);
    const { jobs } = Object(load(`jobs:\n${signs.replaceAll(/^ {2}# /gm, '  ')}`));
    expect(jobs.review).toMatchObject({ permissions: { 'pull-requests': 'write' } });
    expect(jobs.review.steps.map(({ run }: { run?: string }) => run)).toContain(
      'npx docs diff --format markdown > diff.md',
    );
    expect(workflow).not.toContain('check-links');
    const built = await docs('build');
    expect([built.status, built.stderr]).toEqual([0, expect.not.stringContaining('warning')]);
    expect((await docs('check', '--fail-on', 'warning')).status).toBe(0);
    expect(existsSync(join(dir, 'build/docs/getting-started/index.html'))).toBe(true);
  });

  it('takes an empty description of package.json for none', async () => {
    const { docs, read } = project({ 'package.json': '{ "name": "x", "description": "" }\n' });
    expect((await docs('init')).status).toBe(0);
    expect(read('site.config.ts')).not.toContain('tagline');
    expect(read('content/index.md')).toContain('text: "How to use x: first steps');
  });

  it('changes nothing when it runs again', async () => {
    const { dir, docs } = project({});
    await docs('init', '--yes');
    const before = stateOf(dir);
    const again = await docs('init', '--yes');
    expect(again.stdout).toContain('nothing to do\n');
    expect(again.stdout).toContain('kept as they are:\n  site.config.ts\n');
    expect(stateOf(dir)).toEqual(before);
  });

  it('creates the folder that is named', async () => {
    const { docs, read } = project({ 'a.txt': '' });
    expect((await docs('init', 'my-docs', '--yes')).stdout).toContain('cd my-docs && npm install');
    expect(read('my-docs/site.config.ts')).toContain("title: 'my-docs'");
    expect(await docs('init', 'a.txt')).toMatchObject({
      status: 2,
      stderr: 'error: "a.txt" is not a folder\n  hint: name the folder of the site\n',
    });
  });
});

describe('docs init beside an API description', () => {
  const API =
    'openapi: 3.1.0\ninfo: { title: Shop, version: 1.0.0 }\npaths:\n  /a:\n    get:\n      responses: { "200": { description: Fine. } }\n';

  it.each(['openapi.yaml', 'api/swagger.yml', 'openapi/shop.yaml'])(
    'makes its pages: %s',
    async (spec) => {
      const { dir, docs, read } = project({ [spec]: API });
      expect((await docs('init', '--yes')).stdout).toContain('no problems');
      expect(read('site.config.ts')).toContain(`openapi: [{ spec: '${spec}' }]`);
      expect(read('site.config.ts')).toContain("sidebarId: 'api'");
      expect((await docs('build', '--strict')).status).toBe(0);
      expect(existsSync(join(dir, 'build/docs/api/shop/index.html'))).toBe(true);
    },
  );

  it('takes no other file for one', async () => {
    const { docs, read } = project({
      'api.json': '{ "a": 1 }',
      'docs/openapi.yaml': 'see: openapi\n',
    });
    await docs('init', '--yes');
    expect(read('site.config.ts')).not.toContain('openapi');
  });
});

describe('docs init beside Markdown', () => {
  it('lowers what is broken, so that the site builds', async () => {
    const { docs, read } = project({ 'docs/a.md': '# A\n\n[B](./b.md) and [C](#c)\n' });
    const { stdout } = await docs('init', '--yes');
    expect(stdout).toContain(
      'lowered, so that the site builds:\n  site.config.ts anchor-not-found is a warning (places: 1, from docs/a.md:3)',
    );
    expect(read('site.config.ts')).toContain("'page-not-found': 'warning'");
    expect((await docs('build')).status).toBe(0);
  });
});

describe('docs init in a project', () => {
  const PACKAGE = `{\n    "name": "tool",\n    "scripts": { "build": "tsc", "docs:build": "mine" },\n    "version": "1.0.0"\n}`;

  it('keeps every file and adds to package.json and .gitignore', async () => {
    const { docs, read } = project({
      'package.json': PACKAGE,
      'pnpm-lock.yaml': '',
      '.gitignore': '/build\r\n*.log',
      'docs/a.md': '# A\n',
      'src/x.ts': '',
      '.github/workflows/docs.yml': 'mine',
    });
    const { stdout } = await docs('init', '--yes');
    expect(stdout).toContain('package.json: docs:dev, docs:check, docwright');
    expect(stdout).toContain('kept as they are:\n  .github/workflows/docs.yml\n');
    expect(read('.github/workflows/docs.yml')).toBe('mine');
    expect(read('.gitignore')).toBe('/build\r\n*.log\r\nnode_modules/\r\n.docwright/\r\n');
    const merged = read('package.json');
    expect(merged).toMatch(/^\{\n {4}"name": "tool",\n {4}"scripts": \{\n {8}"build": "tsc",/);
    expect(merged.endsWith('}')).toBe(true);
    expect(JSON.parse(merged).scripts).toEqual({
      build: 'tsc',
      'docs:build': 'mine',
      'docs:dev': 'docs dev',
      'docs:check': 'docs check',
    });
    expect(read('site.config.ts')).toContain("title: 'tool'");
    expect(read('site.config.ts')).toContain("contentDir: 'docs'");
    expect(stdout).toMatch(/next:\n {2}pnpm install\n {2}pnpm run docs:dev\n$/);
    expect((await docs('build')).status).toBe(0);
  });

  it.each([
    ['a folder of Markdown', {}],
    ['a project without such scripts', { 'package.json': '{ "scripts": { "test": "x" } }' }],
  ])('names the scripts of %s as those of an empty one', async (_, files) => {
    const { docs, read } = project({ 'docs/a.md': '# A\n', ...files });
    expect((await docs('init', '--yes')).stdout).toMatch(/npm run dev\n$/);
    const { test: __, ...scripts } = JSON.parse(read('package.json')).scripts;
    expect(scripts).toEqual({
      dev: 'docs dev',
      build: 'docs build',
      check: 'docs check',
    });
  });

  it('takes Markdown that is in folders only, except beside code', async () => {
    const files = { 'README.md': '# The tool\n', 'guide/a.md': '# A\n' };
    const plain = project({ ...files, 'public/b.txt': 'B' });
    await plain.docs('init', '--yes');
    expect(plain.read('site.config.ts')).toContain("staticDir: 'public'");
    expect(existsSync(join(plain.dir, 'content'))).toBe(false);
    expect((await plain.docs('build')).status).toBe(0);
    expect(existsSync(join(plain.dir, 'build/guide/a/index.html'))).toBe(true);
    const code = project({ ...files, 'go.mod': 'module example.com/tool\n' });
    await code.docs('init', '--yes');
    expect(existsSync(join(code.dir, 'content/index.md'))).toBe(true);
  });

  it('leaves a package.json that it cannot read', async () => {
    const { docs, read } = project({ 'package.json': '{ "name": ' });
    expect((await docs('init', '--yes')).stdout).toContain('package.json: it is not a JSON object');
    expect(read('package.json')).toBe('{ "name": ');
  });

  it('takes the address and the branch from the repository', async () => {
    const { docs, read } = project({
      '.git/HEAD': 'ref: refs/heads/trunk\n',
      '.git/config':
        '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@github.com:Acme/tool.git\n',
      'README.md': '# The tool\n',
    });
    await docs('init', 'website', '--yes');
    expect(read('website/site.config.ts')).toContain(
      "url: 'https://acme.github.io',\n  baseUrl: '/tool/',",
    );
    const workflow = read('.github/workflows/docs.yml');
    expect(workflow).toContain('branches: [trunk]');
    expect(workflow).toContain('working-directory: website');
    expect(workflow).toContain('path: website/build');
    expect((await docs('build', 'website')).status).toBe(0);
  });

  it.each([
    [{ 'yarn.lock': '' }, 'yarn install --frozen-lockfile', 'yarn build'],
    [{ 'package.json': '{ "packageManager": "bun@1.2.0" }' }, 'bun install', 'bun run build'],
  ])('uses the package manager of %j', async (files, install, build) => {
    const { docs, read } = project(files);
    await docs('init', '--yes');
    expect(read('.github/workflows/docs.yml')).toContain(`- run: ${install}`);
    expect(read('.github/workflows/docs.yml')).toContain(`- run: ${build}\n`);
  });
});
