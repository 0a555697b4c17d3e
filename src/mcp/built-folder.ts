import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { siteRelative } from '../config/folders.ts';
import { isPublic } from '../server/find-file.ts';

/** Reads files of a folder, and nothing outside of it. Paths have `/` separators; hidden files are never found. */
export interface BuiltFolder {
  /** The text of a file; undefined if it cannot be read. */
  readonly read: (path: string) => Promise<string | undefined>;
  /** Reads what `make` makes of files, and keeps the last ones until they change; undefined if it throws. */
  readonly kept: <Value>(
    make: (text: string, path: string) => Value,
  ) => (path: string) => Promise<Value | undefined>;
}

/** Values kept of a kind: indexes are large, and a site may have many versions. */
const MOST_KEPT = 8;

/** The folder itself is looked up with each read: another build may take its place. */
export function createBuiltFolder(folder: string): BuiltFolder {
  const find = async (path: string) => {
    if (/[\0\\]/.test(path) || !isPublic(path)) return undefined;
    try {
      const root = await realpath(folder);
      const real = await realpath(join(root, path));
      const stats = await stat(real);
      // Begins with `..` outside of the folder, and is absolute on another drive.
      const name = siteRelative(root, real);
      if (!stats.isFile() || isAbsolute(name) || !isPublic(name)) return undefined;
      return { real, stamp: [real, stats.mtimeMs, stats.size, stats.ino].join(' ') };
    } catch {
      return undefined;
    }
  };
  return {
    async read(path) {
      const found = await find(path);
      return found && readFile(found.real, 'utf8').catch(() => undefined);
    },
    kept<Value>(make: (text: string, path: string) => Value) {
      const values = new Map<string, { stamp: string; value: Promise<Value | undefined> }>();
      return async (path) => {
        const found = await find(path);
        const known = values.get(path);
        if (found === undefined || known?.stamp === found.stamp) return found && known?.value;
        const value = readFile(found.real, 'utf8')
          .then((text) => make(text, path))
          // It may be in the middle of being replaced.
          .catch(() => void values.delete(path));
        values.delete(path);
        values.set(path, { stamp: found.stamp, value });
        const [oldest] = values.keys();
        if (values.size > MOST_KEPT && oldest !== undefined) values.delete(oldest);
        return value;
      };
    },
  };
}
