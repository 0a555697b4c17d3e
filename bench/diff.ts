/**
 * Compares merged changes of real documentation with lists of the pages that they changed, which were read from the two
 * built sites: `npm run bench:diff -- <folder of clones> [names]`. Each clone is named like its repository, without owner;
 * the files in it are replaced.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { DIFF_CASES, type DiffCase } from './diff-cases.ts';

/** What the command has to print. */
interface Found {
  readonly pages: {
    readonly changes: readonly {
      readonly change: 'added' | 'removed' | 'moved' | 'changed';
      readonly route: string;
      readonly from?: string;
    }[];
  };
}

const DOCS = resolve('bin/docs.js');
const [folder = '.', ...names] = process.argv.slice(2);
const wanted = DIFF_CASES.filter(({ repo }) => names.length === 0 || names.includes(repo));
console.log('| change | pages | not listed | listed, but unchanged | s |\n|---|---|---|---|---|');
const results = wanted.map((one) => runCase(one));
const wrong = results.filter((isRight) => !isRight).length;
console.log(`\n${results.length - wrong} of ${results.length} changes right`);
process.exitCode = wrong === 0 ? 0 : 1;

function runCase({ repo, site, base, head, ...expected }: DiffCase): boolean {
  const clone = resolve(folder, repo);
  git(clone, 'checkout', '-q', '-f', head);
  const started = process.hrtime.bigint();
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [DOCS, 'diff', base, join(clone, site), '--format', 'json'],
    { encoding: 'utf8', maxBuffer: 2 ** 28, cwd: clone },
  );
  const name = `${repo} ${head.slice(0, 8)}`;
  if (!stdout.startsWith('{')) {
    console.log(`| ${name} | failed: ${stderr.trim().slice(0, 300)} | | | |`);
    return false;
  }
  const { pages }: Found = JSON.parse(stdout);
  const lines = pages.changes.map(({ change, route, from }) =>
    change === 'moved' ? `moved ${from} ${route}` : `${change} ${route}`,
  );
  const listed = [
    ...(expected.added ?? []).map((route) => `added ${route}`),
    ...(expected.removed ?? []).map((route) => `removed ${route}`),
    ...(expected.changed ?? []).map((route) => `changed ${route}`),
    ...(expected.moved ?? []).map(([from, to]) => `moved ${from} ${to}`),
  ];
  const missing = listed.filter((line) => !lines.includes(line));
  const extra = lines.filter((line) => !listed.includes(line));
  const seconds = (Number(process.hrtime.bigint() - started) / 1e9).toFixed(1);
  console.log(
    `| ${name} | ${listed.length} | ${missing.join(', ')} | ${extra.join(', ')} | ${seconds} |`,
  );
  return missing.length === 0 && extra.length === 0;
}

function git(cwd: string, ...command: readonly string[]): void {
  const { status, stderr } = spawnSync('git', command, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${command.join(' ')}: ${stderr}`);
}
