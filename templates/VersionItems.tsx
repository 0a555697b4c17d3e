import { Link, useVersionEntries } from 'docwright/theme';
import type { ReactNode } from 'react';

/**
 * The versions of a docs set as list items, newest first, with links to the same doc. By `data-docs-set` and
 * `data-version`, the client stores the chosen one as the reader's preference.
 */
export function VersionItems({ setId }: { readonly setId: string }): ReactNode {
  return useVersionEntries(setId).entries.map(({ name, label, href, current }) => (
    <li key={name} className="navbar-item">
      <Link
        className="navbar-link"
        href={href}
        aria-current={current}
        data-keep-address
        data-docs-set={setId}
        data-version={name}
      >
        {label}
      </Link>
    </li>
  ));
}
