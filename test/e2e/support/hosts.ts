import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lookup } from 'mrmime';
import { expect } from 'vitest';
import { listen, type StaticServer } from '../../support/serve.ts';
import type { ServedSite } from './hosted-site.ts';
import { recipe } from './recipes.ts';

/** Runs nginx with the `server` block of the manual, and nothing else that concerns the site. */
export async function runNginx({ dir, root, baseUrl }: ServedSite): Promise<StaticServer> {
  const rules = join(dir, '.docwright/hosting/nginx.conf');
  return startNginx({ dir, root, rules, baseUrl });
}

interface ServerFiles {
  /** Folder for the server's own files. */
  readonly dir: string;
  readonly root: string;
  /** The file of rules. */
  readonly rules: string;
  readonly baseUrl: string;
  /** Default: the block of the manual. */
  readonly block?: string;
}

export async function startNginx({ dir, baseUrl, ...files }: ServerFiles): Promise<StaticServer> {
  const port = await freePort();
  const folder = workFolder(dir);
  const { block = recipe('nginx.conf') } = files;
  const serverBlock = adapted(block, [
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['/srv/docs/build', files.root],
    ['/etc/nginx/docs.conf', files.rules],
  ]);
  const config = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr crit;
    events {}
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      ${serverBlock}
    }`,
  );
  // Debian has it in a folder that only root searches.
  const nginx = existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx';
  const flags = ['-c', config, '-e', 'stderr'];
  const test = spawnSync(nginx, ['-t', ...flags], { encoding: 'utf8' });
  expect(test.stderr).toContain('test is successful');
  expect(test.stderr).not.toMatch(/warn|emerg/);
  return started(spawn(nginx, flags, { stdio: 'inherit' }), port, baseUrl);
}

/** Replaces what is another on this machine; all of it must be there. */
function adapted(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((current, [from, to]) => {
    expect(current).toContain(from);
    return current.replaceAll(from, to);
  }, text);
}

/** Runs Caddy with the site block of the manual. */
export async function runCaddy({ dir, root, baseUrl }: ServedSite): Promise<StaticServer> {
  const port = await freePort();
  const folder = workFolder(dir);
  const config = join(folder, 'Caddyfile');
  writeFileSync(
    config,
    `{
	admin off
	auto_https off
	log {
		level ERROR
	}
}
${adapted(recipe('Caddyfile'), [
  ['docs.example.com {', `http://127.0.0.1:${port} {\n\tbind 127.0.0.1`],
  ['/srv/docs/build', root],
  ['/etc/caddy/docs.caddyfile', `${dir}/.docwright/hosting/Caddyfile`],
])}`,
  );
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const flags = ['--config', config, '--adapter', 'caddyfile'];
  const test = spawnSync('caddy', ['validate', ...flags], { encoding: 'utf8', env });
  expect(`${test.stdout}${test.stderr}`).toContain('Valid configuration');
  return started(spawn('caddy', ['run', ...flags], { stdio: 'ignore', env }), port, baseUrl);
}

function workFolder(dir: string): string {
  const folder = join(dir, 'server');
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function freePort(): Promise<number> {
  const server = createSocketServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Waits until a process listens; closing the server ends it. */
async function started(child: ChildProcess, port: number, baseUrl: string): Promise<StaticServer> {
  const ended = once(child, 'exit');
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    await wait(20);
  }
  return {
    url: `http://127.0.0.1:${port}${baseUrl}`,
    requests: [],
    close: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
  }).then((value) => {
    socket.destroy();
    return value === true;
  });
}

interface Rule {
  readonly pattern: string;
  readonly lines: readonly string[];
}

