import { useMessages, useSearchButton, useSite } from 'docwright/theme';
import type { ReactNode } from 'react';

const FIELD_ID = 'dw-not-found-query';

/** The 404 page: a search, pages that may be meant, and links to the home page and to the list of all pages. */
export function NotFound(): ReactNode {
  const messages = useMessages();
  const { navbar, searchHref } = useSite();
  const { words = '', pages = [] } = useSearchButton()?.guess ?? {};
  return (
    <main id="dw-main" tabIndex={-1} className="main main-notice" data-app>
      <h1>{messages.notFoundTitle}</h1>
      <p>{messages.notFoundText}</p>
      {/* Without the app, leads to the list of all pages, which opens the search for `q`. */}
      <form className="search-form" role="search" action={searchHref} data-search-form>
        <label htmlFor={FIELD_ID}>{messages.notFoundSearch}</label>
        <input
          id={FIELD_ID}
          className="search-form-input"
          type="search"
          name="q"
          defaultValue={words}
          autoComplete="off"
          spellCheck={false}
        />
        <button type="submit" className="button button-primary">
          {messages.search}
        </button>
      </form>
      <p className="home-actions">
        <a className="button" href={navbar.homeHref}>
          {messages.notFoundHome}
        </a>
        <a className="button" href={searchHref}>
          {messages.siteIndexTitle}
        </a>
      </p>
      {/* Comes last, so that nothing moves when it is filled. */}
      <div className="search-guesses">
        <p role="status">{pages.length > 0 && messages.notFoundGuesses}</p>
        {pages.length > 0 && (
          <ul>
            {pages.map(({ label, href }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </main>
  );
}
