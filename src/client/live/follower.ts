import { type LiveState, REFRESH_EVENT } from '../../shared/live.ts';
import type { RefreshableApp } from '../app/refresh.ts';
import type { DocumentLoad } from './document-load.ts';
import type { Keep } from './keeper.ts';
import { renewPage } from './renewal.ts';
import { type News, type Shown, stepsBetween } from './steps.ts';
import type { StyleSwap } from './styles.ts';

export interface FollowerOptions {
  readonly page: Pick<EventTarget, 'dispatchEvent'> & {
    readonly location: Pick<Location, 'pathname'>;
    title: string;
  };
  /** What the document was made of, and the status that it came with. */
  readonly first: LiveState;
  readonly answered: number;
  readonly keep: Keep;
  readonly styles: StyleSwap;
  readonly documents: DocumentLoad;
}

/** Brings the page to each state that comes. */
export function createFollower(options: FollowerOptions): (news: News) => void {
  const { page, first, answered, keep, styles, documents } = options;
  const { pathname } = page.location;
  let shown: Shown = { state: first, server: undefined };

  const loadUnless = async (status: number | undefined, reason: string): Promise<void> => {
    const isAnswered = await documents.loadUnless(status, reason);
    // When the server is back, the page is behind.
    if (!isAnswered) shown = { ...shown, server: '' };
  };
  const refresh = (reason: string): void => {
    // Without loading a document, the reader may have come to another page than the one that is not there.
    if (answered === 404 && page.location.pathname === pathname)
      return void loadUnless(404, reason);
    const failed = (): void => void loadUnless(undefined, reason);
    const detail = (app: RefreshableApp): void => void renewPage(app, { page, keep, failed });
    const event = new CustomEvent(REFRESH_EVENT, { cancelable: true, detail });
    if (page.dispatchEvent(event)) documents.load(reason);
  };
  return (news) => {
    const steps = stepsBetween(shown, news);
    shown = news;
    const reason = `${news.server} ${news.state.version} ${news.state.shell}`;
    for (const step of steps) {
      switch (step.type) {
        case 'content':
          refresh(reason);
          break;
        case 'styles':
          if (!styles.swap(step.from, step.to)) documents.load(reason);
          break;
        case 'document':
          documents.load(reason);
      }
    }
  };
}
