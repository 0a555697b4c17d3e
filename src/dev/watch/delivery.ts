import type { News } from './memory.ts';
import { type Changes, createPending } from './pending.ts';

export interface Delivery {
  /** Takes news, and hands over what is ready. */
  readonly add: (news: News) => void;
  /** Nothing is handed over any more. */
  readonly close: () => void;
}

export interface DeliveryOptions {
  readonly onChange: (changes: Changes) => Promise<void> | void;
  readonly onMessage: (text: string) => void;
}

/** The system's word of what happened during a call has come in after this time (ms). */
const FRESH = 1000;

/** Hands over one batch at a time; news that comes meanwhile waits for the next one. */
export function createDelivery({ onChange, onMessage }: DeliveryOptions): Delivery {
  const pending = createPending();
  let isBusy = false;
  let isWalking = false;
  /** When the last structural call ended. */
  let walked = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  /** Whether a walk of the reader can have met what came and went untold, such as a file of an editor. */
  function mayBeRead(): boolean {
    return isWalking || performance.now() - walked < FRESH;
  }

  function deliver(): void {
    if (isBusy || isClosed) return;
    const ready = pending.takeReady();
    if (ready.paths.size > 0) void hand(ready);
    else waitForGone();
  }

  function waitForGone(): void {
    const wait = pending.wait();
    if (wait === undefined || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      deliver();
    }, wait);
    timer.unref();
  }

  async function hand(changes: Changes): Promise<void> {
    isBusy = true;
    isWalking = changes.structural;
    try {
      await onChange(changes);
    } catch (cause) {
      onMessage(cause instanceof Error ? cause.message : String(cause));
    }
    isBusy = false;
    if (changes.structural) walked = performance.now();
    isWalking = false;
    deliver();
  }

  return {
    add(news) {
      pending.merge(news, mayBeRead());
      deliver();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
