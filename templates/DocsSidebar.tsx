import { type SidebarEntry as Entry, useTexts } from 'docwright/theme';
import type { ReactNode } from 'react';
import { SidebarEntries } from './SidebarEntry.tsx';

/** The navigation of a docs set. */
export function DocsSidebar({ entries }: { readonly entries: readonly Entry[] }): ReactNode {
  return (
    <nav className="sidebar" aria-label={useTexts().sidebar}>
      <SidebarEntries entries={entries} />
    </nav>
  );
}
