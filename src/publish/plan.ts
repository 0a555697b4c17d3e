import { join } from 'node:path';
import { compareStrings, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { dirname, isInBuildFolder } from '../shared/paths.ts';
import { createFolderCheck, type Disk, type DiskEntry } from './disk.ts';
import type { Step } from './journal.ts';
import type { Claims } from './output-names.ts';

/** A staged file or folder and its destination, relative to the output folder. */
export interface Move {
  /** Name in the staging folder. */
  readonly from: string;
  readonly to: string;
  readonly kind: 'file' | 'folder';
}

export interface PlanInput {
  readonly disk: Disk;
  /** Absolute, real path of the output folder. */
  readonly root: string;
  readonly moves: readonly Move[];
  /** Files that earlier builds wrote. */
  readonly owned: ReadonlySet<string>;
  readonly claims: Claims;
}

/** The steps in order. With diagnostics, nothing may be published. */
export interface Plan {
  readonly steps: readonly Step[];
  /** Number of deleted files. */
  readonly deleted: number;
  readonly diagnostics: readonly Diagnostic[];
}

interface Survey extends PlanInput {
  readonly isRealFolder: (path: string) => boolean;
  readonly device: number | undefined;
}

/** The steps that remove an entry in the way, or the reason why it cannot be removed. */
type Clearing = readonly Step[] | Diagnostic;

/**
 * Orders a publication: hashed assets, pages, site-wide files, deletions; an entry in the way of a file is removed just
 * before it. Reports everything that would stop the publication halfway.
 */
export function planPublication(input: PlanInput): Plan {
  const { disk, root } = input;
  const survey: Survey = {
    ...input,
    isRealFolder: createFolderCheck(disk, root),
    device: disk.entry(root)?.device,
  };
  const moves = input.moves.toSorted(compareMoves);
  const cleared = moves.map((move) => clearTheWay(survey, move));
  const clearing = cleared.map((result) => ('code' in result ? [] : result));
  const early = new Set(clearing.flat().map(pathOf));
  const gone = [...input.owned].filter((path) => !input.claims.has(path)).toSorted(compareStrings);
  const deletions = gone.filter((path) => isOnDisk(survey, path));
  const problems = cleared.flatMap((result) => ('code' in result ? [result] : []));
  const steps = [
    ...moves.flatMap((move, index) => [...(clearing[index] ?? []), toStep(move)]),
    ...deletions.filter((path) => !early.has(path)).map((path) => deletionStep(input, path)),
  ];
  const emptied = foldersOf(gone).filter((path) => !early.has(path));
  const prunes = emptied.map((path): Step => ({ do: 'prune', path }));
  return {
    steps: [...steps, ...prunes],
    deleted: deletions.length,
    diagnostics: [...problems, ...folderProblems(survey, steps)],
  };
}

function toStep(move: Move): Step {
  return { do: 'move', from: move.from, to: move.to };
}

function pathOf(step: Step): string {
  return step.do === 'move' ? step.to : step.path;
}

function compareMoves(a: Move, b: Move): number {
  return rank(a.to) - rank(b.to) || compareStrings(a.to, b.to);
}

// Pages refer to assets, and site-wide files to pages: nothing is published before the files it refers to.
const SITE_WIDE =
  /(?:^|\/)(?:404\.html|sitemap[^/]*\.xml|robots\.txt|(?:site|sidebars|search-index)(?:-[^/]*)?\.json|_headers|_redirects)$/;

function rank(path: string): number {
  if (isInBuildFolder(path)) return 0;
  return SITE_WIDE.test(path.slice(path.lastIndexOf('/') + 1)) ? 2 : 1;
}

function clearTheWay(survey: Survey, move: Move): Clearing {
  const entry = survey.disk.entry(join(survey.root, move.to));
  if (entry === undefined) return [];
  return move.kind === 'file'
    ? clearForFile(survey, move.to, entry)
    : clearForFolder(survey, move.to, entry);
}

function clearForFile(survey: Survey, path: string, entry: DiskEntry): Clearing {
  if (entry.device !== survey.device) return otherDevice(survey, path);
  if (entry.kind !== 'folder') return [];
  const content = walk(survey, path);
  if (content === undefined) {
    return notOurs(survey, path, 'is a folder with files that docwright did not write');
  }
  const deletes = content.files.map((file): Step => ({ do: 'delete', path: file }));
  return [...deletes, ...content.folders.map((folder): Step => ({ do: 'prune', path: folder }))];
}

function clearForFolder(survey: Survey, path: string, entry: DiskEntry): Clearing {
  if (entry.kind === 'folder')
    return notOurs(survey, path, 'was created by another program during the build');
  if (survey.owned.has(path)) return [{ do: 'delete', path }];
  const what = entry.kind === 'other' ? 'is a symbolic link or device' : 'is a file';
  return notOurs(survey, path, `${what} that docwright did not write`);
}

interface FolderContent {
  readonly files: readonly string[];
  /** Deepest first, the listed folder last. */
  readonly folders: readonly string[];
}

/** Lists everything below a folder; undefined if a file was not written by docwright. */
function walk(survey: Survey, folder: string): FolderContent | undefined {
  const files: string[] = [];
  const folders: string[] = [];
  const names = survey.disk.list(join(survey.root, folder));
  for (const path of names.map((name) => `${folder}/${name}`)) {
    if (survey.disk.entry(join(survey.root, path))?.kind === 'folder') {
      const below = walk(survey, path);
      if (below === undefined) return undefined;
      files.push(...below.files);
      folders.push(...below.folders);
    } else if (survey.owned.has(path)) files.push(path);
    else return undefined;
  }
  return { files, folders: [...folders, folder] };
}

function isOnDisk(survey: Survey, path: string): boolean {
  const kind = survey.disk.entry(join(survey.root, path))?.kind;
  return kind !== undefined && kind !== 'folder' && survey.isRealFolder(dirname(path));
}

function deletionStep({ claims }: PlanInput, path: string): Step {
  return { do: 'delete', path, alias: claims.aliasOf(path) };
}

/** All folders above the paths, deepest first. */
function foldersOf(paths: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '' && !found.has(folder); folder = dirname(folder))
      found.add(folder);
  }
  return [...found].toSorted((a, b) => compareStrings(b, a));
}

function folderProblems(survey: Survey, steps: readonly Step[]): readonly Diagnostic[] {
  const touched = steps.map((step) => dirname(pathOf(step)));
  const folders = [...new Set(touched)].toSorted(compareStrings);
  return folders.flatMap((folder) => folderProblem(survey, folder) ?? []);
}

function folderProblem(survey: Survey, folder: string): Diagnostic | undefined {
  const path = join(survey.root, folder);
  if (!survey.isRealFolder(folder)) {
    return diagnostic('output-write', {
      message: `cannot write below ${path}: it is no longer a folder`,
    });
  }
  if (survey.disk.entry(path)?.device !== survey.device) return otherDevice(survey, folder);
  if (survey.disk.isWritable(path)) return undefined;
  return diagnostic('output-write', {
    message: `cannot write to the folder ${path}: permission denied`,
    hint: 'allow this user to write there, or choose another output folder',
  });
}

function otherDevice(survey: Survey, path: string): Diagnostic {
  return diagnostic('output-write', {
    message: `cannot write ${join(survey.root, path)}: it is on another file system than ${survey.root}`,
    hint: 'mount the whole output folder, not a part of it',
  });
}

function notOurs(survey: Survey, path: string, reason: string): Diagnostic {
  return diagnostic('output-not-ours', {
    message: `${join(survey.root, path)} ${reason}`,
    hint: 'move it away, or build into another folder',
  });
}
