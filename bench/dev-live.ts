import { setTimeout as wait } from 'node:timers/promises';
import { clock } from './dev-server.ts';

/** One event of the live stream. */
export interface LiveNews {
  readonly name: string;
  readonly at: number;
  /** The site has been looked at since the last change; false for events that do not say so. */
  readonly isChecked: boolean;
}

/** The server's live stream, as an open page hears it. */
export interface LiveStream {
  readonly news: readonly LiveNews[];
  /** Time of the first `state` event after a time; undefined where there is none yet. */
  readonly pushed: (after: number) => number | undefined;
  /** Resolves when the whole site has been looked at after a time and nothing more comes, with when that was. */
  readonly settled: (after: number) => Promise<number>;
  readonly close: () => void;
}

/** How long nothing may come before a site counts as settled (ms); more than the watcher collects changes for. */
const QUIET = 400;
/** What takes longer is a failure (ms). */
const PATIENCE = 60_000;

export async function followLive(url: string): Promise<LiveStream> {
  const news: LiveNews[] = [];
  const abort = new AbortController();
  const { body } = await fetch(new URL('__docwright/live', url), { signal: abort.signal });
  if (body === null) throw new Error('the live stream has no body');
  void read(body, news).catch(() => undefined);
  return {
    news,
    pushed: (after) => news.find(({ name, at }) => name === 'state' && at > after)?.at,
    settled: (after) => settled(news, after),
    close: () => abort.abort(),
  };
}

async function read(body: AsyncIterable<Uint8Array>, news: LiveNews[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const at = clock();
    const events = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const name = /^event: (\w+)$/m.exec(event)?.[1];
      const isChecked = event.includes('"checking":false');
      if (name !== undefined) news.push({ name, at, isChecked });
    }
  }
}

async function settled(news: readonly LiveNews[], after: number): Promise<number> {
  for (const end = clock() + PATIENCE; clock() < end; await wait(10)) {
    const last = news.at(-1);
    if (last === undefined || last.at <= after || !last.isChecked) continue;
    if (clock() - last.at > QUIET) return last.at;
  }
  throw new Error('the site does not settle');
}
