import { describe, expect, it } from 'vitest';
import {
  createNavigation,
  type Navigation,
  type Visit,
} from '../../../../src/client/navigation/navigation.ts';
import type { LoadedPage } from '../../../../src/client/navigation/pages.ts';
import { type Route, toRoute } from '../../../../src/shared/paths.ts';

interface TitledPage extends LoadedPage {
  readonly title: string;
}

/** The document does not matter here. */
function loadedPage(title: Route): TitledPage {
  const look = (): never => {
    throw new Error('nobody looks');
  };
  return { title, look, take: look };
}

interface Reading {
  readonly navigation: Navigation;
  /** The events in order. */
  readonly log: string[];
  /** Ends the load of a route, with an error where one is given. */
  readonly answer: (route: string, error?: Error) => Promise<void>;
}

function reading(): Reading {
  const log: string[] = [];
  const waiting = new Map<string, (error?: Error) => void>();
  const navigation = createNavigation({
    load: ([route = toRoute('/')]) =>
      new Promise((resolve, reject) => {
        waiting.set(route, (error) =>
          error === undefined ? resolve(loadedPage(route)) : reject(error),
        );
      }),
    progress: { start: () => log.push('start'), stop: () => log.push('stop') },
    show: (_, page) => log.push(`show ${'title' in page ? page.title : ''}`),
    fail: ({ url }, error) => log.push(`fail ${url.pathname} ${String(error)}`),
  });
  const answer = async (route: string, error?: Error): Promise<void> => {
    waiting.get(route)?.(error);
    await new Promise((resume) => setImmediate(resume));
  };
  return { navigation, log, answer };
}

function visit(path: string): Visit {
  return { url: new URL(path, 'https://x.example'), routes: [toRoute(path)], step: 'push' };
}

describe('createNavigation', () => {
  it('shows a page when it is there', async () => {
    const { navigation, log, answer } = reading();
    void navigation.go(visit('/a'));
    expect(log).toEqual(['start']);
    await answer('/a');
    expect(log).toEqual(['start', 'stop', 'show /a']);
  });

  it('shows the last visit only, whatever comes first', async () => {
    const { navigation, log, answer } = reading();
    void navigation.go(visit('/a'));
    void navigation.go(visit('/b'));
    await answer('/b');
    await answer('/a');
    expect(log).toEqual(['start', 'start', 'stop', 'show /b']);
  });

  it('does not mind that an overtaken page fails', async () => {
    const { navigation, log, answer } = reading();
    void navigation.go(visit('/a'));
    void navigation.go(visit('/b'));
    await answer('/a', new Error('gone'));
    await answer('/b');
    expect(log).toEqual(['start', 'start', 'stop', 'show /b']);
  });

  it('shows nothing after the reader has stayed', async () => {
    const { navigation, log, answer } = reading();
    void navigation.go(visit('/a'));
    navigation.cancel();
    await answer('/a');
    expect(log).toEqual(['start', 'stop']);
  });

  it('tells a failure of the last visit', async () => {
    const { navigation, log, answer } = reading();
    void navigation.go(visit('/a'));
    await answer('/a', new Error('gone'));
    expect(log).toEqual(['start', 'stop', 'fail /a Error: gone']);
  });
});
