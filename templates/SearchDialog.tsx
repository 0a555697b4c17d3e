import type { SearchDialogProps } from 'docwright/theme';
import type { ReactNode } from 'react';
import { SearchResults } from './SearchResults.tsx';

const LIST_ID = 'dw-search-results';

/**
 * The search dialog: a combobox with its list below (ARIA 1.2). The input is the only tab stop; everything else is a row
 * of the list. The client renders it when the search is opened, with everything that it shows in the props; it needs the
 * `dialog` with `attach` as its `ref` and one `input` in it, with `on.input` and `on.key`, and rows with their ids.
 * The style sheet shows `search-progress` by the dialog's `data-status`.
 */
export function SearchDialog(props: SearchDialogProps): ReactNode {
  const { messages, title, query, status, panel, activeId, announcement, attach, on } = props;
  const { groups = [], correctedTo, alsoFor = [], nothingFor, warning } = panel ?? {};
  const hasRows = groups.length > 0;
  const hints = [
    ['↵', messages.keyChoose],
    ['↑↓', messages.keyMove],
    ['esc', messages.keyClose],
  ];
  return (
    <dialog
      ref={attach}
      className="search-dialog"
      aria-label={messages.dialog}
      data-status={status}
      onClick={(event) => {
        // A click on the backdrop has the dialog as its target.
        if (event.target === event.currentTarget) on.close();
      }}
    >
      <div className="search-panel">
        <div className="search-field">
          <span className="icon icon-search" />
          <input
            className="search-input"
            type="text"
            role="combobox"
            aria-label={title}
            aria-autocomplete="list"
            aria-expanded={hasRows}
            aria-controls={hasRows ? LIST_ID : undefined}
            aria-activedescendant={hasRows ? activeId : undefined}
            placeholder={title}
            value={query}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            onChange={on.input}
            onKeyDown={on.key}
          />
          <span className="search-progress" aria-hidden="true" />
          <button type="button" className="search-close" tabIndex={-1} onClick={on.close}>
            {messages.close}
          </button>
        </div>
        {nothingFor === undefined && correctedTo !== undefined && (
          <p className="search-note">
            {messages.correctedTo} <strong>{correctedTo}</strong>
          </p>
        )}
        {nothingFor === undefined && alsoFor.length > 0 && (
          <p className="search-note">
            {messages.alsoFor} <strong>{alsoFor.join(', ')}</strong>
          </p>
        )}
        {nothingFor !== undefined && (
          <p className="search-nothing">
            {messages.nothing} <strong>“{nothingFor}”</strong>
          </p>
        )}
        {warning !== undefined && <p className="search-note search-warning">{warning}</p>}
        {hasRows && <SearchResults {...{ id: LIST_ID, groups, activeId, messages, on }} />}
        <div className="search-hints" aria-hidden="true">
          {hints.map(([keys, does]) => (
            <span key={keys}>
              <kbd>{keys}</kbd> {does}
            </span>
          ))}
        </div>
      </div>
      <p className="live-region" role="status">
        {announcement}
      </p>
    </dialog>
  );
}
