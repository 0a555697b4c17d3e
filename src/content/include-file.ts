import { basename, dirname, join, relative, resolve } from 'node:path';
import { statsOf } from '../cache/stats.ts';
import type { FileHashes } from '../cache/file-hashes.ts';
import { contains, namesIn } from '../config/folders.ts';
import { importFolders, nearestTsconfig } from '../config/loading/tsconfig.ts';
import { didYouMean } from '../config/problem.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { type FilePath, toFilePath } from '../shared/paths.ts';
import { slugify } from '../shared/slug.ts';
import { type FileRules, NAME_IT, OUTSIDE } from './file-rules.ts';
import { readSource, realPath } from './read-source.ts';
import { createSourceText } from './source-text.ts';

/** A part of a file that a doc includes. */
export interface IncludeRequest {
  /** Relative to the including file; with a leading `/` or `@/`, relative to the content, a folder above it, the site or an include root. */
  readonly path: string;
  /** Name of the region to take, or id of a heading in a Markdown file; empty for a region without a name. */
  readonly region?: string | undefined;
  /** Line ranges to take, such as `3-9`: lines of the file, or of the region. */
  readonly lines?: readonly LineRange[] | undefined;
  /** The lines between those that contain these texts. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Removes the indentation that all lines share. */
  readonly dedent?: boolean;
}

/** 1-based, both included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** The included part, or the problem to report. */
export type IncludeResult =
  | {
      readonly ok: true;
      /** Absolute real path. */
      readonly absolute: string;
      /** Relative to the site folder. */
      readonly file: FilePath;
      /** Without the lines of region markers. */
      readonly lines: readonly NumberedLine[];
      /** Number of characters removed from the start of each line that is not blank. */
      readonly indent: number;
      /** The lines; no final line ending. */
      readonly text: string;
      /** Length of the whole file. */
      readonly read?: number;
    }
  | {
      readonly ok: false;
      readonly code: DiagnosticCode;
      readonly message: string;
      readonly hint?: string | undefined;
      /** The absolute path that was looked for. */
      readonly absolute: string;
      /** Length of the file, if it was read. */
      readonly read?: number;
    };

/** Reads a part of a file for a file of the site (relative to the site folder). `looked` has the absolute paths that decided which file it is. */
export type ReadInclude = (
  from: FilePath,
  request: IncludeRequest,
) => IncludeResult & { readonly looked?: readonly string[] };

export interface IncludeFolders {
  /** Absolute. */
  readonly siteDir: string;
  readonly contentDir: string;
  /** Absolute folders that included files must lie in. */
  readonly includeRoots: readonly string[];
  readonly fileRules: FileRules;
}

const MAX_BYTES = 2 * 1024 * 1024;

const NO_ALIASES: ReturnType<typeof importFolders> = [];

