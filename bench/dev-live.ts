import { setTimeout as wait } from 'node:timers/promises';
import { clock } from './dev-server.ts';

/** An event of the live stream. */
export interface LiveUpdate {
  readonly name: string;
  readonly at: number;
  /** True if the site has been checked since the last change; false for events without this information. */
  readonly isChecked: boolean;
}

/** The server's live stream as received by an open page. */
export interface LiveStream {
  readonly updates: readonly LiveUpdate[];
  /** Time of the first `state` event after a time; undefined if there is none yet. */
  readonly pushed: (after: number) => number | undefined;
  /** Resolves with the time when the whole site was checked after a time, once no more events arrive. */
  readonly settled: (after: number) => Promise<number>;
  readonly close: () => void;
}

/** Time without events after which a site counts as settled (ms); longer than the watcher's delays. */
const QUIET = 400;
/** Timeout (ms). */
const PATIENCE = 60_000;

export async function followLive(url: string): Promise<LiveStream> {
  const updates: LiveUpdate[] = [];
  const abort = new AbortController();
  const { body } = await fetch(new URL('__docwright/live', url), { signal: abort.signal });
  if (body === null) throw new Error('the live stream has no body');
  void read(body, updates).catch(() => undefined);
  return {
    updates,
    pushed: (after) => updates.find(({ name, at }) => name === 'state' && at > after)?.at,
    settled: (after) => settled(updates, after),
    close: () => abort.abort(),
  };
}

async function read(body: AsyncIterable<Uint8Array>, updates: LiveUpdate[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const at = clock();
    const events = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const name = /^event: (\w+)$/m.exec(event)?.[1];
      const isChecked = event.includes('"checking":false');
      if (name !== undefined) updates.push({ name, at, isChecked });
    }
  }
}

async function settled(updates: readonly LiveUpdate[], after: number): Promise<number> {
  for (const end = clock() + PATIENCE; clock() < end; await wait(10)) {
    const last = updates.at(-1);
    if (last === undefined || last.at <= after || !last.isChecked) continue;
    if (clock() - last.at > QUIET) return last.at;
  }
  throw new Error('the site does not settle');
}
