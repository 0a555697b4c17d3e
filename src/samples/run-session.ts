/** Runs the code of a page block by block: a shell, and the files of JavaScript that it shows, each one a process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuildFailure, loadEsbuild } from '../config/loading/esbuild.ts';
import { quoteShell } from '../shared/request/languages/curl.ts';

/** How a block ended. */
export interface BlockResult {
  /** Its standard output. */
  readonly printed: string;
  /** Why it failed, with the last lines of standard error; undefined if it ran to its end. */
  readonly problem: string | undefined;
}

export interface Session {
  readonly runShell: (code: string) => Promise<BlockResult>;
  /** Runs the next block of a file. */
  readonly runFile: (name: string) => Promise<BlockResult>;
  /** Sets a variable of the environment. */
  readonly set: (name: string, value: string) => Promise<void>;
  /** Ends the processes, and with them the block that runs. */
  readonly stop: () => void;
  readonly close: () => void;
}

export interface SessionOptions {
  readonly siteDir: string;
  readonly shell: 'sh' | 'bash';
  /** The files that the page shows: the code of each one's blocks, in order. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** Files of packages that the site does not have: `@acme/client/index.js`. */
  readonly packages: ReadonlyMap<string, string>;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds that a block may take. */
  readonly limit: number;
}

// Packages that the page installs are those of the site. The files that it shows are where a reader saves them.
const SHELL_START = `for docs_name in npm pnpm yarn bun; do eval "$docs_name() {
  case \\"\\\${1-}\\" in install|i|ci|add|init) return 0 ;; *) command $docs_name \\"\\$@\\" ;; esac
}"; done; unset docs_name
cd() { command cd "$@" && case $PWD/ in "$HOME"/*) cp -Rn "$DOCS_FILES/." . ;; esac; }
cd "$HOME"
`;
// No other host than loopback is reached by accident. Values are printed as JSON, to be compared.
const MODULE_START = `import { readSync, realpathSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...given) {
  const [first] = given.flat();
  const host = typeof first === 'object' ? (first.host ?? 'localhost') : typeof given[1] === 'string' ? given[1] : 'localhost';
  if (!/^(?:localhost|127\\.\\d+\\.\\d+\\.\\d+|::1)$/.test(host)) {
    process.nextTick(() => this.destroy(new Error(\`\${host} is not reached: samples run against loopback only\`)));
    return this;
  }
  return connect.apply(this, given);
};
const print = (value) => (typeof value === 'string' ? value : value instanceof Error ? String(value) : (JSON.stringify(value) ?? String(value)));
console.log = console.info = (...values) => void writeSync(1, values.map(print).join(' ') + '\\n');
globalThis.require = createRequire(process.argv[1]);
const start = pathToFileURL(realpathSync(process.argv[1])).href;
globalThis.docsWait = (url, said) => {
  if (url !== start) return;
  if (said) writeSync(1, said);
  const line = Buffer.alloc(100_000);
  Object.assign(process.env, JSON.parse(line.toString('utf8', 0, readSync(0, line))));
};
`;

/** Opens a session in an empty temporary folder. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { siteDir, shell, files, packages, limit } = options;
  const root = mkdtempSync(join(tmpdir(), 'docs-samples-'));
  const write = (path: string, text: string): string => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const installed = packagesOf(siteDir);
  if (installed !== undefined) symlinkSync(installed, join(root, 'node_modules'), 'junction');
  for (const [path, text] of packages) write(`page/node_modules/${path}`, text);
  write('page/package.json', '{ "type": "module" }');
  const [home, shown] = [join(root, 'page/home'), join(root, 'page/files')];
  for (const path of [home, shown]) mkdirSync(path, { recursive: true });
  const starts = {
    shell: write('own/start.sh', SHELL_START),
    js: write('own/start.mjs', MODULE_START),
  };
  const marker = `docs-${randomUUID()}`;
  const env: Record<string, string> = { ...options.env };
  const runners = new Map<string, Runner>();
  const run = (name: string, program: string, parameters: readonly string[]): Runner => {
    const child = spawn(program, parameters, {
      cwd: name === '' ? home : shown,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: home,
        TMPDIR: home,
        LANG: 'C.UTF-8',
        DOCS_FILES: shown,
        DOCS_OPERATIONS: join(root, 'page/node_modules/operations.json'),
        ...CLOSED_PROXIES,
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A separate group, so that processes that it starts end with it.
      detached: process.platform !== 'win32',
    });
    const runner = createRunner(child, { marker, limit });
    runners.set(name, runner);
    return runner;
  };
  const stop = (): void => {
    for (const runner of runners.values()) runner.end();
  };
  const problems = new Map<string, string>();
  for (const [name, blocks] of files) {
    write(`page/files/${name}`, blocks.join('\n'));
    if (!isModule(name)) continue;
    const wait = (said: string): string => `globalThis.docsWait?.(import.meta.url, '${said}');\n`;
    const mark = `\\n${marker} 0\\n`;
    const steps = blocks.map((code, at) => `${wait(at === 0 ? '' : mark)}${code}\n`).join('');
    try {
      write(`page/files/${compiledName(name)}`, await compiled(steps + wait(mark), name, files));
    } catch (error) {
      if (!isBuildFailure(error)) throw error;
      problems.set(name, error.errors.map(({ text }) => text).join('; '));
    }
  }
  let block = 0;
  return {
    runShell: (code) => {
      const runner = runners.get('') ?? run('', shell, []);
      const file = write(`own/block-${(block += 1)}.sh`, `${code}\n`);
      const after = `printf '\\n${marker} %s\\n' "$?"\n`;
      const before = block === 1 ? `. ${quoteShell(starts.shell)}\n` : '';
      return runner.next(`${before}. ${quoteShell(file)} </dev/null; ${after}`);
    },
    runFile: async (name) => {
      const problem = problems.get(name);
      if (problem !== undefined) return { printed: '', problem: `cannot be read: ${problem}` };
      const start = ['--import', pathToFileURL(starts.js).href, join(shown, compiledName(name))];
      const runner = runners.get(name) ?? run(name, process.execPath, start);
      return runner.next(`${JSON.stringify(env)}\n`);
    },
    set: async (name, value) => {
      env[name] = value;
      await runners
        .get('')
        ?.next(`export ${name}=${quoteShell(value)}; printf '\\n${marker} 0\\n'\n`);
    },
    stop,
    close: () => {
      stop();
      rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** True for the name of a file of JavaScript or TypeScript. */
