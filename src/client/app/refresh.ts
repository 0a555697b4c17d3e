import { REFRESH_EVENT } from '../../shared/live.ts';
import type { PageInput } from '../../shared/page.ts';
import type { LoadedPage } from '../navigation/pages.ts';
import type { TrustHtml } from '../theme/page-context.ts';
import type { View } from './screen.tsx';

/**
 * What the app lends to the sender of `REFRESH_EVENT`, who shows the page anew with it: so readers of a published
 * site load next to nothing of all this.
 */
export interface RefreshableApp {
  /** What is shown now. */
  readonly input: () => PageInput;
  readonly trustHtml: TrustHtml;
  /** Forgets what is loaded, and loads the page that is shown again. See `Visits.renew`. */
  readonly renew: () => Promise<LoadedPage | undefined>;
  /** What a page shows. */
  readonly viewOf: (page: LoadedPage) => Omit<View, 'shown'>;
  /** The article is no longer the one that came with the document. */
  readonly leaveDocument: () => void;
  /** Shows a view at once. */
  readonly show: (view: View) => void;
  /** Called when something else stands in the document. */
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