/** Creates a reader of the files that the rules allow, after resolving symbolic links. */
export function createIncludeReader(folders: IncludeFolders): ReadInclude {
  const { siteDir, contentDir, includeRoots } = folders;
  const tsconfig = { file: '', aliases: NO_ALIASES };
  return (from, written) => {
    if (/^[@~#]./.test(written.path) && tsconfig.aliases === NO_ALIASES) {
      const file = nearestTsconfig(siteDir) ?? '';
      Object.assign(tsconfig, { file, aliases: file === '' ? [] : importFolders(file) });
    }
    const [start, aliased] = tsconfig.aliases.find(([name]) => written.path.startsWith(name)) ?? [];
    const request =
      start === undefined || aliased === undefined || start === '@/'
        ? written
        : { ...written, path: join(aliased, written.path.slice(start.length)) };
    const isAliased = request !== written;
    const rooted = isAliased ? undefined : /^(?:@\/|\/)+/.exec(request.path)?.[0];
    const bases =
      rooted === undefined
        ? [dirname(join(siteDir, from))]
        : [...new Set([...foldersUpTo(contentDir, siteDir), siteDir, ...includeRoots])];
    const path = request.path.slice(rooted?.length ?? 0);
    const wanted = bases.map((base) => resolve(base, path));
    const absolute = wanted.find((file) => realPath(file) !== undefined) ?? wanted[0] ?? path;
    const looked = wanted.slice(0, wanted.indexOf(absolute) + 1);
    const base = bases[wanted.indexOf(absolute)] ?? siteDir;
    const problem = refuse(absolute, { path: written.path, base, folders });
    const known = isAliased ? [tsconfig.file, ...looked] : looked;
    return { ...(problem ?? readPart(absolute, request, siteDir)), looked: known };
  };
}

/** A folder and those above it, up to another one. */
function foldersUpTo(folder: string, top: string): readonly string[] {
  const above = dirname(folder);
  return folder === top || above === folder || !contains(top, above)
    ? [folder]
    : [folder, ...foldersUpTo(above, top)];
}

type Problem = Extract<IncludeResult, { readonly ok: false }>;

interface Wanted {
  /** As written. */
  readonly path: string;
  /** The absolute folder that the path leads from. */
  readonly base: string;
  readonly folders: IncludeFolders;
}

/** Explains why a file must not or cannot be read; undefined if it can. */
function refuse(absolute: string, wanted: Wanted): Problem | undefined {
  const { path, folders } = wanted;
  const real = realPath(absolute);
  // Files may be made by scripts that run before a build.
  if (real === undefined && folders.includeRoots.some((root) => contains(root, absolute)))
    return notFound(absolute, wanted);
  const refusal = folders.fileRules(real ?? absolute);
  if (refusal !== undefined) {
    const message = `"${path}" ${refusal}`;
    const hint = refusal === OUTSIDE ? 'add its folder to `includeRoots`' : NAME_IT;
    return { ok: false, code: 'include-outside', message, hint, absolute };
  }
  const stats = real === undefined ? undefined : statsOf(real);
  if (stats?.isFile() !== true) return notFound(absolute, wanted);
  if (stats.size <= MAX_BYTES) return undefined;
  const message = `"${path}" is larger than ${MAX_BYTES} bytes`;
  return { ok: false, code: 'include-outside', message, absolute };
}

function notFound(absolute: string, { path, base, folders }: Wanted): Problem {
  const folder = dirname(absolute);
  const name = basename(absolute);
  const near = nearest(name, visibleIn(folder));
  const found = elsewhere(folder, name, folders.contentDir) ?? (near && join(folder, near));
  const below = found && toFilePath(relative(base, found));
  const start = below?.startsWith('../') ? '' : /^(?:@\/|\/|\.\/)*/.exec(path)?.[0];
  const searched = toFilePath(relative(folders.siteDir, absolute));
  const hint = below
    ? `did you mean "${start}${below}"?`
    : `correct the path, or add the file: ${searched} is searched`;
  const message = `there is no file "${path}" to include`;
  return { ok: false, code: 'include-not-found', message, hint, absolute };
}

/** Finds a file of the same name in the folders above and in their folders of partials, up to the content folder. */
function elsewhere(folder: string, name: string, top: string): string | undefined {
  const above = contains(top, folder) ? foldersUpTo(folder, top) : [folder];
  const folders = above.flatMap((one) => [
    one,
    ...visibleIn(one)
      .filter((inner) => PARTIALS.test(inner))
      .map((inner) => join(one, inner)),
  ]);
  return folders.map((one) => join(one, name)).find((path) => realPath(path) !== undefined);
}

/** Names of folders for files that pages include. */
const PARTIALS = /^_|^(?:snippets|partials|includes|shared)$/;

function visibleIn(folder: string): readonly string[] {
  return namesIn(folder).filter((name) => !name.startsWith('.'));
}

function readPart(absolute: string, request: IncludeRequest, siteDir: string): IncludeResult {
  const file = toFilePath(relative(siteDir, absolute));
  const read = readSource({ file, absolute });
  if (!read.ok) {
    const { code, message, hint } = read.diagnostic;
    return { ok: false, code, message: `"${request.path}": ${message}`, hint, absolute };
  }
  const { text } = createSourceText(file, read.text);
  const { after, before } = request;
  const whole = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, index) => ({ text: line, line: index + 1 }));
  const has = (mark: string) => (line: NumberedLine) => line.text.includes(mark);
  const opened = after === undefined ? whole : whole.slice(whole.findIndex(has(after)) + 1);
  const closing = before === undefined ? -1 : opened.findIndex(has(before));
  const all = closing < 0 ? opened : opened.slice(0, closing);
  const { region, lines: ranges } = request;
  const isSection = region !== undefined && request.path.endsWith('.md');
  const selected =
    selectRegion(all, region) ?? (isSection ? selectSection(all, region) : undefined);
  const taken = selected?.filter(({ line }, index) => {
    const number = region === undefined ? line : index + 1;
    return ranges?.some(({ first, last }) => first <= number && number <= last) ?? true;
  });
  if (taken === undefined || (taken.length === 0 && ranges !== undefined))
    return { ...missingPart(absolute, request, all), read: text.length };
  const indent = request.dedent === true ? sharedIndent(taken) : 0;
  const lines = taken.map((line) => ({ ...line, text: line.text.slice(indent) }));
  const shown = lines.map((line) => line.text).join('\n');
  const real = realPath(absolute) ?? absolute;
  return { ok: true, absolute: real, file, lines, indent, text: shown, read: text.length };
}

