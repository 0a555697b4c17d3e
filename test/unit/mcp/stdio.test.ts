import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type SiteDriver, site } from '../../support/site.ts';

const BIN = resolve(import.meta.dirname, '../../../bin/docs.js');

const CONFIG = {
  title: 'Kennel',
  tagline: 'Everything about dogs.',
  url: 'https://docs.example.com',
  baseUrl: '/base/',
  i18n: { defaultLocale: 'en', locales: [{ code: 'en' }, { code: 'fr' }] },
  docs: [{ path: 'content/docs', sidebars: { docs: 'auto' }, lastVersion: 'current' }],
  openapi: [
    { id: 'dogs', spec: 'openapi/dogs.json', routeBase: '/dogs' },
    { id: 'cats', spec: 'openapi/cats.json', routeBase: '/cats' },
  ],
  agents: { instructions: 'Dogs come first.' },
  redirects: [{ from: '/old', to: '/docs/first#walks' }],
};

/** A description with a list, an item and a schema. */
function description(title: string, name: string): string {
  const schema = { $ref: `#/components/schemas/${name}` };
  const content = { 'application/json': { schema } };
  const operation = (operationId: string, summary: string) => ({
    operationId,
    summary,
    responses: { 200: { description: 'Found.', content } },
  });
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: 'https://api.example.com/v1' }],
    paths: {
      '/animals': {
        get: operation('listAnimals', `List ${title}`),
        post: operation(`add${name}`, `Add a ${name}`),
      },
      '/animals/{id}': { parameters: [id], get: operation(`get${name}`, `Get a ${name}`) },
    },
    components: {
      schemas: {
        [name]: {
          type: 'object',
          properties: { color: { type: 'string' }, age: { $ref: '#/components/schemas/Age' } },
        },
        Age: {
          type: 'object',
          description: `Of a ${name}.`,
          properties: { years: { type: 'integer' } },
        },
      },
    },
  });
}

const LONG = Array.from({ length: 300 }, (_, line) => `Line ${line} of a long page.\n\n`).join('');

const FILES = {
  'site.config.ts': `export default ${JSON.stringify(CONFIG)};\n`,
  'content/index.md': '# Welcome\n\nBegin here.\n',
  'content/docs/index.md': '# Guide\n\nTo [the first page](./first.md).\n',
  'content/docs/first.md':
    '# First page\n\nAbout leashes.\n\n## Walks\n\nTwice a day.\n\n### Rain\n\nAlso then.\n\n## Food & drink {#food}\n\n```md\n# No heading\n```\n\nMeat.\n',
  'content/docs/long.md': `# Long page\n\n${LONG}`,
  'content/docs/secret.md': '---\nunlisted: true\n---\n# Secret\n\nA hidden bone.\n',
  'versions/1.0/first.md': '# First page of one\n\nAbout ropes.\n',
  'i18n/fr/docs/first.md': '# Première page\n\nLes laisses.\n',
  'openapi/dogs.json': description('Dogs', 'Dog'),
  'openapi/cats.json': description('Cats', 'Cat'),
};

let built: SiteDriver;
let client: Client;

async function connect(...args: readonly string[]): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, 'mcp', ...args],
    stderr: 'ignore',
  });
  const made = new Client({ name: 'test', version: '1' });
  await made.connect(transport);
  return made;
}

beforeAll(async () => {
  built = await site(FILES).build();
  expect(built.result().diagnostics).toEqual([]);
  client = await connect(built.dir);
});

afterAll(async () => {
  await client.close();
  built.dispose();
});

interface Called {
  readonly text: string;
  readonly isError: boolean;
  readonly data: { readonly results: readonly Readonly<Record<string, unknown>>[] };
}

async function call(
  name: string,
  given: Record<string, unknown> = {},
  by = client,
): Promise<Called> {
  const { content, isError, structuredContent } = Object(
    await by.callTool({ name, arguments: given }),
  );
  const text = content.map((part: { text: string }) => part.text).join('\n');
  return { text, isError: isError === true, data: structuredContent };
}

