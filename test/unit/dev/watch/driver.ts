import fs, {
  type FSWatcher,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  type WatchListener,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import type { Changes } from '../../../../src/dev/watch/watch-site.ts';
import type { WatchTargets } from '../../../../src/dev/watch/scope.ts';
import { type SiteWatcher, watchSite } from '../../../../src/dev/watch/watch-site.ts';

/** A temporary site, its watcher, and a reader that relies only on reports. */
export interface Driver {
  readonly root: string;
  readonly watcher: SiteWatcher;
  readonly calls: readonly Changes[];
  readonly messages: readonly string[];
  readonly at: (path: string) => string;
  readonly write: (path: string, text: string) => void;
  /** Relative paths of all reported changes since the last `forget`. */
  readonly reported: () => readonly string[];
  readonly structural: () => boolean;
  readonly forget: () => void;
  /** Waits for an outcome; fails after ten seconds. */
  readonly until: (condition: () => boolean) => Promise<void>;
  readonly untilReported: (...paths: readonly string[]) => Promise<void>;
  /** Waits until the reader's texts are those on the disk, or fails. */
  readonly untilSame: () => Promise<void>;
  /** Long enough for all second looks. */
  readonly rest: () => Promise<void>;
}

export interface DriverOptions {
  readonly files: Readonly<Record<string, string>>;
  /** Relative to the site; `content` and `static`, whose dot files count, by default. */
  readonly targets?: WatchTargets;
  readonly onChange?: (changes: Changes) => Promise<void> | void;
}

const TARGETS: WatchTargets = {
  folders: ['content', 'static'],
  files: ['site.config.ts'],
  ignored: ['build'],
  keepsDotFiles: ['static'],
};

export async function watchedSite(options: DriverOptions): Promise<Driver> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'docwright-watch-')));
  const at = (path: string): string => join(root, path);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  for (const [path, text] of Object.entries(options.files)) write(path, text);
  // What is touched around the start is reported as changed.
  await sleep(50);
  const targets = absolute(options.targets ?? TARGETS, at);
  const shown = new Map(textsOf(targets));
  const calls: Changes[] = [];
  const messages: string[] = [];
  let first = 0;
  const onChange = async (changes: Changes): Promise<void> => {
    calls.push(changes);
    read(changes, shown, () => textsOf(targets));
    await options.onChange?.(changes);
  };
  const watcher = watchSite({
    targets,
    since: Date.now(),
    onChange,
    onMessage: (text) => messages.push(text),
  });
  onTestFinished(async () => {
    watcher.close();
    rmSync(root, { recursive: true, force: true });
  });
  await watcher.ready;
  const reported = (): readonly string[] =>
    calls.slice(first).flatMap(({ paths }) => [...paths].map((path) => relative(root, path)));
  return {
    root,
    watcher,
    calls,
    messages,
    at,
    write,
    reported,
    until,
    structural: () => calls.slice(first).some(({ structural }) => structural),
    forget() {
      first = calls.length;
    },
    untilReported: (...paths) => until(() => paths.every((path) => reported().includes(path))),
    untilSame: () => until(() => areSame(shown, textsOf(targets))),
    rest: () => sleep(250),
  };
}

type Listener = WatchListener<string | null>;

/** Puts a function in the place of the system's watches of folders for the rest of the test. */
export function systemWatch(
  replacement: (
    folder: string,
    /** The system's own. */
    watch: (listener?: Listener) => FSWatcher,
    listener: Listener,
  ) => FSWatcher,
): void {
  const { watch } = fs;
  const spy = vi
    .spyOn(fs, 'watch')
    .mockImplementation((folder, _options, listener = () => {}) =>
      replacement(String(folder), (own = listener) => watch(String(folder), own), listener),
    );
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}

export function absolute(targets: WatchTargets, at: (path: string) => string): WatchTargets {
  return {
    folders: targets.folders.map(at),
    files: targets.files.map(at),
    ignored: targets.ignored.map(at),
    keepsDotFiles: (targets.keepsDotFiles ?? []).map(at),
  };
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    if (condition()) return;
    await sleep(10);
  }
  throw new Error('what was waited for did not come');
}

/** As the loader of a site does: reported files are read, and where something came or went the tree is walked. */
function read({ paths, structural }: Changes, shown: Map<string, string>, disk: Disk): void {
  for (const path of paths) {
    const text = textOf(path);
    if (text !== undefined) shown.set(path, text);
  }
  if (!structural) return;
  const found = new Map(disk());
  for (const path of shown.keys()) if (!found.has(path)) shown.delete(path);
  for (const [path, text] of found) if (!shown.has(path)) shown.set(path, text);
}

function textOf(path: string): string | undefined {
  try {
    return lstatSync(path).isFile() ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

type Disk = () => readonly (readonly [string, string])[];

function textsOf(targets: WatchTargets): ReturnType<Disk> {
  const kept = new Set(targets.keepsDotFiles);
  return [
    ...targets.folders.flatMap((folder) => filesIn(folder, kept.has(folder))),
    ...targets.files,
  ].flatMap((path) => {
    const text = textOf(path);
    return text === undefined ? [] : [[path, text] as const];
  });
}

function filesIn(folder: string, keepsDotFiles: boolean): readonly string[] {
  const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) return [folder];
  return readdirSync(folder)
    .filter((name) => keepsDotFiles || (!name.startsWith('.') && name !== 'node_modules'))
    .flatMap((name) => {
      const path = join(folder, name);
      return lstatSync(path).isDirectory() ? filesIn(path, keepsDotFiles) : [path];
    });
}

function areSame(shown: ReadonlyMap<string, string>, disk: ReturnType<Disk>): boolean {
  return shown.size === disk.length && disk.every(([path, text]) => shown.get(path) === text);
}
