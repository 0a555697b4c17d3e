/**
 * Builds real documentation and prints what came out: `npm run corpora -- <folder of checkouts> [names]`.
 * Without a folder, corpora that packages on npm contain are downloaded. `npm run corpora -- apis` builds API
 * descriptions (apis.ts).
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runApis } from './apis.ts';
import { CORPORA, type Corpus, type Frontmatter } from './corpora-list.ts';
import { leaksIn, readPage, sourceWords } from './corpus-text.ts';

interface Outcome {
  readonly exit: number | string;
  readonly errors: ReadonlyMap<string, number>;
  readonly warnings: ReadonlyMap<string, number>;
  readonly pages: number;
  /** Sources whose address has no page. */
  readonly moved: readonly string[];
  /** Pages with left-over syntax, with the first of it. */
  readonly leaks: readonly string[];
  readonly words: number;
  /** Lost words with their page. */
  readonly lost: readonly string[];
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

const work = mkdtempSync(join(tmpdir(), 'docwright-corpora-'));
const details = process.env['CORPORA_DETAILS'] !== undefined;
const [command, ...others] = process.argv.slice(2);
try {
  if (command === 'apis') runApis(others);
  else runSites(process.argv.slice(2));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function runSites(arguments_: readonly string[]): void {
  const [given, ...names] = arguments_;
  const isFolder = given !== undefined && existsSync(given);
  const wanted = isFolder ? names : arguments_;
  console.log(
    '| corpus | exit | pages | errors | warnings | leaking pages | words lost | addresses kept | CPU s | MB |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  for (const corpus of CORPORA) {
    if (wanted.length > 0 && !wanted.includes(corpus.name)) continue;
    const checkout = isFolder ? join(given, corpus.name) : download(corpus);
    if (checkout === undefined || !existsSync(checkout)) continue;
    print(corpus, measure(corpus, checkout));
  }
}

/** Downloads a package that contains the documentation; undefined if there is none. */
function download({ npm, name }: Corpus): string | undefined {
  if (npm === undefined) return undefined;
  const folder = join(work, `${name}-package`);
  mkdirSync(folder);
  const packed = spawnSync('npm', ['pack', npm, '--silent'], { cwd: folder, encoding: 'utf8' });
  const file = packed.stdout.trim().split('\n').at(-1) ?? '';
  spawnSync('tar', ['xf', file], { cwd: folder });
  return join(folder, 'package');
}

function measure(corpus: Corpus, checkout: string): Outcome {
  const copy = join(work, corpus.name);
  cpSync(checkout, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => basename(path) !== 'node_modules',
  });
  mkdirSync(join(copy, '.git'), { recursive: true });
  const site = join(copy, corpus.site);
  writeFileSync(
    join(site, 'site.config.mjs'),
    [
      'export default {',
      `title: '${corpus.name}',`,
      "url: 'https://docs.example',",
      ...corpus.config,
      '};',
    ].join('\n'),
  );
  const out = join(work, 'out', corpus.name);
  const run = build(site, out);
  const errors = counts(run.findings, 'error');
  // The pages are compared even if links are broken.
  if (errors.size > 0)
    build(
      site,
      out,
      [...errors.keys()].flatMap((code) => ['--rule', `${code}=warning`]),
    );
  if (details) {
    for (const { severity, code, message, file, line } of run.findings)
      console.error(`  ${severity} ${code} ${file ?? ''}:${line ?? ''} ${message}`);
  }
  return {
    exit: run.exit,
    errors,
    warnings: counts(run.findings, 'warning'),
    ...readOutput(corpus, { site, out }),
    cpuSeconds: run.cpuSeconds,
    megabytes: run.megabytes,
  };
}

