import { useMessages, useSite } from 'docwright/theme';
import type { ReactNode } from 'react';

const FIELD_ID = 'dw-not-found-query';

/**
 * The 404 page: a search, pages that may be meant, and links to the home page and to the list of all pages. The client
 * opens the search with what is typed into the form (`data-search-form`), and lists pages in `data-guesses`, whose status
 * announces them. It is one document for all addresses: `usePage` has no address.
 */
export function NotFound(): ReactNode {
  const messages = useMessages();
  const { navbar, searchHref } = useSite();
  return (
    <main id="dw-main" tabIndex={-1} className="main main-notice">
      <h1>{messages.notFoundTitle}</h1>
      <p>{messages.notFoundText}</p>
      {/* Without scripts, leads to the list of all pages. The client fills in the words of the address. */}
      <form className="search-form" role="search" action={searchHref} data-search-form>
        <label htmlFor={FIELD_ID}>{messages.notFoundSearch}</label>
        <input
          id={FIELD_ID}
          className="search-form-input"
          type="search"
          name="q"
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
      {/* Comes last, so that nothing moves when the client fills it with pages that fit the address. */}
      <div className="search-guesses" data-guesses>
        <p role="status" />
      </div>
    </main>
  );
}
