import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tempSite } from '../config/temp-site.ts';

const BIN = resolve(import.meta.dirname, '../../../bin/docs.js');

export type Files = Readonly<Record<string, string>>;

/** Runs commands in a folder with the given files. */
export function project(files: Files) {
  const dir = tempSite({ 'package-lock.json': '{}', ...files });
  const docs = (...parameters: readonly string[]) =>
    spawnSync(process.execPath, [BIN, ...parameters], { cwd: dir, encoding: 'utf8', input: '' });
  const read = (path: string): string => readFileSync(join(dir, path), 'utf8');
  return { dir, docs, read };
}

/** The lines under a title of a report. */
export function section(report: string, title: string): readonly string[] {
  const [, lines = ''] = new RegExp(`^${title}:\\n((?: {2}.*\\n)*)`, 'm').exec(report) ?? [];
  return lines.split('\n').flatMap((line) => (line === '' ? [] : [line.trim()]));
}
