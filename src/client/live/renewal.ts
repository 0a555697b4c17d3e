import { documentTitle } from '../../shared/page.ts';
import type { RefreshableApp } from '../app/refresh.ts';
import type { Keep } from './keeper.ts';

interface RenewalOptions {
  readonly page: { title: string };
  readonly keep: Keep;
  /** Called where the page cannot be shown anew: its document has to be loaded. */
  readonly failed: () => void;
}

/** Shows an app's page anew where it is when the site has changed: as little of it as is different. */
export async function renewPage(
  app: RefreshableApp,
  { page: tab, keep, failed }: RenewalOptions,
): Promise<void> {
  const page = await app.renew().catch(failed);
  // The reader has gone to another page meanwhile, which is a new one.
  if (page === undefined) return;
  const view = app.viewOf(page);
  const old = app.input();
  const shown = (): void => {
    tab.title = documentTitle(page.page.title, page.file.site.title);
    app.shown();
  };
  const article = { from: app.trustHtml(old.html), to: app.trustHtml(view.input.html) };
  keep(article, (isDone) => {
    const input = isDone ? { ...view.input, html: old.html } : view.input;
    if (!isDone) app.leaveDocument();
    if (JSON.stringify(input) === JSON.stringify(old)) shown();
    else app.show({ ...view, input, shown });
  });
}