describe('the server', () => {
  it('introduces itself and its tools', async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'docwright', title: 'Kennel' });
    expect(client.getInstructions()).toMatch(
      /^The documentation "Kennel"\.\nEverything about dogs\.\nURL: https:\/\/docs\.example\.com\/base\/\nUse search first.*\nDogs come first\.$/,
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search',
      'read_page',
      'get_operation',
      'get_schema',
      'list_pages',
    ]);
    for (const tool of tools) {
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect(tool.description).toMatch(/^[A-Z].*\.$/);
    }
    expect(tools[0]?.inputSchema.properties).toMatchObject({
      locale: { enum: ['en', 'fr'] },
      version: { enum: ['current', '1.0'] },
    });
  });

  it('hides the API tools of a site without an API', async () => {
    const other = await site({ 'content/index.md': '# Alone\n' }).build();
    onTestFinished(other.dispose);
    const own = await connect('--out-dir', other.outDir());
    const { tools } = await own.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search', 'read_page', 'list_pages']);
    expect(tools[0]?.inputSchema.properties).not.toHaveProperty('locale');
    expect(await call('get_schema', { name: 'Dog', api: 'Dogs' }, own)).toMatchObject({
      isError: true,
      text: 'There is no API "Dogs". APIs: none.',
    });
    await own.close();
  });

  it.each([
    ['leashes', {}, '/base/docs/first'],
    ['walks', {}, '/base/docs/first#walks'],
    ['ropes', { version: '1.0' }, '/base/docs/1.0/first'],
    ['laisses', { locale: 'fr' }, '/base/fr/docs/first'],
    ['GET /animals/rex', {}, '/base/cats/get-cat'],
    ['begin', {}, '/base/'],
  ])('finds %s %j', async (query, edition, path) => {
    const { data } = await call('search', { query, ...edition });
    expect(data.results[0]).toMatchObject({ path });
  });

  it('describes results with addresses that read_page takes', async () => {
    const { data, text } = await call('search', { query: 'rain', limit: 1 });
    expect(data.results).toEqual([
      expect.objectContaining({
        title: 'Rain',
        page: 'First page',
        path: '/base/docs/first#rain',
        url: 'https://docs.example.com/base/docs/first/#rain',
        markdown: '/base/docs/first.md',
        excerpt: 'Also then.',
      }),
    ]);
    expect(JSON.parse(text)).toEqual(data);
    expect((await call('search', { query: 'bone' })).data).toEqual({
      results: [],
      note: expect.stringContaining('Nothing was found'),
    });
    const operation = await call('search', { query: 'listAnimals', limit: 1 });
    expect(operation.data.results[0]).toMatchObject({
      kind: 'operation',
      operation: 'GET /v1/animals',
    });
    const french = await call('search', { query: 'getDog', limit: 1, locale: 'fr' });
    expect(french.data.results[0]).toMatchObject({
      path: '/base/fr/dogs/get-dog',
      markdown: '/base/dogs/get-dog.md',
    });
  });

  it.each([
    '/base/docs/first',
    '/base/docs/first/',
    '/base/docs/first.md',
    '/docs/first',
    'docs/first/index.html?q=1',
    'https://docs.example.com/base/docs/first/',
    '/old',
  ])('reads %s', async (path) => {
    const { text } = await call('read_page', { path });
    expect(text).toContain(path === '/old' ? '## Walks' : '# First page');
    expect(text).toMatch(/URL: https:\/\/docs\.example\.com\/base\/docs\/first\/$/);
  });

  it('reads home pages, other languages, versions and unlisted pages', async () => {
    for (const path of ['/', '/base/', '/index.md', 'https://docs.example.com/base'])
      expect((await call('read_page', { path })).text).toContain('Begin here.');
    expect((await call('read_page', { path: '/fr/docs/first' })).text).toContain('Première page');
    expect((await call('read_page', { path: '/docs/1.0/first' })).text).toContain('About ropes.');
    expect((await call('read_page', { path: '/fr/dogs/get-dog' })).text).toContain('# Get a Dog');
    expect((await call('read_page', { path: '/docs/secret' })).text).toContain('A hidden bone.');
  });

  it('reads sections', async () => {
    const walks = await call('read_page', { path: '/docs/first#walks' });
    expect(walks.text).toMatch(/^## Walks\n\nTwice a day\.\n\n### Rain\n\nAlso then\.\nURL/);
    const food = await call('read_page', { path: '/docs/first', section: '#food' });
    expect(food.text).toContain('Meat.');
    expect(food.text).not.toContain('Twice');
    const none = await call('read_page', { path: '/docs/first#nope' });
    expect(none.text).toContain('# First page');
    expect(none.text).toContain('Its sections: walks, rain, food--drink.');
  });

  it('reads long pages in parts', async () => {
    const path = '/docs/long';
    const whole = (await call('read_page', { path })).text.replace(/\nURL.*$/s, '');
    let text = '';
    for (let part = 0; part < 100; part += 1) {
      const read = await call('read_page', { path, offset: text.length, limit: 1000 });
      const [own = '', notes = ''] = read.text.split('\nURL: ');
      expect(own.endsWith('\n')).toBe(true);
      text += own;
      const next = /Continue with offset (\d+)\./.exec(notes)?.[1];
      if (next === undefined) break;
      expect(Number(next)).toBe(text.length);
    }
    expect(text).toBe(whole);
  });

  it('gets operations and schemas', async () => {
    const operation = (given: Record<string, unknown>) => call('get_operation', given);
    const dog = await operation({ operationId: 'getDog' });
    expect(dog.text).toMatch(
      /^# Get a Dog\n\nGET `https:\/\/api\.example\.com\/v1\/animals\/\{id\}`/,
    );
    expect((await operation({ method: 'GET', path: '/animals/rex', api: 'Dogs' })).text).toBe(
      dog.text,
    );
    expect((await operation({ path: 'get /v1/animals/{x}', api: '/base/dogs' })).text).toBe(
      dog.text,
    );
    expect((await operation({ operationId: 'getDog', locale: 'fr' })).text).toContain(
      '# Get a Dog',
    );
    expect(await operation({ method: 'post', path: '/animals' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/- POST \/v1\/animals \(api: Cats\).*\n- .*\(api: Dogs\)/),
    });
    const cat = await call('get_schema', { name: 'cat' });
    expect(cat.text).toContain('`color`');
    expect((await call('get_schema', { name: 'Age' })).text).toContain('There are 2 pages');
    expect((await call('get_schema', { name: 'Age', api: 'dogs' })).text).toContain('Of a Dog.');
  });

  it('lists pages by category', async () => {
    const all = await call('list_pages', { prefix: '/docs' });
    expect(all.text).toContain('- First page: /base/docs/first');
    expect(all.text).not.toContain('secret');
    expect((await call('list_pages', { prefix: '/dogs/get' })).text).toBe(
      '## Operations\n\n- Get a Dog (GET /v1/animals/{id}): /base/dogs/get-dog\n- List Dogs (GET /v1/animals): /base/dogs/get-list-animals',
    );
    const some = await call('list_pages', { limit: 2, offset: 1 });
    expect(some.text).toMatch(/(?:- .*\n){2}2 of \d+ pages\. Continue with offset 3\.$/);
    expect((await call('list_pages', { version: '1.0' })).text).toBe(
      '- First page of one: /base/docs/1.0/first',
    );
  });

  it.each([
    ['search', {}, '"query" is missing'],
    ['search', { query: '  ' }, '"query" must be a text'],
    ['search', { query: 'a', limit: 0 }, '"limit" must be a whole number from 1 to 50'],
    ['search', { query: 'a', limit: '5' }, '"limit" must be a whole number'],
    ['search', { query: 'a', locale: 'de' }, '"locale" must be one of en, fr'],
    ['search', { query: 'a', limits: 1 }, 'did you mean "limit"?'],
    ['search', { query: 'a', constructor: 1 }, '"constructor" is unknown'],
    ['read_page', { path: '/docs/frist' }, '- /base/docs/first'],
    ['read_page', { path: 'https://elsewhere.example/docs' }, 'elsewhere.example is another site'],
    ['read_page', { path: '/site-index/' }, 'has no Markdown version'],
    ['get_operation', {}, 'Give "method" and "path"'],
    ['get_operation', { operationId: 'getDogg' }, '- GET /v1/animals/{id}'],
    ['get_operation', { path: '/dogs' }, 'There is no operation /dogs'],
    ['get_schema', { name: 'Dogg' }, '- Dog'],
    ['list_pages', { prefix: '/nope' }, 'No path begins with'],
  ])('explains what is wrong with %s %j', async (name, given, expected) => {
    expect(await call(name, given)).toMatchObject({
      isError: true,
      text: expect.stringContaining(expected),
    });
  });

  it.each([
    '../site.config.ts',
    '/docs/../../content/index',
    '%2e%2e/content/index',
    '..%2f..%2fcontent%2findex',
    '%252e%252e/content/index',
    '..\\content\\index',
    '/docs/first\0',
    '/docs/first%00',
    '//etc/passwd',
    'file:///etc/passwd',
    '/.docwright-manifest',
    '/leak',
    '/linked/index',
    `/${'a'.repeat(3000)}`,
    `/${'a/'.repeat(900)}`,
    '%',
  ])('does not leave the folder for %j', async (path) => {
    const out = built.outDir();
    rmSync(join(out, 'leak.md'), { force: true });
    rmSync(join(out, 'linked'), { force: true });
    symlinkSync(join(built.dir, 'content/index.md'), join(out, 'leak.md'));
    symlinkSync(join(built.dir, 'content'), join(out, 'linked'));
    expect(await call('read_page', { path })).toMatchObject({ isError: true });
    await expect(client.readResource({ uri: `docs:///${path}` })).rejects.toThrow('-32002');
  });

  it('has the pages as resources', async () => {
    const { resources } = await client.listResources();
    expect(resources.length).toBeGreaterThan(10);
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      expect(contents[0]).toMatchObject({ uri, mimeType: 'text/markdown' });
      expect(Object(contents[0]).text).toMatch(/\S/);
    }
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['docs:///{+path}.md']);
    const { contents } = await client.readResource({ uri: 'docs:///docs/1.0/first.md' });
    expect(Object(contents[0]).text).toContain('About ropes.');
    await expect(client.listResources({ cursor: 'nope' })).rejects.toThrow('-32602');
    await expect(client.readResource({ uri: 'https://docs.example.com/' })).rejects.toThrow(
      '-32002',
    );
  });

  it('answers errors of the protocol', async () => {
    await expect(client.callTool({ name: 'toString' })).rejects.toThrow(
      'unknown tool "toString"; tools: search',
    );
    await expect(client.listPrompts()).rejects.toThrow();
    await client.ping();
  });

  it('answers 50 calls at once', async () => {
    const calls = Array.from({ length: 50 }, (_, index) => {
      const kind = index % 3;
      if (kind === 0) return call('search', { query: `line ${index}` });
      if (kind === 1) return call('read_page', { path: '/docs/long', offset: index, limit: 100 });
      return call('get_operation', { operationId: index % 2 === 0 ? 'getDog' : 'getCat' });
    });
    const answers = await Promise.all(calls);
    for (const [index, { text, isError }] of answers.entries()) {
      expect(isError).toBe(false);
      if (index % 3 === 1) expect(text).toContain(`Characters ${index} to`);
      if (index % 3 === 2) expect(text).toContain(index % 2 === 0 ? 'Get a Dog' : 'Get a Cat');
    }
  });
});

