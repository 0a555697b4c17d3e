import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { inject } from 'vitest';
import {
  compareDiagnostics,
  compareStrings,
  type Diagnostic,
} from '../../src/diagnostics/diagnostic.ts';
import { type BuildResult, build } from '../../src/index.ts';
import { claimed } from './run-folder.ts';

/** Files of a site by path relative to the site folder. */
export type SiteFiles = Readonly<Record<string, string>>;

/** Options of `build` except the site folder. */
export type SiteBuildOptions = Omit<Parameters<typeof build>[0], 'siteDir'>;

/** The output of a build. */
export interface SiteOutput {
  /** HTML of a route (`/docs/x`), wherever the trailing-slash setting puts it; throws when it was not written. */
  readonly page: (route: string) => string;
  /** Text of an output file; throws when it was not written. */
  readonly file: (path: string) => string;
  /** Paths of all output files, sorted; empty when nothing was written. */
  readonly files: () => readonly string[];
}

/** A site in a separate folder. Everything that changes it returns the driver, so that calls chain. */
export interface SiteDriver extends SiteOutput {
  /** Absolute path of the site folder. */
  readonly dir: string;
  /** Absolute path of what the last build wrote to (`build/` by default). */
  readonly outDir: () => string;
  readonly write: (path: string, text: string) => SiteDriver;
  /** Removes a file or a folder. */
  readonly remove: (path: string) => SiteDriver;
  /** Spares the next command the time of compiling the default templates; `build` does so itself. */
  readonly warm: () => SiteDriver;
  readonly build: (options?: SiteBuildOptions) => Promise<SiteDriver>;
  /** Builds again with the options of the last build. */
  readonly rebuild: () => Promise<SiteDriver>;
  /** The last build's result; throws before the first build. */
  readonly result: () => BuildResult;
  /** The last build's diagnostics as `file:line:column code` (or `code` alone where there is no place), in printing order. */
  readonly diagnostics: () => readonly string[];
  /** Deletes the folder. */
  readonly dispose: () => void;
}

const DEFAULT_CONFIG = `export default { title: 'Test site', url: 'https://docs.example.com' };\n`;

/**
 * Writes a site into a temporary folder. Without a configuration file among `files` it gets the smallest one.
 * The folder lies outside the repository: what a site imports has to resolve through docwright itself.
 */
export function site(files: SiteFiles): SiteDriver {
  const { dir, warm, free } = takeFolder();
  const state: DriverState = { options: {}, result: undefined };
  const outDir = (): string => resolve(dir, state.options.outDir ?? 'build');
  const driver: SiteDriver = {
    dir,
    outDir,
    write: (path, text) => {
      writeText(join(dir, path), text);
      return driver;
    },
    warm: () => {
      warm();
      return driver;
    },
    remove: (path) => {
      rmSync(join(dir, path), { recursive: true, force: true });
      return driver;
    },
    build: async (options = {}) => {
      state.options = options;
      driver.warm();
      state.result = await build({ ...options, siteDir: dir });
      return driver;
    },
    rebuild: () => driver.build(state.options),
    result: () => resultOf(state),
    ...siteOutput(outDir),
    diagnostics: () => formatDiagnostics(resultOf(state).diagnostics),
    dispose: free,
  };
  if (!Object.keys(files).some((path) => /^site\.config\.\w+$/.test(path))) {
    driver.write('site.config.ts', DEFAULT_CONFIG);
  }
  for (const [path, text] of Object.entries(files)) driver.write(path, text);
  return driver;
}

interface DriverState {
  options: SiteBuildOptions;
  result: BuildResult | undefined;
}

/** Reads what was built into a folder. */
export function siteOutput(outDir: () => string): SiteOutput {
  return {
    page: (route) => readText(pageFile(outDir(), route)),
    file: (path) => readText(join(outDir(), path)),
    files: () => listFiles(outDir()),
  };
}

interface SiteFolder {
  readonly dir: string;
  /** Adds the bundles that earlier sites of the folder have left. */
  readonly warm: () => void;
  readonly free: () => void;
}

/**
 * Takes an empty folder of this worker that no other site has at this time. Folders come back within a run: most sites
 * have no templates, and compiling the default ones is most of what a small build does, so bundles are kept.
 */
function takeFolder(): SiteFolder {
  const parent = join(inject('runFolder'), 'sites', process.env['VITEST_POOL_ID'] ?? '');
  for (let number = 0; ; number += 1) {
    const folder = join(parent, String(number));
    const [dir, claim, kept] = [join(folder, 'site'), join(folder, 'taken'), join(folder, 'kept')];
    const bundles = join(dir, '.docwright/cache/bundles');
    mkdirSync(folder, { recursive: true });
    if (!claimed(claim)) continue;
    mkdirSync(dir);
    return {
      dir,
      warm: () => moveFolder(kept, bundles),
      free: () => {
        moveFolder(bundles, kept);
        rmSync(dir, { recursive: true, force: true });
        rmSync(claim, { recursive: true });
      },
    };
  }
}

/** Does nothing where there is no such folder, or another one in its place. */
function moveFolder(from: string, to: string): void {
  if (!existsSync(from) || existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}

/** Diagnostics as short lines that a test can compare: `content/index.md:3:5 page-not-found`. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.toSorted(compareDiagnostics).map(({ location, code }) => {
    return location === undefined
      ? code
      : `${location.file}:${location.line}:${location.column} ${code}`;
  });
}

function resultOf(state: DriverState): BuildResult {
  if (state.result === undefined) throw new Error('the site has not been built');
  return state.result;
}

function pageFile(outDir: string, route: string): string {
  const name = route.replace(/^\/+|\/+$/g, '');
  const index = join(outDir, name, 'index.html');
  return existsSync(index) || name === '' ? index : join(outDir, `${name}.html`);
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function readText(path: string): string {
  return readFileSync(path, 'utf8');
}

function listFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted(compareStrings);
}
