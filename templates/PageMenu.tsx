import { fillMessage, Link, useMessages, usePage, useSite } from 'docwright/theme';
import type { ReactNode } from 'react';

/**
 * Copies the Markdown version of the page, and lists what else can be done with it: read it, ask an assistant of the
 * configuration. The client enables the button and copies from its `data-copy-page`; `data-dropdown` makes the list a
 * dropdown as in the navbar. Nothing on pages without a Markdown version.
 */
export function PageMenu(): ReactNode {
  const { markdown, href } = usePage();
  const { assistants = [] } = useSite();
  const messages = useMessages();
  if (markdown === undefined) return null;
  return (
    <div className="page-menu">
      <button type="button" disabled data-copy-page={markdown} aria-label={messages.copyPage}>
        <span className="icon icon-copy" />
        <span>{messages.copyPage}</span>
      </button>
      <div className="dropdown" data-dropdown>
        <button
          type="button"
          className="dropdown-button"
          aria-expanded="false"
          aria-controls="dw-page-menu"
          aria-label={messages.pageMenu}
        >
          <span className="icon icon-caret" />
        </button>
        <ul id="dw-page-menu" className="dropdown-menu">
          <li>
            <a className="navbar-link" href={markdown}>
              {messages.openMarkdown}
            </a>
          </li>
          {assistants.map(({ label, url }) => {
            // The placeholders follow the encoded origin.
            const address = url
              .replaceAll('{url}', encodeURIComponent(href))
              .replaceAll('{markdownUrl}', encodeURIComponent(markdown));
            return (
              <li key={label}>
                <Link className="navbar-link" href={address}>
                  {fillMessage(messages.openIn, { name: label })}
                </Link>
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