describe('a new build', () => {
  it.each([256, 0])('is read in the same session, with wholeLimit %j', async (wholeLimit) => {
    const search = `search: { wholeLimit: ${wholeLimit} }`;
    const own = await site({
      'site.config.ts': `export default { title: 'A', url: 'https://a.example', ${search} };\n`,
      'content/index.md': '# Old\n\nBefore.\n',
      'content/many.md': '# Many\n\nWords.\n',
    }).build();
    onTestFinished(own.dispose);
    const session = await connect(own.dir);
    const titles = async () => {
      const { data } = await call('search', { query: 'new' }, session);
      return data.results.map(({ title }) => title);
    };
    expect(await titles()).toEqual([]);
    expect((await call('list_pages', {}, session)).text).toContain('- Old: /\n- Many: /many');
    await own.write('content/more.md', '# New page\n\nAfter.\n').rebuild();
    expect(await titles()).toEqual(['New page']);
    expect((await call('read_page', { path: '/more' }, session)).text).toContain('After.');
    rmSync(own.outDir(), { recursive: true });
    expect(await call('read_page', { path: '/more' }, session)).toMatchObject({ isError: true });
    expect((await session.listTools()).tools).toEqual([]);
    await own.rebuild();
    expect(await titles()).toEqual(['New page']);
    await session.close();
  });
});

