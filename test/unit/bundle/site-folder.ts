import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BundleCache } from '../../../src/bundle/bundle-cache.ts';
import { type BundledClient, bundleClient } from '../../../src/bundle/bundle-client.ts';
import { type BundledRenderer, bundleRenderer } from '../../../src/bundle/bundle-renderer.ts';
import type { Bundler } from '../../../src/bundle/bundler.ts';
import { toFilePath } from '../../../src/shared/paths.ts';

/** A folder with files of a site that are bundled. */
export interface SiteFolder {
  readonly dir: string;
  /** Absolute path of a file. */
  readonly path: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  readonly remove: (file: string) => void;
  readonly dispose: () => void;
}

export function siteFolder(files: Readonly<Record<string, string>>): SiteFolder {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'docwright-bundle-')));
  const path = (file: string): string => join(dir, file);
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(path(file)), { recursive: true });
    writeFileSync(path(file), text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  return {
    dir,
    path,
    write,
    remove: (file) => rmSync(path(file), { recursive: true }),
    dispose: () => rmSync(dir, { recursive: true, force: true }),
  };
}

export interface Bundled {
  readonly client: BundledClient;
  readonly renderer: BundledRenderer;
}

/** The jobs of a site with a React page and own styles, sorted. */
export const ALL_JOBS: readonly string[] = [
  'app',
  'builder',
  'builder-languages',
  'builder-tools',
  'client',
  'react',
  'react-client',
  'renderer',
  'script-parts',
  'search',
  'style-parts',
  'styles',
];

/** Everything that a site has bundled; `pages` are its React pages. */
export async function bundleAll(
  { dir }: SiteFolder,
  pages: readonly string[],
  bundler?: Bundler,
): Promise<Bundled> {
  const input = {
    siteDir: dir,
    templatesDirs: [join(dir, 'templates')],
    assetsUrl: '/base/dw-assets/',
    style: { baseUrl: '/base/', trailingSlash: true },
    features: [],
    css: '.a{color:red}',
    hasRedirects: false,
    reactPages: pages.map((page) => {
      const file = toFilePath(page);
      return { file, path: file, originalFile: file, locale: undefined, absolute: join(dir, page) };
    }),
  };
  const [renderer, client] = await Promise.all([
    bundleRenderer(input, bundler),
    bundleClient(input, bundler),
  ]);
  return { renderer, client };
}

/** What was bundled, as text that is equal where every byte is. */
export function describeBundled({ client, renderer }: Bundled): string {
  const { files = [], ...rest } = client.client ?? {};
  const bytes = files.map(({ path, content }) => `${path} ${Buffer.from(content).toString('hex')}`);
  return JSON.stringify([
    bytes.toSorted(),
    { ...rest, islands: [...(renderer.islands?.keys() ?? [])] },
    client.diagnostics,
    renderer.hash,
    renderer.diagnostics,
  ]);
}

/** A cache that keeps nothing and tells which jobs esbuild has run since it was asked last, sorted. */
export function runsOf(): { readonly cache: BundleCache; readonly take: () => readonly string[] } {
  const names: string[] = [];
  return {
    cache: { read: () => undefined, write: (name) => void names.push(name) },
    take: () => names.splice(0).toSorted(),
  };
}
