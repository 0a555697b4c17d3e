import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docsCommand } from '../../support/docs-command.ts';
import { tempSite } from '../config/temp-site.ts';

export type Files = Readonly<Record<string, string>>;

/** Runs commands in a folder with the given files. */
export function project(files: Files) {
  const dir = tempSite({ 'package-lock.json': '{}', ...files });
  const docs = (...parameters: readonly string[]) => docsCommand(parameters, { cwd: dir });
  const read = (path: string): string => readFileSync(join(dir, path), 'utf8');
  return { dir, docs, read };
}

/** The lines under a title of a report. */
export function section(report: string, title: string): readonly string[] {
  const [, lines = ''] = new RegExp(`^${title}:\\n((?: {2}.*\\n)*)`, 'm').exec(report) ?? [];
  return lines.split('\n').flatMap((line) => (line === '' ? [] : [line.trim()]));
}
