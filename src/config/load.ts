import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { namedFolders, type SiteLocation } from './checks/folders.ts';
import { findDialect } from './dialects.ts';
import { contains, siteFolders, siteRelative } from './folders.ts';
import { assumeConfig } from './loading/assume-config.ts';
import { bundleProblem } from './loading/bundle-problem.ts';
import type { CompiledConfig } from './loading/compile.ts';
import { locationsOfError, messageOfError } from './loading/error-location.ts';
import {
  CONFIG_NAMES,
  type ConfigRequest,
  findConfig,
  foldersIn,
  isFolder,
  MINIMAL_CONFIG,
  type MissingConfig,
  missingConfigHint,
  otherConfig,
} from './loading/find-config.ts';
import { type Outcome, runModule } from './loading/run-module.ts';
import { type WrittenModule, workFolder, writeModule } from './loading/write-module.ts';
import { resolveConfig } from './resolve.ts';
import type { ResolvedConfig } from './site-config.ts';
import { validateConfig } from './validate.ts';

export interface LoadOptions extends ConfigRequest {
  /** Output folder, absolute or relative to the current folder; wins over the configuration's. */
  readonly outDir?: string | undefined;
}

export interface LoadedConfig {
  /** Undefined when there are errors. */
  readonly config: ResolvedConfig | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute paths of the files that the configuration consists of, for `dev` to watch. */
  readonly inputs: readonly string[];
}

/** Finds, compiles, runs, validates and resolves a site's configuration. All problems are diagnostics. */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const found = findConfig(options);
  if (found.kind === 'no-config') return assume(found, options);
  if (found.kind !== 'found') return failure([notFound(found)]);
  const site = await describeSite(found.siteDir, found.configFile);
  const { compileConfig } = await import('./loading/compile.ts');
  const compilation = await compileConfig(site);
  if (compilation.kind === 'failed') {
    const folder = dirname(site.configFile);
    const printFile = (file: string): string => site.printFile(resolve(folder, file));
    const problems = compilation.errors.map((message) =>
      diagnostic('config-load', bundleProblem(message, { siteDir: site.realDir, printFile })),
    );
    const broken = compilation.errors.flatMap(({ location }) =>
      location === null ? [] : [resolve(dirname(site.configFile), location.file)],
    );
    return failure(problems, inputFiles(site, broken));
  }
  const inputs = inputFiles(site, compilation.compiled.inputs);
  const run = await runConfig(site, compilation.compiled);
  if ('problem' in run) return failure([run.problem], inputs);
  return { ...(await checkConfig(run.value, site, options)), inputs };
}

/** Loads a folder of Markdown without a configuration, unless one of another name or folder was meant. */
function assume(missing: MissingConfig, options: LoadOptions): LoadedConfig {
  const siteDir = resolve(missing.path);
  const value = otherConfig(siteDir) === undefined ? assumeConfig(siteDir) : undefined;
  if (value === undefined) return failure([notFound(missing)]);
  const [configFile = ''] = CONFIG_NAMES;
  const location = { ...locationOf(value, { siteDir, configFile }, options), isAssumed: true };
  const { config, diagnostics } = validateConfig(value, { ...location, source: '' });
  return {
    config: config && resolveConfig(config, location),
    diagnostics,
    // A configuration that is written later is used at once.
    inputs: [...CONFIG_NAMES, 'package.json'].map((name) => join(siteDir, name)),
  };
}

interface Site {
  /** Absolute paths: the site folder as given, and the configuration file without symbolic links. */
  readonly siteDir: string;
  readonly configFile: string;
  /** The path of the compiled module, without its hash. */
  readonly outfile: string;
  /** The site folder without symbolic links, as esbuild names it. */
  readonly realDir: string;
  readonly printFile: PrintFile;
}

async function describeSite(siteDir: string, configFile: string): Promise<Site> {
  const realDir = await realpath(siteDir);
  return {
    siteDir,
    configFile: await realpath(configFile),
    outfile: join(workFolder(siteDir), 'config.mjs'),
    realDir,
    printFile: (path) => siteRelative(realDir, path),
  };
}

type Run = { readonly value: unknown } | { readonly problem: Diagnostic };

async function runConfig(site: Site, compiled: CompiledConfig): Promise<Run> {
  let written: WrittenModule;
  try {
    written = await writeModule(site.siteDir, compiled.code);
  } catch (error) {
    const message = `the compiled configuration cannot be written: ${messageOfError(error)}`;
    return { problem: diagnostic('config-load', { message }) };
  }
  const outcome = await runModule(pathToFileURL(written.path).href).finally(written.remove);
  if (outcome.kind === 'value') return { value: outcome.value };
  return { problem: runProblem(outcome, { ...site, map: compiled.map, moduleName: written.name }) };
}

