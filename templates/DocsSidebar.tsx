import { type SidebarEntry as Entry, useMessages, usePage } from 'docwright/theme';
import type { ReactNode } from 'react';
import { SidebarEntries } from './SidebarEntry.tsx';

/** The navigation of a docs set. */
export function DocsSidebar({ entries }: { readonly entries: readonly Entry[] }): ReactNode {
  // Keeps no state of another sidebar, even if the entries have the same labels.
  return (
    <nav key={usePage().sidebarId} className="sidebar" aria-label={useMessages().sidebar}>
      <SidebarEntries entries={entries} />
    </nav>
  );
}
