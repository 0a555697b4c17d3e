import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Milliseconds since the epoch with fractions: the clock that this process, the server and the page share. */
export function clock(): number {
  return performance.timeOrigin + performance.now();
}

/** The server's report of an update; `milliseconds` are from the first event to notifying the pages. */
export interface Update {
  readonly at: number;
  readonly milliseconds: number;
}

/** The real command in a separate process. */
export interface DevProcess {
  readonly url: string;
  readonly pid: number;
  /** Start time of the process. */
  readonly started: number;
  /** Every line `<files>: <n> ms` so far. */
  readonly updates: readonly Update[];
  /** Interrupts the process, and resolves when it has ended. */
  readonly stop: () => Promise<Ended>;
}

export interface Ended {
  readonly code: number | null;
  readonly milliseconds: number;
}

export interface DevProcessOptions {
  readonly bin: string;
  readonly siteDir: string;
  /** Options of Node. */
  readonly node?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts `docs dev` on any free port, and resolves when it has printed its address. */
export async function startDev(options: DevProcessOptions): Promise<DevProcess> {
  const { bin, siteDir, node = [], env = {} } = options;
  const started = clock();
  const child = spawn(process.execPath, [...node, bin, 'dev', siteDir, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.on('exit', kill);
  const updates: Update[] = [];
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line);
    const milliseconds = /: (\d+) ms$/.exec(line)?.[1];
    if (milliseconds !== undefined)
      updates.push({ at: clock(), milliseconds: Number(milliseconds) });
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`ended with ${code}\n${lines.join('\n')}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    started,
    updates,
    stop: async () => {
      process.off('exit', kill);
      const asked = clock();
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      return { code: child.exitCode, milliseconds: clock() - asked };
    },
  };
}

/** Milliseconds from the start of the process to the complete first page. */
export async function firstPage({ url, started }: DevProcess): Promise<number> {
  const answer = await fetch(url);
  await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answers with ${answer.status}`);
  return clock() - started;
}

/** Resident memory of a process in MB; Linux only. */
export function residentMegabytes(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
