import { useMessages, useSearchButton, useSite } from 'docwright/theme';
import type { ReactNode } from 'react';

/** Opens the search dialog. Without the app, links to the list of all pages. */
export function SearchButton(): ReactNode {
  const { searchHref, search } = useSite();
  const messages = useMessages();
  const state = useSearchButton();
  const isAlive = state !== undefined;
  const query = state?.query ?? '';
  return (
    <a
      className="search-button"
      href={searchHref}
      data-search
      role={isAlive ? 'button' : undefined}
      aria-haspopup={isAlive ? 'dialog' : undefined}
    >
      <span className="icon icon-search" aria-hidden="true" />
      <span className="search-button-text">
        {query === '' ? (
          messages.search
        ) : (
          <>
            <span className="search-for">{messages.searchFor} </span>
            <span className="search-query">{query}</span>
          </>
        )}
      </span>
      {search.hotkeys && (
        <kbd
          className="search-keys"
          aria-hidden="true"
          hidden={isAlive && state.keys === undefined}
        >
          {state?.keys ?? 'Ctrl K'}
        </kbd>
      )}
    </a>
  );
}