/** Runs `docs build` in a process. */
function build(
  site: string,
  out: string,
  flags: readonly string[] = [],
): Pick<Outcome, 'exit' | 'cpuSeconds' | 'megabytes'> & { readonly findings: readonly Finding[] } {
  const report = join(work, 'report.json');
  const preload = pathToFileURL(resolve('bench/measure.mjs')).href;
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      preload,
      resolve('bin/docs.js'),
      'build',
      site,
      '--format',
      'json',
      '--no-cache',
      '--out-dir',
      out,
      ...flags,
    ],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      env: { ...process.env, BENCH_REPORT: report, BENCH_PARENT: String(process.pid) },
    },
  );
  if (stdout === '') console.error(stderr);
  const { findings = [] }: { findings?: Finding[] } = stdout === '' ? {} : JSON.parse(stdout);
  const { cpuSeconds, maxRssKb } = JSON.parse(readFileSync(report, 'utf8'));
  return {
    exit: status ?? signal ?? '?',
    findings,
    cpuSeconds,
    megabytes: Math.round(maxRssKb / 1024),
  };
}

interface Finding {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
}

function counts(diagnostics: readonly Finding[], severity: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const one of diagnostics) {
    if (one.severity === severity) found.set(one.code, (found.get(one.code) ?? 0) + 1);
  }
  return found;
}

/** Compares each source with the page at the address that the tool gives to it. */
function readOutput(
  corpus: Corpus,
  { site, out }: { readonly site: string; readonly out: string },
): Pick<Outcome, 'pages' | 'moved' | 'leaks' | 'words' | 'lost'> {
  const moved: string[] = [];
  const leaks: string[] = [];
  const lost: string[] = [];
  let [pages, words] = [0, 0];
  const content = join(site, corpus.content);
  for (const path of markdownFiles(content)) {
    const source = readFileSync(join(content, path), 'utf8');
    const address = corpus.address(path, frontmatterOf(source));
    if (address === undefined) continue;
    pages += 1;
    const file = join(out, address.endsWith('/') ? `${address}index.html` : address);
    if (!existsSync(file)) {
      moved.push(`${path} (${address})`);
      continue;
    }
    const page = readPage(readFileSync(file, 'utf8'));
    const [leak] = leaksIn(page.prose);
    if (leak !== undefined) leaks.push(`${path}: ${leak}`);
    const expected = sourceWords(source);
    words += expected.length;
    lost.push(
      ...expected.filter((word) => !page.words.has(word)).map((word) => `${path}: ${word}`),
    );
  }
  return { pages, moved, leaks, words, lost };
}

function markdownFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.mdx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter(
      (path) => !path.split('/').some((part) => part.startsWith('.') || part === 'node_modules'),
    )
    .toSorted();
}

function frontmatterOf(source: string): Frontmatter {
  const block = /^---\r?\n([^]*?)\r?\n---/.exec(source)?.[1] ?? '';
  const value = (key: string): string | undefined =>
    new RegExp(`^${key}:[ \\t]*['"]?(.*?)['"]?[ \\t]*$`, 'm').exec(block)?.[1];
  return { id: value('id'), slug: value('slug') };
}

function print({ name }: Corpus, outcome: Outcome): void {
  const { exit, pages, moved, leaks, words, lost, cpuSeconds, megabytes } = outcome;
  const share = (part: number, whole: number): string =>
    whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`;
  const list = (found: ReadonlyMap<string, number>): string =>
    [...found].map(([code, count]) => `${code} ${count}`).join(', ') || '0';
  const cells = [
    name,
    exit,
    pages,
    list(outcome.errors),
    list(outcome.warnings),
    `${leaks.length} (${share(leaks.length, pages)})`,
    `${lost.length} of ${words} (${share(lost.length, words)})`,
    `${pages - moved.length} of ${pages} (${share(pages - moved.length, pages)})`,
    cpuSeconds.toFixed(1),
    megabytes,
  ];
  console.log(`| ${cells.join(' | ')} |`);
  if (!details) return;
  for (const line of [...moved.map((one) => `moved ${one}`), ...leaks.map((one) => `leak ${one}`)])
    console.error(`  ${line}`);
  for (const line of lost.slice(0, 200)) console.error(`  lost ${line}`);
}
