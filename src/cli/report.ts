import { isAbsolute, join, relative } from 'node:path';
import { type Format, formatDiagnostics } from '../diagnostics/format.ts';
import { countBySeverity } from '../diagnostics/formats/report-input.ts';
import { readText } from '../diagnostics/read-text.ts';
import type { BuildResult } from '../pipeline/build.ts';
import { packageVersion } from './package-version.ts';

/** Prints all problems of a run: to the error stream for people, to the output stream for machines. */
export function reportDiagnostics(
  { diagnostics, siteDir }: Pick<BuildResult, 'diagnostics' | 'siteDir'>,
  format: Format,
): void {
  const text = formatDiagnostics(format, {
    diagnostics,
    complete: true,
    read: (file) => readText(join(siteDir, file)),
    siteFolder: folderBelow(process.cwd(), siteDir),
    version: packageVersion(),
  });
  if (text === '') return;
  if (format === 'pretty') process.stderr.write(`${text}\n`);
  else process.stdout.write(text);
}

/** A folder relative to the one that it lies in, with `/` separators; undefined where it lies elsewhere. */
export function folderBelow(root: string, folder: string): string | undefined {
  const path = relative(root, folder);
  return path.startsWith('..') || isAbsolute(path) ? undefined : path.replaceAll('\\', '/');
}

/** The last lines of a run: what was built, what changed, what was wrong. */
export function summaryText({ summary, diagnostics }: BuildResult, milliseconds: number): string {
  const counts = countBySeverity(diagnostics);
  const problems = [
    ...(counts.error === 0 ? [] : [plural(counts.error, 'error')]),
    ...(counts.warning === 0 ? [] : [plural(counts.warning, 'warning')]),
  ];
  const seconds = `${(milliseconds / 1000).toFixed(2)} s`;
  if (summary === undefined) {
    return `${problems.join(', ')}: nothing was published, the output folder is as it was (${seconds})\n`;
  }
  const { files, pages, links, outDir, notes } = summary;
  const folder = relative(process.cwd(), outDir) || '.';
  const lines = [
    `${plural(pages, 'page')}, ${plural(links, 'link')} checked, in ${seconds} → ${folder.startsWith('..') ? outDir : folder}`,
    `${plural(files.written, 'file')} written (${kilobytes(files.bytesWritten)}), ${files.unchanged} unchanged, ${files.deleted} deleted`,
    ...notes.map((note) => `note: ${note}`),
    ...(problems.length === 0 ? [] : [problems.join(', ')]),
  ];
  return `${lines.join('\n')}\n`;
}

/** A count with its noun. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`;
}
