import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded into a build (`node --import`): at its end it writes the resource usage of the process as JSON
 * { cpuSeconds, maxRssKb } to BENCH_REPORT. CPU is user + system of the process with all its threads and,
 * on Linux, of its children (such as esbuild's service), running or ended.
 */
const report = process.env['BENCH_REPORT'];
const started = process.env['BENCH_PARENT'] === String(process.ppid);

if (isMainThread && started && report !== undefined) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6 + childSeconds();
    writeFileSync(report, JSON.stringify({ cpuSeconds, maxRssKb: maxRSS }));
  });
}

/** Linux counts process times in ticks of 10 ms (USER_HZ is 100 on every architecture that Node runs on). */
const TICKS_PER_SECOND = 100;

/** CPU seconds of ended and running children. */
function childSeconds() {
  if (process.platform !== 'linux') return 0;
  const [, , ended] = processTimes(process.pid);
  const alive = childrenOf(process.pid).map((pid) => processTimes(pid));
  return alive.reduce((sum, [user, system]) => sum + user + system, ended) / TICKS_PER_SECOND;
}

/**
 * User, system and ended children's ticks of a process: fields 14, 15 and 16 + 17 of proc(5) stat.
 * @param {number} pid
 * @returns {[user: number, system: number, ended: number]}
 */
function processTimes(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = (/** @type {number} */ field) => Number(fields[field - 3] ?? 0);
  return [ticks(14), ticks(15), ticks(16) + ticks(17)];
}

/**
 * @param {number} pid
 * @returns {number[]}
 */
function childrenOf(pid) {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
      .split(' ')
      .flatMap((child) => (child.trim() === '' ? [] : Number(child))),
  );
}
