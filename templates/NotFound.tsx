import { useMessages, useSite } from 'docwright/theme';
import type { ReactNode } from 'react';

/** The 404 page, with links to the home page and to the search. */
export function NotFound(): ReactNode {
  const texts = useMessages();
  const { navbar, searchHref } = useSite();
  return (
    <main id="dw-main" tabIndex={-1} className="main main-notice">
      <h1>{texts.notFoundTitle}</h1>
      <p>{texts.notFoundText}</p>
      <p className="home-actions">
        <a className="button button-primary" href={navbar.homeHref}>
          {texts.notFoundHome}
        </a>
        <a className="button" href={searchHref} data-search>
          {texts.notFoundSearch}
        </a>
      </p>
    </main>
  );
}
