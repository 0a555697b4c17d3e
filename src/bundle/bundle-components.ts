import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { hashOf } from '../cache/file-hashes.ts';
import { siteRelative } from '../config/folders.ts';
import { locationsOfError } from '../config/loading/error-location.ts';
import { type Diagnostic, diagnostic, startOf } from '../diagnostics/diagnostic.ts';
import { RAW_PREFIX } from '../markdown/mdx/find-components.ts';
import type { RunPage } from '../markdown/mdx/page-html.ts';
import type { ModuleCode } from '../markdown/mdx/page-module.ts';
import type { OutputFile } from '../publish/output-file.ts';
import {
  type AddressStyle,
  type FilePath,
  printFile,
  toFilePath,
  toOutputPath,
  type Url,
} from '../shared/paths.ts';
import { type ClientAsset, integrityOf } from './bundle-client.ts';
import { bundleIslands, type Islands, NO_ISLANDS } from './bundle-islands.ts';
import { loadProblem, type RendererInput, serverJob, siteLocation } from './bundle-renderer.ts';
import {
  type Bundler,
  bundleDiagnostics,
  bundleWarnings,
  type Evaluated,
  failedModules,
  siteFile,
  sourceMapOf,
} from './bundler.ts';
import { COMPONENTS_NAME } from './package-root.ts';
import { overridesOf } from './resolve-plugin.ts';
import { type BundleJob, type BundleOutput, PAGE } from './run-job.ts';
import { hostModules } from './run-islands.ts';
import { createRunPage, type LoadPage } from './run-page.ts';

/** The compiled components of a site, with the pages that use them. */
export interface Components {
  /** Changes with the code of components, and with its locations in their files. */
  readonly hash: string;
  readonly run: RunPage;
  /** The styles that components import; undefined if there are none. */
  readonly styles: ClientAsset | undefined;
  /** Style sheets, fonts and images of components. */
  readonly files: readonly OutputFile[];
}

export const NO_COMPONENTS: Components = {
  hash: '',
  run: () => undefined,
  styles: undefined,
  files: [],
};

export interface BundledComponents {
  readonly components: Components;
  /** The islands of the whole site. */
  readonly islands: Islands;
  readonly diagnostics: readonly Diagnostic[];
}

interface ComponentsInput extends Omit<RendererInput, 'reactPages'> {
  /** The pages with components, by file. */
  readonly modules: ReadonlyMap<FilePath, ModuleCode>;
  readonly host: Evaluated | undefined;
  /** The modules of islands in templates and React pages. */
  readonly templateIslands: BundleOutput['islands'];
  readonly alias: NonNullable<BundleJob['alias']>;
  readonly define: NonNullable<BundleJob['define']>;
  readonly style: AddressStyle;
  /** URL of the script with React, for islands; without it, they have no scripts. */
  readonly react: Url | undefined;
}

/** Compiles the pages with components into one module, and the islands of the whole site. */
export type ComponentsBundler = (
  input: ComponentsInput,
  bundler: Bundler,
) => Promise<BundledComponents>;

type Broken = Required<Pick<BundleJob, 'broken'>>;

interface Loaded extends BundledComponents {
  /** Of the compiled module. */
  readonly exports: unknown;
  readonly host: Evaluated;
}

/** Creates a bundler that returns the same function for the same module. */
export function createComponentsBundler(): ComponentsBundler {
  let last: Loaded | undefined;
  let islands = NO_ISLANDS;
  return async (input, bundler) => {
    const { host, modules, templateIslands } = input;
    const broken = new Set<string>();
    const problems: Diagnostic[] = [];
    for (;;) {
      const whole = { ...input, broken: [...broken].toSorted() };
      const known = broken.size;
      try {
        const name = known === 0 ? 'components' : 'components-without-broken';
        const output =
          modules.size === 0 ? undefined : await bundler.run(name, componentsJob(whole));
        const all = new Map([...templateIslands, ...(output?.islands ?? [])]);
        const made = await bundleIslands(all, whole, bundler);
        islands = islands.key === made.key ? islands : made;
        if (output === undefined || host === undefined)
          return { components: NO_COMPONENTS, islands, diagnostics: problems };
        last = load(output, { input, host, bundler, last, islands });
        return { ...last, diagnostics: [...problems, ...last.diagnostics] };
      } catch (cause) {
        const found = bundleDiagnostics(cause, input.siteDir);
        problems.push(...found.map((entry) => inPage(entry, input)));
        for (const module of failedModules(cause)) broken.add(module);
        if (broken.size === known)
          return { components: NO_COMPONENTS, islands: NO_ISLANDS, diagnostics: problems };
      }
    }
  };
}

function componentsJob({ modules, broken, ...input }: ComponentsInput & Broken): BundleJob {
  const { siteDir, templatesDirs } = input;
  const pages = [...modules].flatMap(([file, { code }]) =>
    broken.includes(PAGE + file)
      ? []
      : [{ file, code, folder: existing(dirname(join(siteDir, file))) }],
  );
  // Each page runs on its own: one that throws does not keep others from being rendered.
  const table = pages.map(({ file }) => {
    const name = JSON.stringify(PAGE + file);
    return `[${JSON.stringify(file)}, () => require(${name})]`;
  });
  const text = `export const pages = new Map([${table.join(', ')}]);`;
  return {
    ...serverJob({ ...input, siteDir, templatesDirs, reactPages: [] }),
    entries: [{ name: 'components', text, loader: 'tsx' }],
    overrides: overridesOf(templatesDirs, 'scripts'),
    sourceMap: true,
    react: 'host',
    alias: input.alias,
    define: input.define,
    pages,
    broken,
  };
}