export function isModule(name: string): boolean {
  return /\.(?:[cm]?[jt]s|[jt]sx)$/.test(name);
}

/** The name of the file of JavaScript that is made of a file. */
export function compiledName(name: string): string {
  return name.replace(/\.(?:[cm]?ts|[jt]sx)$/, '.js');
}

/** The name of a file of code without its extension. */
export function stemOf(name: string): string {
  return name.replace(/\.[cm]?[jt]sx?$/, '');
}

/** JavaScript whose imports of other files on the page name what is made of these. */
async function compiled(
  code: string,
  name: string,
  files: SessionOptions['files'],
): Promise<string> {
  const { transform } = await loadEsbuild();
  const loader = name.endsWith('x') ? 'tsx' : 'ts';
  const result = await transform(code, { loader, format: 'esm', target: 'node20' });
  const imports = /(?<=(?:from |import |import\()"(?:\.{1,2}\/)+)[^"./][^"]*(?=")/g;
  return result.code.replace(imports, (path) => {
    const file = [...files.keys()].find((one) => isModule(one) && stemOf(one) === stemOf(path));
    return file === undefined ? path : compiledName(file);
  });
}

/** Nothing listens at port 9 of loopback. */
const CLOSED_PROXIES = Object.fromEntries([
  ...['http_proxy', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'].map((name) => [
    name,
    'http://127.0.0.1:9',
  ]),
  ...['no_proxy', 'NO_PROXY'].map((name) => [name, '127.0.0.1,localhost']),
]);

function packagesOf(folder: string): string | undefined {
  const path = join(folder, 'node_modules');
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? undefined : packagesOf(parent);
}

interface Runner {
  /** Lets the process run a block, and waits for its end. */
  readonly next: (text: string) => Promise<BlockResult>;
  readonly end: () => void;
}

/** Most characters that are kept of what a block prints. */
const MOST_TEXT = 1_000_000;

function createRunner(
  child: ChildProcess,
  { marker, limit }: { readonly marker: string; readonly limit: number },
): Runner {
  const mark = new RegExp(`\\n${marker} (\\d+)\\n`);
  let printed = '';
  let errors = '';
  let onText = (): void => {};
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-MOST_TEXT);
    onText();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-MOST_TEXT);
  });
  // A process that has ended takes no input.
  child.stdin?.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => {
    child.on('error', ({ message }) => resolve(`cannot be started: ${message}`));
    child.on('close', (code, signal) => resolve(`ended with ${signal ?? `exit status ${code}`}`));
  });
  const next = async (text: string): Promise<BlockResult> => {
    printed = '';
    errors = '';
    let timer: NodeJS.Timeout | undefined;
    const why = await Promise.race([
      closed,
      new Promise<string>((resolve) => {
        timer = setTimeout(() => {
          end(child);
          resolve(`runs longer than ${limit / 1000} seconds`);
        }, limit);
        onText = () => {
          const [found, status] = mark.exec(printed) ?? [];
          if (found !== undefined)
            resolve(status === '0' ? '' : `ended with exit status ${status}`);
        };
        child.stdin?.write(text);
      }),
    ]);
    clearTimeout(timer);
    const [last] = [...errors.trim().matchAll(/^\w*Error(?: \[\w+\])?: .*$/gm)].reverse();
    const detail = last?.[0] ?? errors.trim().split('\n').slice(-3).join(' ');
    const problem = [why, detail].filter((part) => part !== '').join(': ');
    return {
      printed: printed.slice(0, mark.exec(printed)?.index),
      problem: why === '' ? undefined : problem,
    };
  };
  return { next, end: () => end(child) };
}

/** Ends a process and those that it has started. */
function end(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}
