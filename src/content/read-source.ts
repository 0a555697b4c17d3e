import { readFileSync, realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import {
  type OwnDiagnostic,
  type DiagnosticDetails,
  diagnostic,
  startOf,
} from '../diagnostics/diagnostic.ts';
import type { SourceFile } from './source-file.ts';

type FileOnDisk = Pick<SourceFile, 'file' | 'absolute'>;

/** A file's text, or the diagnostic that explains why there is none. */
export type SourceText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly diagnostic: OwnDiagnostic };

/** Reads a source as UTF-8 (keeping a byte order mark); invalid UTF-8 is an error. */
export function readSource(source: FileOnDisk): SourceText {
  let bytes: Uint8Array;
  try {
    // Reads a file, but never a pipe or a device, where a read could wait forever.
    const path = source.absolute;
    const stats = statSync(path);
    if (!stats.isFile() && !stats.isDirectory())
      throw new Error('it is a pipe, a socket or a device');
    bytes = readFileSync(path);
  } catch (cause) {
    const details = { ...unreadable('the file', cause), location: startOf(source.file) };
    return { ok: false, diagnostic: diagnostic('file-unreadable', details) };
  }
  const text = decode(bytes);
  if (text !== undefined) return { ok: true, text };
  return { ok: false, diagnostic: notUtf8(bytes, source) };
}

/** Reads a file of the site as `readSource` does, but no file elsewhere that a symbolic link leads to. */
export function readOwnSource(source: FileOnDisk, siteDir: string): SourceText {
  if (isOfSite(source.absolute, { siteDir, includeRoots: [] })) return readSource(source);
  const message =
    'cannot read the file: it is a symbolic link that leads out of the site, or nowhere';
  const location = startOf(source.file);
  return { ok: false, diagnostic: diagnostic('file-unreadable', { message, location }) };
}

/** Explains why a file or folder cannot be read, and how to fix it. */
export function unreadable(
  name: string,
  cause: unknown,
): Pick<DiagnosticDetails, 'message' | 'hint'> {
  const message = cause instanceof Error ? (cause.message.split(',')[0] ?? '') : String(cause);
  const isRefused = message.startsWith('EACCES');
  const plain = message.startsWith('EISDIR') ? 'it is a folder' : message;
  const reason = isRefused ? 'permission denied' : plain;
  const hint = isRefused ? 'allow this user to read it' : undefined;
  return { message: `cannot read ${name}: ${reason}`, hint };
}

function decode(bytes: Uint8Array): string | undefined {
  if (isUtf16(bytes)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Recognizes UTF-16 by its byte order mark, or by text in which nearly every other byte is zero. */
function isUtf16(bytes: Uint8Array): boolean {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  if (mark === 0xfeff || mark === 0xfffe) return true;
  if (bytes.length < 2 || bytes.length % 2 === 1 || !bytes.subarray(0, 100).includes(0))
    return false;
  const zeros = [0, 0];
  const start = bytes.subarray(0, 1000);
  for (const [index, byte] of start.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  return Math.min(even, odd) === 0 && Math.max(even, odd) * 4 > start.length;
}

function notUtf8(bytes: Uint8Array, { file }: FileOnDisk): OwnDiagnostic {
  const hint = 'save the file as UTF-8';
  if (isUtf16(bytes)) {
    const message = 'the file is UTF-16, not UTF-8';
    return diagnostic('file-encoding', { message, location: startOf(file), hint });
  }
  const lines = validPrefix(bytes).split('\n');
  const location = { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  return diagnostic('file-encoding', { message: 'the file is not valid UTF-8', location, hint });
}

/** Finds the longest valid prefix by bisection. */
function validPrefix(bytes: Uint8Array): string {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (decodes(bytes.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  return new TextDecoder().decode(bytes.subarray(0, low)).replace(/\uFFFD+$/, '');
}

function decodes(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns true for a file below the site folder, and for one that pages may include: below an include root, and not
 * hidden. Symbolic links are resolved.
 */
export function isOfSite(
  absolute: string,
  { siteDir, includeRoots }: { readonly siteDir: string; readonly includeRoots: readonly string[] },
): boolean {
  const real = realPath(absolute);
  if (real === undefined) return false;
  const below = (root: string): string | undefined => {
    const folder = (realPath(root) ?? root) + sep;
    return real.startsWith(folder) ? real.slice(folder.length) : undefined;
  };
  const paths = includeRoots.map(below).filter((path) => path !== undefined);
  const isVisible = (path: string): boolean =>
    !path.split(sep).some((name) => name.startsWith('.'));
  return below(siteDir) !== undefined || paths.some(isVisible);
}

/** Resolves symbolic links; undefined if the path does not exist. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
