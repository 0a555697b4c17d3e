import { createHash } from 'node:crypto';
import { diagnostic } from '../diagnostics/create.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { OutputFile } from '../publish/output-file.ts';
import { DATA_SCHEMA } from '../shared/page-data.ts';
import { type FilePath, printFile, toOutputPath, type Url } from '../shared/paths.ts';
import type { BundleOutput } from './bundle-job.ts';
import { type Bundler, plainBundler } from './bundler.ts';
import {
  APP,
  appJob,
  type ClientInput,
  HEAD,
  pageEntry,
  pagesJob,
  SCRIPT,
  SEARCH,
  STYLES,
  scriptJob,
  searchJob,
  stylesJob,
} from './client-jobs.ts';
import { bundleDiagnostics, bundleWarnings } from './esbuild-diagnostics.ts';

export type { ClientInput } from './client-jobs.ts';

/** A script or style sheet as the page refers to it; `integrity` is a Subresource Integrity value. */
export interface ClientAsset {
  readonly href: Url;
  readonly integrity: string;
}

/** What the browser loads. */
export interface ClientBundle {
  readonly files: readonly OutputFile[];
  readonly script: ClientAsset;
  readonly styles: ClientAsset;
  /** Runs before the first paint, on sites that need it. */
  readonly head: ClientAsset | undefined;
  /** Hash of the client's code and of the shape of page bundles: changes when an open tab can no longer read them. */
  readonly generation: string;
  /** The script of each React page. */
  readonly pageEntries: ReadonlyMap<FilePath, ClientAsset>;
}

export interface BundledClient {
  readonly client: ClientBundle | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Bundles the client's scripts (split, hashed), the one style sheet, and a script for each React page. */
export async function bundleClient(
  input: ClientInput,
  bundler: Bundler = plainBundler(),
): Promise<BundledClient> {
  const runs = await Promise.allSettled([
    runScripts(input, bundler),
    bundler.run('styles', stylesJob(input)),
    ...(input.reactPages.length === 0 ? [] : [bundler.run('pages', pagesJob(input))]),
  ]);
  // All that failed is told, in the same order each time.
  const failures = runs.filter((run) => run.status === 'rejected');
  if (failures.length > 0) {
    const diagnostics = failures.flatMap(({ reason }) => bundleDiagnostics(reason, input.siteDir));
    return { client: undefined, diagnostics };
  }
  const outputs = runs.flatMap((run) => (run.status === 'fulfilled' ? run.value : []));
  const bundled = readBundle(outputs, input);
  const warnings = outputs.flatMap((output) => output.warnings);
  const doubts = bundleWarnings(warnings, input.siteDir);
  return { client: bundled.client, diagnostics: [...bundled.diagnostics, ...doubts] };
}

/**
 * Each script is bundled before the one that loads it: in one run esbuild would move the few lines
 * that both need into a file of their own, which every first load would have to wait for.
 */
async function runScripts(input: ClientInput, bundler: Bundler): Promise<readonly BundleOutput[]> {
  const search = await bundler.run('search', searchJob(input));
  const urls = {
    dialog: urlOf(SEARCH.dialog, search),
    worker: urlOf(SEARCH.worker, search),
    analytics: urlOf(SEARCH.analytics, search),
  };
  const app = await bundler.run('app', appJob(input, urls));
  const client = await bundler.run('client', scriptJob(input, urlOf(APP, app)));
  return [search, app, client];

  function urlOf(entry: string, { entries }: BundleOutput): Url {
    return printFile(entries.get(entry) ?? '', input.style);
  }
}

function readBundle(outputs: readonly BundleOutput[], input: ClientInput): BundledClient {
  const assets = new Map(outputs.flatMap(({ files }) => [...files]));
  const places = new Map(outputs.flatMap(({ entries }) => [...entries]));
  const entry = (name: string): ClientAsset | undefined => {
    const path = places.get(name);
    const content = path === undefined ? undefined : assets.get(path);
    if (path === undefined || content === undefined) return undefined;
    return { href: printFile(path, input.style), integrity: integrityOf(content) };
  };
  const script = entry(SCRIPT);
  const styles = entry(STYLES);
  if (script === undefined || styles === undefined) {
    return {
      client: undefined,
      diagnostics: [diagnostic('bundle-error', { message: 'the client bundle has no entry' })],
    };
  }
  const pageEntries = new Map<FilePath, ClientAsset>();
  input.reactPages.forEach(({ file }, index) => {
    const found = entry(pageEntry(index));
    if (found !== undefined) pageEntries.set(file, found);
  });
  const files = [...assets].map(([path, content]) => ({ path: toOutputPath(path), content }));
  const head = entry(HEAD);
  const generation = generationOf(script);
  return { client: { files, script, styles, head, generation, pageEntries }, diagnostics: [] };
}

/** The script names every chunk of the client by its hash, and so stands for all of them. */
function generationOf({ integrity }: ClientAsset): string {
  return createHash('sha256').update(`${DATA_SCHEMA} ${integrity}`).digest('hex').slice(0, 12);
}

function integrityOf(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
