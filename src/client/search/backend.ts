import type { SearchQuestion, SearchReply, WorkerMessage, WorkerReply } from './messages.ts';
import type { SearchService } from './service.ts';

export interface SearchBackend {
  /** Loads index files in advance. */
  readonly load: (files: readonly string[]) => void;
  /** Clears the cached index files, because they have changed. */
  readonly forget: () => void;
  /** Resolves to undefined if a newer question has come. Rejects if the search does not work. */
  readonly ask: (question: SearchQuestion) => Promise<SearchReply | undefined>;
}

interface BackendOptions {
  /** Throws if the browser does not support or allow workers. */
  readonly startWorker: () => Worker;
  /** Imports the same code for the page's own thread. */
  readonly importWorker: () => Promise<{ createService: () => SearchService }>;
}

/** A question in progress. */
interface Waiting {
  readonly id: number;
  readonly question: SearchQuestion;
  readonly resolve: (reply: SearchReply | undefined | Promise<SearchReply | undefined>) => void;
}

/** Starts the worker; falls back to the page's thread if that fails or if the worker dies. */
export function createBackend({ startWorker, importWorker }: BackendOptions): SearchBackend {
  let waiting: Waiting | undefined;
  let count = 0;
  let local: Promise<SearchService> | undefined;

  const service = (): Promise<SearchService> => {
    local ??= importWorker().then(({ createService }) => createService());
    // A missing file may be available for the next query.
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
  let worker: Worker | undefined;
  try {
    worker = startWorker();
    worker.addEventListener('error', giveUp);
    worker.addEventListener('messageerror', giveUp);
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
      if (data.id !== waiting?.id) return;
      waiting.resolve(data.reply);
      waiting = undefined;
    });
  } catch {
    // Questions are answered on the page.
  }

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
