import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { positionAt } from '../diagnostics/frame.ts';
import type { FilePath } from '../shared/paths.ts';
import type { SampleModule, SampleOperation } from './api-samples.ts';
import { namedFolders, type SiteLocation } from './checks/folders.ts';
import { lazyLocation, locateConfig } from './config-location.ts';
import { findDialect } from './find-dialect.ts';
import { siteFolders } from './folders.ts';
import { assumeConfig } from './loading/assume-config.ts';
import {
  CONFIG_NAMES,
  type ConfigRequest,
  findConfig,
  foldersIn,
  isFolder,
  MINIMAL_CONFIG,
  type MissingConfig,
  missingConfig,
  otherConfig,
} from './loading/find-config.ts';
import { type LoadedModule, loadModule } from './loading/load-module.ts';
import { printConfigPath } from './problem.ts';
import { resolveConfig } from './resolve.ts';
import type { ResolvedConfig } from './site-config.ts';
import { loadThemes } from './themes.ts';
import { validateConfig } from './validate.ts';

export interface LoadOptions extends ConfigRequest {
  /** Output folder, absolute or relative to the current folder; wins over the configuration's. */
  readonly outDir?: string | undefined;
  /** Whether to read and write the compiled configuration in the cache. Default: true. */
  readonly cache?: boolean | undefined;
}

export interface LoadedConfig {
  /** Undefined when there are errors. */
  readonly config: ResolvedConfig | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute paths of the files that the configuration consists of, for `dev` to watch. */
  readonly inputs: readonly string[];
  /** Hash of the configuration's code and of all modules of the site in it; empty without a configuration. */
  readonly compiled: string;
}

/** Finds, compiles, runs, validates and resolves a site's configuration. All problems are diagnostics. */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const found = findConfig(options);
  if (found.kind === 'no-config') return assume(found, options);
  if (found.kind !== 'found') return failure([missingConfig(found)]);
  const { siteDir, configFile } = found;
  const { cache: caches = true } = options;
  const loaded = await loadModule({ siteDir, path: configFile, ...CONFIG_MODULE, caches });
  const { path, file, result } = loaded;
  if ('problems' in result) return failure(result.problems, loaded.inputs);
  const source = await readFile(path, 'utf8');
  const location = locationOf(result.value, { siteDir, configFile: file }, options);
  const { config: checked, diagnostics } = validateConfig(result.value, { ...location, source });
  if (checked === undefined) return failure(diagnostics, loaded.inputs);
  const resolved = resolveConfig(checked, location);
  const themes = await loadThemes(resolved.themes, { ...location, caches });
  const problems = [...diagnostics, ...themes.diagnostics];
  if (themes.diagnostics.some(({ severity }) => severity === 'error'))
    return failure(problems, inputsOf([loaded, ...themes.modules]));
  // The first of a name wins.
  const config = { ...resolved, plugins: [...resolved.plugins, ...themes.plugins] };
  const samples = await loadSamples({ config, source, caches });
  // The values of a configuration are known; only plug-ins run later.
  const own = config.plugins.length > 0 ? loaded : { ...loaded, outside: '' };
  const modules = [own, ...themes.modules, ...samples];
  return {
    config: { ...config, sampleModules: samples.map(({ module }) => module) },
    diagnostics: problems,
    inputs: inputsOf(modules),
    compiled: modules
      .flatMap(({ hash, outside }) => [hash, outside])
      .filter((part) => part !== '')
      .join(' '),
  };
}

const inputsOf = (modules: readonly Pick<LoadedModule, 'inputs'>[]): readonly string[] =>
  modules.flatMap(({ inputs }) => inputs);

const CONFIG_MODULE = {
  code: 'config-load',
  subject: 'the configuration',
  exported: 'configuration',
  example: MINIMAL_CONFIG,
  calls: true,
} as const;

