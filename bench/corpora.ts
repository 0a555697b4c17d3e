/**
 * Builds real documentation and reports what came out, in CORPORA.md: `npm run corpora -- [--from <folder>] [--only <names>]
 * [--details]`. The folder has clones or mirrors, as `<name>` or `<owner>+<name>`; without one, repositories are cloned from
 * GitHub. `npm run corpora -- apis` builds API descriptions (apis.ts).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { runApis } from './apis.ts';
import { addressOf, CORPORA, type Corpus, type Frontmatter } from './corpora-list.ts';
import { type CorpusPage, knownEntries, missingEntries, toolMenu } from './corpora-menu.ts';
import { leaksIn, readPage, sourceWords } from './corpus-text.ts';

const TABLE = 'bench/CORPORA.md';

const work = mkdtempSync(join(tmpdir(), 'docwright-corpora-'));
try {
  if (process.argv[2] === 'apis') runApis(process.argv.slice(3));
  else await runSites();
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function runSites(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      only: { type: 'string', default: '' },
      details: { type: 'boolean', default: false },
    },
  });
  const names = values.only.split(',').filter((name) => name !== '');
  const unknown = names.filter((name) => CORPORA.every((corpus) => corpus.name !== name));
  if (unknown.length > 0) throw new Error(`no corpus is named ${unknown.join(', ')}`);
  for (const corpus of CORPORA) {
    if (names.length > 0 && !names.includes(corpus.name)) continue;
    const checkout = cloned(corpus, values.from);
    if (checkout === undefined) continue;
    const { row, details } = await measure(corpus, checkout);
    rmSync(checkout, { recursive: true, force: true });
    console.log(row);
    if (values.details) console.log(details.map((line) => `  ${line}`).join('\n'));
    writeRow(corpus.name, row);
  }
}

/** A fresh clone of a repository; undefined if it cannot be had. */
function cloned(
  { name, repository, pages }: Corpus,
  folder: string | undefined,
): string | undefined {
  const address = `https://github.com/${repository}`;
  const copy = join(work, name);
  const places = [repository.replace('/', '+'), basename(repository), name].flatMap((own) => {
    const place = join(folder ?? '', own);
    return [
      place,
      ...(existsSync(place) ? readdirSync(place).map((inner) => join(place, inner)) : []),
    ];
  });
  const isGit = (place: string): boolean =>
    ['.git', 'HEAD'].some((file) => existsSync(join(place, file)));
  const source = folder === undefined ? address : places.find(isGit);
  if (source === undefined) return undefined;
  const how = folder === undefined ? ['--depth', '1'] : ['--shared'];
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', ...how, source, copy], {
    encoding: 'utf8',
  });
  // Mirrors may lack files that are not text.
  const isThere = existsSync(join(copy, pages));
  if (status !== 0) console.error(`${name}: ${stderr}`);
  spawnSync('git', ['-C', copy, 'remote', 'set-url', 'origin', address]);
  return isThere ? copy : undefined;
}

interface Measured {
  /** Of the table in CORPORA.md. */
  readonly row: string;
  readonly details: readonly string[];
}

/** Tries a corpus without a configuration and with the one that `docs init` writes, and compares its sources with the pages. */
async function measure(corpus: Corpus, checkout: string): Promise<Measured> {
  const out = join(work, 'out');
  const site = join(checkout, corpus.site);
  const first = build(join(checkout, corpus.pages), out);
  const from = corpus.tool === 'none' ? ['--yes'] : ['--from', join(checkout, corpus.folder)];
  const init = spawnSync(process.execPath, [resolve('bin/docs.js'), 'init', site, ...from], {
    encoding: 'utf8',
  });
  rmSync(out, { recursive: true, force: true });
  const second = build(site, out);
  const config = join(site, 'site.config.ts');
  const base =
    /\n  baseUrl: '([^']*)'/.exec(existsSync(config) ? readFileSync(config, 'utf8') : '')?.[1] ??
    '';
  const { pages, moved, leaks, lost, words } = readOutput(corpus, checkout, out);
  const menu = knownEntries(await toolMenu(corpus, checkout), pages);
  const missing = existsSync(out)
    ? missingEntries(menu, { out, base: `/${base}/`.replace(/\/+/g, '/') })
    : menu;
  const commit = spawnSync('git', ['-C', checkout, 'rev-parse', '--short=10', 'HEAD'], {
    encoding: 'utf8',
  });
  const share = (part: number, whole: number): string =>
    whole === 0 ? '–' : `${((100 * part) / whole).toFixed(part === whole || part === 0 ? 0 : 2)} %`;
  const published = ({ exit, errors }: Run): string =>
    exit === 0 ? 'yes' : `no: ${list(errors) || `exit ${exit}`}`;
  const cells = [
    corpus.name,
    corpus.tool === 'none' ? '–' : corpus.tool,
    commit.stdout.trim(),
    pages.length,
    published(first),
    init.status === 0 ? published(second) : `no: init ${init.status}`,
    menu.length === 0
      ? '–'
      : `${menu.length - missing.length} of ${menu.length} (${share(menu.length - missing.length, menu.length)})`,
    leaks.length,
    `${lost.length} of ${words} (${share(lost.length, words)})`,
    `${pages.length - moved.length} of ${pages.length} (${share(pages.length - moved.length, pages.length)})`,
    [...second.warnings.values()].reduce((sum, count) => sum + count, 0),
    second.cpuSeconds.toFixed(1),
    second.megabytes,
  ];
  return {
    row: `| ${cells.join(' | ')} |`,
    details: [
      ...(init.status === 0 ? [] : [`init: ${init.stderr}`]),
      ...[first, second].flatMap(({ output }) => (output === '' ? [] : [output])),
      ...[first, second].map(
        ({ errors, warnings }) => `errors: ${list(errors)}; warnings: ${list(warnings)}`,
      ),
      ...missing.map(({ label = '', target }) => `menu ${label} → ${target}`),
      ...moved.map((one) => `moved ${one}`),
      ...leaks.map((one) => `leak ${one}`),
      ...lost.slice(0, 200).map((one) => `lost ${one}`),
    ],
  };
}

