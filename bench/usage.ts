import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A program to measure; a script of Node is preceded by the path of Node. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes that are no failure, besides 0. */
  readonly codes?: readonly number[];
}

/** User and system time of a process and its children, its wall time, and the peak of its largest process. */
export interface Usage {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly peakMb: number;
}

const folder = mkdtempSync(join(tmpdir(), 'docwright-usage-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const REPORT = join(folder, 'usage.json');
const PRELOAD = pathToFileURL(resolve('bench/measure.mjs')).href;
const TICKS_PER_SECOND = 100;
const SAMPLE_MS = 20;
const OUTPUT_LINES = 6;

/** Runs a command to its end, one at a time; rejects with its last lines if it fails. */
export async function measure(command: Command): Promise<Usage> {
  rmSync(REPORT, { force: true });
  const before = endedSeconds();
  const started = performance.now();
  const child = start(command);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part) => output.push(part));
  let peakKb = 0;
  const sample = setInterval(() => (peakKb = Math.max(peakKb, peakOf(child.pid))), SAMPLE_MS);
  await once(child, 'close').finally(() => clearInterval(sample));
  const wallSeconds = (performance.now() - started) / 1000;
  const code = child.exitCode ?? 1;
  if (![0, ...(command.codes ?? [])].includes(code)) {
    const last = output.join('').trim().split('\n').slice(-OUTPUT_LINES);
    throw new Error(`exit code ${child.exitCode ?? child.signalCode}\n${last.join('\n')}`);
  }
  const report = readReport();
  return {
    cpuSeconds: Math.max(endedSeconds() - before, report.cpuSeconds),
    wallSeconds,
    peakMb: Math.max(peakKb, report.maxRssKb) / 1024,
  };
}

function start({ file, args, cwd, env }: Command): ChildProcess {
  const isNode = /\bnode$/.test(file);
  return spawn(file, isNode ? ['--import', PRELOAD, ...args] : args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, BENCH_REPORT: REPORT, BENCH_PARENT: String(process.pid) },
  });
}

/** What a process of Node says at its end; unlike the system's count, it includes children that outlive it. */
function readReport(): { readonly cpuSeconds: number; readonly maxRssKb: number } {
  if (!existsSync(REPORT)) return { cpuSeconds: 0, maxRssKb: 0 };
  return JSON.parse(readFileSync(REPORT, 'utf8'));
}

/** CPU seconds of all ended children of this process and theirs: fields 16 and 17 of proc(5) stat. */
function endedSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** The highest peak of a process and its descendants so far, in kB. */
function peakOf(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    const own = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.max(Number(own ?? 0), ...childrenOf(pid).map(peakOf));
  } catch {
    // It has just ended.
    return 0;
  }
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
}
