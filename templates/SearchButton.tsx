import { useMessages, useSearchButton, useSite } from 'docwright/theme';
import type { ReactNode } from 'react';

interface SearchButtonProps {
  /** Only the icon is shown, and only on small screens. */
  readonly isIcon?: boolean;
}

/** Opens the search dialog. Links to the list of all pages; the client makes it a button. */
export function SearchButton({ isIcon = false }: SearchButtonProps): ReactNode {
  const { searchHref, search } = useSite();
  const messages = useMessages();
  const state = useSearchButton();
  const query = state?.query ?? '';
  return (
    <a
      className={isIcon ? 'search-button search-button-icon' : 'search-button'}
      href={searchHref}
      data-search
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
      {search.hotkeys && !isIcon && (
        <kbd
          className="search-keys"
          aria-hidden="true"
          hidden={state !== undefined && state.keys === undefined}
          suppressHydrationWarning
        >
          {state?.keys ?? 'Ctrl K'}
        </kbd>
      )}
    </a>
  );
}
