import type { SearchQuestion, SearchReply, WorkerMessage, WorkerReply } from './messages.ts';
import type { SearchService } from './service.ts';

export interface SearchBackend {
  /** Loads index files before they are needed. */
  readonly load: (files: readonly string[]) => void;
  /** Forgets the index files: they have changed. */
  readonly forget: () => void;
  /** Resolves to undefined where a newer question has come. Rejects where there is no search. */
  readonly ask: (question: SearchQuestion) => Promise<SearchReply | undefined>;
}

export interface BackendOptions {
  /** Throws where the browser has no workers or allows none. */
  readonly startWorker: () => Worker;
  /** The same code for the page's own thread. */
  readonly importWorker: () => Promise<{ createService: () => SearchService }>;
}

/** A question under way. */
interface Waiting {
  readonly id: number;
  readonly question: SearchQuestion;
  readonly resolve: (reply: SearchReply | undefined | Promise<SearchReply | undefined>) => void;
}

/** Starts the worker; falls back to the page where that fails or the worker dies. */
export function createBackend({ startWorker, importWorker }: BackendOptions): SearchBackend {
  let waiting: Waiting | undefined;
  let count = 0;
  let local: Promise<SearchService> | undefined;

  const service = (): Promise<SearchService> => {
    local ??= importWorker().then(({ createService }) => createService());
    // A file that is missing now may be there for the next query.
    local.catch(() => (local = undefined));
    return local;
  };
  const answerHere = async (question: SearchQuestion): Promise<SearchReply | undefined> =>
    (await service()).ask(question);
  const send = (message: WorkerMessage): void => worker?.postMessage(message, []);
  const giveUp = (): void => {
    worker?.terminate();
    worker = undefined;
    waiting?.resolve(answerHere(waiting.question));
    waiting = undefined;
  };
  const listen = (started: Worker): Worker => {
    started.addEventListener('error', giveUp);
    started.addEventListener('messageerror', giveUp);
    started.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
      if (data.id !== waiting?.id) return;
      waiting.resolve(data.reply);
      waiting = undefined;
    });
    return started;
  };
  let worker = attempt(() => listen(startWorker()));

  return {
    load: (files) => send({ type: 'load', files }),
    forget: () => {
      send({ type: 'forget' });
      local?.then((here) => here.forget(), ignore);
    },
    ask: (question) => {
      waiting?.resolve(undefined);
      waiting = undefined;
      if (worker === undefined) return answerHere(question);
      return new Promise((resolve) => {
        waiting = { id: (count += 1), question, resolve };
        send({ type: 'ask', id: count, question });
      });
    },
  };
}

function ignore(): void {}

function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
