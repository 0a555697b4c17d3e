import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import type { IndexedSection } from '../src/search/index/build-index.ts';
import { miniSearch } from './search-contenders.ts';
import { buildIndex, FIRST_FILE, openSearch, pagesOf, withKeys } from './search-index.ts';
import { cpuSince, type Distribution, distribution } from './search-measures.ts';
import { makeSections } from './search-sites.ts';
import { TYPED_KINDS, type TypedQuery, typedQueries } from './search-typed.ts';
import { createWire, type Traffic } from './search-wire.ts';

// Measures one step with a generated site in this process, and writes its report as JSON into the folder.
// Usage: search-scale-stage.ts idle|build|edit|read|minisearch <pages> <folder with words.json>

/** Memory of a process that makes the sections and builds nothing. */
export interface IdleReport {
  readonly peakBytes: number;
  readonly sections: number;
}

export interface BuildReport extends IdleReport {
  /** Without the CPU time of making the sections. */
  readonly buildMs: number;
  /** Bytes of each file, with gzip. */
  readonly sizes: readonly (readonly [string, number])[];
  /** Of what the next build needs to know. */
  readonly stateBytes: number;
  readonly stateMs: number;
}

/** A build in a fresh process after words of one page were added. */
export interface EditReport {
  readonly loadMs: number;
  readonly buildMs: number;
  readonly stateMs: number;
  /** Number of files that are written again, and their bytes. */
  readonly files: number;
  readonly bytes: number;
}

/** What a reader without any file loads for a query. */
interface Loads {
  readonly bytes: Distribution;
  readonly requests: Distribution;
  readonly rounds: Distribution;
}

export interface ReadReport {
  readonly queries: number;
  readonly withoutResults: number;
  readonly firstFileBytes: number;
  /** Until the results of whole queries, of all kinds and of each. */
  readonly whole: Loads;
  readonly kinds: readonly { readonly kind: string; readonly whole: Loads }[];
  /** Until the first prefix has results, and until the last letter is answered, if all prefixes are searched. */
  readonly firstHits: Loads;
  readonly typed: Loads;
  /** CPU milliseconds of prefixes of at least two letters, everything loaded. */
  readonly keystrokes: Distribution;
  readonly heapBytes: number;
}

export interface MiniSearchReport {
  readonly bytes: number;
  readonly keystrokes: Distribution;
}

/** Sections that are made at once. */
const CHUNK = 512;

/** File with the state of the built index. */
const STATE = 'index-state';

const [step, pageCount, folder = ''] = process.argv.slice(2);
const pages = Number(pageCount);
const words: readonly string[] = JSON.parse(readFileSync(join(folder, 'words.json'), 'utf8'));

switch (step) {
  case 'idle':
    write(idle());
    break;
  case 'build':
    write(build());
    break;
  case 'edit':
    write(edit());
    break;
  case 'read':
    write(await read());
    break;
  case 'minisearch':
    write(await miniSearchReport());
    break;
  default:
    throw new Error(`no step ${step}`);
}

function write(
  report: IdleReport | BuildReport | EditReport | ReadReport | MiniSearchReport,
): void {
  writeFileSync(join(folder, `${step}.json`), JSON.stringify(report));
}

function idle(): IdleReport {
  let sections = 0;
  for (const _ of makeSections(words, { pages })) sections += 1;
  return { peakBytes: peak(), sections };
}

function build(): BuildReport {
  let [sections, others] = [0, 0];
  const paths: string[] = [];
  const fileOf = (number: number): string => join(folder, 'files', String(number));
  mkdirSync(join(folder, 'files'), { recursive: true });
  const start = process.cpuUsage();
  const chunks = inChunks(makeSections(words, { pages }), (ms, count) => {
    others += ms;
    sections += count;
  });
  const state = buildIndex(withKeys(pagesOf(chunks)), {
    put(path, content) {
      const before = process.cpuUsage();
      writeFileSync(fileOf(paths.length), content);
      paths.push(path);
      others += cpuSince(before);
    },
  });
  const buildMs = cpuSince(start) - others;
  const peakBytes = peak();
  const built = process.cpuUsage();
  const bytes = state();
  const stateMs = cpuSince(built);
  writeFileSync(join(folder, STATE), bytes);
  const sizes = paths.map(
    (path, number) => [path, gzipSync(readFileSync(fileOf(number))).length] as const,
  );
  return { peakBytes, sections, buildMs, sizes, stateBytes: bytes.length, stateMs };
}

function edit(): EditReport {
  const { sizes }: BuildReport = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'));
  const paths = new Set(sizes.map(([path]) => path));
  const site = [...withKeys(pagesOf(makeSections(words, { pages })))];
  const edited = Math.floor(site.length / 3);
  const changed = site.map(([key, page], number) =>
    number === edited
      ? ([`${key}, edited`, page.map(withMoreWords)] as const)
      : ([key, page] as const),
  );
  let [files, bytes] = [0, 0];
  const put = (_: string, content: string): void => {
    files += 1;
    bytes += content.length;
  };
  const start = process.cpuUsage();
  const state = readFileSync(join(folder, STATE));
  const loadMs = cpuSince(start);
  const loaded = process.cpuUsage();
  const nextState = buildIndex(changed, { put, last: { paths, state } });
  const buildMs = cpuSince(loaded);
  const finished = process.cpuUsage();
  nextState();
  return { loadMs, buildMs, stateMs: cpuSince(finished), files, bytes };
}

