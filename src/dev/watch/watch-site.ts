import { withAliases } from './aliases.ts';
import { createDelivery } from './delivery.ts';
import { createFolderWatches } from './folder-watches.ts';
import { createHints, type Inspection } from './hints.ts';
import type { News } from './memory.ts';
import type { Changes } from './pending.ts';
import { createQueue, type Task } from './queue.ts';
import { createScope, type WatchTargets } from './scope.ts';
import type { Job } from './tour.ts';
import { createTree, type Tree } from './tree.ts';
import { type WatchFolder, watchFolder } from './watch-folder.ts';

export interface WatchOptions extends WatchTargets {
  /**
   * Called with what may have changed. One call at a time: while a returned promise is pending, further
   * changes are collected.
   */
  readonly onChange: (changes: Changes) => Promise<void> | void;
  /** One line for the author: a folder that cannot be watched, or that files are looked at in turn. */
  readonly onMessage: (text: string) => void;
}

export interface SiteWatcher {
  /**
   * Resolved when everything is watched. What was touched between the call of `watchSite` and then is
   * reported right after, so a caller that reads the site after the call misses nothing.
   */
  readonly ready: Promise<void>;
  /**
   * Resolved when the new targets are watched. What comes into view is no change, unless it was touched
   * since the call.
   */
  readonly setTargets: (targets: WatchTargets) => Promise<void>;
  /** Ends all watches and timers; `onChange` is not called again. */
  readonly close: () => Promise<void>;
}

/** How often everything is looked at where the system cannot watch it (ms). */
const POLL = 500;

/** Times of files come from a clock that ticks more coarsely than `Date.now()` (ms). */
const TICK = 20;

/**
 * Watches what a site is made of, with one watch of the system for each folder. Begins after a turn of
 * the event loop, and works in slices. Beside the watches stands what was last seen of each file: it
 * tells news from noise, finds folders that were made again, and serves for looking in turn where the
 * system has no watches to give.
 */
export function watchSite(
  options: WatchOptions,
  systemWatch: WatchFolder = watchFolder,
): SiteWatcher {
  const onMessage = once(options.onMessage);
  const queue = createQueue(() => takeovers.shift() ?? inspection());
  const hints = createHints(queue.wake);
  const polling = createPolling(hints.addEverything);
  const watches = createFolderWatches({
    watchFolder: systemWatch,
    tree: () => tree,
    hints,
    onMessage,
    onLimit(code) {
      tree.unwatch();
      polling.start();
      onMessage(limitMessage(code));
    },
  });
  const tree = createTree({ scope: createScope(options), watch: watches.watch, onMessage });
  const delivery = createDelivery({ ...options, onChange: aliased(options.onChange, tree) });
  const takeovers: Task[] = [];

  function inspection(): Task | undefined {
    const taken = hints.take();
    if (taken === undefined) return undefined;
    const news: News = [];
    const done = (): void => {
      delivery.add(news);
      if (taken.everything) polling.again();
    };
    return { job: inspect(tree, taken, news), done };
  }

  function setTargets(targets: WatchTargets): Promise<void> {
    const since = BigInt(Date.now() - TICK) * 1_000_000n;
    return new Promise((resolve) => {
      const news: News = [];
      const done = (): void => {
        resolve();
        delivery.add(news);
      };
      takeovers.push({ job: takeOver({ tree, targets, news, since }), done });
      setImmediate(queue.wake);
    });
  }

  return {
    ready: setTargets(options),
    setTargets,
    async close() {
      for (const part of [queue, hints, polling, delivery]) part.close();
      tree.unwatch();
      for (const { done } of takeovers.splice(0)) done();
    },
  };
}

function* inspect(tree: Tree, taken: Inspection, news: News): Job {
  yield* tree.check(taken, news);
  if (taken.everything) yield* tree.sweep(news);
}

interface TakeOver {
  readonly tree: Tree;
  readonly targets: WatchTargets;
  readonly news: News;
  readonly since: bigint;
}

function* takeOver({ tree, targets, news, since }: TakeOver): Job {
  tree.retarget(createScope(targets));
  yield* tree.sweep(news, since);
}

function aliased(onChange: WatchOptions['onChange'], tree: Tree): WatchOptions['onChange'] {
  return ({ paths, structural }) => onChange({ paths: withAliases(paths, tree.links), structural });
}

interface Polling {
  readonly start: () => void;
  /** A look is over: the next one follows. */
  readonly again: () => void;
  readonly close: () => void;
}

function createPolling(onTurn: () => void): Polling {
  let isOn = false;
  let timer: NodeJS.Timeout | undefined;
  const again = (): void => {
    if (!isOn) return;
    clearTimeout(timer);
    timer = setTimeout(onTurn, POLL).unref();
  };
  return {
    start() {
      isOn = true;
      again();
    },
    again,
    close() {
      isOn = false;
      clearTimeout(timer);
    },
  };
}

/** The same message once only. */
function once(onMessage: (text: string) => void): (text: string) => void {
  const said = new Set<string>();
  return (text) => {
    if (!said.has(text)) onMessage(text);
    said.add(text);
  };
}

function limitMessage(code: string): string {
  const way =
    code === 'ENOSPC'
      ? 'raise fs.inotify.max_user_watches, such as with "sudo sysctl fs.inotify.max_user_watches=524288"'
      : 'raise fs.inotify.max_user_instances (Linux) or the limit of open files ("ulimit -n")';
  return `the system can watch no more folders (${code}), so files are looked at twice a second; ${way}`;
}