function missingPart(
  absolute: string,
  { path, region }: IncludeRequest,
  all: readonly NumberedLine[],
): Problem {
  const code = 'include-region';
  if (region === undefined) {
    const message = `"${path}" has no such lines: it has ${all.length}`;
    const hint = `name lines from 1 to ${all.length}`;
    return { ok: false, code, message, hint, absolute };
  }
  const names = regionNames(all);
  const known =
    names.length === 0
      ? `mark it in the file by comments with "#region ${region}" and "#endregion", or leave out "#${region}"`
      : `it has ${names.slice(0, 5).join(', ')}`;
  const hint = didYouMean(region, names) ?? known;
  return { ok: false, code, message: `"${path}" has no region "${region}"`, hint, absolute };
}

function sharedIndent(lines: readonly NumberedLine[]): number {
  const indents = lines
    .filter(({ text }) => text.trim() !== '')
    .map(({ text }) => /^[ \t]*/.exec(text)?.[0] ?? '');
  const [first = '', ...others] = indents;
  let length = first.length;
  for (const indent of others) while (!indent.startsWith(first.slice(0, length))) length -= 1;
  return length;
}

/** Parses `3-9`, `2:5`, `:10`, `5:`, `7` and lists of these; undefined if it is none of them. */
export function parseLineRanges(text: string): readonly LineRange[] | undefined {
  const ranges: LineRange[] = [];
  for (const part of text.split(',')) {
    const match = /^\s*(\d*)\s*(?:([-:])\s*(\d*))?\s*$/.exec(part);
    if (match === null) return undefined;
    const [, from = '', sign, to = ''] = match;
    if (from === '' && to === '' && sign === undefined) return undefined;
    const first = from === '' ? 1 : Number(from);
    const last = sign === undefined ? first : to === '' ? Number.POSITIVE_INFINITY : Number(to);
    ranges.push({ first, last });
  }
  return ranges;
}

/** A line of a file. */
interface NumberedLine {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

/** A line that opens or closes regions. */
type Marker =
  | { readonly kind: 'start' | 'end'; readonly names: readonly string[] }
  | { readonly kind: 'end'; readonly names: undefined };

/** `ANCHOR: name`, `ANCHOR_END: name`; `[start:name]`, `[end:name]`, also behind a scissors line `--8<--`. */
const ANCHOR = /\bANCHOR(_END)?:\s*([\w-]+)/;
const SECTION =
  /(?:^|\s|<!--)(?:-+8<-+)?\s*\[(start|end):\s*([\w.-]+)\s*\]\s*(?:--+>|\*+\/\}?|\*\))?\s*$/;

