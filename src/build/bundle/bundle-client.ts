import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  type BuildOptions,
  build,
  type OutputFile as BuiltFile,
  type Metafile,
  type Plugin,
} from 'esbuild';
import { diagnostic } from '../../diagnostics/create.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import {
  type AddressStyle,
  type FilePath,
  printFile,
  toFilePath,
  toOutputPath,
  type Url,
} from '../../shared/paths.ts';
import { BUNDLE_SCHEMA } from '../../shared/page-bundle.ts';
import type { OutputFile, SourceFile } from '../types.ts';
import { bundleDiagnostics, bundleWarnings } from './esbuild-diagnostics.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { sharedModulesPlugin } from './shared-modules-plugin.ts';
import { resolvePlugin, templateFile } from './resolve-plugin.ts';

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

export interface ClientInput {
  readonly siteDir: string;
  readonly templatesDir: string;
  readonly reactPages: readonly SourceFile[];
  readonly style: AddressStyle;
  /** URL of the assets folder, without a final slash. */
  readonly assetsUrl: string;
  /** Rules that the configuration asks for. */
  readonly css: string;
  /** Whether pages need a script before the first paint. */
  readonly needsHead: boolean;
}

export interface BundledClient {
  readonly client: ClientBundle | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Prefix and namespace of the entries that no file stands for. */
const ENTRY = 'docwright-entry';
const SCRIPT = 'client';
/** React and the templates: a chunk that the script loads when the page is idle. */
const APP = 'app';
const HEAD = 'head';
/** What the app loads when the reader turns to the search: the dialog, what answers queries, what counts them. */
const SEARCH = {
  dialog: 'search-dialog',
  worker: 'search-worker',
  analytics: 'search-analytics',
} as const;
const STYLES = 'styles';

/** Bundles the client's scripts (split, hashed), the one style sheet, and a script for each React page. */
export async function bundleClient(input: ClientInput): Promise<BundledClient> {
  try {
    const [scripts, pages] = await Promise.all([buildScripts(input), buildPages(input)]);
    const results = [...scripts, pages];
    const bundled = readBundle(results, input);
    const warnings = results.flatMap((result) => result.warnings);
    const doubts = bundleWarnings(warnings, input.siteDir);
    return { client: bundled.client, diagnostics: [...bundled.diagnostics, ...doubts] };
  } catch (cause) {
    return { client: undefined, diagnostics: bundleDiagnostics(cause, input.siteDir) };
  }
}

/**
 * Each script is bundled before the one that loads it: in one run esbuild would move the few lines
 * that both need into a file of their own, which every first load would have to wait for.
 */
async function buildScripts(input: ClientInput) {
  const search = await buildSearch(input);
  const urls = {
    dialog: urlOf(SEARCH.dialog, search),
    worker: urlOf(SEARCH.worker, search),
    analytics: urlOf(SEARCH.analytics, search),
  };
  const app = await build({
    ...browserOptions(input),
    entryPoints: { [APP]: `${ENTRY}:${APP}`, [STYLES]: `${ENTRY}:${STYLES}` },
    plugins: [entryPlugin(input, { search: urls }), resolvePlugin(input)],
  });
  const appUrl = urlOf(APP, app);
  const client = await build({
    ...browserOptions(input),
    entryPoints: {
      [SCRIPT]: `${ENTRY}:${SCRIPT}`,
      ...(input.needsHead ? { [HEAD]: `${ENTRY}:${HEAD}` } : {}),
    },
    external: [appUrl],
    plugins: [entryPlugin(input, { app: appUrl }), resolvePlugin(input)],
  });
  return [search, app, client];

  function urlOf(entry: string, { metafile }: BuildOutput): Url {
    const outputs = Object.entries(metafile.outputs);
    const file = outputs.find(([, { entryPoint }]) => entryPoint === `${ENTRY}:${entry}`)?.[0];
    return printFile(file ?? '', input.style);
  }
}

/** Neither shares a file with the other: the worker is loaded alone. React comes from the app. */
function buildSearch(input: ClientInput) {
  const names = Object.values(SEARCH);
  return build({
    ...browserOptions(input),
    splitting: false,
    entryPoints: Object.fromEntries(names.map((name) => [name, `${ENTRY}:${name}`])),
    plugins: [entryPlugin(input), sharedModulesPlugin(), resolvePlugin(input)],
  });
}

/** React pages take React and the theme from the app, which is there before them. */
function buildPages(input: ClientInput) {
  const entryPoints = Object.fromEntries(
    input.reactPages.map((_, index) => [`page-${index}`, `${ENTRY}:${index}`]),
  );
  const plugins = [entryPlugin(input), sharedModulesPlugin(), resolvePlugin(input)];
  return build({ ...browserOptions(input), entryPoints, plugins });
}

function browserOptions(input: ClientInput) {
  return {
    absWorkingDir: input.siteDir,
    outdir: join(input.siteDir, 'assets'),
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022'],
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    assetNames: '[name]-[hash]',
    publicPath: input.assetsUrl,
    jsx: 'automatic',
    tsconfigRaw: '{}',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
    legalComments: 'none',
  } as const satisfies BuildOptions;
}

/** The entries that no file stands for: script, style sheet, and one module for each React page. */
function entryPlugin(input: ClientInput, urls: EntryUrls = {}): Plugin {
  return {
    name: 'docwright-entries',
    setup(plugin) {
      plugin.onResolve({ filter: new RegExp(`^${ENTRY}:`) }, ({ path }) => ({
        path: path.slice(ENTRY.length + 1),
        namespace: ENTRY,
      }));
      plugin.onLoad({ filter: /.*/, namespace: ENTRY }, ({ path }) => ({
        contents: entrySource(input, path, urls),
        loader: path === STYLES ? 'css' : 'tsx',
        resolveDir: PACKAGE_ROOT,
      }));
    },
  };
}

/** Where the scripts are that an entry loads. */
interface EntryUrls {
  readonly app?: Url;
  readonly search?: Readonly<Record<keyof typeof SEARCH, Url>>;
}

function entrySource(input: ClientInput, name: string, urls: EntryUrls): string {
  switch (name) {
    case SCRIPT:
      return bootSource(urls.app ?? '');
    case APP:
      return appSource(input, urls);
    case SEARCH.dialog:
      return dialogSource(input);
    case SEARCH.worker:
      return `export * from './src/client/search/worker.ts';`;
    case SEARCH.analytics:
      return `export * from './src/client/search/analytics.ts';`;
    case HEAD:
      return `import './src/client/head.ts';`;
    case STYLES:
      return stylesSource(input);
    default:
      return `export { default } from ${JSON.stringify(input.reactPages[Number(name)]?.absolute)};`;
  }
}

function bootSource(appUrl: string): string {
  return `import { boot } from './src/client/boot.ts';\nboot(() => import(${JSON.stringify(appUrl)}));`;
}

function dialogSource({ templatesDir }: ClientInput): string {
  return `
import { SearchDialog } from ${JSON.stringify(templateFile(templatesDir, 'SearchDialog.tsx'))};
import { createSearchDialog } from './src/client/search/dialog.tsx';
export const createSearch = (host) => createSearchDialog(host, SearchDialog);
`;
}

function appSource({ templatesDir }: ClientInput, { search }: EntryUrls): string {
  return `
import { Layout } from ${JSON.stringify(templateFile(templatesDir, 'Layout.tsx'))};
import { startApp } from './src/client/app.tsx';
import { shareModules } from './src/client/shared-modules.ts';
import * as theme from 'docwright/theme';
shareModules(theme);
export const start = () => startApp(Layout, ${JSON.stringify(search)});
`;
}

/** The theme's style sheet, the rules from the configuration, then the site's own `templates/styles.css`. */
function stylesSource({ templatesDir, css }: ClientInput): string {
  const own = join(templatesDir, 'styles.css');
  const imports = [
    templateFile(templatesDir, 'styles/index.css'),
    `data:text/css,${encodeURIComponent(css)}`,
  ];
  if (existsSync(own)) imports.push(own);
  return imports.map((file) => `@import ${JSON.stringify(file)};`).join('\n');
}

/** What one run of esbuild leaves. */
interface BuildOutput {
  readonly outputFiles: readonly BuiltFile[];
  readonly metafile: Metafile;
}

function readBundle(results: readonly BuildOutput[], input: ClientInput): BundledClient {
  const outputFiles = results.flatMap((result) => result.outputFiles);
  const outputs = results.flatMap(({ metafile }) => Object.entries(metafile.outputs));
  const assets = new Map(
    outputFiles.map((file) => [toFilePath(relative(input.siteDir, file.path)), file]),
  );
  const entry = (name: string): ClientAsset | undefined => {
    const output = outputs.find(([, { entryPoint }]) => entryPoint === name)?.[0];
    const file = output === undefined ? undefined : assets.get(toFilePath(output));
    return file === undefined ? undefined : asset(file, input);
  };
  const script = entry(`${ENTRY}:${SCRIPT}`);
  const styles = entry(`${ENTRY}:${STYLES}`);
  if (script === undefined || styles === undefined) {
    return {
      client: undefined,
      diagnostics: [diagnostic('bundle-error', { message: 'the client bundle has no entry' })],
    };
  }
  const pageEntries = new Map<FilePath, ClientAsset>();
  input.reactPages.forEach(({ file }, index) => {
    const found = entry(`${ENTRY}:${index}`);
    if (found !== undefined) pageEntries.set(file, found);
  });
  const files = [...assets].map(([path, file]) => ({
    path: toOutputPath(path),
    content: file.contents,
  }));
  const head = entry(`${ENTRY}:${HEAD}`);
  const generation = generationOf(script);
  return { client: { files, script, styles, head, generation, pageEntries }, diagnostics: [] };
}

/** The script names every chunk of the client by its hash, and so stands for all of them. */
function generationOf({ integrity }: ClientAsset): string {
  return createHash('sha256').update(`${BUNDLE_SCHEMA} ${integrity}`).digest('hex').slice(0, 12);
}

function asset(file: BuiltFile, input: ClientInput): ClientAsset {
  const digest = createHash('sha384').update(file.contents).digest('base64');
  return {
    href: printFile(toFilePath(relative(input.siteDir, file.path)), input.style),
    integrity: `sha384-${digest}`,
  };
}
