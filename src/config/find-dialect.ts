import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Dialect } from '../dialects/dialect.ts';
import { DIALECTS, type DialectName } from '../dialects/dialects.ts';

/** A dialect, and the configuration file that shows it; absolute. */
export interface FoundDialect {
  readonly dialect: Dialect<DialectName>;
  readonly file: string;
}

/** Number of folders above the site folder in which a tool's configuration is looked for. */
const LEVELS_ABOVE = 2;

/**
 * Finds the tool whose configuration file is in one of the folders or above them, in the same repository; undefined if
 * there is none or more than one. `folders` are absolute.
 */
export function findDialect(folders: readonly string[]): FoundDialect | undefined {
  const searched = [...new Set(folders.flatMap(withParents))];
  const tools = DIALECTS.flatMap((dialect) => {
    const { configs, mark = '' } = dialect.layout;
    const file = searched
      .flatMap((folder) => configs.map((name) => join(folder, name)).find(existsSync) ?? [])
      .find((path) => mark === '' || readFileSync(path, 'utf8').includes(mark));
    return file === undefined ? [] : [{ dialect, file }];
  });
  return tools.length === 1 ? tools[0] : undefined;
}

function withParents(folder: string): readonly string[] {
  const folders = [folder];
  for (let level = 0; level < LEVELS_ABOVE; level += 1) {
    const last = folders.at(-1) ?? folder;
    if (existsSync(join(last, '.git')) || dirname(last) === last) break;
    folders.push(dirname(last));
  }
  return folders;
}
