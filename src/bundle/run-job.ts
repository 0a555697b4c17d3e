import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type {
  BuildContext,
  BuildOptions,
  BuildResult,
  Message,
  Metafile,
  OutputFile,
  Plugin,
} from 'esbuild';
import type { Fact, FactRecorder } from '../cache/fact-recorder.ts';
import { loadEsbuild } from '../config/loading/esbuild.ts';
import { importSettings, withExtended } from '../config/loading/tsconfig.ts';
import { RAW_PREFIX } from '../markdown/mdx/find-components.ts';
import { ASSETS_FOLDER, type FilePath, toFilePath } from '../shared/paths.ts';
import { readIslands } from './island-modules.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { ALIAS, MISSING, resolvePlugin } from './resolve-plugin.ts';
import { hostModulesPlugin, sharedModulesPlugin } from './shared-modules-plugin.ts';

/** Prefix of the modules of pages. */
export const PAGE = 'docwright-page:';

/** Prefix and namespace of the entries; esbuild mixes it into the hashes of outputs. */
const ENTRY = 'docwright-entry';

/** Runs esbuild. Rejects as esbuild does; the recorder then has all that was read until the failure. */
export async function runJob(job: BundleJob, recorder: FactRecorder): Promise<BundleOutput> {
  const { build } = await loadEsbuild();
  return readOutput(recorder, await build(esbuildOptions(job, recorder)));
}

/** A job that esbuild keeps ready to run again, with all parsed modules. */
export interface OpenJob {
  readonly run: () => Promise<BundleOutput>;
  readonly close: () => Promise<void>;
}

export async function openJob(job: BundleJob, recorder: FactRecorder): Promise<OpenJob> {
  const options = esbuildOptions(job, recorder);
  const { context } = await loadEsbuild();
  const opened: BuildContext<typeof options> = await context(options);
  return {
    run: async () => readOutput(recorder, await opened.rebuild()),
    close: () => opened.dispose(),
  };
}

