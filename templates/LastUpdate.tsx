import { type LastUpdate as Update, useMessages } from 'docwright/theme';
import type { ReactNode } from 'react';

/**
 * When the page last changed and who changed it, below the article. `date` is for machines, `text` the same in the page's
 * language; each part is left out if Git or the frontmatter does not tell it.
 */
export function LastUpdate({ date, text, contributors }: Update): ReactNode {
  const messages = useMessages();
  const [before = '', after = ''] = messages.lastUpdated.split('{date}');
  return (
    <div className="last-update">
      {date !== undefined && (
        <p>
          {before}
          <time dateTime={date}>{text}</time>
          {after}
        </p>
      )}
      {contributors !== undefined && (
        <p>{messages.contributors.replace('{names}', () => contributors.join(', '))}</p>
      )}
    </div>
  );
}
