import { QUERY_EVENT, type SearchEvent } from './events.ts';

/** Milliseconds of inactivity after which events are sent. */
const QUIET = 400;
/** Maximum number of events in a request. */
const GROUP = 20;

/** `view`: an answer was shown. `click`: a result was chosen. */
type AnalyticsRecord = SearchEvent['detail'] & { readonly event: 'view' | 'click' };

export interface Analytics {
  readonly note: (event: SearchEvent) => void;
  /** Sends pending events, because the reader leaves. */
  readonly flush: () => void;
}

/** Loads the configured script, and sends events to the configured endpoint. */
export function startAnalytics(
  { src, endpoint }: { readonly src: string; readonly endpoint: string },
  loadScript: (url: string) => Promise<void>,
): Analytics {
  const analytics = createAnalytics({
    loadScript: () => loadScript(src),
    send: (body) => {
      // Plain text needs no preflight request (CORS); `keepalive` lets the request outlive the page.
      const request = { method: 'POST', body, keepalive: true, credentials: 'omit' } as const;
      fetch(endpoint, { ...request, mode: 'no-cors' }).catch(() => undefined);
    },
    warn: console.warn,
  });
  addEventListener('pagehide', analytics.flush);
  return analytics;
}

/** Sends searches as lines of JSON to the site's server; nothing for readers who ask not to be tracked. */
export function startReport({
  to,
  sample,
}: {
  readonly to: string;
  readonly sample: number;
}): Analytics {
  const isLeftOut = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;
  if (isLeftOut || Math.random() >= sample)
    return { note: () => undefined, flush: () => undefined };
  const report = createAnalytics({
    loadScript: async () => undefined,
    send: (body) => {
      const { events }: { readonly events: readonly AnalyticsRecord[] } = JSON.parse(body);
      const lines = events.map((event) =>
        JSON.stringify({
          query: event.query,
          ...('count' in event ? { results: event.count } : { rank: event.position }),
        }),
      );
      navigator.sendBeacon(to, lines.map((line) => `${line}\n`).join(''));
    },
    warn: console.warn,
  });
  addEventListener('pagehide', report.flush);
  return report;
}

interface AnalyticsOptions {
  /** Loads the site's script. */
  readonly loadScript: () => Promise<void>;
  /** Sends a group of events as the body of a request. */
  readonly send: (body: string) => void;
  readonly warn: (message: string) => void;
}

/** Sends searches in groups, after the site's script is loaded, which may ask readers for their consent. */
export function createAnalytics({ loadScript, send, warn }: AnalyticsOptions): Analytics {
  let state: 'waiting' | 'ready' | 'off' = 'waiting';
  let queue: AnalyticsRecord[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    if (state !== 'ready') return;
    for (let start = 0; start < queue.length; start += GROUP)
      send(JSON.stringify({ events: queue.slice(start, start + GROUP) }));
    queue = [];
  };
  loadScript().then(
    () => {
      state = 'ready';
      if (timer === undefined) flush();
    },
    () => {
      state = 'off';
      queue = [];
      warn('The script of search.analytics could not be loaded: searches are not counted.');
    },
  );
  return {
    note: ({ type, detail }) => {
      if (state === 'off') return;
      const event = type === QUERY_EVENT ? 'view' : 'click';
      // While a word is being typed, only the last answer counts.
      if (event === 'view' && timer !== undefined && queue.at(-1)?.event === 'view') queue.pop();
      queue.push({ event, ...detail });
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        flush();
      }, QUIET);
    },
    flush,
  };
}
