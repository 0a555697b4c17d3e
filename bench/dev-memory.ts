import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { somePages } from './dev-edits.ts';
import type { LiveStream } from './dev-live.ts';
import { clock, type DevProcess, residentMegabytes } from './dev-server.ts';

/** Memory use of a server in MB: its process, and its objects after a garbage collection. */
export interface Memory {
  readonly edits: number;
  readonly resident: number;
  readonly heap: number;
}

export interface MemoryOptions {
  readonly siteDir: string;
  readonly server: DevProcess;
  readonly live: LiveStream;
  /** The report file of the preloaded probe. */
  readonly report: string;
}

/** Number of edits between pauses in which the whole site is checked. */
const BETWEEN_PAUSES = 10;

/** Edits bodies one after another, and measures the server's memory after the given counts. */
export async function memoryOver(
  options: MemoryOptions,
  counts: readonly number[],
): Promise<readonly Memory[]> {
  const { siteDir, live } = options;
  const files = somePages(siteDir, 20).map((file) => join(siteDir, file));
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const memory: Memory[] = [];
  for (let edit = 1; edit <= Math.max(...counts); edit += 1) {
    const file = files[edit % files.length] ?? '';
    const written = clock();
    writeFileSync(file, `${texts.get(file)}\nEdit ${edit} of all.\n`);
    await until(() => live.pushed(written) !== undefined);
    if (edit % BETWEEN_PAUSES === 0) await live.settled(written);
    if (counts.includes(edit)) memory.push({ edits: edit, ...(await weigh(options)) });
  }
  return memory;
}

async function weigh({ server, report }: MemoryOptions): Promise<Omit<Memory, 'edits'>> {
  rmSync(report, { force: true });
  const resident = residentMegabytes(server.pid);
  process.kill(server.pid, 'SIGUSR2');
  await until(() => existsSync(report) && readFileSync(report, 'utf8') !== '');
  const { heapMb }: { heapMb: number } = JSON.parse(readFileSync(report, 'utf8'));
  return { resident, heap: heapMb };
}

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 6000; turn += 1) {
    if (holds()) return;
    await wait(5);
  }
  throw new Error('the server does not answer');
}
