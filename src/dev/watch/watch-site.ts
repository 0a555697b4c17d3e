import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { isBelow, type WatchTargets } from './scope.ts';
import { createTreeSnapshot, type Event, type TreeSnapshot } from './tree-snapshot.ts';

export interface WatchOptions {
  readonly targets: WatchTargets;
  /** When the site began to be read (ms since the epoch): entries touched since then are reported first. */
  readonly since: number;
  /** Receives possible changes, one call at a time; changes during a call are part of the next one. */
  readonly onChange: (changes: Changes) => Promise<void> | void;
  /** A line for the author: a folder that cannot be watched, or a switch to polling. */
  readonly onMessage: (text: string) => void;
}

export interface SiteWatcher {
  /** Resolves when everything is watched. */
  readonly ready: Promise<void>;
  /**
   * Resolves when the new targets are watched. Newly visible entries count as changes only if they were touched since the
   * call.
   */
  readonly setTargets: (targets: WatchTargets) => Promise<void>;
  /** Closes all watchers and timers; `onChange` is not called again. */
  readonly close: () => void;
}

/** Time in which the events of one save arrive (ms). */
const SETTLE = 5;

/** Folders with events are visited again after this time (ms), because some file systems do not report all writes. */
const AGAIN = 100;

/** Number of events within `AGAIN` that may overflow the system's queue (16,384 on Linux), which drops events silently. */
const STORM = 1000;

/** Interval of visits when the system cannot watch (ms). */
const POLL = 500;

/** File times come from a clock that is coarser than `Date.now()` (ms). */
const TICK = 20;

/** Maximum duration of visits before the event loop continues (ms). */
const SLICE = 4;

/** Errors when the system's limit of watches is reached. */
const LIMITS: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

/** Errors of a removed folder (`EPERM`: on Windows), which is detected as removed. */
const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EPERM']);

/**
 * Watches the files of a site. Chokidar only reports that something happened in a folder; comparing the folder with its
 * snapshot shows the changes.
 */
export function watchSite({ targets, since, onChange, onMessage }: WatchOptions): SiteWatcher {
  const waiting: (() => void)[] = [];
  let polling: NodeJS.Timeout | undefined;
  const say = once(onMessage);
  const delivery = createDelivery({
    onChange: ({ paths, structural }) =>
      onChange({ paths: withAliases(paths, snapshot.links()), structural }),
    onMessage: say,
  });
  const visits = createVisits({
    snapshot: () => snapshot,
    onRound: () => {
      delivery.deliver();
      if (visits.isIdle() && watchers.areReady()) resolveAll();
    },
  });
  const watchers = createWatchers({ onEvent, add: visits.add, refused, poll });
  const snapshot = createTreeSnapshot({
    report: delivery.report,
    onUnreadable: refused,
    watch: (folder) => {
      visits.add(folder);
      return polling === undefined ? watchers.watch(folder) : () => {};
    },
  });

  function onEvent(folder: string, event: string, name: string | null): void {
    // A folder's own watcher reports changes inside of it.
    if (name !== null && event === 'change' && snapshot.knowsFolder(join(folder, name))) return;
    visits.onEvent(folder, name ?? undefined);
  }

  function refused(folder: string, cause: unknown): void {
    const code = errorCode(cause);
    if (LIMITS.has(code)) {
      say(limitMessage(code));
      poll();
    } else if (!GONE.has(code)) {
      say(`cannot read the folder ${folder} (${code}); its changes are not detected`);
    }
  }

  function poll(): void {
    polling ??= setInterval(visits.addAll, POLL).unref();
    snapshot.unwatch();
    visits.addAll();
  }

  function setTargets(next: WatchTargets, from: number): Promise<void> {
    snapshot.retarget(next, from - TICK);
    visits.addAll();
    return new Promise((resolve) => waiting.push(resolve));
  }

  function resolveAll(): void {
    for (const done of waiting.splice(0)) done();
  }

  return {
    ready: setTargets(targets, since),
    setTargets: (next) => setTargets(next, Date.now()),
    close() {
      clearInterval(polling);
      visits.close();
      delivery.close();
      snapshot.unwatch();
      resolveAll();
    },
  };
}