async function checkConfig(
  value: unknown,
  site: Site,
  options: LoadOptions,
): Promise<Omit<LoadedConfig, 'inputs'>> {
  const { siteDir } = site;
  const configFile = site.printFile(site.configFile);
  const location = locationOf(value, { siteDir, configFile }, options);
  const source = await readFile(site.configFile, 'utf8');
  const { config, diagnostics } = validateConfig(value, { ...location, source });
  return { config: config && resolveConfig(config, location), diagnostics };
}

function locationOf(
  value: unknown,
  { siteDir, configFile }: Pick<SiteLocation, 'siteDir' | 'configFile'>,
  { outDir }: LoadOptions,
): SiteLocation {
  return {
    siteDir,
    configFile,
    outDir: outDir === undefined ? undefined : resolve(outDir),
    exists: isFolder,
    found: findDialect(dialectFolders(value, siteDir)),
    folders: foldersIn,
  };
}

/** The folders in which a tool's configuration is looked for: the site folder and the content folder. */
function dialectFolders(value: unknown, siteDir: string): readonly string[] {
  const { contentDir } = siteFolders(siteDir, isFolder, namedFolders(value, {}));
  return [siteDir, contentDir];
}

function failure(diagnostics: readonly Diagnostic[], inputs: readonly string[] = []): LoadedConfig {
  return { config: undefined, diagnostics, inputs };
}

function notFound(missing: MissingConfig): Diagnostic {
  const { kind, path } = missing;
  const messages = {
    'no-file': `there is no file "${path}"`,
    'no-folder': `there is no folder "${path}"`,
    'not-a-folder': `"${path}" is not a folder`,
    'no-config': `there is no site.config.ts (or .mts, .js, .mjs) in "${path}"`,
    unreadable: `"${path}" cannot be read`,
  };
  const code = kind === 'unreadable' ? 'file-unreadable' : 'config-not-found';
  return diagnostic(code, { message: messages[kind], hint: missingConfigHint(missing) });
}

/** The configuration file and its imports, once each, below the site folder as given. */
function inputFiles(site: Site, files: readonly string[]): string[] {
  const unique = new Set([site.configFile, ...files]);
  return Array.from(unique, (file) =>
    contains(site.realDir, file) ? join(site.siteDir, siteRelative(site.realDir, file)) : file,
  );
}

/** Prints an absolute path relative to the site folder, as diagnostics name files. */
type PrintFile = (path: string) => string;

interface ModuleContext extends Pick<Site, 'configFile' | 'outfile' | 'printFile'> {
  readonly map: string;
  /** File name of the module, as stack traces name it. */
  readonly moduleName: string;
}

type Failure = Exclude<Outcome, { readonly kind: 'value' }>;

/** Explains why a compiled configuration gave no value, with the location of the error if it is known. */
function runProblem(outcome: Failure, context: ModuleContext): Diagnostic {
  const start = { file: context.printFile(context.configFile), line: 1, column: 1 };
  switch (outcome.kind) {
    case 'no-default':
      return diagnostic('config-load', {
        message: 'the configuration file has no default export',
        location: start,
        hint: hintForExport(outcome.names),
      });
    case 'thrown':
      return diagnostic('config-load', {
        message: `the configuration throws: ${messageOfError(outcome.error)}`,
        location: thrownAt(outcome.error, context) ?? start,
      });
    case 'exit':
      return diagnostic('config-load', {
        message: 'the configuration calls process.exit',
        location: thrownAt(outcome.error, context) ?? start,
        hint: 'throw an error to stop the build',
      });
    case 'stuck':
      return diagnostic('config-load', {
        message: 'the configuration waits for something that never happens',
        location: start,
      });
  }
}

function hintForExport([name, ...others]: readonly string[]): string {
  if (name === undefined) return `write the line: ${MINIMAL_CONFIG}`;
  return others.length > 0
    ? 'write "export default" before the configuration'
    : `add the line "export default ${name};"`;
}

function thrownAt(error: unknown, context: ModuleContext): Location | undefined {
  const [call] = locationsOfError(error, context.moduleName, context.map);
  if (call === undefined) return undefined;
  const file = resolve(dirname(context.outfile), call.source);
  return { file: context.printFile(file), line: call.line, column: call.column };
}
