import { type BigIntStats, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';

/** What is at a path. */
export type Seen =
  | { readonly type: 'folder'; readonly identity: string; readonly touched: bigint }
  | { readonly type: 'file' | 'link'; readonly signature: string; readonly touched: bigint };

/**
 * Looks at a path. A symbolic link is a leaf of its own, unless it is followed.
 * Undefined where nothing is, or nothing that may be looked at; sockets and devices are nothing.
 */
export function look(path: string, { follow }: { readonly follow: boolean }): Seen | undefined {
  const stats = statsOf(path, follow);
  if (stats === undefined) return undefined;
  const touched = stats.ctimeNs;
  // Numbers of removed folders are given to new ones at once; the time of birth tells them apart.
  if (stats.isDirectory()) {
    return { type: 'folder', identity: `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`, touched };
  }
  if (!stats.isFile() && !stats.isSymbolicLink()) return undefined;
  const signature = `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
  return { type: stats.isFile() ? 'file' : 'link', signature, touched };
}

/** The names in a folder: none where it is gone. Undefined with a message where it cannot be read. */
export function list(
  folder: string,
  onMessage: (text: string) => void,
): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (cause) {
    const code = errorCode(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    onMessage(`cannot read the folder ${folder} (${code}); changes in it are not seen`);
    return undefined;
  }
}

/** Where a symbolic link leads in the end; undefined where it leads to nothing or in circles. */
export function leadsTo(link: string): string | undefined {
  try {
    return realpathSync(link);
  } catch {
    return undefined;
  }
}

/** The code of a system error, such as `ENOSPC`; the message of any other. */
export function errorCode(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') {
    return cause.code;
  }
  return cause instanceof Error ? cause.message : String(cause);
}

function statsOf(path: string, follow: boolean): BigIntStats | undefined {
  const options = { bigint: true, throwIfNoEntry: false } as const;
  try {
    return follow ? statSync(path, options) : lstatSync(path, options);
  } catch {
    return undefined;
  }
}
