import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import { readSteps, type Step, stableOutput } from '../support/tutorial.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = ['write', 'api-and-search', 'publish'].map((name) =>
  join(ROOT, 'manual/tutorial', `${name}.md`),
);
const INSTALL = 'npm install --save-dev docwright';
const SERVER = /^(?:npm run dev|npx docs preview)$/m;

interface Reader {
  /** The folder of the terminal. */
  folder: string;
  server: ChildProcess | undefined;
  /** Everything that the server has printed. */
  printed: string;
  readonly port: number;
}

const reader: Reader = {
  folder: join(inject('runFolder'), 'tutorial'),
  server: undefined,
  printed: '',
  port: await freePort(),
};
mkdirSync(reader.folder, { recursive: true });
afterAll(() => stopServer());

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Installs the package as npm would, without the network. */
function install(): void {
  const bin = join(reader.folder, 'node_modules/.bin');
  const manifest = join(reader.folder, 'package.json');
  const devDependencies = { docwright: '^0.1.0' };
  if (!existsSync(manifest)) writeFileSync(manifest, JSON.stringify({ devDependencies }));
  mkdirSync(bin, { recursive: true });
  symlinkSync(ROOT, join(reader.folder, 'node_modules/docwright'));
  symlinkSync('../docwright/bin/docs.js', join(bin, 'docs'));
}

interface Typed {
  readonly output: string;
  readonly status: number | null;
}

/** Types commands into the terminal, which stays in the folder that they change to. */
function type(commands: string): Typed {
  const [before = '', after] = commands.split(`${INSTALL}\n`);
  const typed = run(before);
  reader.folder = join(reader.folder, /\bcd (\S+)\n/.exec(before)?.[1] ?? '');
  if (after === undefined) return typed;
  install();
  return run(after);
}

function run(commands: string): Typed {
  const { stdout, status } = spawnSync('bash', ['-e', '-c', `exec 2>&1\n${commands}`], {
    cwd: reader.folder,
    encoding: 'utf8',
    env: ENVIRONMENT,
  });
  return { output: stdout, status };
}

const ENVIRONMENT: NodeJS.ProcessEnv = {
  ...process.env,
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  NO_COLOR: '1',
  npm_config_loglevel: 'error',
};

/** Starts a server in another terminal, in place of the one that runs. */
async function serve(command: string, output: string): Promise<void> {
  await stopServer();
  const flags = command.startsWith('npm') ? ' --silent --' : '';
  reader.printed = '';
  const server = spawn('bash', ['-c', `exec 2>&1; exec ${command}${flags} --port ${reader.port}`], {
    cwd: reader.folder,
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  server.stdout.on('data', (chunk: Buffer) => {
    reader.printed += chunk.toString();
  });
  reader.server = server;
  await vi.waitFor(
    () => expect(stableOutput(reader.printed)).toContain(stableOutput(output)),
    WAIT,
  );
}

async function stopServer(): Promise<void> {
  const { server } = reader;
  if (server?.pid === undefined) return;
  const ended = new Promise((end) => server.once('exit', end));
  process.kill(-server.pid);
  await ended;
  reader.server = undefined;
}

/** Waits until the page shows words: a server may need a moment for a new file. */
async function seePage(url: string, words: readonly string[]): Promise<void> {
  const address = url.replace('localhost:3000', `localhost:${reader.port}`);
  await vi.waitFor(async () => {
    const html = await (await fetch(address)).text();
    const text = html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
    expect(words.filter((line) => !text.includes(line))).toEqual([]);
  }, WAIT);
}

const WAIT = { timeout: 20_000, interval: 100 };

async function carryOut(step: Step): Promise<void> {
  if (step.kind === 'page') return seePage(step.url, step.words);
  if (step.kind === 'file') {
    const path = join(reader.folder, step.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, step.text);
    return undefined;
  }
  const { commands, output = '' } = step;
  if (SERVER.test(commands.trim())) return serve(commands.trim(), output);
  const typed = type(commands);
  if (output !== '') expect(stableOutput(typed.output)).toBe(stableOutput(output));
  expect({ status: typed.status, output: typed.output }).toEqual({
    status: /\b[1-9]\d* errors?,/.test(output) ? 1 : 0,
    output: typed.output,
  });
  return undefined;
}

// The steps of a tutorial build on each other.
describe.sequential('the tutorial', () => {
  const steps = PAGES.flatMap(readSteps);

  it('has commands with their output, files and pages to look at', () => {
    const kinds = steps.map((step) => step.kind);
    expect(kinds.filter((kind) => kind === 'commands').length).toBeGreaterThan(6);
    expect(kinds.filter((kind) => kind === 'file').length).toBeGreaterThan(6);
    expect(kinds.filter((kind) => kind === 'page').length).toBeGreaterThan(3);
  });

  it.each(steps.map((step) => [`${step.at.replace(`${ROOT}/`, '')} ${step.kind}`, step] as const))(
    '%s',
    async (_, step) => carryOut(step),
    60_000,
  );

  it('ends with a workflow whose commands pass in a copy of the repository', () => {
    const workflow = JSON.stringify(
      load(readFileSync(join(reader.folder, '.github/workflows/docs.yml'), 'utf8')),
    );
    const commands = Array.from(
      workflow.matchAll(/"run":"([^"]*)"/g),
      ([, command = '']) => command,
    );
    expect(commands).toContain('npm run build');
    run('git clone --quiet . ../copy\n');
    reader.folder = join(reader.folder, '../copy');
    install();
    const rest = commands.filter((command) => command !== 'npm ci');
    expect(run(`${rest.join('\n')}\ntest -f build/docs/install/index.html\n`).status).toBe(0);
  }, 60_000);
});
