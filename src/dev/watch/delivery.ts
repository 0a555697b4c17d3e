import type { Event } from './tree-snapshot.ts';

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

export interface Delivery {
  readonly report: (event: Event, path: string) => void;
  /** Delivers pending changes, one call at a time; later changes wait for the next call. */
  readonly deliver: () => void;
  /** Ends all deliveries. */
  readonly close: () => void;
}

export interface DeliveryOptions {
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

export function createDelivery({ onChange, onMessage }: DeliveryOptions): Delivery {
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
