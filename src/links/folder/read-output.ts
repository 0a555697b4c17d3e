import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareStrings } from '../../diagnostics/diagnostic.ts';
import { ownText } from '../../diagnostics/own-text.ts';
import { scanHtml, scanStyleSheet } from '../../html/scan-html.ts';
import type { ScannedLink } from '../../html/scanned-page.ts';
import type { OutputDocument, OutputReference, OutputSite } from './output-site.ts';
import { parseHref } from './parse-href.ts';

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
  const { keep, referenceOf } = referenceTable();
  const documents: OutputDocument[] = [];
  for (const file of walk.files) {
    const isSheet = /\.css$/i.test(file);
    if (!isSheet && !/\.html?$/i.test(file)) continue;
    const text = attempt(walk, file, () => readOutputText(folder, file));
    if (text === undefined) continue;
    const scanned = isSheet ? scanStyleSheet(text) : scanHtml(text, keep);
    const { ids, duplicateIds, base, refresh, hasContent } = scanned;
    for (const name of scanned.anchorNames) ids.add(name);
    const links = scanned.links.map((link) => {
      const { start, end } = link;
      const around =
        isSheet || hasContent
          ? undefined
          : [text.slice(Math.max(0, start - AROUND), start), text.slice(end, end + AROUND)];
      return { reference: referenceOf(link), start, end, context: around && keep(around.join('')) };
    });
    const page = isSheet ? undefined : { ids, duplicateIds, base, refresh, hasContent };
    documents.push({ file, links, page });
  }
  return { folder, documents, files: new Set(walk.files), unreadable: walk.unreadable };
}

/** Number of characters before and after a reference that are the same where pages share their markup. */
const AROUND = 48;

/** Keeps each text, as a copy, and each reference once. */
function referenceTable() {
  const texts = new Map<string, string>();
  const byHref = new Map<string, OutputReference[]>();
  const keep = (text: string): string => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    const copy = ownText(text);
    texts.set(copy, copy);
    return copy;
  };
  const referenceOf = (link: ScannedLink): OutputReference => {
    const { kind, tag, attribute, isFull, region } = link;
    const same = byHref.get(link.href) ?? [];
    const known = same.find(
      (one) =>
        one.region === region &&
        one.kind === kind &&
        one.isFull === isFull &&
        one.tag === tag &&
        one.attribute === attribute,
    );
    if (known !== undefined) return known;
    const href = keep(link.href);
    const added = {
      href,
      parsed: parseHref(href),
      kind,
      tag: keep(tag),
      attribute,
      isFull,
      region,
    };
    byHref.set(href, [...same, added]);
    return added;
  };
  return { keep, referenceOf };
}

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