/** Reads `_headers`: a path in the first column, the lines below it indented. */
function readRules(text: string): readonly Rule[] {
  const rules: { pattern: string; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (/^\s/.test(line)) rules.at(-1)?.lines.push(line.trim());
    else rules.push({ pattern: line, lines: [] });
  }
  return rules;
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

/**
 * The headers of a path. Cloudflare: all rules apply in their order; `! Name` removes a header, a second value of a name
 * follows the first after a comma. Netlify: the last value of a name applies.
 */
function headersOf(
  rules: readonly Rule[],
  path: string,
  { isCloudflare }: { readonly isCloudflare: boolean },
): ReadonlyMap<string, string> {
  const found = new Map<string, string>(isCloudflare ? [['access-control-allow-origin', '*']] : []);
  for (const line of rules
    .filter(({ pattern }) => matches(pattern, path))
    .flatMap((r) => r.lines)) {
    const [, removed] = /^! (.+)$/.exec(line) ?? [];
    const [, name = '', value = ''] = /^([\w-]+): (.+)$/.exec(line) ?? [];
    if (removed !== undefined) found.delete(removed.toLowerCase());
    else {
      const before = isCloudflare ? found.get(name.toLowerCase()) : undefined;
      found.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`);
    }
  }
  return found;
}

/** Serves a folder as Netlify or Cloudflare does, by the rules in it. */
export async function runHeaderHost({ root, baseUrl }: ServedSite): Promise<StaticServer> {
  const isCloudflare = readFileSync(join(root, '_headers'), 'utf8').includes('! ');
  const rules = readRules(readFileSync(join(root, '_headers'), 'utf8'));
  const server = createServer((request, response) => {
    const { pathname: encoded, search } = new URL(request.url ?? '/', 'http://localhost');
    const pathname = decodeURIComponent(encoded);
    const {
      file = '',
      status,
      location,
    } = isCloudflare ? ofCloudflare(root, pathname) : ofNetlify(root, pathname);
    if (location !== undefined) {
      response.writeHead(status, { Location: encodeURI(location) + search });
      return void response.end();
    }
    for (const [name, value] of headersOf(rules, pathname, { isCloudflare }))
      response.setHeader(name, value);
    // Cloudflare does so itself.
    if (isCloudflare && status === 404) response.setHeader('Cache-Control', 'no-store');
    if (!response.hasHeader('Cache-Control'))
      response.setHeader('Cache-Control', 'public, max-age=0, must-revalidate');
    if (file === '') {
      response.writeHead(status);
      return void response.end();
    }
    const type = lookup(file) ?? 'application/octet-stream';
    const charset = /^text|json|javascript|svg/.test(type) ? '; charset=utf-8' : '';
    response.writeHead(status, { 'Content-Type': type + charset });
    response.end(readFileSync(join(root, file)));
  });
  const origin = await listen(server);
  return {
    url: origin + baseUrl,
    requests: [],
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Found {
  readonly file?: string;
  readonly status: number;
  readonly location?: string;
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

/** The redirect of `_redirects` for a path: everything below a folder. */
function movedBy(root: string, path: string): Found | undefined {
  const file = join(root, '_redirects');
  const lines = isFile(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const rules = lines.map((line) => line.split(' ')).filter(([, , status]) => status === '301');
  const rule = rules.find(([from = '']) => matches(from, path));
  if (rule === undefined) return undefined;
  const [from = '', to = ''] = rule;
  return { status: 301, location: to.replace(':splat', () => path.slice(from.length - 1)) };
}

/** Pages without extension, the other forms of an address redirect; the nearest 404 page. */
function ofCloudflare(root: string, path: string): Found {
  const has = (file: string): boolean => isFile(join(root, file));
  const moved = movedBy(root, path);
  if (moved !== undefined) return moved;
  const name = path.replace(/(?:\/index)?\.html$/, '');
  if (name !== path) {
    if (has(`${name}.html`)) return { status: 308, location: name };
    if (has(`${name}/index.html`)) return { status: 308, location: `${name}/` };
  }
  const bare = path.replace(/\/$/, '');
  if (path.endsWith('/_headers')) return nearest(root, path);
  if (path.endsWith('/') && has(`${path}index.html`))
    return { file: `${path}index.html`, status: 200 };
  if (path.endsWith('/') && has(`${bare}.html`)) return { status: 308, location: bare };
  if (has(path)) return { file: path, status: 200 };
  if (has(`${path}.html`)) return { file: `${path}.html`, status: 200 };
  if (has(`${path}/index.html`)) return { status: 308, location: `${path}/` };
  return nearest(root, path);
}

function nearest(root: string, path: string): Found {
  const parts = path.split('/').slice(0, -1);
  const folders = parts.map((_, index) => parts.slice(0, index + 1).join('/')).reverse();
  const folder = folders.find((candidate) => isFile(join(root, candidate, '404.html')));
  return { ...(folder === undefined ? {} : { file: `${folder}/404.html` }), status: 404 };
}

/** Pages with and without a slash; rules of `_redirects` apply to addresses without a file, then `404.html`. */
function ofNetlify(root: string, path: string): Found {
  const bare = path.replace(/\/$/, '');
  const candidates = [path, `${bare}.html`, `${bare}/index.html`];
  const file = candidates.find((name) => !/\/_\w+$/.test(name) && isFile(join(root, name)));
  if (file !== undefined) return { file, status: 200 };
  const moved = movedBy(root, path);
  if (moved !== undefined) return moved;
  const redirects = isFile(join(root, '_redirects'))
    ? readFileSync(join(root, '_redirects'), 'utf8').trim().split('\n')
    : [];
  const rule = redirects.map((line) => line.split(' ')).find(([from = '']) => matches(from, path));
  const page = rule?.[1] ?? '404.html';
  return { ...(isFile(join(root, page)) ? { file: page } : {}), status: 404 };
}
