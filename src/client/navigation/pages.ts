import { type AddressStyle, printRoute, type Route } from '../../shared/paths.ts';
import type { AppMessages } from '../../shared/app-messages.ts';
import { fillMessage } from '../../shared/ui-messages.ts';

/** The document of a page, parsed, without the effects of its scripts. */
export interface LoadedPage {
  /** Parsed again if it was taken before. */
  readonly look: () => Document;
  /** Returns the document, whose nodes can be moved away. */
  readonly take: () => Document;
}

export interface Pages {
  /** Loads the page of the first route that has one. Rejects with an error whose message is shown to readers. */
  readonly load: (routes: readonly Route[]) => Promise<LoadedPage>;
  /** Loads a page of which only a part is wanted, with low priority. */
  readonly peek: (routes: readonly Route[]) => Promise<LoadedPage>;
  /**
   * Loads a document in advance, unless the host reports that it is larger than `limit`. Resolves to its number of bytes,
   * undefined for a document that was discarded. Never rejects.
   */
  readonly prefetch: (route: Route, limit: number) => Promise<number | undefined>;
  /** Clears the cache, because pages have changed. A `load` in progress starts again. */
  readonly forget: () => void;
}

interface PagesOptions {
  readonly style: AddressStyle;
  readonly messages: AppMessages;
  readonly fetch: (url: string, request: PageRequest) => Promise<Response>;
  readonly parse: (html: string) => Document;
  /** The route of a page of the site; undefined for other documents. */
  readonly routeOf: (page: Document) => Route | undefined;
  /** Resolves when the style sheets of a page are there. Never rejects. */
  readonly loadStyles: (page: Document) => Promise<unknown>;
}

/** How a document is requested; `no-cache` asks the host, with the ETag of the browser's copy. */
interface PageRequest {
  readonly priority: Priority;
  readonly cache: 'default' | 'no-cache';
}

/** Number of cached documents: more than a page may prefetch. */
const KEPT = 60;
/** Milliseconds after which the host is asked whether a document is current before it is shown. */
const FRESH = 60_000;
/** Milliseconds to wait for that answer. */
const PATIENCE = 200;

type Fetched = LoadedPage & { readonly bytes: number };

/** A document that is loaded or loading. */
interface Entry {
  /** The largest limit of all requests that wait for it. */
  limit: number;
  /** When it was requested. */
  readonly since: number;
  readonly fetched: Promise<Fetched | undefined>;
  /** The request for a newer version. */
  renewal?: Entry | undefined;
}

type Priority = 'low' | 'auto';

/** Loads pages by route, each at most once at a time, and caches the latest ones. */
export function createPages(options: PagesOptions): Pages {
  let documents = new Map<Route, Entry>();

  const open = (known: typeof documents, route: Route, request: PageRequest): Entry => {
    const mayTake = (bytes: number): boolean => bytes <= entry.limit;
    const fetched = fetchPage(options, route, { ...request, mayTake });
    const entry: Entry = { limit: 0, since: Date.now(), fetched };
    const drop = (page?: Fetched): void => {
      if (page === undefined && known.get(route) === entry) known.delete(route);
    };
    fetched.then(drop, () => drop());
    return entry;
  };
  const ask = (route: Route, priority: Priority, limit: number): Entry['fetched'] => {
    const known = documents;
    const entry = known.get(route) ?? open(known, route, { priority, cache: 'default' });
    entry.limit = Math.max(entry.limit, limit);
    // Moves the route to the end of the map, as the most recently used.
    known.delete(route);
    known.set(route, entry);
    for (const oldest of known.keys()) if (known.size > KEPT) known.delete(oldest);
    return entry.fetched;
  };
  /** A newer version of a document; the old one if the host answers late or cannot be reached. */
  const renew = (route: Route, old: Entry, priority: Priority): Entry['fetched'] => {
    const known = documents;
    const entry = (old.renewal ??= open(known, route, { priority, cache: 'no-cache' }));
    entry.limit = Infinity;
    const replace = (next: Entry | undefined): void => {
      if (known.get(route) !== old) return;
      known.delete(route);
      if (next !== undefined) known.set(route, next);
    };
    const answered = entry.fetched.then(
      (page) => {
        replace(entry);
        return page;
      },
      (cause: unknown) => {
        old.renewal = undefined;
        // Without a network, `fetch` rejects with a TypeError.
        if (cause instanceof TypeError) return old.fetched;
        replace(undefined);
        throw cause;
      },
    );
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    return Promise.race([answered, late.then(() => old.fetched)]);
  };
  /** Requests the page again if it is old, or if a prefetch has discarded it. */
  const whole = async (route: Route, priority: Priority): Promise<LoadedPage> => {
    const old = documents.get(route);
    const isOld = old !== undefined && Date.now() - old.since > FRESH;
    const page = await (isOld ? renew(route, old, priority) : ask(route, priority, Infinity));
    return page ?? whole(route, priority);
  };

  const load = async (routes: readonly Route[]): Promise<LoadedPage> => {
    const known = documents;
    const found = await firstOf(options, routes, (route) => whole(route, 'auto'));
    await options.loadStyles(found.look());
    return known === documents ? found : load(routes);
  };

  return {
    load,
    peek: (routes) => firstOf(options, routes, (route) => whole(route, 'low')),
    prefetch: async (route, limit) => {
      if (documents.has(route)) return 0;
      const page = await ask(route, 'low', limit).catch(() => ({ bytes: 0 }));
      return page?.bytes;
    },
    forget: () => {
      documents = new Map();
    },
  };
}

/** The first result that does not fail; else the last failure. */
async function firstOf<Result>(
  options: PagesOptions,
  [route, ...others]: readonly Route[],
  load: (route: Route) => Promise<Result>,
): Promise<Result> {
  if (route === undefined) throw new Error(options.messages.notThisSite);
  return load(route).catch((cause: unknown) => {
    if (others.length === 0) throw cause;
    return firstOf(options, others, load);
  });
}

/** Requests a page's document like a normal visit, and rejects all other responses. */
async function fetchPage(
  { fetch, parse, routeOf, style, messages }: PagesOptions,
  route: Route,
  { mayTake, ...request }: PageRequest & { readonly mayTake: (bytes: number) => boolean },
): Promise<Fetched | undefined> {
  const response = await fetch(printRoute(route, style), request);
  const { ok, status, headers } = response;
  const length = Number(headers.get('content-length'));
  const isHtml = headers.get('content-type')?.startsWith('text/html') === true;
  if (!ok || !isHtml || !mayTake(length)) {
    void response.body?.cancel();
    if (!ok) throw new Error(fillMessage(messages.answeredWith, { status: String(status) }));
    if (!isHtml) throw new Error(messages.notThisSite);
    return undefined;
  }
  const text = await response.text();
  let page: Document | undefined;
  const look = (): Document => (page ??= parse(text));
  // The end may be missing.
  const isWhole = text.includes('</html>');
  if (!isWhole || routeOf(look()) !== route) throw new Error(messages.notThisSite);
  return {
    look,
    take: () => {
      const taken = look();
      page = undefined;
      return taken;
    },
    // Unknown if the host compresses on the fly.
    bytes: length === 0 ? text.length : length,
  };
}
