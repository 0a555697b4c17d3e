import { describe, expect, it } from 'vitest';
import { type Change, createFollower } from '../../../../src/client/live/follower.ts';

import type { LiveState } from '../../../../src/shared/live.ts';

const STATE: LiveState = { version: 1, shell: 's', styles: { href: '/a.css', integrity: 'a' } };

interface FollowedPage {
  readonly follow: (change: Partial<LiveState>, server?: string) => void;
  /** The actions in order. */
  readonly done: readonly string[];
  readonly goTo: (pathname: string) => void;
}

interface PageSettings {
  readonly answered?: number;
  readonly renews?: boolean;
  readonly hasStyles?: boolean;
  /** The server answers to HEAD. */
  readonly isServed?: boolean;
}

function followed({
  answered = 200,
  renews = true,
  hasStyles = true,
  isServed = true,
}: PageSettings = {}): FollowedPage {
  const done: string[] = [];
  const page = { location: { pathname: '/a' } };
  const follow = createFollower({
    page,
    first: STATE,
    answered,
    renew: async () => {
      done.push('refresh');
      if (!renews) throw new Error('the page needs another document');
    },
    styles: (from, to) => {
      done.push(`${from} > ${to.href}`);
      return hasStyles;
    },
    documents: {
      load: () => done.push('load'),
      loadUnless: async (status) => {
        done.push(`load unless ${status}`);
        return isServed;
      },
    },
  });
  return {
    done,
    follow: (change, server = 'one') =>
      follow({ state: { ...STATE, ...change }, server } satisfies Change),
    goTo: (pathname) => {
      page.location.pathname = pathname;
    },
  };
}

describe('createFollower', () => {
  it('does nothing where the document is up to date', () => {
    const { follow, done } = followed();
    follow({});
    expect(done).toEqual([]);
  });

  it('shows the page again once for each version', () => {
    const { follow, done } = followed();
    follow({ version: 2 });
    follow({ version: 2 });
    follow({ version: 3 });
    expect(done).toEqual(['refresh', 'refresh']);
  });

  it('does not compare versions of two servers', () => {
    const { follow, done } = followed();
    follow({}, 'one');
    expect(done).toEqual([]);
    follow({}, 'two');
    follow({ version: 0 }, 'three');
    expect(done).toEqual(['refresh', 'refresh']);
  });

  it('exchanges styles and shows the page again where both differ', () => {
    const { follow, done } = followed();
    follow({ version: 2, styles: { href: '/b.css', integrity: '' } });
    expect(done).toEqual(['/a.css > /b.css', 'refresh']);
  });

  it('loads the document where the page cannot be shown again', async () => {
    const { follow, done } = followed({ renews: false });
    follow({ version: 2 });
    await Promise.resolve();
    expect(done).toEqual(['refresh', 'load unless undefined']);
  });

  it('loads the document for another shell', () => {
    const { follow, done } = followed();
    follow({ version: 2, shell: 't', styles: { href: '/b.css', integrity: '' } });
    expect(done).toEqual(['load']);
  });

  it('exchanges styles one after the other', () => {
    const { follow, done } = followed();
    follow({ styles: { href: '/b.css', integrity: '' } });
    follow({ styles: { href: '/c.css', integrity: '' } });
    expect(done).toEqual(['/a.css > /b.css', '/b.css > /c.css']);
  });

  it('loads the document where the page has not that style sheet', () => {
    const { follow, done } = followed({ hasStyles: false });
    follow({ styles: { href: '/b.css', integrity: '' } });
    expect(done).toEqual(['/a.css > /b.css', 'load']);
  });

  it('asks whether a page that was not there has come, until the reader goes to another one', () => {
    const { follow, done, goTo } = followed({ answered: 404 });
    follow({ version: 2 });
    expect(done).toEqual(['load unless 404']);
    goTo('/b');
    follow({ version: 3 });
    expect(done).toEqual(['load unless 404', 'refresh']);
  });

  it('asks again when a server is back that has not answered', async () => {
    const { follow, done } = followed({ answered: 404, isServed: false });
    follow({ version: 2 });
    await Promise.resolve();
    follow({ version: 2 });
    expect(done).toHaveLength(2);
  });
});
