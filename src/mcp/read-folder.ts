import type { BuiltFolder } from './built-folder.ts';

/** The folder of which `read` returns the files. Keeps what is made of a file: `read` must not change its answers. */
export function createReadFolder(read: BuiltFolder['read']): BuiltFolder {
  return {
    read,
    kept: <Value>(make: (text: string, path: string) => Value) => {
      const values = new Map<string, Promise<Value | undefined>>();
      return (path) => {
        const value =
          values.get(path) ??
          read(path)
            .then((text) => (text === undefined ? undefined : make(text, path)))
            .catch(() => undefined);
        values.set(path, value);
        return value;
      };
    },
  };
}
