import { type TocEntry, useHtml, useMessages } from 'docwright/theme';
import type { ReactNode } from 'react';

interface TocProps {
  readonly entries: readonly TocEntry[];
}

/**
 * The page's headings: a closed disclosure above the article on small screens, a separate column on wide screens, where
 * the style sheet always shows the list. The client marks the link of the current heading (`toc-link`, `aria-current`),
 * closes the `details` after a choice, and opens it on wide screens. Nothing on pages without headings.
 */
export function TableOfContents({ entries }: TocProps): ReactNode {
  const label = useMessages().tableOfContents;
  if (entries.length === 0) return null;
  return (
    <nav className="toc" aria-label={label}>
      <details>
        <summary className="toc-button">
          {label}
          <span className="icon icon-caret" />
        </summary>
        <TocList entries={entries} />
      </details>
    </nav>
  );
}

function TocList({ entries }: TocProps): ReactNode {
  return (
    <ul className="toc-list">
      {entries.map((entry) => (
        <li key={entry.id}>
          <TocLink entry={entry} />
          {entry.children.length > 0 && <TocList entries={entry.children} />}
        </li>
      ))}
    </ul>
  );
}

function TocLink({ entry }: { readonly entry: TocEntry }): ReactNode {
  return (
    <a
      className="toc-link"
      href={`#${encodeURIComponent(entry.id)}`}
      dangerouslySetInnerHTML={useHtml(entry.html)}
    />
  );
}
