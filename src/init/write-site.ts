import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord, valueAt } from '../config/problem.ts';
import type { NewFile, Scripts } from './new-site.ts';

/** The effect of `docs init` on files; paths are relative to the site folder. */
export interface Written {
  readonly created: readonly string[];
  readonly changed: readonly { readonly path: string; readonly added: string }[];
  readonly kept: readonly { readonly path: string; readonly reason?: string }[];
}

interface SiteToWrite {
  /** Absolute; created if it is missing. */
  readonly dir: string;
  readonly files: readonly NewFile[];
  readonly scripts: Scripts;
  /** docwright's own version. */
  readonly version: string;
}

/** Writes the files that do not exist yet, and adds what is missing to package.json and .gitignore. */
export function writeSite({ dir, files, scripts, version }: SiteToWrite): Written {
  const results = [
    ...files.map(({ path, text }) => writeNew(dir, path, text)),
    mergePackage(dir, scripts, version),
    mergeIgnore(dir),
  ];
  return {
    created: results.flatMap((result) => ('created' in result ? [result.created] : [])),
    changed: results.flatMap((result) => ('added' in result ? [result] : [])),
    kept: results.flatMap((result) => ('kept' in result ? [toKept(result)] : [])),
  };
}

type Result =
  | { readonly created: string }
  | Written['changed'][number]
  | { readonly kept: string; readonly reason?: string };

function toKept({ kept, reason }: Extract<Result, { kept: string }>): Written['kept'][number] {
  return reason === undefined ? { path: kept } : { path: kept, reason };
}

/** Why a path is left alone, whose file or folders below the site lead elsewhere; undefined for all others. */
function oddity(dir: string, path: string): string | undefined {
  const names = path.split('/');
  for (const [index, name] of names.entries()) {
    const stats = lstatSync(join(dir, ...names.slice(0, index + 1)), { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    if (stats.isSymbolicLink()) return 'it is, or lies behind, a symbolic link';
    const isExpected = index < names.length - 1 ? stats.isDirectory() : stats.isFile();
    if (name !== '..' && !isExpected) return 'there is something else at its path';
  }
  return undefined;
}

function writeNew(dir: string, path: string, text: NewFile['text']): Result {
  const file = join(dir, path);
  const reason = oddity(dir, path);
  if (reason !== undefined) return { kept: path, reason };
  if (existsSync(file)) return { kept: path };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { flag: 'wx' });
  return { created: path };
}

/** Adds the scripts and the package, and keeps what is there, with its indentation and line endings. */
function mergePackage(dir: string, scripts: Scripts, version: string): Result {
  const path = 'package.json';
  const file = join(dir, path);
  const reason = oddity(dir, path);
  if (reason !== undefined) return { kept: path, reason };
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const before = text === undefined ? { private: true, type: 'module' } : parseRecord(text);
  if (before === undefined) return { kept: path, reason: 'it is not a JSON object' };
  const newScripts = missing(before, 'scripts', {
    [scripts.dev]: 'docs dev',
    [scripts.build]: 'docs build',
    [scripts.checkLinks]: 'docs check-links',
  });
  const isKnown = valueAt(valueAt(before, 'dependencies'), 'docwright') !== undefined;
  const packages = isKnown ? {} : missing(before, 'devDependencies', { docwright: `^${version}` });
  const names = [...Object.keys(newScripts), ...Object.keys(packages)];
  if (names.length === 0) return { kept: path };
  const after = extend(extend(before, 'scripts', newScripts), 'devDependencies', packages);
  writeFileSync(file, printLike(after, text ?? ''));
  return text === undefined ? { created: path } : { path, added: names.join(', ') };
}

function parseRecord(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The entries whose names are not under `key`; all of them if there is no such key. */
function missing(
  json: Record<string, unknown>,
  key: string,
  entries: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const present = json[key] ?? {};
  if (!isRecord(present)) return {};
  return Object.fromEntries(
    Object.entries(entries).filter(([name]) => !Object.hasOwn(present, name)),
  );
}

function extend(
  json: Record<string, unknown>,
  key: string,
  entries: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const present = json[key];
  if (Object.keys(entries).length === 0) return json;
  return { ...json, [key]: { ...(isRecord(present) ? present : {}), ...entries } };
}

/** Prints JSON with the indentation, line endings and end of a text. */
function printLike(json: unknown, text: string): string {
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ';
  const printed =
    JSON.stringify(json, null, indent) + (text === '' || text.endsWith('\n') ? '\n' : '');
  return text.includes('\r\n') ? printed.replaceAll('\n', '\r\n') : printed;
}

const IGNORED = ['node_modules/', 'build/', '.docwright/'];

function mergeIgnore(dir: string): Result {
  const path = '.gitignore';
  const file = join(dir, path);
  const reason = oddity(dir, path);
  if (reason !== undefined) return { kept: path, reason };
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const bare = (line: string): string => line.trim().replace(/^\/|\/$/g, '');
  const present = new Set(text.split('\n').map(bare));
  const added = IGNORED.filter((line) => !present.has(bare(line)));
  if (added.length === 0) return { kept: path };
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const start = text === '' || text.endsWith('\n') ? text : text + eol;
  const isNew = !existsSync(file);
  writeFileSync(file, start + added.map((line) => line + eol).join(''));
  return isNew ? { created: path } : { path, added: added.join(', ') };
}