/** Loads a folder of Markdown without a configuration, unless one of another name or folder was meant. */
function assume(missing: MissingConfig, options: LoadOptions): LoadedConfig {
  const folder = resolve(missing.path);
  const assumed = otherConfig(folder) === undefined ? assumeConfig(folder) : undefined;
  if (assumed === undefined) return failure([missingConfig(missing)]);
  const { siteDir, value, tool } = assumed;
  const [configFile = ''] = CONFIG_NAMES;
  const location: SiteLocation = {
    ...locationOf(value, { siteDir, configFile }, options),
    isAssumed: true,
    ...(tool === undefined ? {} : { found: tool }),
  };
  const { config, diagnostics } = validateConfig(value, { ...location, source: '' });
  return {
    config: config && resolveConfig(config, location),
    diagnostics,
    // A configuration that is written later is used at once.
    inputs: [...CONFIG_NAMES, 'package.json'].map((name) => join(folder, name)),
    compiled: '',
  };
}

interface LoadedSamples extends Pick<LoadedModule, 'inputs' | 'hash' | 'outside'> {
  readonly module: SampleModule;
}

interface SamplesSite {
  readonly config: ResolvedConfig;
  /** Text of the configuration. */
  readonly source: string;
  readonly caches: boolean;
}

/** Loads the modules with samples, once each; their problems are part of them. */
async function loadSamples(site: SamplesSite): Promise<readonly LoadedSamples[]> {
  const { config } = site;
  const loaded: LoadedSamples[] = [];
  for (const { samples: file, path } of config.openapi) {
    if (file === undefined || loaded.some(({ module }) => module.file === file)) continue;
    // One after the other, because each one watches the process.
    loaded.push(await loadSamplesFrom(file, { ...site, key: [...path.slice(0, 2), 'samples'] }));
  }
  return loaded;
}

async function loadSamplesFrom(
  file: FilePath,
  { config, source, key, caches }: SamplesSite & { readonly key: readonly (string | number)[] },
): Promise<LoadedSamples> {
  const { siteDir, configFile } = config;
  const path = join(siteDir, file);
  const failed = (problems: readonly Diagnostic[]) => ({ file, kind: 'failed', problems }) as const;
  if (!existsSync(path)) {
    const pointer = printConfigPath(key);
    const location = { file: configFile, ...locateConfig(source, key), pointer };
    const message = `there is no file "${file}"`;
    const hint = 'add the file, or correct the path, which starts at the site folder';
    const problem = diagnostic('samples-error', { message, hint, location });
    return { module: failed([problem]), inputs: [path], hash: '', outside: '' };
  }
  const loaded = await loadModule({ siteDir, path, ...SAMPLES_MODULE, subject: file, caches });
  const { result } = loaded;
  if ('problems' in result) return { ...loaded, module: failed(result.problems) };
  const { value: write, compiled } = result;
  const text = await readFile(path, 'utf8');
  const start = lazyLocation(file, () => locateConfig(text, []));
  if (!isSampleFunction(write)) {
    const message = `${file} exports ${write === null ? 'null' : typeof write}, expected a function`;
    return {
      ...loaded,
      module: failed([diagnostic('samples-error', { message, location: start })]),
    };
  }
  const locate = (part: string): Location | undefined => {
    const offset = text.indexOf(part);
    return offset < 0 ? undefined : { file, ...positionAt(text, offset) };
  };
  return { ...loaded, module: { file, kind: 'loaded', write, start, locate, compiled } };
}

function isSampleFunction(value: unknown): value is (operation: SampleOperation) => unknown {
  return typeof value === 'function';
}

const SAMPLES_MODULE = {
  code: 'samples-error',
  exported: 'function',
  example: 'export default (operation) => [];',
  calls: false,
} as const;

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
    // A tool's configuration is in the site folder or in the content folder.
    found: findDialect([
      siteDir,
      siteFolders(siteDir, isFolder, namedFolders(value, {})).contentDir,
    ]),
    folders: foldersIn,
  };
}

function failure(diagnostics: readonly Diagnostic[], inputs: readonly string[] = []): LoadedConfig {
  return { config: undefined, diagnostics, inputs, compiled: '' };
}
