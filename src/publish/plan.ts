import { join } from 'node:path';
import { compareStrings, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { ASSETS_FOLDER, dirname, FILES_FOLDER, isInBuildFolder } from '../shared/paths.ts';
import {
  createFolderCheck,
  type Disk,
  isReservedEntry,
  reasonInWords,
  systemError,
} from './disk.ts';
import type { Step } from './journal.ts';
import { keyOf, type Manifest } from './manifest.ts';
import type { Claims } from './output-names.ts';

/** A staged file or folder and its destination, relative to the output folder. */
export interface Move {
  /** Name in the staging folder. */
  readonly from: string;
  readonly to: string;
  readonly kind: 'file' | 'folder';
}

interface PlanInput {
  readonly disk: Disk;
  /** Absolute, real path of the output folder. */
  readonly root: string;
  readonly moves: readonly Move[];
  readonly manifest: Manifest;
  readonly claims: Claims;
  /** The number of earlier builds whose assets are kept. */
  readonly keepPrevious: number;
}

/** The steps in order. With diagnostics, nothing may be published. */
export interface Plan {
  readonly steps: readonly Step[];
  /** Number of deleted files. */
  readonly deleted: number;
  /** Keys of all files of the new build. */
  readonly claimed: readonly string[];
  /** Keys of kept assets, as in the next manifest. */
  readonly previous: readonly (readonly string[])[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Survey extends PlanInput {
  readonly owns: (path: string) => boolean;
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
  const { disk, root, manifest } = input;
  const owned = [manifest.files, ...manifest.previous];
  const survey: Survey = {
    ...input,
    owns: (path) => owned.some((keys) => keys.has(keyOf(path))),
    isRealFolder: createFolderCheck(disk, root),
    device: disk.entry(root)?.device,
  };
  const moves = input.moves.toSorted(
    (a, b) => rank(a.to) - rank(b.to) || compareStrings(a.to, b.to),
  );
  const cleared = moves.map((move) => clearTheWay(survey, move));
  const clearing = cleared.map((result) => ('code' in result ? [] : result));
  const early = new Set(clearing.flat().map(pathOf));
  const claimed = [...input.claims.paths()].map(keyOf);
  const left = findUnclaimed(survey, new Set(claimed));
  const onDisk = left.files.filter((path) => disk.entry(join(root, path))?.kind !== 'folder');
  const { deletions, previous } = keepAssets(survey, onDisk);
  const problems = cleared.flatMap((result) => ('code' in result ? [result] : []));
  const steps = [
    ...moves.flatMap((move, index) => [
      ...(clearing[index] ?? []),
      { do: 'move' as const, from: move.from, to: move.to },
    ]),
    ...deletions
      .filter((path) => !early.has(path))
      .map((path) => ({ do: 'delete' as const, path, alias: input.claims.aliasOf(path) })),
  ];
  // All folders above the paths and the given ones, deepest first.
  const found = new Set(left.folders);
  for (const path of deletions) {
    for (let folder = dirname(path); folder !== '' && !found.has(folder); folder = dirname(folder))
      found.add(folder);
  }
  const emptied = [...found]
    .toSorted((a, b) => compareStrings(b, a))
    .filter((path) => !early.has(path));
  const prunes = emptied.map((path): Step => ({ do: 'prune', path }));
  return {
    steps: [...steps, ...prunes],
    deleted: deletions.length,
    claimed,
    previous,
    diagnostics: [...problems, ...left.problems, ...folderProblems(survey, steps)],
  };
}

function pathOf(step: Step): string {
  return step.do === 'move' ? step.to : step.path;
}

// Pages refer to assets, and site-wide files to pages: nothing is published before the files it refers to.
const SITE_WIDE =
  /(?:^|\/)(?:404\.html|llms(?:-full)?\.txt|(?:sitemap[^/]*|changes|atom|rss)\.xml|feed\.json|robots\.txt|(?:site|search-index)(?:-[^/]*)?\.json|_headers|_redirects)$/;

function rank(path: string): number {
  if (isInBuildFolder(path)) return 0;
  return SITE_WIDE.test(path.slice(path.lastIndexOf('/') + 1)) ? 2 : 1;
}

function clearTheWay(survey: Survey, { to, kind }: Move): Clearing {
  const entry = survey.disk.entry(join(survey.root, to));
  if (entry === undefined) return [];
  if (kind === 'folder') {
    if (entry.kind === 'folder')
      return notOurs(survey, to, 'was created by another program during the build');
    if (survey.owns(to)) return [{ do: 'delete', path: to }];
    const what = entry.kind === 'other' ? 'is a symbolic link or device' : 'is a file';
    return notOurs(survey, to, `${what} that docwright did not write`);
  }
  if (entry.device !== survey.device) return otherDevice(survey, to);
  if (entry.kind !== 'folder') return [];
  const content = walk(survey, to);
  if (content === undefined)
    return notOurs(survey, to, 'is a folder with files that docwright did not write');
  const deletes = content.files.map((path): Step => ({ do: 'delete', path }));
  return [...deletes, ...content.folders.map((path): Step => ({ do: 'prune', path }))];
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
    } else if (survey.owns(path)) files.push(path);
    else return undefined;
  }
  return { files, folders: [...folders, folder] };
}

/** Entries on disk that earlier builds wrote and the new one does not claim. */
interface Unclaimed {
  readonly files: string[];
  /** Folders that an interrupted build was to remove. */
  readonly folders: string[];
  readonly problems: Diagnostic[];
}

/** Lists the output folder, unless the new build claims every file of the last one. */
function findUnclaimed(survey: Survey, claimed: ReadonlySet<string>): Unclaimed {
  const found: Unclaimed = { files: [], folders: [], problems: [] };
  const { files, previous } = survey.manifest;
  const isSame = [...files].every((key) => claimed.has(key));
  if (!isSame) collect(survey, '', found);
  else if (previous.length > 0) {
    const folders = [ASSETS_FOLDER, FILES_FOLDER].map((name) => name.slice(0, -1));
    for (const name of folders.filter(survey.isRealFolder)) collect(survey, name, found);
  }
  return found;
}

function collect(survey: Survey, folder: string, found: Unclaimed): void {
  for (const { name, isFolder } of listFolder(survey, folder, found)) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (folder === '' && isReservedEntry(name)) continue;
    if (isFolder) {
      collect(survey, path, found);
      if (survey.owns(`${path}/`)) found.folders.push(path);
    } else if (survey.owns(path) && !survey.claims.has(path)) found.files.push(path);
  }
}

