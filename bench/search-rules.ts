import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTENDERS } from './search-contenders.ts';
import { type CorpusSource, NPM, readCorpus } from './search-corpus.ts';
import { row, runFile } from './search-measures.ts';
import type { Usage } from './search-stage.ts';

// Builds indexes of real documentation from npm packages and searches them with docwright, with lunr in its most common
// configuration, and with MiniSearch configured like VitePress. Each runs alone in a fresh process. Constants of the
// search were chosen on other packages (undici, typescript-eslint, rclone, Directus) and on npm's manual.
const CORPORA: readonly CorpusSource[] = [
  NPM,
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

/** Prints cost and relevance of each contender over each corpus, with queries by rule. */
export async function printRules(): Promise<void> {
  console.log(
    'build ms: CPU for a section, cold; gz: bytes for a section, of the index alone and of',
  );
  console.log(
    'all files; lost: queries that show results and then none while typed, from the third',
  );
  console.log('letter on; keystrokes: CPU ms p50/p95 by letters typed.');
  const work = mkdtempSync(join(tmpdir(), 'docwright-bench-search-'));
  try {
    const byRule: string[] = [];
    for (const source of CORPORA) byRule.push(...(await printCorpus(source, work)));
    const title = 'success@1/success@8/MRR by rule (search-queries.ts has the rules):';
    console.log(`\n${title}\n${byRule.join('\n')}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function printCorpus(source: CorpusSource, work: string): Promise<readonly string[]> {
  const sections = await readCorpus(source);
  const file = join(work, 'sections.json');
  writeFileSync(file, JSON.stringify(sections));
  const characters = sections.reduce((sum, { text }) => sum + text.length, 0) / sections.length;
  const title = `${source.name}: ${sections.length} of ${characters.toFixed(0)} chars`;
  console.log(`\n${row(title, COLUMNS)}`);
  return CONTENDERS.map(({ name }) => {
    const usage = measure(file, name, join(work, 'report.json'));
    console.log(row(`  ${name}`, cells(usage)));
    const rules = usage.rules.map(
      ({ rule, queries, first, found, rank }) =>
        `${rule} (${queries}) ${triple(first, found, rank)}`,
    );
    return `${source.name}, ${name}: ${rules.join('; ')}`;
  });
}

function measure(sections: string, contender: string, report: string): Usage {
  runFile('bench/search-stage.ts', [sections, contender, report]);
  return JSON.parse(readFileSync(report, 'utf8'));
}

function cells(usage: Usage): readonly string[] {
  const { first, found, rank } = usage.overall;
  return [
    usage.buildMs.toFixed(2),
    usage.indexBytes?.toFixed(0) ?? '-',
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
