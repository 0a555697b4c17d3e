import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexedSection } from '../src/search/index/build-index.ts';
import { AI, BUN, readCorpus } from './search-corpus.ts';
import { classOf, measureText, runningWords, type TextFigures } from './search-figures.ts';
import { type Distribution, row, runFile } from './search-measures.ts';
import type {
  BuildReport,
  EditReport,
  IdleReport,
  MiniSearchReport,
  ReadReport,
} from './search-scale-stage.ts';
import { makeSections } from './search-sites.ts';

/** Sites up to this size are measured with MiniSearch, too. */
const SMALL = 1000;

/** Prints how near generated text is to real text, and bytes, CPU and memory for sites of each number of pages. */
export async function printScale(sizes: readonly number[]): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'docwright-bench-search-'));
  try {
    const real = await readCorpus(BUN);
    const words = wordsByFrequency(real);
    writeFileSync(join(work, 'words.json'), JSON.stringify(words));
    printFigures(real, await readCorpus(AI), words);
    console.log(EXPLANATION);
    for (const pages of sizes) printSize(pages, work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The words of letters alone, most frequent first. */
function wordsByFrequency(sections: readonly IndexedSection[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { text } of sections) {
    for (const written of runningWords(text)) {
      const word = written.toLowerCase();
      if (classOf(written) !== 'plain' || !/^[a-z]+$/.test(word)) continue;
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return Array.from(counts)
    .toSorted(([a, times], [b, others]) => others - times || (a < b ? -1 : 1))
    .map(([word]) => word);
}

const FIGURES = [
  'words',
  'distinct',
  'Heaps',
  'Zipf head',
  'Zipf tail',
  'once',
  'in one',
  'spread',
  'variety',
  '  df 1/10/100/1000',
];

function printFigures(
  real: readonly IndexedSection[],
  other: readonly IndexedSection[],
  words: readonly string[],
): void {
  const figures = measureText(real);
  const pages = new Set(real.map(({ document }) => document.sectionRoute.split('#')[0])).size;
  const made = makeSections(words, {
    pages,
    sections: Math.round(real.length / pages),
    words: figures.words / real.length,
  });
  console.log(`
The generated text is fitted to Bun's documentation. distinct: different words; Heaps: exponent of the growth of the
vocabulary; Zipf: exponents of the frequencies of ranks 10 to 300, and after; once: share of distinct words that occur
once; in one: share that only one section has; spread: sections for an occurrence of words that occur 5 to 20 times;
variety: distinct words of a section for each of its words; df: percent of sections with the words of these ranks. First
words of letters alone, then compounds (fs.readFile, --save).`);
  console.log(`\n${row('text', FIGURES)}`);
  printText('bun', figures);
  printText('ai', measureText(other));
  printText('generated, as large as bun', measureText([...made]));
}

function printText(name: string, { words, plain, compound }: TextFigures): void {
  for (const [kind, all] of [['letters', plain] as const, ['compounds', compound] as const]) {
    const { growth, head, tail, hapaxes, inOneSection, variety, ranks } = all;
    const rest = [growth, head, tail, hapaxes, inOneSection, all.spread, variety].map((x) =>
      x.toFixed(2),
    );
    const shares = ranks.map((x) => (x * 100).toFixed(x < 0.01 ? 2 : 0)).join('/');
    const counts = [Math.round(words * all.share), all.distinct].map(String);
    console.log(row(`${name}: ${kind}`, [...counts, ...rest, `  ${shares}`]));
  }
}

const EXPLANATION = `
Generated sites, 7 sections a page, 60 words a section. Bytes with gzip. Build: CPU of the index builder; memory: peak of
a fresh process with the builder less the peak without. Edit: the next build, in a fresh process,
after words were added to one section; state: what the next build needs to know. Readers have no file at first: the first
file counts as a request and a round; a round is all loads that wait for no other. Keystrokes: CPU for prefixes of at least 2 letters, all loaded.`;

function printSize(pages: number, work: string): void {
  const run = <Report>(step: string): Report => {
    runFile('bench/search-scale-stage.ts', [step, String(pages), work]);
    return JSON.parse(readFileSync(join(work, `${step}.json`), 'utf8'));
  };
  const idle = run<IdleReport>('idle');
  const built = run<BuildReport>('build');
  const memory = megabytes(built.peakBytes - idle.peakBytes);
  const bytes = built.sizes.map(([, size]) => size);
  const total = bytes.reduce((sum, size) => sum + size, 0);
  console.log(`\n${pages} pages, ${built.sections} sections`);
  line('build', `${(built.buildMs / built.sections).toFixed(3)} ms a section, ${memory} of memory`);
  line(
    'files',
    `${bytes.length}, ${Math.round(total / built.sections)} bytes a section, largest ${kilobytes(Math.max(...bytes))}`,
  );
  const edit = run<EditReport>('edit');
  line('state', `${megabytes(built.stateBytes)}, ${Math.round(built.stateMs)} ms to make it`);
  line(
    'edit',
    `${Math.round(edit.buildMs)} ms after ${Math.round(edit.loadMs)} ms to read the state, ${Math.round(edit.stateMs)} ms for the next one; ${edit.files} files, ${kilobytes(edit.bytes)}`,
  );
  printReaders(run<ReadReport>('read'));
  if (pages > SMALL) return;
  const mini = run<MiniSearchReport>('minisearch');
  line('MiniSearch', `${Math.round(mini.bytes / built.sections)} bytes a section`);
  line('  keystrokes', `ms ${spread(mini.keystrokes, (ms) => ms.toFixed(2))}`);
}

function printReaders(report: ReadReport): void {
  const { queries, withoutResults, kinds, keystrokes, heapBytes } = report;
  line('first file', kilobytes(report.firstFileBytes));
  line('until results', `p50 / p95 / max of ${queries} queries, ${withoutResults} without results`);
  printLoads('  whole query', report.whole);
  for (const { kind, whole } of kinds) printLoads(`    ${kind}`, whole);
  printLoads('  typed, first results', report.firstHits);
  printLoads('  typed, all letters', report.typed);
  line('keystrokes', `ms ${spread(keystrokes, (ms) => ms.toFixed(2))}`);
  line('heap', megabytes(heapBytes));
}

function printLoads(name: string, { bytes, requests, rounds }: ReadReport['whole']): void {
  const parts = [spread(bytes, kilobytes), spread(requests, String), spread(rounds, String)];
  line(name, `${parts[0]}; requests ${parts[1]}; rounds ${parts[2]}`);
}

function spread({ p50, p95, max }: Distribution, print: (value: number) => string): string {
  return [p50, p95, max].map(print).join(' / ');
}

function line(name: string, text: string): void {
  console.log(`  ${name.padEnd(24)}${text}`);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
