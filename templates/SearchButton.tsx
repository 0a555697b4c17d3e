import { useMessages, useSite } from 'docwright/theme';
import type { ReactNode } from 'react';

interface SearchButtonProps {
  /** Only the icon is shown, and only on small screens. */
  readonly isIcon?: boolean;
}

/**
 * Opens the search dialog. Links to the list of all pages; the client makes every `data-search` a button, names the
 * shortcut of the reader's keyboard in its `kbd`, and shows the last query in `search-button-text`.
 */
export function SearchButton({ isIcon = false }: SearchButtonProps): ReactNode {
  const { searchHref, search } = useSite();
  const messages = useMessages();
  return (
    <a
      className={isIcon ? 'search-button search-button-icon' : 'search-button'}
      href={searchHref}
      data-search
    >
      <span className="icon icon-search" />
      {/* Shows the query while the dialog is closed. */}
      <span className="search-button-text">{messages.search}</span>
      {search.hotkeys && !isIcon && (
        <kbd className="search-keys" aria-hidden="true">
          Ctrl K
        </kbd>
      )}
    </a>
  );
}