describe('docs mcp', () => {
  const folder = (): string => {
    const made = mkdtempSync(join(inject('runFolder'), 'mcp-'));
    onTestFinished(() => rmSync(made, { recursive: true, force: true }));
    return made;
  };
  const INITIALIZE = (protocolVersion: string) =>
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } } })}\n`;
  const run = (args: readonly string[], input = '') =>
    spawnSync(process.execPath, [BIN, 'mcp', ...args], { input, encoding: 'utf8' });

  it('serves a built folder elsewhere, without a configuration', async () => {
    const copy = join(folder(), 'download');
    cpSync(built.outDir(), copy, { recursive: true });
    for (const args of [[copy], ['--out-dir', copy]]) {
      const own = await connect(...args);
      const { data } = await call('search', { query: 'leashes' }, own);
      expect(data.results[0]).toMatchObject({ path: '/base/docs/first' });
      await own.close();
    }
  });

  it('ends with the input', () => {
    const { status, stdout, stderr } = run([built.dir], INITIALIZE('2025-06-18'));
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { protocolVersion: '2025-06-18' } });
    expect(stderr).not.toContain('error');
    expect(status).toBe(0);
  });

  it('offers its own version for one that it does not know', () => {
    const { stdout } = run([built.dir], INITIALIZE('1999-01-01'));
    expect(JSON.parse(stdout)).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  });

  it('ends when the client does not read', async () => {
    const child = spawn(process.execPath, [BIN, 'mcp', built.dir], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += chunk));
    child.stdin.on('error', () => undefined);
    child.stdin.write(INITIALIZE('2025-11-25'));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    for (let id = 2; id < 20; id += 1)
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' })}\n`);
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    expect(errors).not.toContain('error');
  });

  it('keeps what the configuration prints out of the protocol', () => {
    const dir = folder();
    cpSync(built.outDir(), join(dir, 'build'), { recursive: true });
    const noise = `console.log('noise'); setInterval(() => console.log('noise'), 1).unref();`;
    writeFileSync(
      join(dir, 'site.config.ts'),
      `${noise}\nexport default { title: 'A', url: 'https://a.example' };\n`,
    );
    const { stdout, status } = run([dir], INITIALIZE('2025-11-25'));
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(status).toBe(0);
  });

  it('says that there is no build', () => {
    const dir = folder();
    writeFileSync(
      join(dir, 'site.config.ts'),
      `export default { title: 'A', url: 'https://a.example' };\n`,
    );
    for (const args of [[dir], ['--out-dir', join(dir, 'nope')]]) {
      const { status, stdout, stderr } = run(args);
      expect(stderr).toMatch(
        /error: there is no built site in .*\n {2}hint: run `docs build` first/,
      );
      expect([status, stdout]).toEqual([2, '']);
    }
  });

  it('shows how clients start it', () => {
    const { stdout, status } = run(['--help']);
    expect(stdout).toContain('"command": "npx", "args": ["docs", "mcp"');
    expect(status).toBe(0);
  });
});
