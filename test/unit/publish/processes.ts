import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, onTestFinished } from 'vitest';
import type { Files } from './output-folder.ts';

export type Mode = 'kill' | 'interrupt' | 'wait' | 'exit' | 'plain';

export interface ProcessOrder {
  readonly mode: Mode;
  /** Number of the change before which the signal is sent. */
  readonly at?: number;
  readonly files: Files;
}

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

/** Compiles `build-process.ts` once for a test file; returns the path of the module. */
export function compileBuildProcess(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'docwright-process-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'build-process.mjs');
  const entry = fileURLToPath(new URL('build-process.ts', import.meta.url));
  buildSync({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

/** Starts a build in a separate process, which is ended with the test. */
export function startBuild(module: string, outDir: string, order: ProcessOrder): ChildProcess {
  const args = [module, outDir, order.mode, String(order.at ?? 0), JSON.stringify(order.files)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** Waits until a process has ended. */
export async function ended(child: ChildProcess): Promise<Ended> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(child, 'close');
  return { code: child.exitCode, signal: child.signalCode, output };
}

/** Waits until a process has staged its files. */
export async function staged(child: ChildProcess): Promise<void> {
  if (child.stdout !== null) await once(child.stdout, 'data');
}