function esbuildOptions(job: BundleJob, recorder: FactRecorder) {
  const resolving = resolvePlugin({
    ...job,
    entries: ENTRY,
    recorder,
    isTolerant: job.pages !== undefined,
    hasIslands: job.react === 'host',
  });
  // Loads the entries, which are not files.
  const { entries, external } = job;
  return {
    ...(job.platform === 'browser' ? BROWSER : SERVER),
    publicPath: job.assetsUrl,
    tsconfigRaw: importSettings(job.tsconfig),
    entryPoints: Object.fromEntries(job.entries.map(({ name }) => [name, `${ENTRY}:${name}`])),
    splitting: job.splitting,
    ...(job.sourceMap ? { sourcemap: 'external', sourcesContent: false } : MINIFIED),
    external: job.external.filter((url) => !url.startsWith('./')),
    plugins: [
      startPlugin(job, recorder),
      {
        name: 'docwright-entries',
        setup(plugin) {
          plugin.onResolve({ filter: new RegExp(`^${ENTRY}:`) }, ({ path }) => ({
            path: path.slice(ENTRY.length + 1),
            namespace: ENTRY,
          }));
          plugin.onResolve({ filter: /^\.\//, namespace: ENTRY }, ({ path }) =>
            external.includes(path) ? { path, external: true } : undefined,
          );
          plugin.onLoad({ filter: /.*/, namespace: ENTRY }, ({ path }) => {
            const entry = entries.find(({ name }) => name === path);
            return (
              entry && { contents: entry.text, loader: entry.loader, resolveDir: PACKAGE_ROOT }
            );
          });
        },
      },
      ...(job.platform === 'browser' ? [lunrPlugin(recorder)] : []),
      ...(job.react === 'shared' ? [sharedModulesPlugin()] : []),
      ...(job.react === 'host' ? [hostModulesPlugin()] : []),
      ...(job.pages === undefined ? [] : [pagesPlugin(job.pages, recorder)]),
      resolving,
    ],
    ...COMMON,
    alias: { ...ALIAS, ...job.alias },
    define: { ...COMMON.define, ...job.define },
  } as const satisfies BuildOptions;
}

const COMMON = {
  // Names in outputs are relative to it; nothing is written.
  absWorkingDir: PACKAGE_ROOT,
  // Files that templates import have the same URL in HTML and scripts.
  outdir: join(PACKAGE_ROOT, ASSETS_FOLDER),
  bundle: true,
  write: false,
  metafile: true,
  entryNames: '[name]-[hash]',
  chunkNames: 'chunk-[hash]',
  assetNames: '[name]-[hash]',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'silent',
  legalComments: 'none',
} as const satisfies BuildOptions;

const BROWSER = {
  format: 'esm',
  platform: 'browser',
  target: ['es2022'],
  minify: true,
} as const satisfies BuildOptions;

/** Names stay, for stacks. */
const MINIFIED = { minifyWhitespace: true, minifySyntax: true } as const;

const SERVER = {
  format: 'cjs',
  platform: 'node',
  target: 'node20',
} as const satisfies BuildOptions;

function startPlugin({ tsconfig }: BundleJob, recorder: FactRecorder): Plugin {
  return {
    name: 'docwright-start',
    setup: (plugin) =>
      plugin.onStart(() => {
        recorder.start();
        if (tsconfig !== undefined) recorder.read(withExtended(tsconfig));
      }),
  };
}

/** Loads the code of pages with components, and files as text. */
function pagesPlugin(pages: NonNullable<BundleJob['pages']>, recorder: FactRecorder): Plugin {
  const codes = new Map(pages.map((page) => [page.file, page]));
  return {
    name: 'docwright-pages',
    setup(plugin) {
      plugin.onResolve({ filter: new RegExp(`^${PAGE}`) }, ({ path }) => ({
        path: path.slice(PAGE.length),
        namespace: PAGE.slice(0, -1),
      }));
      plugin.onResolve({ filter: new RegExp(`^${RAW_PREFIX}`) }, ({ path }) => {
        const file = path.slice(RAW_PREFIX.length);
        recorder.looked(file);
        return existsSync(file)
          ? { path: file, namespace: RAW_PREFIX.slice(0, -1) }
          : { path, namespace: MISSING };
      });
      plugin.onLoad({ filter: /.*/, namespace: PAGE.slice(0, -1) }, ({ path }) => {
        const page = codes.get(path);
        return page && { contents: page.code, loader: 'jsx', resolveDir: page.folder };
      });
      plugin.onLoad({ filter: /.*/, namespace: RAW_PREFIX.slice(0, -1) }, ({ path }) => {
        const contents = readFileSync(path);
        recorder.loaded(path, contents);
        return { contents, loader: 'text' };
      });
      plugin.onLoad({ filter: new RegExp(`^${RAW_PREFIX}`), namespace: MISSING }, () => ({
        contents: 'module.exports = ""',
        loader: 'js',
      }));
    },
  };
}

interface Built {
  readonly outputFiles: readonly OutputFile[];
  readonly metafile: Metafile;
  readonly warnings: BuildResult['warnings'];
}

function readOutput(
  recorder: FactRecorder,
  { outputFiles, metafile, warnings }: Built,
): BundleOutput {
  const files = outputFiles.map(
    ({ path, contents }) => [toFilePath(relative(PACKAGE_ROOT, path)), contents] as const,
  );
  const entries = Object.entries(metafile.outputs).flatMap(([file, { entryPoint }]) =>
    entryPoint?.startsWith(`${ENTRY}:`) === true
      ? [[entryPoint.slice(ENTRY.length + 1), toFilePath(file)] as const]
      : [],
  );
  // Other modules have a namespace, or names like `<data:…>` and `(disabled):…`.
  const plain = Object.keys(metafile.inputs).filter((name) => !/^(?:[\w-]+:|[<(])/.test(name));
  recorder.read(plain.map((name) => join(PACKAGE_ROOT, name)));
  const missing = Object.entries(metafile.inputs).flatMap(([importer, { imports }]) =>
    imports.flatMap(({ path }) =>
      path.startsWith(`${MISSING}:`) ? [[importer, path.slice(MISSING.length + 1)] as const] : [],
    ),
  );
  return {
    files: new Map(files),
    entries: new Map(entries),
    islands: readIslands(metafile),
    warnings,
    missing,
    facts: recorder.facts(),
  };
}

/** The code of a page with components. */
interface PageSource {
  /** Relative to the site folder. */
  readonly file: string;
  /** JavaScript with JSX. */
  readonly code: string;
  /** Absolute folder from which imports are resolved. */
  readonly folder: string;
}

/** A virtual module that becomes an output. */
export interface JobEntry {
  /** Name of the output, without hash and extension. */
  readonly name: string;
  readonly text: string;
  readonly loader: 'tsx' | 'css';
}

/** A run of esbuild as plain data: with equal JSON and the same files, the output is the same. */
export interface BundleJob {
  /** Absolute. */
  readonly siteDir: string;
  /** Folders of templates that replace default ones, absolute: the site's own, then those of themes. */
  readonly templatesDirs: readonly string[];
  /** Absolute path of the TypeScript settings of the site, which have `paths` of imports. */
  readonly tsconfig: string | undefined;
  /** Default templates that the site overrides, by path below `templates/`, sorted. */
  readonly overrides: readonly string[];
  /** URL of the assets folder, with its final slash. */
  readonly assetsUrl: string;
  readonly entries: readonly JobEntry[];
  /** `browser`: minified ES modules; `server`: a CommonJS module. */
  readonly platform: 'browser' | 'server';
  /** Whether to write a source map for each script. */
  readonly sourceMap: boolean;
  /** React is part of the output (`bundled`), shared by its own script (`shared`), or required from the host (`host`). */
  readonly react: 'bundled' | 'shared' | 'host';
  /** Whether code shared by entries goes into separate files. */
  readonly splitting: boolean;
  /** URLs that stay imports. */
  readonly external: readonly string[];
  /** Pages that the entries import as `docwright-page:<file>`. Imports that are not found become empty modules. */
  readonly pages?: readonly PageSource[];
  /** Starts of imports with their absolute folders. */
  readonly alias?: Readonly<Record<string, string>>;
  /** Values of global names, as code. */
  readonly define?: Readonly<Record<string, string>>;
  /** Modules that do not compile, by name, sorted: the modules that import them throw `BROKEN`. */
  readonly broken?: readonly string[];
}

/** The output of a run. Plain data, cached in memory and on disk. */
export interface BundleOutput {
  /** By path relative to the output folder. */
  readonly files: ReadonlyMap<FilePath, Uint8Array>;
  /** The file of each entry, by the entry's name. */
  readonly entries: ReadonlyMap<string, FilePath>;
  /** The absolute files of modules that begin with 'use client', by name, in a server's bundle. */
  readonly islands: ReadonlyMap<string, string>;
  readonly warnings: readonly Message[];
  /** Modules of a tolerant job that are not found, with the modules that import them. */
  readonly missing: readonly (readonly [importer: string, specifier: string])[];
  /** The state of the disk during the run: the output is valid while all facts hold. */
  readonly facts: readonly Fact[];
}

/** The sources of lunr that load and query an index; the others build one and read lunr's query language. */
const SOURCES =
  'lunr utils field_ref set vector token_set token_set_builder pipeline match_data query index'.split(
    ' ',
  );

const LUNR = 'lunr';

/** Replaces lunr in scripts for browsers by the half of it that the search runs. */
function lunrPlugin(recorder: FactRecorder): Plugin {
  return {
    name: 'docwright-lunr',
    setup(plugin) {
      plugin.onResolve({ filter: /^lunr$/ }, () => ({ path: LUNR, namespace: LUNR }));
      plugin.onLoad({ filter: /.*/, namespace: LUNR }, () => ({
        contents: source(recorder),
        loader: 'js',
      }));
    },
  };
}

/** lunr's sources add to one object; its version is set when it is released. */
function source(recorder: FactRecorder): string {
  const manifest = createRequire(import.meta.url).resolve('lunr/package.json');
  const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  const parts = SOURCES.map((name) => {
    const file = join(dirname(manifest), 'lib', `${name}.js`);
    const bytes = readFileSync(file);
    recorder.loaded(file, bytes);
    return bytes.toString();
  });
  return [...parts, `lunr.version = ${JSON.stringify(version)};`, 'export default lunr;'].join(
    '\n',
  );
}
