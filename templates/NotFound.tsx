import { useMessages, useSite } from 'docwright/theme';
import type { ReactNode } from 'react';

/** The 404 page, with links to the home page and to the search. */
export function NotFound(): ReactNode {
  const messages = useMessages();
  const { navbar, searchHref } = useSite();
  return (
    <main id="dw-main" tabIndex={-1} className="main main-notice">
      <h1>{messages.notFoundTitle}</h1>
      <p>{messages.notFoundText}</p>
      <p className="home-actions">
        <a className="button button-primary" href={navbar.homeHref}>
          {messages.notFoundHome}
        </a>
        <a className="button" href={searchHref} data-search>
          {messages.notFoundSearch}
        </a>
      </p>
    </main>
  );
}
