import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { type Disk, nodeDisk } from '../../../src/publish/disk.ts';
import { openStage, type PublishSummary, type Stage } from '../../../src/publish/stage.ts';
import { toOutputPath } from '../../../src/shared/paths.ts';

/** Text of each file by its path relative to the output folder. */
export type Files = Readonly<Record<string, string>>;

export const MANIFEST = '.docwright-manifest.json';

/** A new folder that is removed after the test. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'docwright-write-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files as another program would. */
export function writeFiles(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** All files and links below a folder but the manifest; empty folders end with a slash. */
export function readFiles(folder: string): Record<string, string> {
  const files = Object.fromEntries(walk(folder, ''));
  delete files[MANIFEST];
  return files;
}

function walk(root: string, folder: string): [string, string][] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = folder === '' ? name : `${folder}/${name}`;
    const stats = lstatSync(join(root, path));
    if (stats.isSymbolicLink()) return [[path, '(link)'] satisfies [string, string]];
    if (!stats.isDirectory())
      return [[path, readFileSync(join(root, path), 'utf8')] satisfies [string, string]];
    const below = walk(root, path);
    return below.length > 0 ? below : [[`${path}/`, ''] satisfies [string, string]];
  });
}

/** Opens a stage that has to open. */
export async function open(outDir: string, disk: Disk = nodeDisk): Promise<Stage> {
  const { stage, diagnostics } = await openStage(outDir, { disk });
  if (stage === undefined) throw new Error(`no stage: ${JSON.stringify(diagnostics)}`);
  return stage;
}

export interface BuildResult {
  readonly summary: PublishSummary | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** One build: opens, puts all files, commits. */
export async function build(
  outDir: string,
  files: Files,
  options: Disk | { readonly keepPrevious: number; readonly disk?: Disk } = nodeDisk,
): Promise<BuildResult> {
  const { stage, diagnostics } = await openStage(
    outDir,
    'keepPrevious' in options ? options : { disk: options },
  );
  if (stage === undefined) return { summary: undefined, diagnostics };
  for (const [path, content] of Object.entries(files))
    stage.put({ path: toOutputPath(path), content });
  const summary = await stage.commit();
  return { summary, diagnostics: stage.diagnostics };
}

/** Makes the lock that this process left behind, if any, look like that of a process that has died. */
export function letLockDie(outDir: string): void {
  const work = join(outDir, '.docwright');
  if (!existsSync(work)) return;
  const name = readdirSync(work, { encoding: 'utf8' }).find((entry) =>
    /^lock-\d+-(?!1$)/.test(entry),
  );
  if (name !== undefined) renameSync(join(work, name), join(work, `lock-${process.pid}-1`));
}

/** Inode and times of a file: what changes when a file is touched. */
export function identity(file: string): {
  readonly inode: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
} {
  const stats = lstatSync(file);
  return { inode: stats.ino, mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs };
}

export function codes(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map((diagnostic) => diagnostic.code);
}
