import { REFRESH_EVENT } from '../../shared/live.ts';
import type { PageInput } from '../../shared/page.ts';
import type { LoadedPage } from '../navigation/pages.ts';
import type { TrustHtml } from '../theme/page-context.ts';
import type { View } from './screen.tsx';

/** Gives the sender of `REFRESH_EVENT` access to the app, so that published sites contain little code for refreshing. */
export interface RefreshableApp {
  readonly input: () => PageInput;
  readonly trustHtml: TrustHtml;
  /** Clears all caches and loads the current page again. See `Visits.renew`. */
  readonly renew: () => Promise<LoadedPage | undefined>;
  readonly viewOf: (page: LoadedPage) => Omit<View, 'shown'>;
  /** Called when the article is no longer the document's. */
  readonly leaveDocument: () => void;
  readonly show: (view: View) => void;
  /** Called when the view is in the document. */
  readonly shown: (page: LoadedPage) => void;
}

declare global {
  interface DocumentEventMap {
    readonly [REFRESH_EVENT]: CustomEvent<(app: RefreshableApp) => void>;
  }
}

/** Handles `REFRESH_EVENT`. */
export function manageRefresh(app: RefreshableApp): void {
  document.addEventListener(REFRESH_EVENT, (event) => {
    event.preventDefault();
    event.detail(app);
  });
}