interface LoadInput {
  readonly input: ComponentsInput;
  readonly host: Evaluated;
  readonly bundler: Bundler;
  readonly last: Loaded | undefined;
  readonly islands: Islands;
}

function load(output: BundleOutput, { input, host, bundler, last, islands }: LoadInput): Loaded {
  const map = sourceMapOf(output);
  const diagnostics = [
    ...bundleWarnings(output.warnings, input.siteDir),
    ...output.missing.flatMap(([importer, specifier]) => missingModule(importer, specifier, input)),
  ];
  try {
    const { exports, hash } = bundler.evaluate(output, { filename: COMPONENTS_NAME, host });
    const isSame = last?.exports === exports && last?.host === host;
    // The same code may have moved in its file.
    if (last !== undefined && isSame && last.islands.key === islands.key)
      return { ...last, diagnostics };
    // The entry above determines the exports.
    const { pages } = exports as { readonly pages: ReadonlyMap<string, LoadPage> };
    const run = createRunPage({
      pages,
      host: hostModules(host.exports),
      islandScripts: islands.scripts,
      locationOf: (cause) => siteLocation(cause, map, COMPONENTS_NAME),
      codeLocationOf: (cause) => {
        const locations = locationsOfError(cause, COMPONENTS_NAME, map);
        const call = locations.find(({ source }) => source.startsWith(PAGE));
        return call && { line: call.line, column: call.column - 1 };
      },
    });
    const { styles, files } = assetsOf(output, input.style);
    const components = { hash: hashOf(`${hash} ${islands.key} ${map}`), run, styles, files };
    return { components, diagnostics, exports, host, islands };
  } catch (cause) {
    const location = siteLocation(cause, map, COMPONENTS_NAME);
    const problem = loadProblem('a component', cause, location);
    const found = [...diagnostics, problem];
    return { components: NO_COMPONENTS, diagnostics: found, exports: undefined, host, islands };
  }
}

function assetsOf(
  { files: outputs }: BundleOutput,
  style: AddressStyle,
): Pick<Components, 'styles' | 'files'> {
  const files = [...outputs].flatMap(([path, content]) =>
    /\.(?:js|map)$/.test(path) ? [] : [{ path: toOutputPath(path), content }],
  );
  const sheet = files.find(({ path }) => /\/components-\w+\.css$/.test(path));
  if (sheet === undefined) return { files, styles: undefined };
  const integrity = integrityOf(sheet.content);
  return { files, styles: { href: printFile(sheet.path, style), integrity } };
}

/** Reports a module that is not found, where a page or a component of the site imports it. */
function missingModule(
  importer: string,
  specifier: string,
  { modules, siteDir }: ComponentsInput,
): readonly Diagnostic[] {
  const site = siteFile(importer);
  const page = pageOf(importer, modules);
  const file = site ?? page?.file;
  if (file === undefined) return [];
  const location = page?.module.importLocation(specifier) ?? { file, line: 1, column: 1 };
  const path = specifier.replace(RAW_PREFIX, '');
  const shown = isAbsolute(path) ? siteRelative(siteDir, path) : path;
  const isPlain = specifier !== path || path.endsWith('.css');
  const query = /\?.+/.exec(path)?.[0];
  const state = query === undefined ? 'is not found' : 'is made by a plug-in of another bundler';
  const message = isPlain
    ? `"${shown}" is not found`
    : `the module "${shown}" ${state}; components of it show their content`;
  const place = /^[./]|^[a-z]:/i.test(specifier)
    ? 'correct the path, which starts at the folder of this file, or add the file'
    : `install the package (npm install ${specifier}), or remove the import`;
  const hint = query === undefined ? place : `remove "${query}", or import the text with ?raw`;
  return [diagnostic('unknown-component', { message, location, hint })];
}

/** Moves a problem in the code of a page to where the author wrote it. */
function inPage(entry: Diagnostic, { modules }: ComponentsInput): Diagnostic {
  const { location } = entry;
  const page = location && pageOf(location.file, modules);
  if (location === undefined || page === undefined) return entry;
  const { file, module } = page;
  const at = module.locate(location.line, location.column - 1);
  return { ...entry, location: at ?? startOf(file) };
}

/** The page whose code has a name of esbuild. */
function pageOf(
  name: string,
  modules: ComponentsInput['modules'],
): { readonly file: FilePath; readonly module: ModuleCode } | undefined {
  if (!name.startsWith(PAGE)) return undefined;
  const file = toFilePath(name.slice(PAGE.length));
  const module = modules.get(file);
  return module && { file, module };
}

/** The folder, or the nearest one above that exists: that of a page which is no file may not. */
function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(dirname(folder));
}
