import { writeFileSync } from 'node:fs';
import { resourceUsage } from 'node:process';
import { checkOutput } from '../src/links/folder/check-output.ts';
import { readOutput } from '../src/links/folder/read-output.ts';

// Reads and checks one built folder in this process and writes its resource usage as JSON.
// Usage: links-stage.ts <folder> <report file>
const [folder = '.', report = '/dev/stdout'] = process.argv.slice(2);

const started = performance.now();
const before = cpu();
const site = readOutput(folder);
const read = cpu() - before;
const { findings, coverage } = checkOutput(site, { baseUrl: '/' });
const all = cpu();
const usage = {
  cpuSeconds: all,
  wallSeconds: (performance.now() - started) / 1000,
  maxRssKb: resourceUsage().maxRSS,
  read,
  check: all - before - read,
  findings: findings.length,
  coverage,
};
writeFileSync(report, JSON.stringify(usage));

function cpu(): number {
  const { userCPUTime, systemCPUTime } = resourceUsage();
  return (userCPUTime + systemCPUTime) / 1e6;
}
