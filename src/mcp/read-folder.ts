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

/** The folder of which `read` returns the files. `stampOf` changes with a file; by default, none changes. */
export function createReadFolder(
  read: BuiltFolder['read'],
  stampOf: (path: string) => Promise<string> = async () => '',
): BuiltFolder {
  return {
    read,
    kept: <Value>(make: (text: string, path: string) => Value) => {
      const values = new Map<string, { stamp: string; value: Promise<Value | undefined> }>();
      return async (path) => {
        const stamp = await stampOf(path);
        const known = values.get(path);
        if (known?.stamp === stamp) return known.value;
        const value = read(path)
          .then((text) => (text === undefined ? undefined : make(text, path)))
          // It may be in the middle of being replaced.
          .catch(() => void values.delete(path));
        values.delete(path);
        values.set(path, { stamp, value });
        const [oldest] = values.keys();
        if (values.size > MOST_KEPT && oldest !== undefined) values.delete(oldest);
        return value;
      };
    },
  };
}
