import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareStrings } from '../../diagnostics/diagnostic.ts';
import { scanHtml, scanStyleSheet } from '../../html/scan-html.ts';
import type { ScannedLink } from '../../html/scanned-page.ts';
import {
  keepText,
  newReferenceTable,
  type OutputDocument,
  type OutputSite,
  type ReferenceTable,
  referenceNumber,
} from './output-site.ts';

/** The results of a walk through a folder. */
interface Walk {
  readonly folder: string;
  readonly files: string[];
  readonly unreadable: { readonly file: string; readonly reason: string }[];
  /** Folders behind symbolic links, by real path. */
  readonly linked: Set<string>;
}

/**
 * Reads a built folder: lists its files and scans its HTML files and style sheets, whose texts are not kept. Folders
 * whose name begins with a dot, except `.well-known`, are skipped: they are not published.
 */
export function readOutput(folder: string): OutputSite {
  const walk: Walk = { folder, files: [], unreadable: [], linked: new Set() };
  listFolder(walk, '');
  walk.files.sort(compareStrings);
  const table = newReferenceTable();
  const documents: OutputDocument[] = [];
  for (const file of walk.files) {
    const isSheet = /\.css$/i.test(file);
    if (!isSheet && !/\.html?$/i.test(file)) continue;
    const text = attempt(walk, file, () => readOutputText(folder, file));
    if (text === undefined) continue;
    const scanned = isSheet
      ? scanStyleSheet(text)
      : scanHtml(text, (value) => keepText(table, value));
    const { ids, duplicateIds, base, refresh, hasContent } = scanned;
    for (const name of scanned.anchorNames) ids.add(name);
    const links = packLinks(table, scanned.links);
    const contexts = isSheet || hasContent ? NO_CONTEXTS : hashContexts(text, links);
    const page = isSheet ? undefined : { ids, duplicateIds, base, refresh, hasContent };
    documents.push({ file, links, contexts, page });
  }
  const { references } = table;
  return { folder, documents, references, files: new Set(walk.files), unreadable: walk.unreadable };
}

const NO_CONTEXTS = new Uint32Array(0);

function listFolder(walk: Walk, inside: string): void {
  const entries = attempt(walk, inside, () =>
    readdirSync(join(walk.folder, inside), { withFileTypes: true }),
  );
  for (const entry of entries ?? []) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (entry.isFile()) walk.files.push(path);
    else if (entry.isDirectory()) listSubfolder(walk, path, entry.name);
    else if (entry.isSymbolicLink()) followLink(walk, path, entry.name);
  }
}

function listSubfolder(walk: Walk, path: string, name: string): void {
  if (!name.startsWith('.') || name === '.well-known') listFolder(walk, path);
}

/** A dangling link is not a file, and one to a folder around it is not followed. */
function followLink(walk: Walk, path: string, name: string): void {
  const full = join(walk.folder, path);
  const target = attempt(walk, path, () => statSync(full));
  if (target?.isFile()) walk.files.push(path);
  if (!target?.isDirectory()) return;
  const real = realpathSync(full);
  const isAround = `${realpathSync(join(full, '..'))}/`.startsWith(`${real}/`);
  if (walk.linked.has(real) || isAround) return;
  walk.linked.add(real);
  listSubfolder(walk, path, name);
}

/**
 * Reads a file's text as it is scanned and as offsets count: UTF-8, or UTF-16 with a byte order mark, which is
 * dropped. Throws file system errors.
 */
export function readOutputText(folder: string, file: string): string {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (text.startsWith('\ufeff')) return text.slice(1);
  return text.startsWith('\ufffd\ufffd') ? readUtf16(path, text) : text;
}

function readUtf16(path: string, asUtf8: string): string {
  const bytes = readFileSync(path);
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0);
  if (mark === 0xfeff)
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le', 2);
  return mark === 0xfffe ? bytes.toString('utf16le', 2) : asUtf8;
}

function attempt<Value>(walk: Walk, file: string, read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    walk.unreadable.push({ file, reason: error instanceof Error ? error.message : String(error) });
    return undefined;
  }
}

function packLinks(table: ReferenceTable, links: readonly ScannedLink[]): Uint32Array {
  const packed = new Uint32Array(3 * links.length);
  let at = 0;
  for (const link of links) {
    packed[at++] = referenceNumber(table, link);
    packed[at++] = link.start;
    packed[at++] = link.end;
  }
  return packed;
}

const AROUND = 48;

/** FNV-1a of the characters before and after each value: equal where pages share the same markup. */
function hashContexts(text: string, links: Uint32Array): Uint32Array {
  const hashes = new Uint32Array(links.length / 3);
  for (let index = 0; index < hashes.length; index++) {
    const start = links[3 * index + 1] ?? 0;
    const end = links[3 * index + 2] ?? 0;
    const before = hashOf(text.slice(Math.max(0, start - AROUND), start), 0x811c9dc5);
    hashes[index] = hashOf(text.slice(end, end + AROUND), before);
  }
  return hashes;
}

function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
