import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { loadConfig } from '../src/config/load.ts';
import { discover } from '../src/content/discover.ts';
import { NO_BUNDLES } from '../src/pipeline/bundle.ts';
import { createSite, siteMemory } from '../src/pipeline/produce.ts';
import type { IndexedSection } from '../src/search/index/build-index.ts';
import { pageSections } from '../src/search/index/page-sections.ts';

/** Real documentation from an npm package or a checkout. */
export interface CorpusSource {
  readonly name: string;
  /** Package and version to download into the cache; undefined for an installed package or a checkout. */
  readonly package?: string;
  /** Repository on GitHub and commit; its checkout is expected in `<folder of checkouts>/<name>`. */
  readonly repository?: string;
  /** A folder of Markdown files, or an API description, below `node_modules` or in the checkout. */
  readonly path: string;
  /** Other tools' syntax in its files. */
  readonly dialects?: readonly string[];
  /** A folder inside of it to leave out. */
  readonly except?: string;
}

export const BUN: CorpusSource = {
  name: 'bun',
  package: 'bun-types@1.4.5',
  path: 'bun-types/docs',
  except: 'lint',
};
export const AI: CorpusSource = { name: 'ai', package: 'ai@6.0.326', path: 'ai/docs' };
export const NPM: CorpusSource = {
  name: 'npm',
  package: 'npm@11.21.2',
  path: 'npm/docs/content',
};
export const VITE: CorpusSource = {
  name: 'vite',
  repository: 'vitejs/vite@a98c8d95d552',
  path: 'docs',
  dialects: ['vitepress'],
};
export const ESLINT: CorpusSource = {
  name: 'eslint',
  repository: 'eslint/eslint@c27bc926e496',
  path: 'docs/src',
};
export const VITEST: CorpusSource = {
  name: 'vitest',
  repository: 'vitest-dev/vitest@c3ba16b35847',
  path: 'docs',
  dialects: ['vitepress'],
};

const CACHE = resolve('node_modules', '.cache', 'docwright-bench-search');

/**
 * The sections of a corpus with their complete texts, as the pipeline indexes them; none without its checkout.
 */
export async function readCorpus(
  source: CorpusSource,
  checkouts = '',
): Promise<readonly IndexedSection[]> {
  const isCheckout = source.repository !== undefined;
  const folder = isCheckout ? resolve(checkouts, source.name, source.path) : fetched(source);
  if (isCheckout && !existsSync(folder)) return [];
  const site = mkdtempSync(join(tmpdir(), 'docwright-bench-search-'));
  try {
    writeSite(site, source, folder);
    return await sectionsOf(site);
  } finally {
    rmSync(site, { recursive: true, force: true });
  }
}

function fetched({ package: wanted, path }: CorpusSource): string {
  if (wanted === undefined) return resolve('node_modules', path);
  const cache = join(CACHE, wanted.replaceAll('/', '+'));
  const file = join(cache, 'node_modules', path);
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, 'package.json'), '{"private":true}\n');
  console.log(`fetching ${wanted}`);
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'];
  spawnSync('npm', ['install', ...flags, wanted], { cwd: cache, stdio: 'ignore' });
  return file;
}

function writeSite(
  site: string,
  { name, except, dialects = [] }: CorpusSource,
  source: string,
): void {
  const isApi = extname(source) !== '';
  const spec = `openapi/${basename(source)}`;
  const config = {
    title: name,
    url: 'https://docs.example.com',
    ...(dialects.length === 0 ? {} : { contentDir: 'content', markdown: { dialects } }),
    ...(isApi ? { openapi: [{ spec, routeBase: '/api' }] } : {}),
  };
  writeFileSync(join(site, 'site.config.ts'), `export default ${JSON.stringify(config)};\n`);
  if (isApi) {
    mkdirSync(join(site, 'openapi'));
    cpSync(source, join(site, spec));
    return;
  }
  for (const entry of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    // Components in `.mdx` are not available: their text is read as Markdown.
    if (!/\.mdx?$/.test(entry) || entry.split(sep)[0] === except) continue;
    const target = join(site, 'content', 'docs', entry.replace(/x$/, ''));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(source, entry), target);
  }
}

async function sectionsOf(folder: string): Promise<readonly IndexedSection[]> {
  const { config } = await loadConfig({ siteDir: folder });
  if (config === undefined) throw new Error(`${folder} has no configuration`);
  const locate = () => ({ file: 'site.config.ts', line: 1, column: 1 });
  const sources = discover(config);
  const steps = createSite(siteMemory(undefined));
  steps.sources.set({ config, locate, sources });
  steps.set({ bundles: NO_BUNDLES, history: new Map() });
  const { site, read } = steps;
  return [...site.graph.pages.values()].flatMap((node) =>
    pageSections({
      node,
      page: site.pageInput(node).page,
      readArticle: read.readArticle,
      scanned: [],
      article: node.type === 'api' ? site.apiArticle(node).sections : [],
      style: config,
    }),
  );
}
