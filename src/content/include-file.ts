import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { contains } from '../config/folders.ts';
import { didYouMean } from '../config/problem.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { type FilePath, toFilePath } from '../shared/paths.ts';
import { type FileRules, NAME_IT, OUTSIDE } from './file-rules.ts';
import { type NumberedLine, regionNames, selectRegion, selectSection } from './include-regions.ts';
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

/** Creates a reader of the files that the rules allow, after resolving symbolic links. */
export function createIncludeReader(folders: IncludeFolders): ReadInclude {
  const { siteDir, contentDir, includeRoots } = folders;
  return (from, request) => {
    const rooted = /^(?:@\/|\/)+/.exec(request.path)?.[0];
    const bases =
      rooted === undefined
        ? [dirname(join(siteDir, from))]
        : [...new Set([...foldersUpTo(contentDir, siteDir), siteDir, ...includeRoots])];
    const path = request.path.slice(rooted?.length ?? 0);
    const wanted = bases.map((base) => resolve(base, path));
    const absolute = wanted.find((file) => realPath(file) !== undefined) ?? wanted[0] ?? path;
    const looked = wanted.slice(0, wanted.indexOf(absolute) + 1);
    const base = bases[wanted.indexOf(absolute)] ?? siteDir;
    const problem = refuse(absolute, { path: request.path, base, folders });
    return { ...(problem ?? readPart(absolute, request, siteDir)), looked };
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
  const stats = real === undefined ? undefined : statSync(real, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return notFound(absolute, wanted);
  if (stats.size <= MAX_BYTES) return undefined;
  const message = `"${path}" is larger than ${MAX_BYTES} bytes`;
  return { ok: false, code: 'include-outside', message, absolute };
}

function notFound(absolute: string, { path, base, folders }: Wanted): Problem {
  const folder = dirname(absolute);
  const name = basename(absolute);
  const near = nearest(name, namesIn(folder));
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
    ...namesIn(one)
      .filter((inner) => PARTIALS.test(inner))
      .map((inner) => join(one, inner)),
  ]);
  return folders.map((one) => join(one, name)).find((path) => realPath(path) !== undefined);
}

/** Names of folders for files that pages include. */
const PARTIALS = /^_|^(?:snippets|partials|includes|shared)$/;

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}

function readPart(absolute: string, request: IncludeRequest, siteDir: string): IncludeResult {
  const file = toFilePath(relative(siteDir, absolute));
  const read = readSource({ file, absolute });
  if (!read.ok) {
    const { code, message, hint } = read.diagnostic;
    return { ok: false, code, message: `"${request.path}": ${message}`, hint, absolute };
  }
  const { text } = createSourceText(file, read.text);
  const all = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, index) => ({ text: line, line: index + 1 }));
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