function withMoreWords(section: IndexedSection, number: number): IndexedSection {
  return number > 0 ? section : { ...section, text: `${section.text} for example a newword` };
}

/** Makes sections some hundred at a time, and reports the CPU time. */
function* inChunks(
  sections: Iterator<IndexedSection>,
  report: (ms: number, count: number) => void,
): Generator<IndexedSection, void, undefined> {
  for (;;) {
    const start = process.cpuUsage();
    const chunk: IndexedSection[] = [];
    while (chunk.length < CHUNK) {
      const next = sections.next();
      if (next.done === true) break;
      chunk.push(next.value);
    }
    report(cpuSince(start), chunk.length);
    if (chunk.length === 0) return;
    yield* chunk;
  }
}

function peak(): number {
  return process.resourceUsage().maxRSS * 1024;
}

async function read(): Promise<ReadReport> {
  const { sizes }: BuildReport = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'));
  const numbers = new Map(sizes.map(([path], number) => [path, number]));
  const readFile = (path: string): string =>
    readFileSync(join(folder, 'files', String(numbers.get(path))), 'utf8');
  const queries = sample();
  const connect = (): Reader => createWire(new Map(sizes), readFile);
  // All queries load the same if there is only one file.
  const isWhole = sizes.length === 1;
  const trials = isWhole ? queries.slice(0, 1) : queries;
  const whole: Trial[] = [];
  const firstHits: Traffic[] = [];
  const typed: Traffic[] = [];
  for (const { kind, text } of trials) {
    whole.push({ kind, traffic: await paste(text, connect()) });
    const letters = await typeLetters(text, connect());
    firstHits.push(letters.firstHits);
    typed.push(letters.whole);
  }
  return {
    queries: queries.length,
    firstFileBytes: new Map(sizes).get(FIRST_FILE) ?? 0,
    whole: loads(whole.map(({ traffic }) => traffic)),
    kinds: (isWhole ? [] : TYPED_KINDS).map((kind) => ({
      kind,
      whole: loads(whole.filter((trial) => trial.kind === kind).map(({ traffic }) => traffic)),
    })),
    firstHits: loads(firstHits),
    typed: loads(typed),
    ...(await warm(queries, readFile)),
  };
}

function sample(): readonly TypedQuery[] {
  return typedQueries(makeSections(words, { pages }), pages);
}

type Reader = ReturnType<typeof createWire>;

interface Trial {
  readonly kind: string;
  readonly traffic: Traffic;
}

async function paste(text: string, reader: Reader): Promise<Traffic> {
  const { search } = await reader.settle(openSearch(reader.load));
  await reader.settle(search(text));
  return reader.traffic();
}

async function typeLetters(
  text: string,
  reader: Reader,
): Promise<{ readonly firstHits: Traffic; readonly whole: Traffic }> {
  const { search } = await reader.settle(openSearch(reader.load));
  let firstHits: Traffic | undefined;
  for (const prefix of prefixes(text, 1)) {
    const { length } = await reader.settle(search(prefix));
    if (length > 0) firstHits ??= reader.traffic();
  }
  return { firstHits: firstHits ?? reader.traffic(), whole: reader.traffic() };
}

function prefixes(text: string, shortest: number): readonly string[] {
  return Array.from({ length: text.length - shortest + 1 }, (_, more) =>
    text.slice(0, shortest + more),
  );
}

function loads(all: readonly Traffic[]): Loads {
  return {
    bytes: distribution(all.map(({ bytes }) => bytes)),
    requests: distribution(all.map(({ requests }) => requests)),
    rounds: distribution(all.map(({ rounds }) => rounds)),
  };
}

async function warm(
  queries: readonly TypedQuery[],
  readFile: (path: string) => string,
): Promise<Pick<ReadReport, 'withoutResults' | 'keystrokes' | 'heapBytes'>> {
  const before = heap();
  const { search } = await openSearch(async (path) => readFile(path));
  let withoutResults = 0;
  for (const { text } of queries) if ((await search(text)).length === 0) withoutResults += 1;
  const heapBytes = heap() - before;
  return { withoutResults, heapBytes, keystrokes: await timeKeystrokes(queries, search) };
}

/** Types every query twice, and times the second time. */
async function timeKeystrokes(
  queries: readonly TypedQuery[],
  search: (text: string) => Promise<unknown>,
): Promise<Distribution> {
  const typed = queries.flatMap(({ text }) => prefixes(text, 2));
  for (const text of typed) await search(text);
  const times: number[] = [];
  for (const text of typed) {
    const start = process.cpuUsage();
    await search(text);
    times.push(cpuSince(start));
  }
  return distribution(times);
}

/** Bytes that are in use. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function miniSearchReport(): Promise<MiniSearchReport> {
  const sections = [...makeSections(words, { pages })];
  const built = miniSearch.build(sections);
  const search = await miniSearch.open(built, sections);
  const bytes = gzipSync(built.files.get(FIRST_FILE) ?? '').length;
  return { bytes, keystrokes: await timeKeystrokes(sample(), search) };
}
