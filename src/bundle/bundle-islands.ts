import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { OutputFile } from '../publish/output-file.ts';
import {
  type AddressStyle,
  type FilePath,
  printFile,
  toOutputPath,
  type Url,
} from '../shared/paths.ts';
import { browserJob, type ClientAsset, integrityOf } from './bundle-client.ts';
import type { Bundler } from './bundler.ts';
import type { BundleJob, BundleOutput, JobEntry } from './run-job.ts';

/** The scripts of the islands of a site. */
export interface Islands {
  readonly loader: ClientAsset | undefined;
  /** By the names of the modules. */
  readonly scripts: ReadonlyMap<string, Url>;
  readonly files: readonly OutputFile[];
  /** Equal keys mean equal scripts. */
  readonly key: string;
}

export const NO_ISLANDS: Islands = { loader: undefined, scripts: new Map(), files: [], key: '' };

interface IslandsInput {
  readonly siteDir: string;
  readonly templatesDirs: readonly string[];
  /** URL of the assets folder, with its final slash. */
  readonly assetsUrl: string;
  readonly style: AddressStyle;
  /** URL of the script with React. */
  readonly react: Url | undefined;
  readonly broken: NonNullable<BundleJob['broken']>;
}

/** Bundles a script for each module, and one that starts them, which shares no file with them. */
export async function bundleIslands(
  modules: BundleOutput['islands'],
  input: IslandsInput,
  bundler: Bundler,
): Promise<Islands> {
  const { react, style } = input;
  if (modules.size === 0 || react === undefined) return NO_ISLANDS;
  const entry = ([module, file]: readonly [string, string]): JobEntry => ({
    name: entryName(module),
    text: `import * as module from ${JSON.stringify(file)};\nexport { module };`,
    loader: 'tsx',
  });
  const job = browserJob(input, [...modules].map(entry));
  const [{ files, entries }, starting] = await Promise.all([
    bundler.run('islands', { ...job, react: 'shared', pages: [], broken: input.broken }),
    bundler.run('island-loader', loaderJob(input, react)),
  ]);
  const hrefOf = (path: FilePath): Url => printFile(path, style);
  const [[loader, code] = []] = starting.files;
  if (loader === undefined || code === undefined) return NO_ISLANDS;
  const scripts = [...modules.keys()].flatMap((module) => {
    const path = entries.get(entryName(module));
    return path === undefined ? [] : [[module, hrefOf(path)] as const];
  });
  return {
    loader: { href: hrefOf(loader), integrity: integrityOf(code) },
    scripts: new Map(scripts),
    // Style sheets and media are files of the components too.
    files: [...files, ...starting.files].flatMap(([path, content]) =>
      path.endsWith('.js') ? [{ path: toOutputPath(path), content }] : [],
    ),
    key: JSON.stringify([loader, scripts]),
  };
}

function loaderJob(input: IslandsInput, react: Url): BundleJob {
  const entry = { name: 'islands', text: loaderSource(react), loader: 'tsx' } as const;
  return { ...browserJob(input, [entry]), react: 'shared', splitting: false, external: [react] };
}

function loaderSource(react: Url): string {
  return `
import { startIslands } from './src/client/islands.ts';
startIslands(new URL('.', import.meta.url), () => import(${JSON.stringify(react)}));
`;
}

/** The module's file name and a hash of its path. */
function entryName(module: string): string {
  const name = basename(module)
    .replace(/\.\w+$/, '')
    .replaceAll(/[^\w-]/g, '-');
  return `island-${name}-${createHash('sha256').update(module).digest('hex').slice(0, 6)}`;
}
