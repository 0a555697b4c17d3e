import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SearchQuestion, SearchReply } from '../../../../src/client/search/messages.ts';
import {
  createSession,
  type SearchSession,
  type SearchSnapshot,
} from '../../../../src/client/search/session.ts';
import { hit, reply } from './documents.ts';

interface Asking {
  readonly session: SearchSession;
  /** Status and answered query after each change. */
  readonly log: string[];
  /** Answers a query; an error where none is given. */
  readonly answer: (query: string, found?: SearchReply) => Promise<void>;
}

function asking(): Asking {
  const waiting = new Map<string, (found?: SearchReply) => void>();
  const log: string[] = [];
  const told = ({ status, answered }: SearchSnapshot): void => {
    log.push(
      `${status} ${answered?.question.query ?? '-'}${answered?.reply.incomplete ? '!' : ''}`,
    );
  };
  const session = createSession(
    ({ query }) =>
      new Promise((resolve, reject) => {
        waiting.set(query, (found) => (found === undefined ? reject(new Error()) : resolve(found)));
      }),
    told,
  );
  const answer = async (query: string, found?: SearchReply): Promise<void> => {
    waiting.get(query)?.(found);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { session, log, answer };
}

const question = (query: string): SearchQuestion => ({ query, files: [], options: { limit: 8 } });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('createSession', () => {
  it('loads, stalls after 300 ms, and has the answer', async () => {
    const { session, log, answer } = asking();
    session.ask(question('a'));
    await vi.advanceTimersByTimeAsync(299);
    expect(log).toEqual(['loading -']);
    await vi.advanceTimersByTimeAsync(1);
    await answer('a', reply());
    expect(log).toEqual(['loading -', 'stalled -', 'idle a']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(log).toHaveLength(3);
  });

  it('repeats a question in progress, whose reply may be outdated', async () => {
    const replies: ((found: SearchReply) => void)[] = [];
    const counts: (number | undefined)[] = [];
    const session = createSession(
      () => new Promise((resolve) => replies.push(resolve)),
      ({ answered }) => counts.push(answered?.reply.hits.length),
    );
    session.ask(question('a'));
    session.repeat(false);
    replies[0]?.(reply());
    await vi.advanceTimersByTimeAsync(0);
    expect(counts).toEqual([undefined]);
    replies[1]?.(reply({ hits: [hit()] }));
    await vi.advanceTimersByTimeAsync(0);
    expect(counts.at(-1)).toBe(1);
  });

  it('repeats an answered question only on request', async () => {
    const { session, log, answer } = asking();
    session.ask(question('a'));
    await answer('a', reply());
    session.repeat(false);
    expect(log.at(-1)).toBe('idle a');
    session.repeat(true);
    expect(log.at(-1)).toBe('loading a');
  });

  it('shows at once that an answered question is asked again', async () => {
    const { session, log, answer } = asking();
    session.retry();
    expect(log).toEqual([]);
    session.ask(question('a'));
    await answer('a', reply({ incomplete: true }));
    session.retry();
    expect(log.at(-1)).toBe('stalled a!');
    await answer('a', reply());
    expect(log.at(-1)).toBe('idle a');
  });

  it('stalls by the oldest question that has no answer', async () => {
    const { session, log } = asking();
    session.ask(question('a'));
    await vi.advanceTimersByTimeAsync(200);
    session.ask(question('ab'));
    await vi.advanceTimersByTimeAsync(100);
    expect(log).toEqual(['loading -', 'stalled -']);
  });

  it('keeps the old answer until there is the new one, and never goes back', async () => {
    const { session, log, answer } = asking();
    session.ask(question('a'));
    await answer('a', reply());
    session.ask(question('ab'));
    session.ask(question('abc'));
    await answer('abc', reply());
    await answer('ab', reply());
    expect(log).toEqual(['loading -', 'idle a', 'loading a', 'idle abc']);
  });

  it('takes a search that fails for one without an index', async () => {
    const { session, log, answer } = asking();
    session.ask(question('a'));
    await answer('a');
    expect(log).toEqual(['loading -', 'idle a!']);
  });

  it('forgets the answer and what is under way', async () => {
    const { session, log, answer } = asking();
    session.ask(question('a'));
    session.clear();
    await answer('a', reply());
    await vi.advanceTimersByTimeAsync(1000);
    expect(log).toEqual(['loading -', 'idle -']);
  });
});