function list(found: ReadonlyMap<string, number>): string {
  return [...found].map(([code, count]) => `${code} ${count}`).join(', ');
}

interface Run {
  readonly exit: number | string;
  readonly errors: ReadonlyMap<string, number>;
  readonly warnings: ReadonlyMap<string, number>;
  /** What was printed in place of a report. */
  readonly output: string;
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

/** Runs `docs build` in a process. */
function build(site: string, out: string): Run {
  const report = join(work, 'report.json');
  const preload = pathToFileURL(resolve('bench/measure.mjs')).href;
  const command = [
    resolve('bin/docs.js'),
    'build',
    site,
    '--format',
    'json',
    '--no-cache',
    '--out-dir',
    out,
  ];
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', preload, ...command],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      env: { ...process.env, BENCH_REPORT: report, BENCH_PARENT: String(process.pid) },
    },
  );
  const { findings = [] }: { findings?: { severity: string; code: string }[] } =
    stdout === '' ? {} : JSON.parse(stdout);
  const { cpuSeconds, maxRssKb } = JSON.parse(readFileSync(report, 'utf8'));
  const counts = (severity: string): ReadonlyMap<string, number> => {
    const found = new Map<string, number>();
    for (const one of findings) {
      if (one.severity === severity) found.set(one.code, (found.get(one.code) ?? 0) + 1);
    }
    return found;
  };
  return {
    exit: status ?? signal ?? '?',
    errors: counts('error'),
    warnings: counts('warning'),
    output: stdout === '' ? stderr : '',
    cpuSeconds,
    megabytes: Math.round(maxRssKb / 1024),
  };
}

interface Output {
  readonly pages: readonly CorpusPage[];
  /** Sources whose address has no page. */
  readonly moved: readonly string[];
  /** Pages with left-over syntax, with the first of it. */
  readonly leaks: readonly string[];
  readonly words: number;
  /** Lost words with their page. */
  readonly lost: readonly string[];
}

/** Compares each source with the page at the address that the tool gives to it. */
function readOutput(corpus: Corpus, checkout: string, out: string): Output {
  const moved: string[] = [];
  const leaks: string[] = [];
  const lost: string[] = [];
  const pages: CorpusPage[] = [];
  let words = 0;
  const content = join(checkout, corpus.pages);
  for (const path of markdownFiles(content)) {
    const source = readFileSync(join(content, path), 'utf8');
    const frontmatter = frontmatterOf(source);
    const address = addressOf(corpus, path, frontmatter);
    if (address === undefined) continue;
    pages.push({ path, id: frontmatter.id, address });
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
  return { id: value('id'), slug: value('slug'), draft: value('draft') };
}

/** Puts a row into the table: in place of the corpus' last one, else in the order of the list. */
function writeRow(name: string, row: string): void {
  const lines = readFileSync(TABLE, 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith('|---')) + 1;
  const count = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  const rows = new Map(lines.slice(start, start + count).map((line) => [line.split(' ')[1], line]));
  rows.set(name, row);
  const ordered = CORPORA.flatMap((corpus) => rows.get(corpus.name) ?? []);
  writeFileSync(TABLE, lines.toSpliced(start, count, ...ordered).join('\n'));
}
