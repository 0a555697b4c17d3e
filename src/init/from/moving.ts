import { posix, resolve } from 'node:path';
import type { Dialect } from '../../config/dialects.ts';
import { siteRelative } from '../../config/folders.ts';
import { type ConfigPath, isRecord } from '../../config/problem.ts';

/** A setting of another tool. */
export interface Origin {
  /** Absolute path of the file. */
  readonly file: string;
  readonly path: ConfigPath;
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

/** A site that is being moved from another tool. */
export interface Moving {
  readonly tool: Dialect;
  /** Absolute paths: the tool's folder, its configuration file, and the folder of the new configuration. */
  readonly toolDir: string;
  readonly configFile: string;
  readonly siteDir: string;
  /** Settings of a configuration file, as plain data. */
  readonly load: (file: string) => Promise<unknown>;
  /** Records what became of the setting at a path of the tool's configuration. */
  readonly note: (kind: Finding['kind'], path: ConfigPath, text: string) => void;
  /** Records pages that the new site does not have. */
  readonly leavePages: (path: ConfigPath, text: string) => void;
  /** As `note`, for a setting in any file. */
  readonly noteAt: (kind: Finding['kind'], origin: Origin, text: string) => void;
  /** Records where a part of the new configuration comes from; returns the part. */
  readonly from: <Part extends object>(part: Part, origin: Origin) => Part;
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

/** The members of a record with these keys that have a value. */
export function pick(value: unknown, keys: readonly string[]): Unchecked {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    keys.flatMap((key) =>
      value[key] === undefined || value[key] === null ? [] : [[key, value[key]]],
    ),
  );
}

/** Plain text of a label that may contain HTML. */
export function labelText(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
