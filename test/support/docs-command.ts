import { spawn } from 'node:child_process';
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
