import { type ReactNode, useEffect } from 'react';
import { documentTitle } from '../../shared/page.ts';
import { ErrorMessages } from './ErrorMessages.tsx';
import { usePage, useSite, useTexts } from './page-context.ts';

export interface CrashPanelProps {
  readonly error: unknown;
  readonly retry: () => void;
}

/** What a page shows that cannot be rendered. */
export function CrashPanel({ error, retry }: CrashPanelProps): ReactNode {
  const texts = useTexts();
  const site = useSite();
  const page = usePage();
  // After the navigation's own title.
  useEffect(() => {
    document.title = documentTitle(texts.crashed, site.title);
  }, [texts, site]);
  const tryAgain = (): void => {
    document.title = documentTitle(page.title, site.title);
    retry();
  };
  return (
    <main id="dw-main" tabIndex={-1} className="main main-notice">
      <h1>{texts.crashed}</h1>
      <ErrorMessages error={error} />
      <p className="home-actions">
        <button type="button" className="button button-primary" onClick={tryAgain}>
          {texts.tryAgain}
        </button>
        <a className="button" href={site.navbar.homeHref}>
          {texts.notFoundHome}
        </a>
      </p>
    </main>
  );
}
