import { type SidebarEntry as Entry, useMessages, usePage } from 'docwright/theme';
import type { ReactNode } from 'react';
import { SidebarEntries } from './SidebarEntry.tsx';

/**
 * The navigation of a docs set. Without the class `sidebar`, the client neither scrolls to the current entry nor opens
 * categories; without `data-keep`, each page starts with its own sidebar.
 */
export function DocsSidebar({ entries }: { readonly entries: readonly Entry[] }): ReactNode {
  const { sidebarId, version } = usePage();
  // Later pages with the same sidebar take it over, with what the reader has opened.
  const key = `sidebar ${sidebarId} ${version?.name ?? ''}`;
  return (
    <nav className="sidebar" aria-label={useMessages().sidebar} data-keep={key}>
      <SidebarEntries entries={entries} />
    </nav>
  );
}
