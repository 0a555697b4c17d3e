import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { GITHUB } from './apis-list.ts';
import { installed } from './npm-packages.ts';

// Builds sites from real API descriptions, and prints the usage of the whole build and of the reference stage, and the
// size of the pages. GitHub's package has 400 MB: it is downloaded once into the cache below node_modules.

interface Subject {
  readonly name: string;
  readonly file: string;
}

const SUBJECTS: readonly Subject[] = [
  { name: 'GitHub', file: join(installed(GITHUB), 'generated', 'api.github.com.json') },
  {
    name: 'GitHub webhooks',
    file: 'node_modules/@octokit/openapi-webhooks/generated/api.github.com.json',
  },
  { name: 'Blockfrost', file: 'node_modules/@blockfrost/openapi/openapi.yaml' },
  { name: 'rclone', file: 'node_modules/rclone-openapi/openapi.yaml' },
  { name: 'Directus', file: 'node_modules/@directus/specs/dist/openapi.json' },
];

interface Usage {
  readonly cpuSeconds: number;
  readonly maxRssKb: number;
}

interface Stage {
  readonly pages: number;
  readonly fileBytes: number;
  readonly seconds: Readonly<Record<string, number>>;
}

const work = mkdtempSync(join(tmpdir(), 'docwright-bench-api-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
console.log(
  row('', [
    'pages',
    'build CPU s',
    'peak MB',
    'read+check',
    'stage CPU s',
    'gz p50 KB',
    'p95',
    'max',
    'elements',
  ]),
);
measure('Achievo', resolve('.'));
for (const subject of SUBJECTS) measure(subject.name, writeSite(subject));

/** Writes a site that consists only of a description. */
function writeSite({ name, file }: Subject): string {
  const site = join(work, name.replaceAll(' ', '-'));
  mkdirSync(join(site, 'openapi'), { recursive: true });
  const spec = `openapi/description${extname(file)}`;
  copyFileSync(file, join(site, spec));
  const config = {
    title: name,
    url: 'https://docs.example.com',
    openapi: [{ spec, routeBase: '/api' }],
    // Some of them link to pages of their vendors' sites by path.
    links: { rules: { 'page-not-found': 'warning', 'anchor-not-found': 'warning' } },
  };
  writeFileSync(join(site, 'site.config.ts'), `export default ${JSON.stringify(config)};\n`);
  writeFileSync(join(site, 'index.md'), `# ${name}\n`);
  return site;
}

function measure(name: string, site: string): void {
  const out = join(work, 'out');
  const report = join(work, 'report.json');
  const usage = build(site, { out, report });
  run([resolve('scripts/run.mjs'), 'bench/api-stage.ts', site, report]);
  const stage: Stage = JSON.parse(readFileSync(report, 'utf8'));
  const { read = 0, check = 0, load = 0, graph = 0, articles = 0, files = 0 } = stage.seconds;
  const pages = weigh(join(out, name === 'Achievo' ? 'docs/api' : 'api'));
  const sizes = pages.map(({ gzip }) => gzip).sort((a, b) => a - b);
  const at = (share: number): string =>
    ((sizes[Math.floor((sizes.length - 1) * share)] ?? 0) / 1024).toFixed(1);
  console.log(
    row(name, [
      String(stage.pages),
      usage.cpuSeconds.toFixed(2),
      (usage.maxRssKb / 1024).toFixed(0),
      (read + check).toFixed(2),
      (load + graph + articles + files).toFixed(2),
      at(0.5),
      at(0.95),
      at(1),
      String(Math.max(...pages.map(({ elements }) => elements))),
    ]),
  );
  rmSync(out, { recursive: true, force: true });
}

function build(site: string, { out, report }: { out: string; report: string }): Usage {
  const preload = pathToFileURL(resolve('bench/measure.mjs')).href;
  const arguments_ = ['--import', preload, resolve('bin/docs.js'), 'build', site, '--out-dir', out];
  run(arguments_, { BENCH_REPORT: report, BENCH_PARENT: String(process.pid) });
  return JSON.parse(readFileSync(report, 'utf8'));
}

function run(arguments_: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const { status, stderr } = spawnSync(process.execPath, [...arguments_], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  if (status === 0) return;
  console.error(`${stderr}\nfailed with exit code ${status}`);
  process.exit(1);
}

/** Gzip size and number of elements of each page of operations and webhooks. */
function weigh(folder: string): readonly { gzip: number; elements: number }[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'schemas')
    .map(({ name }) => readFileSync(join(folder, name, 'index.html'), 'utf8'))
    .filter((html) => html.includes('class="api-route"'))
    .map((html) => {
      return { gzip: gzipSync(html).length, elements: html.match(/<[a-z]/g)?.length ?? 0 };
    });
}

function row(title: string, columns: readonly string[]): string {
  return [title.padEnd(18), ...columns.map((column) => column.padStart(12))].join('');
}
