import { basename, dirname, join } from 'node:path';
import type { Seen } from './look.ts';

/** What differs on the disk from what was seen before, in the order in which it was noticed. */
export type News = Array<{
  readonly type: NewsType;
  /** Absolute path of a file or folder. */
  readonly path: string;
}>;

/**
 * `back`: a folder was away, or may have been; or a file stands where a folder was, or a folder where a
 * file was. `flash`: came and went without having been seen.
 */
type NewsType = 'changed' | 'came' | 'gone' | 'back' | 'flash';

/** A folder as it was last seen, with its watch. */
export interface Folder {
  identity: string;
  /** Undefined where it is not watched. */
  unwatch: (() => void) | undefined;
  /** It may be another folder than the one that is watched. */
  isDoubtful: boolean;
  /** Signature by name; symbolic links are files here. */
  readonly files: Map<string, string>;
  readonly folders: Set<string>;
}

/** What was last seen, by absolute path. */
export interface Memory {
  readonly folders: Map<string, Folder>;
  readonly links: Set<string>;
}

export function knowsFile({ folders }: Memory, path: string): boolean {
  return folders.get(dirname(path))?.files.has(basename(path)) ?? false;
}

/** Takes over what is seen of a file, and says what that means; undefined when it is as it was. */
export function rememberFile(
  { folders, links }: Memory,
  path: string,
  seen: Seen & { type: 'file' | 'link' },
): 'came' | 'changed' | undefined {
  const files = folders.get(dirname(path))?.files;
  const known = files?.get(basename(path));
  const isLink = seen.type === 'link' || links.has(path);
  files?.set(basename(path), seen.signature);
  if (seen.type === 'link') links.add(path);
  else links.delete(path);
  if (known === undefined) return 'came';
  if (known === seen.signature) return undefined;
  // Where a link leads decides whether it belongs to the site at all.
  return isLink ? 'came' : 'changed';
}

export function forgetFile({ folders, links }: Memory, path: string, news: News): void {
  if (folders.get(dirname(path))?.files.delete(basename(path)) !== true) return;
  links.delete(path);
  news.push({ type: 'gone', path });
}

/** Forgets a folder with all that is in it, and ends the watches. */
export function forgetFolder(memory: Memory, path: string, news: News): void {
  const folder = memory.folders.get(path);
  memory.folders.get(dirname(path))?.folders.delete(basename(path));
  if (folder === undefined) return;
  for (const name of folder.files.keys()) forgetFile(memory, join(path, name), news);
  for (const name of folder.folders) forgetFolder(memory, join(path, name), news);
  folder.unwatch?.();
  memory.folders.delete(path);
  news.push({ type: 'gone', path });
}

/** A folder was away, or may have been: who read something in it meanwhile has missed it. */
export function tellBack({ folders }: Memory, path: string, news: News): void {
  news.push({ type: 'back', path });
  const inside = [path];
  for (const folder of inside) {
    const known = folders.get(folder);
    for (const name of known?.files.keys() ?? []) {
      news.push({ type: 'changed', path: join(folder, name) });
    }
    for (const name of known?.folders ?? []) inside.push(join(folder, name));
  }
}
