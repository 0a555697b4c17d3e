import type { ComponentType } from 'react';
import { documentTitle } from '../shared/page.ts';
import type { SiteFile } from '../shared/page-bundle.ts';
import type { Route } from '../shared/paths.ts';
import { texts } from '../shared/texts.ts';
import type { Announce } from './announce.ts';
import { arrive } from './arrival.ts';
import { createFailureMemory } from './failures.ts';
import { manageHistory } from './history-entries.ts';
import { addressOf, loadDocument } from './links.ts';
import { createNavigation, type Visit } from './navigation.ts';
import { isSamePath, routesOf, type SiteAddress } from './page-address.ts';
import { createPages } from './pages.ts';
import { managePrefetch } from './prefetch.ts';
import { createProgress } from './progress.ts';
import { manageRouting } from './router.ts';
import type { View } from './screen.tsx';
import { failureView, pageView } from './views.tsx';

export interface VisitsOptions {
  readonly root: HTMLElement;
  readonly file: SiteFile;
  readonly announce: Announce;
  readonly importPage: (entry: string) => Promise<ComponentType>;
  /** Called before the first page that did not come with the document. */
  readonly leaveDocument: () => void;
  readonly show: (view: View) => void;
}

/** Everything between a link and the page that it leads to. Returns what looks for links anew. */
export function manageVisits(options: VisitsOptions): { readonly refresh: () => void } {
  const { root, file, announce, importPage, leaveDocument, show } = options;
  const address: SiteAddress = { origin: location.origin, style: file.site };
  const failures = createFailureMemory({ storage: () => sessionStorage, now: Date.now });
  const entries = manageHistory(window);
  const pages = createPages({
    style: file.site,
    generation: file.generation,
    fetch: (url, priority) => fetch(url, { priority }),
    importPage,
  });
  let shownUrl: URL | undefined = new URL(location.href);

  const present = (visit: Visit, view: Omit<View, 'shown'>, title: string): void => {
    const { url, step, position } = visit;
    leaveDocument();
    if (step === 'push') {
      entries.leave();
      entries.push(url);
    }
    const shown = (): void => {
      document.title = title;
      announce(title);
      arrive(document, { hash: url.hash, position });
      prefetch.observe();
    };
    show({ ...view, shown });
  };

  const navigation = createNavigation({
    load: pages.load,
    progress: createProgress(document),
    show: (visit, page) => {
      shownUrl = visit.url;
      present(visit, pageView(file, page), page.bundle.title);
    },
    fail: (visit, error) => {
      const [route] = visit.routes;
      const mayLoad = navigator.onLine && !failures.isRepeated(visit.url.pathname);
      if (mayLoad || route === undefined) {
        loadDocument(visit.url);
        return;
      }
      shownUrl = undefined;
      const retry = (): void => void navigation.go({ ...visit, step: 'stay' });
      const title = documentTitle(texts.loadFailed, file.site.title);
      present(visit, failureView(file, route, { error, retry }), title);
    },
  });

  const routeOf = (link: HTMLAnchorElement): Route | undefined => {
    const url = addressOf(link);
    if (url === undefined || (shownUrl !== undefined && isSamePath(url, shownUrl)))
      return undefined;
    const routes = routesOf(url, address);
    // What may mean two routes would cost an answer "not found".
    return routes.length === 1 ? routes[0] : undefined;
  };
  const prefetch = managePrefetch({ root, routeOf, load: pages.prefetch });
  manageRouting({ address, entries, navigation, shownUrl: () => shownUrl });
  return { refresh: prefetch.observe };
}
