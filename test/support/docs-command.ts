import { spawn } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { resolve } from 'node:path';

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

const BIN = resolve(import.meta.dirname, '../../bin/docs.js');

/** Runs a command in another process, as users do. */
export function docsCommand(
  parameters: readonly string[],
  { cwd = process.cwd(), env = {} }: CommandOptions = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [BIN, ...parameters], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '', output: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      printed[name] += chunk;
      printed.output += chunk;
    });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ ...printed, status: code ?? 1 }));
  });
}

let isRunning = false;

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
