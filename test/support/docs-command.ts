import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a command has printed, and its exit code. */
export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams, in the order of writing. */
  readonly output: string;
}

interface CommandOptions {
  /** Default: the current folder. */
  readonly cwd?: string;
  /** Variables beside those of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

const ROOT = resolve(import.meta.dirname, '../..');
const MAIN = pathToFileURL(resolve(ROOT, 'dist/lib/main.js')).href;
let runs = 0;
let isRunning = false;
// esbuild starts in the folder in which it was loaded: in that of a command, which is deleted, it could not start again.
createRequire(import.meta.url)(resolve(ROOT, 'dist/esbuild/lib/main.js'));

/**
 * Runs the code that `bin/docs.js` starts, in this process: to start another one takes longer than most commands do. A
 * command that ends the process, is interrupted or reads input needs one.
 */
export async function docsCommand(
  parameters: readonly string[],
  { cwd = process.cwd(), env = {} }: CommandOptions = {},
): Promise<CommandResult> {
  const { argv, exit } = process;
  const [folder, restoreVariables] = [process.cwd(), changeVariables(env)];
  try {
    process.chdir(cwd);
    process.argv = [process.execPath, resolve(ROOT, 'bin/docs.js'), ...parameters];
    // A command calls it when all of its output is written.
    process.exit = (() => undefined) as typeof exit;
    runs += 1;
    // Each address is another instance of the main module, and they share all others.
    return await capture(() => import(/* @vite-ignore */ `${MAIN}?${runs}`));
  } finally {
    Object.assign(process, { argv, exit });
    restoreVariables();
    process.chdir(folder);
  }
}

/** Runs a command, and keeps its output, exit code and listeners from this process. */
export async function capture(run: () => Promise<unknown>): Promise<CommandResult> {
  if (isRunning) throw new Error('another command still runs in this process');
  isRunning = true;
  const { exitCode, stdout, stderr } = process;
  const writes = [stdout.write, stderr.write] as const;
  const restoreListeners = [process, stdout, stderr].map((emitter) => keepListeners(emitter));
  const printed = { stdout: '', stderr: '', output: '' };
  const writer =
    (name: 'stdout' | 'stderr') =>
    (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
      printed[name] += String(chunk);
      printed.output += String(chunk);
      const done = rest.at(-1);
      if (typeof done === 'function') done();
      return true;
    };
  [stdout.write, stderr.write] = [writer('stdout'), writer('stderr')];
  try {
    await run();
    return { ...printed, status: Number(process.exitCode ?? 0) };
  } finally {
    [stdout.write, stderr.write] = writes;
    process.exitCode = exitCode;
    for (const restore of restoreListeners) restore();
    isRunning = false;
  }
}

/** Returns a function that removes the listeners which are added in the meantime. */
function keepListeners(emitter: EventEmitter): () => void {
  const before = new Map(emitter.eventNames().map((name) => [name, emitter.listeners(name)]));
  return () => {
    for (const name of emitter.eventNames())
      for (const listener of emitter.listeners(name))
        if (before.get(name)?.includes(listener) !== true)
          emitter.removeListener(name, listener as () => void);
  };
}

/** Sets variables, or deletes them; returns a function that undoes it. */
function changeVariables(values: NodeJS.ProcessEnv): () => void {
  const set = (variables: NodeJS.ProcessEnv): void => {
    for (const [name, value] of Object.entries(variables))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  };
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, process.env[name]]));
  set(values);
  return () => set(before);
}
