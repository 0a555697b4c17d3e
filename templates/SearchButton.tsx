import { useSite, useTexts } from 'docwright/theme';
import type { ReactNode } from 'react';

/** Leads to the list of all pages; the client opens the search dialog instead. */
export function SearchButton(): ReactNode {
  return (
    <a className="search-button" href={useSite().searchHref} data-search>
      <span className="icon icon-search" aria-hidden="true" />
      {useTexts().search}
    </a>
  );
}
