import { type AnnouncementBarData, useHtml, useMessages } from 'docwright/theme';
import type { ReactNode } from 'react';

/**
 * The configured announcement as sanitized HTML. Its colors are in the generated style sheet. The button
 * `data-close-announcement` hides the bar for good, until `data-announcement` has another id.
 */
export function AnnouncementBar({ bar }: { readonly bar: AnnouncementBarData }): ReactNode {
  const messages = useMessages();
  const html = useHtml(bar.html);
  return (
    <section
      className="announcement-bar"
      aria-label={messages.announcement}
      data-announcement={bar.id}
    >
      <div className="announcement-content" dangerouslySetInnerHTML={html} />
      {bar.isCloseable && (
        <button
          type="button"
          className="announcement-close"
          aria-label={messages.close}
          data-close-announcement
        >
          <span className="icon icon-close" />
        </button>
      )}
    </section>
  );
}