/** `#region name`, `#docregion a, b` and their ends, alone in a comment of any language. */
const HASHED =
  /^\s*(?:\/\/+|\/\*+|<!--|--|::|[;%']|\{\/\*|\(\*|\{\{!--)?\s*#\s?(end)?\s?(?:doc)?region\b[ \t]*(.*?)\s*(?:\*+\/\}?|--\}?\}?>?|\*\))?\s*$/i;
const PLAIN =
  /^\s*(?:\/\/+|\/\*+|<!--|#pragma|#)\s*(end)?(?:doc)?region(?:[ \t]+([\w*.-]+))?\s*(?:\*+\/|-->)?\s*$/;

/**
 * Selects the lines of a region, each time it is opened, without any marker lines; undefined if there is none of that name.
 * Without a name: all lines that are no markers.
 */
function selectRegion(
  lines: readonly NumberedLine[],
  name?: string,
): readonly NumberedLine[] | undefined {
  const open: string[] = [];
  const taken: NumberedLine[] = [];
  let found = name === undefined;
  for (const line of lines) {
    const marker = readMarker(line.text);
    if (marker === undefined) {
      if (name === undefined || open.includes(name)) taken.push(line);
    } else if (marker.kind === 'start') {
      open.push(...marker.names);
      found ||= name !== undefined && marker.names.includes(name);
    } else close(open, marker.names);
  }
  return found ? taken : undefined;
}

/** Ends the innermost region of each name; without names, the innermost one. */
function close(open: string[], names: readonly string[] | undefined): void {
  if (names === undefined) open.pop();
  for (const name of names ?? []) {
    const at = open.lastIndexOf(name);
    if (at >= 0) open.splice(at, 1);
  }
}

/** Selects the text of a Markdown file between the heading with an id and the next one of its level or above. */
export function selectSection(
  lines: readonly NumberedLine[],
  id: string,
): readonly NumberedLine[] | undefined {
  let fence = '';
  let level = 0;
  let start = -1;
  for (const [index, { text }] of lines.entries()) {
    const [marker = ''] = /^ {0,3}(?:`{3,}|~{3,})/.exec(text) ?? [];
    if (fence === '') fence = marker.trim();
    else if (text.trim().startsWith(fence)) fence = '';
    const [, signs, title = '', given] =
      (fence === '' && /^(#{1,6})[ \t]+(.*?)(?:[ \t]*\{#([^\s{}]+)\})?[ \t]*$/.exec(text)) || [];
    if (signs === undefined) continue;
    if (start >= 0 && signs.length <= level) return lines.slice(start, index);
    if (start >= 0 || (given ?? slugify(title)) !== id) continue;
    start = index + 1;
    level = signs.length;
  }
  return start < 0 ? undefined : lines.slice(start);
}

/** The names of all regions, in order. */
function regionNames(lines: readonly NumberedLine[]): readonly string[] {
  const names = lines.flatMap(({ text }) => {
    const marker = readMarker(text);
    return marker?.kind === 'start' ? marker.names : [];
  });
  return [...new Set(names)].filter((name) => name !== '');
}

function readMarker(text: string): Marker | undefined {
  if (text.includes('ANCHOR')) {
    const [, end, name] = ANCHOR.exec(text) ?? [];
    if (name !== undefined) return { kind: end === undefined ? 'start' : 'end', names: [name] };
  }
  if (text.includes('[')) {
    const [, kind, name] = SECTION.exec(text) ?? [];
    if (name !== undefined) return { kind: kind === 'start' ? 'start' : 'end', names: [name] };
  }
  if (!/region/i.test(text)) return undefined;
  const [whole, end, written = ''] = HASHED.exec(text) ?? PLAIN.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const isDoc = /docregion/i.test(whole);
  const names = isDoc && written !== '' ? written.split(/\s*,\s*/) : [written.trim()];
  if (end === undefined) return { kind: 'start', names };
  return { kind: 'end', names: written === '' ? undefined : names };
}

/**
 * The content of an included file, where it is if a link leads to it, and why it must not be included; of a missing file,
 * its neighbors, which its finding names.
 */
export function includeState(path: string, hashes: FileHashes, rules: FileRules): string {
  const hash = hashes.of(path);
  if (hash === undefined) return `missing ${visibleIn(dirname(path)).join('/')}`;
  const real = realPath(path) ?? path;
  return [hash, ...(real === path ? [] : [real]), rules(real) ?? ''].join(' ').trimEnd();
}