interface Watchers {
  /** Schedules a visit as soon as no event in the folder can be missed; returns a function that stops watching. */
  readonly watch: (folder: string) => () => void;
  readonly areReady: () => boolean;
}

interface WatchersOptions {
  readonly onEvent: (folder: string, event: string, name: string | null) => void;
  readonly add: (folder: string) => void;
  readonly refused: (folder: string, cause: unknown) => void;
  readonly poll: () => void;
}

/** Creates a chokidar watcher for each folder, because `ready` is emitted once per watcher. */
function createWatchers({ onEvent, add, refused, poll }: WatchersOptions): Watchers {
  const opening = new Set<FSWatcher>();
  return {
    areReady: () => opening.size === 0,
    watch(folder) {
      const own = folder.replaceAll('\\', '/');
      const watcher = watch(folder, { atomic: false, depth: 0, ignored: (path) => path !== own });
      // Set by CHOKIDAR_USEPOLLING: network folders and containers may have no events.
      if (watcher.options.usePolling) poll();
      else opening.add(watcher);
      watcher.on('raw', (event, name) => onEvent(folder, event, name));
      watcher.on('error', (cause) => refused(folder, cause));
      watcher.on('ready', () => {
        opening.delete(watcher);
        add(folder);
      });
      return () => {
        opening.delete(watcher);
        void watcher.close();
      };
    },
  };
}

interface Visits {
  /** Schedules a visit. */
  readonly add: (folder: string, name?: string) => void;
  readonly addAll: () => void;
  /** Schedules a visit after an event, and another one a moment later. */
  readonly onEvent: (folder: string, name?: string) => void;
  readonly isIdle: () => boolean;
  readonly close: () => void;
}

interface VisitsOptions {
  readonly snapshot: () => TreeSnapshot;
  readonly onRound: () => void;
}

