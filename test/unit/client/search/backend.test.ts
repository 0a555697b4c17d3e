import { describe, expect, it } from 'vitest';
import { createBackend, type SearchBackend } from '../../../../src/client/search/backend.ts';
import type {
  SearchQuestion,
  SearchReply,
  WorkerMessage,
} from '../../../../src/client/search/messages.ts';
import { reply } from './documents.ts';

/** A worker that answers when the test says so. */
class ToldWorker extends EventTarget {
  readonly heard: WorkerMessage[] = [];
  isEnded = false;
  onmessage = null;
  onmessageerror = null;
  onerror = null;

  postMessage(message: WorkerMessage): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.isEnded = true;
  }

  answer(id: number, found: SearchReply): void {
    this.dispatchEvent(new MessageEvent('message', { data: { id, reply: found } }));
  }
}

const HERE = reply({ types: ['others'] });
const question = (query: string): SearchQuestion => ({
  query,
  files: ['/f'],
  options: { limit: 8 },
});

interface Backing {
  readonly backend: SearchBackend;
  readonly worker: ToldWorker;
  /** Queries that the page's own thread was asked. */
  readonly here: string[];
}

function backing(startWorker: (worker: ToldWorker) => ToldWorker, imports = true): Backing {
  const worker = new ToldWorker();
  const here: string[] = [];
  const backend = createBackend({
    startWorker: () => startWorker(worker),
    importWorker: async () => {
      if (!imports) throw new TypeError('no network');
      return {
        createService: () => ({
          load: () => {},
          forget: () => here.push('forget'),
          ask: async ({ query }) => {
            here.push(query);
            return HERE;
          },
        }),
      };
    },
  });
  return { backend, worker, here };
}

const start = (worker: ToldWorker): ToldWorker => worker;
const fail = (): never => {
  throw new DOMException('refused', 'SecurityError');
};

describe('createBackend', () => {
  it('asks the worker, and tells it what to load', async () => {
    const { backend, worker, here } = backing(start);
    backend.load(['/f']);
    const asked = backend.ask(question('a'));
    expect(worker.heard).toEqual([
      { type: 'load', files: ['/f'] },
      { type: 'ask', id: 1, question: question('a') },
    ]);
    worker.answer(1, reply());
    expect(await asked).toEqual(reply());
    expect(here).toEqual([]);
  });

  it('has no answer for a question that a newer one has overtaken', async () => {
    const { backend, worker } = backing(start);
    const first = backend.ask(question('a'));
    const second = backend.ask(question('ab'));
    worker.answer(1, reply({ incomplete: true }));
    worker.answer(2, reply());
    expect(await first).toBeUndefined();
    expect(await second).toEqual(reply());
  });

  it('searches on the page where no worker starts', async () => {
    const { backend, here } = backing(fail);
    backend.load(['/f']);
    expect(await backend.ask(question('a'))).toBe(HERE);
    expect(here).toEqual(['a']);
  });

  it.each(['error', 'messageerror'])(
    'goes on without a worker that has died (%s)',
    async (type) => {
      const { backend, worker, here } = backing(start);
      const asked = backend.ask(question('a'));
      worker.dispatchEvent(new Event(type));
      expect(await asked).toBe(HERE);
      expect(worker.isEnded).toBe(true);
      expect(await backend.ask(question('ab'))).toBe(HERE);
      expect(here).toEqual(['a', 'ab']);
    },
  );

  it('reports changed files to the worker or the page', async () => {
    const { backend, worker, here } = backing(start);
    backend.forget();
    expect(worker.heard).toEqual([{ type: 'forget' }]);
    worker.dispatchEvent(new Event('error'));
    await backend.ask(question('a'));
    backend.forget();
    await Promise.resolve();
    expect(here).toEqual(['a', 'forget']);
  });

  it('rejects where there is no search to be had', async () => {
    const { backend } = backing(fail, false);
    await expect(backend.ask(question('a'))).rejects.toThrow('no network');
  });
});
