import { existsSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import type { DialectName } from '../../dialects/dialects.ts';
import { contains, siteRelative } from '../../config/folders.ts';
import { type ConfigPath, isRecord, stringAt, valueAt } from '../../config/problem.ts';

/** A setting of another tool. */
export interface Origin {
  /** Absolute path of the file. */
  readonly file: string;
  readonly path: ConfigPath;
  /** In files that are no data. */
  readonly line?: number;
}

/** The origin of a member. */
export function below({ file, path }: Origin, ...keys: ConfigPath): Origin {
  return { file, path: [...path, ...keys] };
}

/** The effect of a move on a setting. */
export interface Finding {
  readonly kind: 'done' | 'approximated' | 'left';
  readonly text: string;
  readonly origin?: Origin | undefined;
  /** Pages of the old site that the new one does not have. */
  readonly hasPages?: true;
}

/** Finds the file of a setting. */
export type Locate = (path: ConfigPath) => Origin;

/** A site that is being moved from another tool. */
export interface Moving {
  readonly tool: DialectName;
  /** Absolute paths: the tool's folder, its configuration file, and the folder of the new configuration. */
  readonly toolDir: string;
  readonly configFile: string;
  readonly siteDir: string;
  /** Settings of a configuration file, as plain data. */
  readonly load: (file: string) => Promise<unknown>;
  /** Records what became of the setting at a path of the tool's configuration. */
  readonly note: (kind: Finding['kind'], path: ConfigPath, text: string) => void;
  /** Records pages that the new site does not have. */
  readonly leavePages: (path: ConfigPath, text: string, line?: number) => void;
  /** As `note`, for a setting in any file. */
  readonly noteAt: (kind: Finding['kind'], origin: Origin, text: string) => void;
  /** Records where a part of the new configuration comes from; returns the part. */
  readonly from: <Part extends object>(part: Part, origin: Origin) => Part;
  /** Reports the members of parts of the settings that nothing was reported of: they are left. */
  readonly leaveRest: (settings: unknown, parts: readonly ConfigPath[], at?: Locate) => void;
  /** Adds a file to the new site unless it is there; the path is relative to the site folder. */
  readonly add: (path: string, text: string | Uint8Array) => void;
}

/** A part of a configuration that is not checked yet. */
export type Unchecked = Record<string, unknown>;

/** A path relative to the tool's folder, relative to the site folder instead; `.` for the site folder. */
export function inSite({ toolDir, siteDir }: Moving, path: string): string {
  return siteRelative(siteDir, resolve(toolDir, path)) || '.';
}

/** Start of edit links: the address of a folder without the folder's own path; undefined if they do not agree. */
export function editStart(address: string, folder: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  const path = posix.normalize(pathname).replace(/\/+$/, '');
  if (folder === '.') return origin + path;
  return path.endsWith(`/${folder}`) ? origin + path.slice(0, -folder.length - 1) : undefined;
}

/** `to` for a path of the site, `href` for any other address. */
export function linkTo(address: string): { readonly to: string } | { readonly href: string } {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return { href: address };
  const path = address.replace(/(?:\/index)?\.(?:html|mdx?)(?=$|[?#])/, '');
  return { to: path.startsWith('/') ? path : `/${path}` };
}

/** True for an element that `head` can have: one without inline code. */
export function isHeadTag(tag: unknown, attributes: unknown): boolean {
  const isScript = tag === 'script' && stringAt(attributes, 'src') !== undefined;
  return tag === 'meta' || tag === 'link' || isScript;
}

/** The members of a record with these keys that have a value. */
export function pick(value: unknown, keys: readonly string[]): Unchecked {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    keys.flatMap((key) =>
      value[key] === undefined || value[key] === null ? [] : [[key, value[key]]],
    ),
  );
}

/** The path below the static folder of an image that a tool keeps elsewhere: a copy of it is added. */
export function staticCopy(
  { siteDir, add }: Moving,
  {
    file,
    staticDir,
    path,
  }: { readonly file: string; readonly staticDir: string; readonly path: string },
): string | undefined {
  if (!existsSync(file)) return undefined;
  const isThere = contains(resolve(siteDir, staticDir), file);
  if (!isThere) add(`${staticDir}/${path}`, readFileSync(file));
  return isThere ? siteRelative(resolve(siteDir, staticDir), file) : path;
}

/** The member of a record or of a list. */
export function memberAt(value: unknown, key: string | number): unknown {
  return Array.isArray(value) ? value[Number(key)] : valueAt(value, String(key));
}

/** Keys of a record whose values are neither null nor undefined. */
export function keysWithValue(value: unknown): readonly string[] {
  if (!isRecord(value)) return [];
  return Object.keys(value).filter((key) => value[key] !== undefined && value[key] !== null);
}

/** A report that begins with the name of its setting. */
export function named(path: ConfigPath, text: string): string {
  const name = path.findLast((key) => typeof key === 'string');
  const isNamed =
    name === undefined || text.startsWith(String(name)) || typeof path.at(-1) === 'number';
  return isNamed ? text : `${name}: ${text}`;
}

/** Plain text of a label that may contain HTML. */
export function labelText(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
