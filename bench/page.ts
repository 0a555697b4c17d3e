import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { launchBrowser } from '../test/support/browser.ts';
import { writeSite } from './bench-sites.ts';
import { type Generator, generators } from './generators.ts';
import { runLighthouse } from './lighthouse.ts';
import { CONTROLS } from './page-controls.ts';
import { readPageOptions } from './page-options.ts';
import { type Guide, type PageResults, printPageResults } from './page-report.ts';
import { startPageServer } from './page-server.ts';
import {
  observe,
  type ServedSite,
  timeControl,
  timeNavigation,
  type Work,
  weigh,
} from './page-visit.ts';
import { makeCorpus } from './pages.ts';
import { PEERS_FOLDER } from './peers-install.ts';
import { measure } from './usage.ts';

// Reads pages of this site and of a generated corpus, made by several generators, in Chromium; see `--help`.
const SLOWDOWN = 4;
/** Pages of this site: a guide first. */
const OWN_PAGES = {
  guide: '/docs/randomness/backend/',
  home: '/',
  SDK: '/docs/sdk/nft-ai/',
  operation: '/docs/api/post-badge-mint/',
  info: '/docs/api/achievo-api/',
};

const options = readPageOptions();
mkdirSync(PEERS_FOLDER, { recursive: true });
const work = mkdtempSync(join(PEERS_FOLDER, 'pages-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const browser = await launchBrowser();
const results: PageResults = {
  guides: [],
  pages: [],
  audits: [],
  versions: new Map(),
  failures: new Map(),
};

const all = generators('bin/docs.js');
for (const pages of options.sizes)
  for (const generator of all.filter(({ name }) => options.only.includes(name)))
    await attempt(`${generator.name}, ${pages} pages`, () => measureGenerator(generator, pages));
if (options.only.includes('this-site')) await attempt('this site', measureOwn);
await browser.close();
console.log(printPageResults(results));

/** A run that is ended early leaves what is complete. */
function save(): void {
  if (options.out !== '-') writeFileSync(options.out, printPageResults(results));
}

async function attempt(what: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    console.error(`${what}: ${message}`);
    results.failures.set(what, message);
  }
  save();
}

async function measureGenerator(generator: Generator, pages: number): Promise<void> {
  const { name, prepare, command, outDir } = generator;
  results.versions.set(name, prepare());
  const folder = join(work, `${name}-${pages}`);
  const corpus = makeCorpus(pages);
  writeSite({ folder, corpus, generator });
  await measure(command(folder));
  // All of them have the addresses of the sources.
  const paths = [...corpus.keys()].filter((path) => /\/page-\d+\.md$/.test(path));
  const path = paths[Math.floor(paths.length / 2)]?.replace(/^content(.*)\.md$/, '$1') ?? '';
  const slash = name === 'vitepress' ? '' : '/';
  await served(join(folder, outDir), path + slash, async (site) => {
    results.guides.push(await measureGuide(`${name}, ${pages} pages`, name, site));
  });
  rmSync(folder, { recursive: true });
}

async function measureOwn(): Promise<void> {
  const outDir = join(work, 'own');
  const [docwright] = all;
  const { file, args } = docwright?.command('.') ?? { file: '', args: [] };
  await measure({ file, args: [...args, '--out-dir', outDir], cwd: resolve('.') });
  const pages = { ...OWN_PAGES, longest: longestPage(outDir) };
  await served(outDir, OWN_PAGES.guide, async (site) => {
    results.guides.push(await measureGuide('this site', 'this site', site));
    for (const [kind, path] of Object.entries(pages)) {
      const { page } = await weigh({ ...site, path });
      const works = await repeat(() => observe({ ...site, path }, SLOWDOWN));
      results.pages.push({ kind, path, bytes: page.all, works });
    }
    for (const [kind, path] of options.lighthouse ? Object.entries(pages) : [])
      await attempt(`Lighthouse, ${kind}`, async () => {
        const audit = await runLighthouse(site.server.origin + path, work);
        results.audits.push({ kind, path, audit });
      });
  });
}

async function served(
  folder: string,
  path: string,
  run: (site: ServedSite) => Promise<void>,
): Promise<void> {
  const server = await startPageServer(folder);
  await run({ browser, server, path }).finally(server.close);
}

async function measureGuide(title: string, generator: string, site: ServedSite): Promise<Guide> {
  const weight = await weigh(site);
  const works: readonly Work[] = await repeat(() => observe(site, SLOWDOWN));
  const navigations = {
    fast: await repeat(() => timeNavigation(site, 1)),
    slow: await repeat(() => timeNavigation(site, SLOWDOWN)),
  };
  const controls = new Map<string, readonly number[]>();
  for (const control of CONTROLS.get(generator) ?? [])
    await attempt(`${title}, ${control.name}`, async () => {
      const times = await repeat(() => timeControl(site, SLOWDOWN, control));
      controls.set(
        control.name,
        times.filter((time) => time !== undefined),
      );
    });
  console.error(`${title}: ${weight.page.all} bytes`);
  return { title, weight, works, navigations, controls };
}

async function repeat<Result>(run: () => Promise<Result>): Promise<readonly Result[]> {
  const found: Result[] = [];
  for (let count = 0; count < options.runs; count += 1) found.push(await run());
  return found;
}

/** The address of the page with the largest document. */
function longestPage(outDir: string): string {
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('index.html'))
    .map((file) => ({ file, size: statSync(join(outDir, file)).size }));
  const [longest] = files.toSorted((a, b) => b.size - a.size);
  return `/${dirname(longest?.file ?? '')}/`;
}
