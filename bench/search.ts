import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CONTENDERS } from './search-contenders.ts';
import { type CorpusSource, readCorpus } from './search-corpus.ts';
import type { Usage } from './search-stage.ts';

// Builds indexes of real documentation from npm packages and searches them with docwright, with lunr in its most common
// configuration, and with MiniSearch configured like VitePress. Each runs alone in a fresh process. Constants of the
// search were chosen on other packages (undici, typescript-eslint, rclone, Directus), none of these.
const CORPORA: readonly CorpusSource[] = [
  { name: 'npm', package: 'npm@11.21.2', path: 'npm/docs/content' },
  { name: 'fastify', package: 'fastify@5.12.8', path: 'fastify/docs' },
  { name: 'Blockfrost API', path: '@blockfrost/openapi/openapi.yaml' },
  {
    name: 'GitHub webhooks',
    path: '@octokit/openapi-webhooks/generated/api.github.com.json',
  },
];

const COLUMNS = [
  'build ms',
  'gz index',
  'gz whole',
  'lost',
  'success@1',
  'success@8',
  'MRR',
  '1 letter',
  '2',
  '3',
  '4',
  '6',
  'whole',
];

const work = mkdtempSync(join(tmpdir(), 'docwright-bench-search-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

console.log(
  `Node ${process.version}. build ms: CPU for a section, cold; gz: bytes for a section, of the`,
);
console.log(
  'index alone and of the file with documents; lost: queries that show results and then none',
);
console.log('while typed, from the third letter on; keystrokes: CPU ms p50/p95 by letters typed.');
const byRule: string[] = [];
for (const source of CORPORA) {
  const sections = await readCorpus(source);
  const file = join(work, 'sections.json');
  writeFileSync(file, JSON.stringify(sections));
  const characters = sections.reduce((sum, { text }) => sum + text.length, 0) / sections.length;
  const title = `${source.name}: ${sections.length} of ${characters.toFixed(0)} chars`;
  console.log(`\n${row(title, COLUMNS)}`);
  for (const { name } of CONTENDERS) {
    const usage = measure(file, name);
    console.log(row(`  ${name}`, cells(usage)));
    const rules = usage.rules.map(
      ({ rule, queries, first, found, rank }) =>
        `${rule} (${queries}) ${triple(first, found, rank)}`,
    );
    byRule.push(`${source.name}, ${name}: ${rules.join('; ')}`);
  }
}
console.log(
  `\nsuccess@1/success@8/MRR by rule (search-queries.ts has the rules):\n${byRule.join('\n')}`,
);

function measure(sections: string, contender: string): Usage {
  const report = join(work, 'report.json');
  const { status, stderr } = spawnSync(
    process.execPath,
    [resolve('scripts/run.mjs'), 'bench/search-stage.ts', sections, contender, report],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  if (status !== 0) {
    console.error(`${stderr}\n${contender} failed with exit code ${status}`);
    process.exit(1);
  }
  return JSON.parse(readFileSync(report, 'utf8'));
}

function cells(usage: Usage): readonly string[] {
  const { first, found, rank } = usage.overall;
  return [
    usage.buildMs.toFixed(2),
    usage.indexBytes.toFixed(0),
    usage.wholeBytes.toFixed(0),
    String(usage.lost),
    first.toFixed(3),
    found.toFixed(3),
    rank.toFixed(3),
    ...usage.keystrokes.map(({ p50, p95 }) => `${p50.toFixed(1)}/${p95.toFixed(1)}`),
  ];
}

function triple(...shares: readonly number[]): string {
  return shares.map((share) => share.toFixed(2)).join('/');
}

function row(title: string, columns: readonly string[]): string {
  return [title.padEnd(34), ...columns.map((column) => column.padStart(11))].join('');
}
