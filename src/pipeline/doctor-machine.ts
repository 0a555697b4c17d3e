/** Checks of `docs doctor` that need no site: Node, disk, folders, limits. */
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGE_ROOT } from '../bundle/package-root.ts';
import { cacheFolder } from '../cache/cache-folder.ts';
import { whyNoCache } from '../cache/sealed-folder.ts';
import { sizeOf } from './clean.ts';

/** The result of one check. */
export interface CheckResult {
  readonly name: string;
  /** Only problems fail the command. */
  readonly state: 'ok' | 'note' | 'problem';
  readonly message: string;
  readonly remedy?: string | undefined;
  /** Files and other places, in full. */
  readonly items?: readonly string[] | undefined;
}

/** The folders of a site that commands write to, and those that `docs dev` watches; absolute. */
export interface CheckedFolders {
  readonly siteDir: string;
  readonly outDir: string;
  readonly sources: readonly string[];
}

const MEGABYTE = 1_000_000;

/** Free space in MB below which a build of a large site may fail, and below which any may. */
const [LOW_SPACE, NO_SPACE] = [1000, 100];

/** Size of a cache in MB that is worth a note. */
const LARGE_CACHE = 1000;

export function checkMachine(folders: CheckedFolders): readonly CheckResult[] {
  return [
    checkNode(process.versions.node),
    checkSpace(folders.outDir),
    checkWritable('output folder', folders.outDir),
    checkWritable('cache folder', cacheFolder(folders.siteDir)),
    checkCache(folders.siteDir),
    checkWatches(folders.sources),
  ];
}

/** Compares a version of Node with the `engines` of docwright's package.json. */
export function checkNode(version: string): CheckResult {
  const { engines }: { readonly engines: { readonly node: string } } = JSON.parse(
    readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'),
  );
  const [major = 0, minor = 0] = numbers(version);
  const isFit = engines.node.split('||').some((range) => {
    const [least = 0, leastMinor = 0] = numbers(range);
    const isLater = major > least && range.includes('>=');
    return isLater || (major === least && minor >= leastMinor);
  });
  const message = `Node ${version} is not supported, docwright needs ${engines.node}`;
  return isFit ? ok('Node', `Node ${version}`) : problem('Node', message, 'install another Node');
}

function numbers(text: string): readonly number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}

function checkSpace(folder: string): CheckResult {
  const { bavail, bsize } = statfsSync(existingAbove(folder));
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  const message = `${free} MB free`;
  const remedy = 'delete files that are not needed, such as with `docs clean`';
  if (free < NO_SPACE) return problem('disk', message, remedy);
  return free < LOW_SPACE ? note('disk', message, remedy) : ok('disk', message);
}

function checkWritable(name: string, folder: string): CheckResult {
  const existing = existingAbove(folder);
  try {
    accessSync(existing, constants.W_OK);
  } catch {
    return problem(name, `${existing} cannot be written`, 'allow this user to write there');
  }
  return statSync(existing).isDirectory()
    ? ok(name, `${folder} can be written`)
    : problem(name, `${existing} is a file`, 'remove it, or choose another folder');
}

/** The folder, or the nearest one above it that exists. */
function existingAbove(folder: string): string {
  return existsSync(folder) ? folder : existingAbove(dirname(folder));
}

function checkCache(siteDir: string): CheckResult {
  const reason = whyNoCache(siteDir);
  if (reason !== undefined) return note('cache', 'commands run without a cache', reason);
  const folder = cacheFolder(siteDir);
  const size = existsSync(folder) ? Math.ceil(sizeOf(folder) / MEGABYTE) : 0;
  const message = size === 0 ? 'empty' : `${size} MB in ${folder}`;
  return size > LARGE_CACHE
    ? note('cache', message, 'delete it with `docs clean`: the next build takes longer')
    : ok('cache', message);
}

/** Compares the number of folders with the limit of Linux; other systems have none. */
function checkWatches(roots: readonly string[], file = WATCH_LIMIT): CheckResult {
  const limit = existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
  const folders = roots.reduce((sum, root) => sum + countFolders(root), 0);
  if (limit === undefined) return ok('watches', `${folders} folders, no limit`);
  const message = `docs dev watches ${folders} folders, the system allows ${limit} for all programs`;
  return folders * 2 > limit
    ? note(
        'watches',
        message,
        'raise fs.inotify.max_user_watches: at the limit, `docs dev` looks for changes twice a second',
      )
    : ok('watches', message);
}

const WATCH_LIMIT = '/proc/sys/fs/inotify/max_user_watches';

function countFolders(root: string): number {
  if (!existsSync(root)) return 0;
  const inside = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules',
  );
  return inside.reduce((sum, { name }) => sum + countFolders(join(root, name)), 1);
}

export function ok(name: string, message: string): CheckResult {
  return { name, state: 'ok', message };
}

export function note(name: string, message: string, remedy: string): CheckResult {
  return { name, state: 'note', message, remedy };
}

export function problem(name: string, message: string, remedy?: string): CheckResult {
  return { name, state: 'problem', message, remedy };
}
