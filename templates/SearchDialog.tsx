import type { SearchDialogProps, SearchPanel } from 'docwright/theme';
import type { ReactNode } from 'react';
import { SearchResults } from './SearchResults.tsx';

const LIST_ID = 'dw-search-results';

/**
 * The search dialog: a combobox with its list below (ARIA 1.2). The input is the only tab stop; everything else is a row
 * of the list.
 */
export function SearchDialog(props: SearchDialogProps): ReactNode {
  const { messages, title, query, status, panel, activeId, announcement, attach, on } = props;
  const hasRows = panel !== undefined && panel.groups.length > 0;
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
          <span className="icon icon-search" aria-hidden="true" />
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
        {panel !== undefined && <Notes panel={panel} messages={messages} />}
        {hasRows && (
          <SearchResults
            id={LIST_ID}
            groups={panel.groups}
            activeId={activeId}
            messages={messages}
            on={on}
          />
        )}
        <KeyHints messages={messages} />
      </div>
      <p className="live-region" role="status">
        {announcement}
      </p>
    </dialog>
  );
}

interface NotesProps {
  readonly panel: SearchPanel;
  readonly messages: SearchDialogProps['messages'];
}

/** Notes about the answer above its rows. */
function Notes({ panel, messages }: NotesProps): ReactNode {
  const { correctedTo, alsoFor, nothingFor, warning } = panel;
  return (
    <>
      {correctedTo !== undefined && nothingFor === undefined && (
        <p className="search-note">
          {messages.correctedTo} <strong>{correctedTo}</strong>
        </p>
      )}
      {alsoFor.length > 0 && nothingFor === undefined && (
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
    </>
  );
}

/** Keyboard shortcuts. */
function KeyHints({ messages }: { readonly messages: SearchDialogProps['messages'] }): ReactNode {
  const hints = [
    ['↵', messages.keyChoose],
    ['↑↓', messages.keyMove],
    ['esc', messages.keyClose],
  ];
  return (
    <div className="search-hints" aria-hidden="true">
      {hints.map(([keys, does]) => (
        <span key={keys}>
          <kbd>{keys}</kbd> {does}
        </span>
      ))}
    </div>
  );
}
