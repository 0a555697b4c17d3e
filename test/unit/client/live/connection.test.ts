import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepConnected } from '../../../../src/client/live/follower.ts';

class ToldStream extends EventTarget {
  isOpen = true;
  close(): void {
    this.isOpen = false;
  }
}

interface Tab {
  readonly streams: readonly ToldStream[];
  readonly heard: readonly string[];
  readonly open: () => number;
  readonly hide: (isHidden: boolean) => void;
  readonly view: EventTarget;
}

function tab({ hidden = false } = {}): Tab {
  const streams: ToldStream[] = [];
  const heard: string[] = [];
  const page = Object.assign(new EventTarget(), { hidden });
  const view = new EventTarget();
  keepConnected({
    page,
    view,
    open: () => {
      const stream = new ToldStream();
      streams.push(stream);
      return stream;
    },
    heard: { state: (data, id) => heard.push(`${id} ${data}`) },
  });
  return {
    streams,
    heard,
    view,
    open: () => streams.filter(({ isOpen }) => isOpen).length,
    hide: (isHidden) => {
      page.hidden = isHidden;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

const say = (stream: ToldStream | undefined, data: string): boolean | undefined =>
  stream?.dispatchEvent(new MessageEvent('state', { data, lastEventId: 'server' }));

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('keepConnected', () => {
  it('hears what the server says', () => {
    const { streams, heard } = tab();
    say(streams[0], 'one');
    expect(heard).toEqual(['server one']);
  });

  it('has no stream in a tab that nobody has seen', () => {
    const { open, hide } = tab({ hidden: true });
    expect(open()).toBe(0);
    hide(false);
    expect(open()).toBe(1);
  });

  it('gives the stream up in a tab that stays hidden, and not in one that comes back at once', () => {
    const { open, hide, streams } = tab();
    hide(true);
    hide(false);
    vi.runAllTimers();
    expect(open()).toBe(1);
    hide(true);
    vi.runAllTimers();
    expect(open()).toBe(0);
    hide(false);
    expect(open()).toBe(1);
    expect(streams).toHaveLength(2);
  });

  it('connects again after a failure, later and later, until it succeeds', () => {
    const { streams } = tab();
    const waits = [0, 1, 2, 3, 4, 5].map(() => {
      const began = Date.now();
      streams.at(-1)?.dispatchEvent(new Event('error'));
      vi.runOnlyPendingTimers();
      return Date.now() - began;
    });
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 4000]);
    expect(streams).toHaveLength(7);
    streams.at(-1)?.dispatchEvent(new Event('open'));
    const began = Date.now();
    streams.at(-1)?.dispatchEvent(new Event('error'));
    vi.runOnlyPendingTimers();
    expect(Date.now() - began).toBe(250);
  });

  it('has one stream at most, and does not listen to one that it has given up', () => {
    const { streams, open, heard, hide } = tab();
    streams[0]?.dispatchEvent(new Event('error'));
    hide(false);
    vi.runAllTimers();
    expect(open()).toBe(1);
    say(streams[0], 'late');
    streams[0]?.dispatchEvent(new Event('error'));
    vi.runAllTimers();
    expect(heard).toEqual([]);
    expect(open()).toBe(1);
  });

  it('disconnects when the page is left, and connects when it is shown again', () => {
    const { view, open } = tab();
    view.dispatchEvent(new Event('pagehide'));
    expect(open()).toBe(0);
    view.dispatchEvent(new Event('pageshow'));
    view.dispatchEvent(new Event('pageshow'));
    expect(open()).toBe(1);
  });
});
