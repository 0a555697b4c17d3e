import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { compareStrings, type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { readText } from '../../diagnostics/frame.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { foldersAbove, namesIn } from '../folders.ts';

/** The location of the site as given on the command line. */
export interface ConfigRequest {
  /** Site folder, absolute or relative to the current folder. */
  readonly siteDir?: string | undefined;
  /** Configuration file, absolute or relative to the current folder. */
  readonly configFile?: string | undefined;
}

/** Absolute paths. */
interface FoundConfig {
  readonly kind: 'found';
  readonly siteDir: string;
  readonly configFile: string;
}

/** Why there is no configuration; `path` is the folder or file as given. */
export interface MissingConfig {
  readonly kind: 'no-config' | 'no-file' | 'no-folder' | 'not-a-folder' | 'unreadable';
  readonly path: string;
}

/** Names of configuration files; the first one that exists is used. */
export const CONFIG_NAMES = ['ts', 'mts', 'js', 'mjs'].map((ending) => `site.config.${ending}`);

/** Finds the site folder (as given, else the given file's, else the current one) and its configuration file. */
export function findConfig({ siteDir, configFile }: ConfigRequest): FoundConfig | MissingConfig {
  const file = configFile === undefined ? 'file' : entryKind(resolve(configFile));
  if (configFile !== undefined && file !== 'file')
    return { kind: file === 'unreadable' ? file : 'no-file', path: configFile };
  const path = siteDir ?? (configFile === undefined ? '.' : dirname(configFile));
  const folder = resolve(path);
  const kind = entryKind(folder);
  if (kind === 'unreadable') return { kind, path };
  if (kind !== 'folder') return { kind: kind === 'none' ? 'no-folder' : 'not-a-folder', path };
  if (configFile !== undefined)
    return { kind: 'found', siteDir: folder, configFile: resolve(configFile) };
  return findByName(folder, path);
}

/** The smallest working configuration, for hints. */
export const MINIMAL_CONFIG =
  "export default { title: 'My docs', url: 'https://docs.example.com' };";

/** Reports a missing configuration, with the hint to use a similar one, else to create one. */
export function missingConfig({ kind, path }: MissingConfig): Diagnostic {
  const similarTo = (wanted: string): string => {
    const near = nearest(basename(path), namesIn(dirname(resolve(path))));
    return near === undefined ? `name ${wanted}` : `did you mean "${join(dirname(path), near)}"?`;
  };
  const problems = {
    'no-file': () => [`there is no file "${path}"`, similarTo('the configuration file')],
    'no-folder': () => [
      `there is no folder "${path}"`,
      similarTo('the folder that holds site.config.ts'),
    ],
    'not-a-folder': () => [
      `"${path}" is not a folder`,
      'name the site folder; a configuration file is named with --config',
    ],
    'no-config': () => [
      `there is no site.config.ts (or .mts, .js, .mjs) in "${path}"`,
      otherConfig(resolve(path)) ??
        'run `docs init` to create a site here, or name the folder of one',
    ],
    unreadable: () => [
      `"${path}" cannot be read`,
      'check the permissions of the file and of the folders above it',
    ],
  };
  const [message = '', hint] = problems[kind]();
  const code = kind === 'unreadable' ? 'file-unreadable' : 'config-not-found';
  return diagnostic(code, { message, hint });
}

/** Creates the hint to use a configuration of another name, or in a folder below or above. */
export function otherConfig(folder: string): string | undefined {
  const file = namesIn(folder).find((name) => isOtherConfig(join(folder, name)));
  if (file !== undefined && /\.[cm]?[jt]s$/.test(file))
    return `rename "${file}" to "site.config.ts", or name it with --config`;
  if (file !== undefined) return `write "${file}" as site.config.ts: ${MINIMAL_CONFIG}`;
  const hasConfig = (path: string): boolean => findByName(path, path).kind === 'found';
  const below = foldersIn(folder).find((name) => hasConfig(join(folder, name)));
  if (below !== undefined) return `the folder "${below}" has one: add "${below}" to the command`;
  const above = foldersAbove(folder).slice(1).find(hasConfig);
  return above && `"${above}" has one: run the command there`;
}

/** Configuration files of other tools do not name docwright. */
function isOtherConfig(file: string): boolean {
  const name = basename(file);
  if (!/^[\w.-]*config\.(?:[cm]?[jt]sx?|json|ya?ml|toml)$/i.test(name)) return false;
  if (/^site[._-]?config\./i.test(name)) return true;
  return readText(file)?.includes('docwright') ?? false;
}

function findByName(folder: string, path: string): FoundConfig | MissingConfig {
  for (const file of CONFIG_NAMES.map((name) => join(folder, name))) {
    const kind = entryKind(file);
    if (kind === 'unreadable') return { kind, path };
    if (kind === 'file') return { kind: 'found', siteDir: folder, configFile: file };
  }
  return { kind: 'no-config', path };
}

/** Returns true for a folder, and if that cannot be determined, because reading it then reports the reason. */
export function isFolder(path: string): boolean {
  const kind = entryKind(path);
  return kind === 'folder' || kind === 'unreadable';
}

/** Lists the names of the folders in a folder, sorted; none if it cannot be read. */
export function foldersIn(path: string): readonly string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .toSorted(compareStrings);
  } catch {
    return [];
  }
}

/** `unreadable`: a parent folder cannot be entered. */
function entryKind(path: string): 'file' | 'folder' | 'other' | 'none' | 'unreadable' {
  try {
    const stats = statSync(path);
    if (stats.isFile()) return 'file';
    return stats.isDirectory() ? 'folder' : 'other';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'none' : 'unreadable';
  }
}
