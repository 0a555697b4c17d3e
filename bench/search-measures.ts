import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

export interface Distribution {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

export function distribution(values: readonly number[]): Distribution {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

/** CPU milliseconds of the process. */
export function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** A line of a table. */
export function row(title: string, columns: readonly string[], width = 11): string {
  return [title.padEnd(34), ...columns.map((column) => column.padStart(width))].join('');
}

/** Runs a TypeScript file in a fresh process; throws its errors. */
export function runFile(file: string, parameters: readonly string[]): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    [resolve('scripts/run.mjs'), file, ...parameters],
    { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${file} ${parameters.join(' ')} failed: ${stderr}`);
}
