import { REFRESH_EVENT } from '../../shared/live.ts';
import type { PageInput } from '../../shared/page.ts';
import type { LoadedPage } from '../navigation/pages.ts';
import type { TrustHtml } from '../theme/page-context.ts';
import type { View } from './screen.tsx';

/**
 * Lends the app to the sender of `REFRESH_EVENT`, so that readers of a published site load next to
 * nothing of the refresh.
 */
export interface RefreshableApp {
  readonly input: () => PageInput;
  readonly trustHtml: TrustHtml;
  /** Forgets what is loaded, and loads the page that is shown again. See `Visits.renew`. */
  readonly renew: () => Promise<LoadedPage | undefined>;
  readonly viewOf: (page: LoadedPage) => Omit<View, 'shown'>;
  /** Called when the article is no longer the one of the document. */
  readonly leaveDocument: () => void;
  readonly show: (view: View) => void;
  /** Called when the document shows the view. */
  readonly shown: () => void;
}

declare global {
  interface DocumentEventMap {
    readonly [REFRESH_EVENT]: CustomEvent<(app: RefreshableApp) => void>;
  }
}

/** Answers to `REFRESH_EVENT`. */
export function manageRefresh(app: RefreshableApp): void {
  document.addEventListener(REFRESH_EVENT, (event) => {
    event.preventDefault();
    event.detail(app);
  });
}
