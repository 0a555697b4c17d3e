import type { Event } from './tree-snapshot.ts';

/**
 * What may have changed; false alarms are possible, so the reader decides by content.
 * The disk can be ahead of what is told. A file that is missing when it is read, though nothing is
 * structural, is in the middle of a save, or is told as gone by the next call. A file that the reader
 * does not know, since it walked the tree while the file was away, asks for another walk.
 */
export interface Changes {
  /** Absolute paths of files and folders; each file in a folder that came or went is among them. */
  readonly paths: ReadonlySet<string>;
  /** A file or folder came or went, so the tree has to be walked again. */
  readonly structural: boolean;
}

export interface Delivery {
  readonly report: (event: Event, path: string) => void;
  /** Hands over what is ready, one call at a time; news that comes meanwhile waits for the next one. */
  readonly deliver: () => void;
  /** Nothing is handed over any more. */
  readonly close: () => void;
}

export interface DeliveryOptions {
  readonly onChange: (changes: Changes) => Promise<void> | void;
  readonly onMessage: (text: string) => void;
}

/**
 * Editors save by renaming or removing the file before they write it again. What is gone is believed after this
 * time (ms), and until then nothing is told that makes a reader walk the tree.
 */
const GRACE = 40;

/** What happened during a walk of the reader has been noticed this long after it (ms). */
const FRESH = 1000;

export function createDelivery({ onChange, onMessage }: DeliveryOptions): Delivery {
  const found = new Map<string, 'came' | 'changed'>();
  /** With the time when it was missed. */
  const gone = new Map<string, number>();
  let isBusy = false;
  let isClosed = false;
  /** When the last walk of the reader ended. */
  let walked = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  function report(event: Event, path: string): void {
    const now = performance.now();
    if (event === 'gone') found.delete(path);
    if (event === 'came') gone.delete(path);
    if (event === 'came' || (event === 'changed' && !found.has(path))) found.set(path, event);
    // A walk of the reader may have met what was fleeting, such as a temporary file of an editor.
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
