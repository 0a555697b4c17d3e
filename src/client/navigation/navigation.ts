import type { Route } from '../../shared/paths.ts';
import { element } from '../app/root.ts';
import type { EntryFields, Position } from './history-entries.ts';
import type { LoadedPage, Pages } from './pages.ts';

/** A request for another page. */
export interface Visit {
  readonly url: URL;
  /** The possible routes of the address, best first. */
  readonly routes: readonly Route[];
  /** `push`: the page gets a new history entry. `stay`: it uses the current one. */
  readonly step: 'push' | 'stay';
  /** Fields for the state of a new entry. */
  readonly fields?: EntryFields | undefined;
  /** Stored scroll position of this entry. */
  readonly position?: Position | undefined;
}

interface NavigationOptions {
  readonly load: Pages['load'];
  readonly progress: Progress;
  readonly show: (visit: Visit, page: LoadedPage) => void;
  readonly fail: (visit: Visit, error: unknown) => void;
}

export interface Navigation {
  /** Loads a page and shows it, unless another visit starts in the meantime. Never rejects. */
  readonly go: (visit: Visit) => Promise<void>;
  /** Cancels the visit in progress. */
  readonly cancel: () => void;
}

/** The last visit wins; until its page is loaded, the old one stays. */
export function createNavigation({ load, progress, show, fail }: NavigationOptions): Navigation {
  let latest: Visit | undefined;
  const cancel = (): void => {
    latest = undefined;
    progress.stop();
  };
  const isDue = (visit: Visit): boolean => {
    if (latest !== visit) return false;
    cancel();
    return true;
  };
  return {
    cancel,
    go: (visit) => {
      latest = visit;
      progress.start();
      return load(visit.routes).then(
        (page) => {
          if (isDue(visit)) show(visit, page);
        },
        (error: unknown) => {
          if (isDue(visit)) fail(visit, error);
        },
      );
    },
  };
}

/** Milliseconds before the progress bar appears: shorter navigations seem immediate. */
const DELAY = 200;

type Progress = Readonly<Record<'start' | 'stop', () => void>>;

/** The progress bar at the top of the page. */
export function createProgress({ body }: Document): Progress {
  const bar = element('div', 'progress-bar');
  bar.setAttribute('aria-hidden', 'true');
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    start: () => {
      timer ??= setTimeout(() => body.append(bar), DELAY);
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      bar.remove();
    },
  };
}
