import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAnalytics } from '../../../../src/client/search/analytics.ts';
import {
  CHOICE_EVENT,
  QUERY_EVENT,
  type SearchEvent,
} from '../../../../src/client/search/events.ts';

const view = (query: string): SearchEvent => ({
  type: QUERY_EVENT,
  detail: { query, count: 1, corrections: [] },
});
const click = (position: number): SearchEvent => ({
  type: CHOICE_EVENT,
  detail: { query: 'q', position, sectionRoute: '/p' },
});

function counting(loadScript: () => Promise<void> = async () => {}) {
  const sent: { readonly events: readonly Record<string, unknown>[] }[] = [];
  const warnings: string[] = [];
  const analytics = createAnalytics({
    loadScript,
    send: (body) => sent.push(JSON.parse(body)),
    warn: (message) => warnings.push(message),
  });
  return { ...analytics, sent, warnings };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('createAnalytics', () => {
  it('sends when nothing has happened for 400 ms', async () => {
    const { note, sent } = counting();
    note(view('a'));
    await vi.advanceTimersByTimeAsync(399);
    note(click(1));
    await vi.advanceTimersByTimeAsync(399);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toMatchObject([
      {
        events: [
          { event: 'view', query: 'a' },
          { event: 'click', position: 1 },
        ],
      },
    ]);
  });

  it('counts the last answer of what is being typed', async () => {
    const { note, sent } = counting();
    for (const query of ['t', 'to', 'tok']) note(view(query));
    await vi.advanceTimersByTimeAsync(400);
    note(view('token'));
    await vi.advanceTimersByTimeAsync(400);
    expect(sent.flatMap(({ events }) => events.map(({ query }) => query))).toEqual([
      'tok',
      'token',
    ]);
  });

  it('sends groups of 20', async () => {
    const { note, sent } = counting();
    for (let position = 1; position <= 45; position += 1) note(click(position));
    await vi.advanceTimersByTimeAsync(400);
    expect(sent.map(({ events }) => events.length)).toEqual([20, 20, 5]);
  });

  it('sends what waits when the page is left', async () => {
    const { note, flush, sent } = counting();
    await vi.advanceTimersByTimeAsync(0);
    note(click(1));
    flush();
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(400);
    expect(sent).toHaveLength(1);
  });

  it('sends nothing before the script is there, and nothing at all without it', async () => {
    let load = (): void => {};
    const late = counting(() => new Promise((resolve) => (load = resolve)));
    late.note(click(1));
    await vi.advanceTimersByTimeAsync(1000);
    expect(late.sent).toEqual([]);
    load();
    await vi.advanceTimersByTimeAsync(0);
    expect(late.sent).toHaveLength(1);

    const never = counting(() => Promise.reject(new Error('blocked')));
    never.note(click(1));
    await vi.advanceTimersByTimeAsync(1000);
    never.note(click(2));
    await vi.advanceTimersByTimeAsync(1000);
    expect(never.sent).toEqual([]);
    expect(never.warnings).toEqual([
      'The script of search.analytics could not be loaded: searches are not counted.',
    ]);
  });
});