function listFolder(
  { disk, root }: Survey,
  folder: string,
  { problems }: Unclaimed,
): ReturnType<Disk['listKinds']> {
  const path = join(root, folder);
  try {
    return disk.listKinds(path);
  } catch (error) {
    const found = systemError(error);
    if (found === undefined) throw error;
    const message = `cannot list ${path}: ${reasonInWords(found)}`;
    problems.push(diagnostic('output-write', { message }));
    return [];
  }
}

/** Keeps the assets of earlier builds for pages that are open. A build that changes nothing does not count as one. */
function keepAssets(
  { manifest, keepPrevious, moves }: Survey,
  unclaimed: readonly string[],
): { readonly deletions: readonly string[]; readonly previous: readonly (readonly string[])[] } {
  const previous: string[][] = Array.from({ length: keepPrevious }, () => []);
  const deletions: string[] = [];
  const ages = unclaimed.map((path) => {
    const key = keyOf(path);
    return { path, key, age: manifest.previous.findIndex((keys) => keys.has(key)) };
  });
  const isNew = moves.length > 0 || ages.some(({ age }) => age < 0);
  for (const { path, key, age } of ages) {
    const kept = isInBuildFolder(path) ? previous[isNew ? age + 1 : age] : undefined;
    if (kept === undefined) deletions.push(path);
    else kept.push(key);
  }
  return { deletions, previous };
}

function folderProblems(survey: Survey, steps: readonly Step[]): readonly Diagnostic[] {
  const touched = steps.map((step) => dirname(pathOf(step)));
  return [...new Set(touched)].toSorted(compareStrings).flatMap((folder) => {
    const path = join(survey.root, folder);
    const gone = `cannot write below ${path}: it is no longer a folder`;
    if (!survey.isRealFolder(folder)) return [diagnostic('output-write', { message: gone })];
    if (survey.disk.entry(path)?.device !== survey.device) return [otherDevice(survey, folder)];
    if (survey.disk.isWritable(path)) return [];
    const message = `cannot write to the folder ${path}: permission denied`;
    const hint = 'allow this user to write there, or choose another output folder';
    return [diagnostic('output-write', { message, hint })];
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
