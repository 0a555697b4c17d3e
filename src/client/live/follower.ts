import type { LiveState } from '../../shared/live.ts';
import type { DocumentLoad, StyleSwap } from './document-load.ts';

interface FollowerOptions {
  readonly page: { readonly location: Pick<Location, 'pathname'> };
  /** The state and the HTTP status of the document. */
  readonly first: LiveState;
  readonly answered: number;
  /** Shows the page again; rejects if its document has to be loaded instead. */
  readonly renew: () => Promise<void>;
  readonly styles: StyleSwap;
  readonly documents: DocumentLoad;
}

/** A state and its server: every server counts its versions from the start. */
export interface Change {
  readonly state: LiveState;
  readonly server: string;
}

/** Updates the page for each new state. */
export function createFollower(options: FollowerOptions): (change: Change) => void {
  const { page, first, answered, renew, styles, documents } = options;
  const { pathname } = page.location;
  let shown = first;
  // Undefined until the first event.
  let shownServer: string | undefined;

  const loadUnless = async (status: number | undefined, reason: string): Promise<void> => {
    const isAnswered = await documents.loadUnless(status, reason);
    // When the server is back, the page may be outdated.
    if (!isAnswered) shownServer = '';
  };
  return ({ state, server }) => {
    const { shell, styles: sheet, version } = shown;
    const isOther = shownServer !== undefined && shownServer !== server;
    shown = state;
    shownServer = server;
    const reason = `${server} ${state.version} ${state.shell}`;
    if (shell !== state.shell) return documents.load(reason);
    if (sheet.href !== state.styles.href && !styles(sheet.href, state.styles))
      documents.load(reason);
    if (!isOther && version === state.version) return;
    // The reader may have left the missing page without loading a document.
    if (answered === 404 && page.location.pathname === pathname) void loadUnless(404, reason);
    else renew().catch(() => loadUnless(undefined, reason));
  };
}

/** Milliseconds after which a hidden tab closes its stream: browsers allow six connections to a host (HTTP/1.1). */
const HIDDEN = 2000;
// Milliseconds before the first attempt to reconnect, and the maximum.
const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;

/** The required part of `EventSource`. */
type Stream = Pick<EventTarget, 'addEventListener'> & { readonly close: () => void };

interface ConnectionOptions {
  readonly page: Pick<EventTarget, 'addEventListener'> & { readonly hidden: boolean };
  readonly view: Pick<EventTarget, 'addEventListener'>;
  readonly open: () => Stream;
  /** Handlers of events by name, called with the data and the id of the event. */
  readonly heard: Readonly<Record<string, (data: string, id: string) => void>>;
}

/** Keeps a stream open while the tab is visible, and reconnects when the server restarts. */
export function keepConnected(options: ConnectionOptions): void {
  const { page, view, heard } = options;
  let stream: Stream | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT;
  const disconnect = (): void => {
    clearTimeout(timer);
    stream?.close();
    stream = undefined;
  };
  const connect = (): void => {
    clearTimeout(timer);
    if (stream !== undefined || page.hidden) return;
    const opened = options.open();
    stream = opened;
    opened.addEventListener('open', () => {
      wait = FIRST_WAIT;
    });
    // Browsers give up after some failures, and wait too long after others.
    opened.addEventListener('error', () => {
      if (stream !== opened) return;
      disconnect();
      timer = setTimeout(connect, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    });
    for (const [type, listen] of Object.entries(heard))
      opened.addEventListener(type, (event) => {
        if (stream === opened && event instanceof MessageEvent)
          listen(String(event.data), event.lastEventId);
      });
  };
  page.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (page.hidden) timer = setTimeout(disconnect, HIDDEN);
    else connect();
  });
  // A page in the back/forward cache must not hold a connection.
  view.addEventListener('pagehide', disconnect);
  view.addEventListener('pageshow', connect);
  connect();
}
