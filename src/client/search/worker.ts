/** The search in a worker. A page that cannot start one imports this file and calls the service itself. */
import { mergeAnswers } from '../../search/query/engine.ts';
import { openIndex } from '../../search/query/open-index.ts';
import type { WorkerMessage, WorkerReply } from './messages.ts';
import { createSearchService, type SearchService } from './service.ts';

export function createService(): SearchService {
  return createSearchService({
    fetch: (url, cache) => fetch(url, { cache }),
    openIndex,
    mergeAnswers,
    pause: () => new Promise((resume) => setTimeout(resume)),
  });
}

// Only workers have no document.
if (typeof document === 'undefined') {
  const service = createService();
  addEventListener('message', async ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.type === 'load') return service.load(data.files);
    if (data.type === 'forget') return service.forget();
    const reply = await service.ask(data.question);
    if (reply !== undefined) postMessage({ id: data.id, reply } satisfies WorkerReply);
  });
}
