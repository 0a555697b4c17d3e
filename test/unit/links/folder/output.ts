import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { compareStrings } from '../../../../src/diagnostics/diagnostic.ts';
import { checkOutput, type OutputCheck } from '../../../../src/links/folder/check-output.ts';
import { readOutput } from '../../../../src/links/folder/read-output.ts';
import type { OutputStyle } from '../../../../src/links/folder/resolve.ts';

const work = mkdtempSync(join(tmpdir(), 'docwright-output-'));
afterAll(() => rmSync(work, { recursive: true }));
let folders = 0;

export type Files = Readonly<Record<string, string | Buffer>>;

/** Writes a folder, and returns its path. */
export function write(files: Files): string {
  const folder = join(work, String(folders++));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Checks a folder; its findings in the order in which they are printed. */
export function check(files: Files, style: Partial<OutputStyle> = {}): OutputCheck {
  const checked = checkOutput(readOutput(write(files)), { baseUrl: '/', ...style });
  const findings = checked.findings.toSorted(
    (a, b) => compareStrings(a.file, b.file) || a.start - b.start || compareStrings(a.code, b.code),
  );
  return { ...checked, findings };
}

/** A page of links. */
export const link = (...hrefs: readonly string[]): string =>
  `<main id="main">${hrefs.map((href) => `<a href="${href}">x</a>`).join('\n')}</main>`;
