import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord, parseJson, valueAt } from '../config/problem.ts';
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
  const created: string[] = [];
  const changed: Written['changed'][number][] = [];
  const kept: Written['kept'][number][] = [];
  const write = (path: string, edit: (text: string | undefined) => Edit): void => {
    const file = join(dir, path);
    const odd = oddity(dir, path);
    const current = odd === undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    const { text, added = '', reason = odd } = odd === undefined ? edit(current) : {};
    if (text === undefined) {
      kept.push(reason === undefined ? { path } : { path, reason });
      return;
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: current === undefined ? 'wx' : 'w' });
    if (current === undefined) created.push(path);
    else changed.push({ path, added });
  };
  for (const { path, text } of files)
    write(path, (current) => (current === undefined ? { text } : {}));
  write('package.json', (text) => addToPackage(text, scripts, version));
  write('.gitignore', addToIgnored);
  return { created, changed, kept };
}

/** The new text of a file and what was added; without a text, the file is kept. */
interface Edit {
  readonly text?: NewFile['text'];
  readonly added?: string;
  readonly reason?: string;
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

/** Adds the scripts and the package, and keeps what is there, with its indentation and line endings. */
function addToPackage(text: string | undefined, scripts: Scripts, version: string): Edit {
  const json: Record<string, unknown> | undefined =
    text === undefined ? { private: true, type: 'module' } : parseRecord(text);
  if (json === undefined) return { reason: 'it is not a JSON object' };
  const isKnown = valueAt(valueAt(json, 'dependencies'), 'docwright') !== undefined;
  const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    scripts: {
      [scripts.dev]: 'docs dev',
      [scripts.build]: 'docs build',
      [scripts.check]: 'docs check',
    },
    devDependencies: isKnown ? {} : { docwright: `^${version}` },
  };
  const edited = { ...json };
  const names: string[] = [];
  for (const [key, entries] of Object.entries(groups)) {
    const present = json[key] ?? {};
    if (!isRecord(present)) continue;
    const missing = Object.entries(entries).filter(([name]) => !Object.hasOwn(present, name));
    if (missing.length > 0) edited[key] = { ...present, ...Object.fromEntries(missing) };
    names.push(...missing.map(([name]) => name));
  }
  if (names.length === 0) return {};
  const indent = /^[ \t]+(?=")/m.exec(text ?? '')?.[0] ?? '  ';
  const end = text === undefined || text.endsWith('\n') || text === '' ? '\n' : '';
  const printed = JSON.stringify(edited, null, indent) + end;
  return {
    text: text?.includes('\r\n') === true ? printed.replaceAll('\n', '\r\n') : printed,
    added: names.join(', '),
  };
}

function parseRecord(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  return isRecord(value) ? value : undefined;
}

function addToIgnored(text = ''): Edit {
  const bare = (line: string): string => line.trim().replace(/^\/|\/$/g, '');
  const present = new Set(text.split('\n').map(bare));
  const added = ['node_modules/', 'build/', '.docwright/'].filter(
    (line) => !present.has(bare(line)),
  );
  if (added.length === 0) return {};
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const start = text === '' || text.endsWith('\n') ? text : text + eol;
  return { text: start + added.map((line) => line + eol).join(''), added: added.join(', ') };
}
