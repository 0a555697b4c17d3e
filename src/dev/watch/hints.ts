import type { Hints } from './tree.ts';

/** What is to be looked at next. */
export interface Inspection extends Hints {
  /** All there is has to be looked at, too. */
  readonly everything: boolean;
}

export interface HintBox {
  /** A file of which the system says that something happened to it. */
  readonly addFile: (path: string) => void;
  /** A folder in which, as the system says, names came or went. */
  readonly addFolder: (path: string) => void;
  /** Asks for a look at everything, now. */
  readonly addEverything: () => void;
  /** Empties the box; undefined where nothing is due. */
  readonly take: () => Inspection | undefined;
  readonly close: () => void;
}

/** How long hints are collected (ms). */
interface Pace {
  /** The events of one save are over when the system is quiet for so long. */
  readonly quiet: number;
  /** Events that do not stop are acted on after this time. */
  readonly longest: number;
}

const FIRST: Pace = { quiet: 4, longest: 30 };

/** Many saves one after the other, such as of a checkout, are better taken together. */
const FOLLOWING: Pace = { quiet: 15, longest: 100 };

/** After this time (ms) without a hint, the next one is a first one. */
const PAUSE = 40;

/** When the paths of an inspection are looked at again, for file systems that do not tell of all writes (ms). */
const AGAIN = [30, 120] as const;

/** Events at once that let fear that the system's queue (16,384 on Linux) ran over, which it does without a word. */
const STORM = 1000;

/** Collects hints, and calls `wake` when it is time to take them. */
export function createHints(wake: () => void): HintBox {
  let box = emptyBox();
  const timers = new Set<NodeJS.Timeout>();
  let first = 0;
  let last = Number.NEGATIVE_INFINITY;
  let pace = FIRST;
  let events = 0;
  let isWaiting = false;
  let isDue = false;

  function after(delay: number, action: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      action();
    }, delay);
    timers.add(timer.unref());
  }

  function happened(): void {
    const now = performance.now();
    if (!isWaiting) {
      first = now;
      pace = now - last < PAUSE ? FOLLOWING : FIRST;
      isWaiting = true;
      after(pace.quiet, afterQuiet);
    }
    events += 1;
    last = now;
  }

  function afterQuiet(): void {
    const now = performance.now();
    const rest = pace.quiet - (now - last);
    if (rest > 0.5 && now - first < pace.longest) return after(rest, afterQuiet);
    isWaiting = false;
    due();
  }

  function due(): void {
    isDue = true;
    wake();
  }

  function lookAgain(files: ReadonlySet<string>, folders: ReadonlySet<string>): void {
    for (const delay of AGAIN) {
      after(delay, () => {
        for (const path of files) box.doubts.add(path);
        for (const path of folders) box.doubtFolders.add(path);
        if (delay === AGAIN[1] && events >= STORM) box.everything = true;
        if (delay === AGAIN[1]) events = 0;
        // Else they are taken with what is being collected.
        if (!isWaiting) due();
      });
    }
  }

  return {
    addFile(path) {
      box.files.add(path);
      happened();
    },
    addFolder(path) {
      box.folders.add(path);
      happened();
    },
    addEverything() {
      box.everything = true;
      due();
    },
    take() {
      if (!isDue) return undefined;
      isDue = false;
      const { files, folders, doubts, doubtFolders, everything } = box;
      box = emptyBox();
      if (files.size + folders.size > 0) lookAgain(files, folders);
      return { files, doubts, folders: new Set([...folders, ...doubtFolders]), everything };
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

interface Box {
  readonly files: Set<string>;
  readonly folders: Set<string>;
  readonly doubts: Set<string>;
  readonly doubtFolders: Set<string>;
  everything: boolean;
}

function emptyBox(): Box {
  return {
    files: new Set(),
    folders: new Set(),
    doubts: new Set(),
    doubtFolders: new Set(),
    everything: false,
  };
}
