/** Milliseconds for which a hidden tab keeps its stream: browsers open six connections to a host (HTTP/1.1). */
const HIDDEN = 2000;
/** Milliseconds before the first attempt to connect again, and the most between two. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;

/** The part of `EventSource` that is needed. */
export type Stream = Pick<EventTarget, 'addEventListener'> & { readonly close: () => void };

export interface ConnectionOptions {
  readonly page: Pick<EventTarget, 'addEventListener'> & { readonly hidden: boolean };
  readonly view: Pick<EventTarget, 'addEventListener'>;
  readonly open: () => Stream;
  /** Called with the data and the last id of each event, by its name. */
  readonly heard: Readonly<Record<string, (data: string, id: string) => void>>;
}

/**
 * Keeps a stream open while the tab can be seen, whatever happens to the server. A tab that has never been
 * seen has none.
 */
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
    // Browsers give up for good after some failures, and wait long after others.
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
  // A page that is kept for Back must hold no connection.
  view.addEventListener('pagehide', disconnect);
  view.addEventListener('pageshow', connect);
  connect();
}
