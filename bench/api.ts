import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { DIRECTORY, GITHUB } from './apis-list.ts';
import { installed } from './npm-packages.ts';

// Builds sites from real API descriptions, and prints the usage of the whole build and of the reference stage, and the
// size of the pages; beside it the usage of Redocly's `build-docs`, which makes one page of JavaScript. The packages of
// the large descriptions have 400 MB each: they are downloaded once into the cache below node_modules. Names select
// descriptions: `npm run bench:api -- GitHub Stripe`.
const REDOCLY = '@redocly/cli@2.77.0';

const REDOC = join(installed(REDOCLY), 'bin', 'cli.js');

interface Subject {
  readonly name: string;
  readonly file: () => string;
}

const SUBJECTS: readonly Subject[] = [
  { name: 'GitHub', file: () => join(installed(GITHUB), 'generated', 'api.github.com.json') },
  { name: 'Stripe', file: () => join(installed(DIRECTORY), 'api', 'stripe.com.json') },
  {
    name: 'GitHub webhooks',
    file: () => 'node_modules/@octokit/openapi-webhooks/generated/api.github.com.json',
  },
  { name: 'Blockfrost', file: () => 'node_modules/@blockfrost/openapi/openapi.yaml' },
  { name: 'rclone', file: () => 'node_modules/rclone-openapi/openapi.yaml' },
  { name: 'Directus', file: () => 'node_modules/@directus/specs/dist/openapi.json' },
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
    'output MB',
    'read+check',
    'stage CPU s',
    'gz p50 KB',
    'p95',
    'max',
    'elements',
    'Redocly CPU s',
    'peak MB',
  ]),
);
const wanted = new Set(process.argv.slice(2));
const isWanted = (name: string): boolean => wanted.size === 0 || wanted.has(name);
if (isWanted('Achievo')) measure('Achievo', resolve('.'), 'openapi/achievo.yaml');
for (const subject of SUBJECTS) {
  if (isWanted(subject.name)) measure(subject.name, writeSite(subject), subject.file());
}

/** Writes a site that consists only of a description. */
function writeSite({ name, file }: Subject): string {
  const site = join(work, name.replaceAll(' ', '-'));
  mkdirSync(join(site, 'openapi'), { recursive: true });
  const spec = `openapi/description${extname(file())}`;
  copyFileSync(file(), join(site, spec));
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

function measure(name: string, site: string, description: string): void {
  const out = join(work, 'out');
  const report = join(work, 'report.json');
  const usage = measured([resolve('bin/docs.js'), 'build', site, '--out-dir', out], report);
  const page = join(work, 'redocly.html');
  const redocly = measured([REDOC, 'build-docs', description, '--output', page], report);
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
      (sizeOf(out) / 1e6).toFixed(0),
      (read + check).toFixed(2),
      (load + graph + articles + files).toFixed(2),
      at(0.5),
      at(0.95),
      at(1),
      String(Math.max(...pages.map(({ elements }) => elements))),
      redocly.cpuSeconds.toFixed(2),
      (redocly.maxRssKb / 1024).toFixed(0),
    ]),
  );
  rmSync(out, { recursive: true, force: true });
}

/** Runs a Node program and returns its usage. */
function measured(program: readonly string[], report: string): Usage {
  const preload = pathToFileURL(resolve('bench/measure.mjs')).href;
  const env = { BENCH_REPORT: report, BENCH_PARENT: String(process.pid), REDOCLY_TELEMETRY: 'off' };
  run(['--import', preload, ...program], env);
  return JSON.parse(readFileSync(report, 'utf8'));
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
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
