import { type SidebarEntry as Entry, usePage, useTexts } from 'docwright/theme';
import type { ReactNode } from 'react';
import { SidebarEntries } from './SidebarEntry.tsx';

/** The navigation of a docs set. */
export function DocsSidebar({ entries }: { readonly entries: readonly Entry[] }): ReactNode {
  // Another sidebar shares nothing with this one, whatever its entries are called.
  return (
    <nav key={usePage().sidebarId} className="sidebar" aria-label={useTexts().sidebar}>
      <SidebarEntries entries={entries} />
    </nav>
  );
}
