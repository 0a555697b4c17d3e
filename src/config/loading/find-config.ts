import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What the command line knows about the site. */
export interface ConfigRequest {
  /** Site folder, absolute or relative to the current folder. */
  readonly siteDir?: string | undefined;
  /** Configuration file, absolute or relative to the current folder. */
  readonly configFile?: string | undefined;
}

export interface FoundConfig {
  /** Absolute paths. */
  readonly siteDir: string;
  /** Undefined when there is none. */
  readonly configFile: string | undefined;
}

const NAMES = ['site.config.ts', 'site.config.mts', 'site.config.js', 'site.config.mjs'];

/**
 * Finds the site folder and its configuration file. A file that is named wins over the four names;
 * the site folder is then the one that is named, else the file's own, else (no file named) the
 * current folder.
 */
export function findConfig({ siteDir, configFile }: ConfigRequest): FoundConfig {
  if (configFile !== undefined) {
    const file = resolve(configFile);
    return {
      siteDir: siteDir === undefined ? dirname(file) : resolve(siteDir),
      configFile: isFile(file) ? file : undefined,
    };
  }
  const folder = resolve(siteDir ?? '.');
  return { siteDir: folder, configFile: NAMES.map((name) => join(folder, name)).find(isFile) };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** True when `path` is a folder. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
