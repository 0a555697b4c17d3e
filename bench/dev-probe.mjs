import { writeFileSync } from 'node:fs';

/**
 * Preloaded into a server (`node --expose-gc --import`): on SIGUSR2 it collects garbage and writes its memory use as JSON
 * { heapMb } to BENCH_REPORT.
 */
const report = process.env['BENCH_REPORT'];

process.on('SIGUSR2', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  if (report !== undefined)
    writeFileSync(report, JSON.stringify({ heapMb: (heapUsed + external) / 1024 ** 2 }));
});