/** Visits folders in rounds; the event loop continues in between. */
function createVisits({ snapshot, onRound }: VisitsOptions): Visits {
  const due = new Map<string, Set<string>>();
  let heard = new Set<string>();
  let events = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  function add(folder: string, name?: string): void {
    const names = due.get(folder) ?? new Set();
    if (name !== undefined) names.add(name);
    due.set(folder, names);
    if (!isClosed) timer ??= setTimeout(work, SETTLE);
  }

  function addAll(): void {
    for (const folder of snapshot().folders()) add(folder);
  }

  async function work(): Promise<void> {
    visitAgain();
    const round = [...due];
    due.clear();
    let began = performance.now();
    for (const [folder, names] of round) {
      snapshot().visit(folder, names);
      if (performance.now() - began < SLICE) continue;
      await new Promise(setImmediate);
      if (isClosed) return;
      began = performance.now();
    }
    timer = due.size > 0 ? setTimeout(work, SETTLE) : undefined;
    onRound();
  }

  function visitAgain(): void {
    if (heard.size === 0) return;
    const folders = heard;
    heard = new Set();
    setTimeout(() => {
      for (const folder of folders) add(folder);
      if (events >= STORM) addAll();
      events = 0;
    }, AGAIN).unref();
  }

  return {
    add,
    addAll,
    onEvent(folder, name) {
      events += 1;
      heard.add(folder);
      add(folder, name);
    },
    isIdle: () => timer === undefined,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Adds the paths under which symbolic links inside of the scope show the same files; these are not watched. */
function withAliases(paths: ReadonlySet<string>, links: readonly string[]): ReadonlySet<string> {
  const all = new Set(paths);
  for (const link of links) {
    const real = leadsTo(link);
    if (real === undefined) continue;
    for (const path of paths)
      if (path === real || isBelow(path, real)) all.add(`${link}${path.slice(real.length)}`);
  }
  return all;
}

/** The final target of a symbolic link; undefined if it is broken or circular. */
function leadsTo(link: string): string | undefined {
  try {
    return realpathSync(link);
  } catch {
    return undefined;
  }
}

/** Suppresses repeated messages. */
function once(onMessage: (text: string) => void): (text: string) => void {
  const reported = new Set<string>();
  return (text) => {
    if (!reported.has(text)) onMessage(text);
    reported.add(text);
  };
}

/** The code of a system error, such as `ENOSPC`; the message of any other error. */
function errorCode(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

function limitMessage(code: string): string {
  const way =
    code === 'ENOSPC'
      ? 'raise fs.inotify.max_user_watches, such as with "sudo sysctl fs.inotify.max_user_watches=524288"'
      : 'raise fs.inotify.max_user_instances (Linux) or the limit of open files ("ulimit -n")';
  return `warning: the system can watch no more folders (${code}), so files are checked twice a second; ${way}`;
}

/**
 * Possible changes; false alarms can occur, so the receiver compares contents. The disk can be ahead of the report: a
 * file that is missing without a structural change is being saved, or will be reported as gone by the next call.
 * An unknown file, missing during the last walk of the tree, requires another walk.
 */
export interface Changes {
  /** Absolute paths of files and folders, with all files in folders that were added or removed. */
  readonly paths: ReadonlySet<string>;
  /** A file or folder was added or removed, so the tree has to be walked again. */
  readonly structural: boolean;
}

interface Delivery {
  readonly report: (event: Event, path: string) => void;
  /** Delivers pending changes, one call at a time; later changes wait for the next call. */
  readonly deliver: () => void;
  /** Ends all deliveries. */
  readonly close: () => void;
}

interface DeliveryOptions {
  readonly onChange: (changes: Changes) => Promise<void> | void;
  readonly onMessage: (text: string) => void;
}

/**
 * Editors save by renaming or removing a file before they write it again. A file counts as gone only after this time
 * (ms); until then, no structural change is delivered.
 */
const GRACE = 40;

/** Events that occur during a walk of the tree arrive within this time after it (ms). */
const FRESH = 1000;

function createDelivery({ onChange, onMessage }: DeliveryOptions): Delivery {
  const found = new Map<string, 'came' | 'changed'>();
  // The values are the times when the paths went missing.
  const gone = new Map<string, number>();
  let isBusy = false;
  let isClosed = false;
  // When the receiver's last walk ended.
  let walked = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  function report(event: Event, path: string): void {
    const now = performance.now();
    if (event === 'gone') found.delete(path);
    if (event === 'came') gone.delete(path);
    if (event === 'came' || (event === 'changed' && !found.has(path))) found.set(path, event);
    // The receiver's walk may have found a fleeting file, such as an editor's temporary file.
    if (event === 'gone' || (event === 'fleeting' && now - walked < FRESH)) gone.set(path, now);
  }

  function takeReady(): Changes {
    const limit = performance.now() - GRACE;
    const lost = [...gone].filter(([, since]) => since <= limit).map(([path]) => path);
    const isSettled = lost.length > 0 || gone.size === 0;
    const ready = [...found].filter(([, event]) => isSettled || event === 'changed');
    for (const [path] of ready) found.delete(path);
    for (const path of lost) gone.delete(path);
    const structural = lost.length > 0 || ready.some(([, event]) => event === 'came');
    return { paths: new Set([...ready.map(([path]) => path), ...lost]), structural };
  }

  function deliver(): void {
    if (isBusy || isClosed) return;
    const changes = takeReady();
    if (changes.paths.size > 0) return void hand(changes);
    if (gone.size > 0) timer ??= setTimeout(deliverLate, GRACE).unref();
  }

  function deliverLate(): void {
    timer = undefined;
    deliver();
  }

  async function hand(changes: Changes): Promise<void> {
    isBusy = true;
    if (changes.structural) walked = Number.POSITIVE_INFINITY;
    try {
      await onChange(changes);
    } catch (cause) {
      onMessage(cause instanceof Error ? cause.message : String(cause));
    }
    isBusy = false;
    if (changes.structural) walked = performance.now();
    deliver();
  }

  return {
    report,
    deliver,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
