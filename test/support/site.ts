import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import {
  compareDiagnostics,
  compareStrings,
  type Diagnostic,
} from '../../src/diagnostics/diagnostic.ts';
import { type BuildResult, build } from '../../src/index.ts';

/** Files of a site by path relative to the site folder. */
export type SiteFiles = Readonly<Record<string, string>>;

/** What a test may ask of `build`; the site folder is the driver's own. */
export type SiteBuildOptions = Omit<Parameters<typeof build>[0], 'siteDir'>;

/** A site in a folder of its own. Everything that changes it returns the driver, so that calls chain. */
export interface SiteDriver {
  /** Absolute path of the site folder. */
  readonly dir: string;
  /** Absolute path of what the last build wrote to (`build/` unless a build was told otherwise). */
  readonly outDir: () => string;
  readonly write: (path: string, text: string) => SiteDriver;
  /** Removes a file or a folder. */
  readonly remove: (path: string) => SiteDriver;
  readonly build: (options?: SiteBuildOptions) => Promise<SiteDriver>;
  /** Builds again with the options of the last build. */
  readonly rebuild: () => Promise<SiteDriver>;
  /** The last build's result; throws before the first build. */
  readonly result: () => BuildResult;
  /** HTML of a route (`/docs/x`), wherever the trailing-slash setting puts it; throws when it was not written. */
  readonly page: (route: string) => string;
  /** Text of an output file; throws when it was not written. */
  readonly file: (path: string) => string;
  /** Paths of all output files, sorted; empty when nothing was written. */
  readonly files: () => readonly string[];
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
  const dir = mkdtempSync(join(tmpdir(), 'docwright-test-'));
  const state: DriverState = { options: {}, result: undefined };
  const outDir = (): string => resolve(dir, state.options.outDir ?? 'build');
  const driver: SiteDriver = {
    dir,
    outDir,
    write: (path, text) => {
      writeText(join(dir, path), text);
      return driver;
    },
    remove: (path) => {
      rmSync(join(dir, path), { recursive: true, force: true });
      return driver;
    },
    build: async (options = {}) => {
      state.options = options;
      state.result = await build({ ...options, siteDir: dir });
      return driver;
    },
    rebuild: () => driver.build(state.options),
    result: () => resultOf(state),
    page: (route) => readText(pageFile(outDir(), route)),
    file: (path) => readText(join(outDir(), path)),
    files: () => listFiles(outDir()),
    diagnostics: () => formatDiagnostics(resultOf(state).diagnostics),
    dispose: () => rmSync(dir, { recursive: true, force: true }),
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
