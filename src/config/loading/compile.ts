import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Message, Metafile, Plugin } from 'esbuild';
import {
  createFactRecorder,
  type Fact,
  type FactRecorder,
  withParents,
} from '../../cache/fact-recorder.ts';
import { isRecord } from '../problem.ts';
import { messageOfError } from './error-location.ts';
import { isBuildFailure, loadEsbuild } from './esbuild.ts';
import { withExtended } from './tsconfig.ts';

/** A configuration file as one JavaScript module. */
export interface CompiledConfig {
  readonly code: string;
  /** Source map of the code; its sources are relative to the folder of `outfile`. */
  readonly map: string;
  /** Absolute paths of the bundled files, in the order of esbuild's metafile. */
  readonly inputs: readonly string[];
}

export type Compilation =
  | {
      readonly kind: 'compiled';
      readonly compiled: CompiledConfig;
      /** The state of the disk that it depends on. */
      readonly facts: readonly Fact[];
    }
  | { readonly kind: 'failed'; readonly errors: readonly Message[] };

interface CompileOptions {
  /** Absolute path. */
  readonly configFile: string;
  /** Absolute path at which the module will be written; nothing is written here. */
  readonly outfile: string;
}

/** Bundles a configuration file and the site files it imports. Packages stay imports of the file they resolve to. */
export async function compileConfig(options: CompileOptions): Promise<Compilation> {
  const workingDir = dirname(options.configFile);
  const recorder = createFactRecorder();
  const { build } = await loadEsbuild();
  try {
    const result = await build({
      absWorkingDir: workingDir,
      entryPoints: [options.configFile],
      outfile: options.outfile,
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      // Without the condition "module", because Node resolves without it.
      conditions: [],
      format: 'esm',
      target: 'node20',
      charset: 'utf8',
      sourcemap: 'external',
      logLevel: 'silent',
      plugins: [docwrightModule, packageImports, ownPlace(['import.meta'])],
    });
    const [map = '', code = ''] = result.outputFiles.map((file) => file.text);
    const files = Object.keys(result.metafile.inputs).filter(
      (name) => !name.startsWith(`${VIRTUAL_MODULE}:`),
    );
    const inputs = files.map((name) => resolve(workingDir, name));
    noteFacts(recorder, result.metafile, workingDir);
    return { kind: 'compiled', compiled: { code, map, inputs }, facts: recorder.facts() };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    return { kind: 'failed', errors: error.errors };
  }
}

/** Files that change how imports resolve and what is installed. */
const SETTINGS =
  'tsconfig.json jsconfig.json package-lock.json npm-shrinkwrap.json pnpm-lock.yaml yarn.lock bun.lock'.split(
    ' ',
  );

/** Records the files of a compilation, the folders in which imports were looked up, and the settings above them. */
function noteFacts(recorder: FactRecorder, { inputs }: Metafile, workingDir: string): void {
  const folders = new Set<string>();
  for (const [name, { imports }] of Object.entries(inputs)) {
    if (name.startsWith(`${VIRTUAL_MODULE}:`)) continue;
    const file = resolve(workingDir, name);
    const resolveDir = dirname(file);
    for (const folder of withParents(resolveDir)) folders.add(folder);
    recorder.read([file]);
    for (const { path, external, original, kind } of imports) {
      if (original !== undefined) recorder.imported({ path: original, resolveDir, kind });
      if (path.startsWith('file:')) recorder.read([fileURLToPath(path)]);
      else if (external !== true) recorder.looked(resolve(workingDir, path));
    }
  }
  for (const folder of folders)
    recorder.read(SETTINGS.flatMap((name) => withExtended(join(folder, name))));
}

/** esbuild's namespace for `docwright` imported by a configuration. */
const VIRTUAL_MODULE = 'docwright-module';

// The configuration loads from any folder, even if the package is not installed there.
const docwrightModule: Plugin = {
  name: 'docwright-module',
  setup(bundler) {
    bundler.onResolve({ filter: /^docwright$/ }, () => ({
      path: 'docwright',
      namespace: VIRTUAL_MODULE,
    }));
    bundler.onLoad({ filter: /.*/, namespace: VIRTUAL_MODULE }, () => ({
      contents:
        'export const defineConfig = (value) => value, definePlugin = defineConfig, defineSamples = defineConfig;',
      loader: 'js',
    }));
  },
};

// Resolved by esbuild, so that a missing package is reported at its import.
const packageImports: Plugin = {
  name: 'docwright-packages',
  setup(bundler) {
    bundler.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...request }) => {
      if (request.kind === 'entry-point' || isRecord(pluginData)) return undefined;
      if (isBuiltin(path)) return { path, external: true };
      const { kind, importer, resolveDir, namespace } = request;
      const from = { kind, importer, resolveDir, namespace, pluginData: { again: true } };
      const result = await bundler.resolve(path, from);
      if (result.errors.length > 0 || result.external) return result;
      // Site files behind an alias or in a workspace are part of the site and are bundled.
      const isPackage = /[\\/]node_modules[\\/].*\.(?:[cm]?js|node)$/s.test(result.path);
      return isPackage ? { path: pathToFileURL(result.path).href, external: true } : result;
    });
  },
};

/** Makes names for the place of a file, such as `import.meta`, refer to the file that the author wrote. */
export function ownPlace(names: readonly ('import.meta' | '__dirname' | '__filename')[]): Plugin {
  return {
    name: 'docwright-own-place',
    setup(bundler) {
      bundler.onLoad({ filter: /\.[cm]?[jt]s$/, namespace: 'file' }, async ({ path }) => {
        try {
          const source = await readFile(path, 'utf8');
          if (!names.some((name) => source.includes(name))) return undefined;
          const { transform } = await loadEsbuild();
          const places = Object.entries({
            'import.meta.url': pathToFileURL(path).href,
            'import.meta.filename': path,
            'import.meta.dirname': dirname(path),
            __filename: path,
            __dirname: dirname(path),
          }).filter(([place]) => names.some((name) => place.startsWith(name)));
          const { code } = await transform(source, {
            loader: path.endsWith('ts') ? 'ts' : 'js',
            sourcefile: path,
            sourcemap: 'inline',
            logLevel: 'silent',
            define: Object.fromEntries(places.map(([name, at]) => [name, JSON.stringify(at)])),
          });
          return { contents: code, loader: 'js' };
        } catch (error) {
          const text = `cannot read the file: ${messageOfError(error).split(',')[0] ?? ''}`;
          const unreadable = { text, location: { file: path, line: 1, column: 0 } };
          return { errors: isBuildFailure(error) ? error.errors : [unreadable] };
        }
      });
    },
  };
}
