import type {
  SearchDialogProps,
  SearchGroup,
  SearchHandlers,
  SearchHitRow,
  SearchRow,
  TextPart,
} from 'docwright/theme';
import type { ReactNode } from 'react';

export interface SearchResultsProps {
  readonly id: string;
  readonly groups: readonly SearchGroup[];
  readonly activeId: string | undefined;
  readonly messages: SearchDialogProps['messages'];
  readonly on: SearchHandlers;
}

/**
 * The list of the combobox: results, then actions. Each row is one element with the row's id, to which the input refers,
 * and calls the handlers `point` and `click` of `on`.
 */
export function SearchResults({ id, groups, messages, ...rest }: SearchResultsProps): ReactNode {
  return (
    // Pressing a row leaves the focus in the input.
    <div
      id={id}
      className="search-results"
      role="listbox"
      aria-label={messages.results}
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map(({ label, kind, heading, rows }, index) => (
        <div
          key={index}
          className={`search-group search-group-${kind}`}
          role="group"
          aria-label={label}
        >
          {heading !== '' && (
            <div className="search-heading" aria-hidden="true">
              {heading}
            </div>
          )}
          {rows.map((row) => (
            <Row key={row.id} row={row} messages={messages} {...rest} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface RowProps extends Pick<SearchResultsProps, 'activeId' | 'messages' | 'on'> {
  readonly row: SearchRow;
}

/** A row with a target has an address, so that the browser handles modified clicks. */
function Row({ row, activeId, messages, on }: RowProps): ReactNode {
  return (
    <a
      id={row.id}
      className={`search-row search-${row.type}`}
      role="option"
      aria-selected={row.id === activeId}
      href={row.href}
      tabIndex={-1}
      draggable={false}
      onPointerMove={() => on.point(row)}
      onClick={(event) => on.click(event, row)}
    >
      {row.type === 'hit' ? (
        <Hit row={row} messages={messages} />
      ) : (
        <>
          <span className={`icon icon-${row.icon}`} />
          <span className="search-title">{row.label}</span>
        </>
      )}
    </a>
  );
}

interface HitProps {
  readonly row: SearchHitRow;
  readonly messages: SearchDialogProps['messages'];
}

function Hit({ row, messages }: HitProps): ReactNode {
  const { badge, title, owner, path, crumbs, excerpt, missing, isPage } = row;
  return (
    <>
      <span className={`icon ${isPage ? 'icon-page' : 'icon-hash'}`} />
      <span className="search-title">
        {badge !== undefined && (
          <span className={`badge badge-${badge.toLowerCase()}`}>{badge} </span>
        )}
        {owner.length > 0 && (
          <>
            <Marked parts={owner} />
            <span className="search-separator"> › </span>
          </>
        )}
        <Marked parts={title} />
        {path.length > 0 && (
          <>
            {' '}
            <code className="search-path">
              <Marked parts={path} />
            </code>
          </>
        )}
      </span>
      {crumbs.length > 0 && (
        <span className="search-crumbs">
          {crumbs.map((crumb, index) => (
            <span key={index} className="search-crumb">
              {crumb}{' '}
            </span>
          ))}
        </span>
      )}
      {excerpt.length > 0 && (
        <span className="search-excerpt">
          <Marked parts={excerpt} />
        </span>
      )}
      {missing.length > 0 && (
        <span className="search-missing">
          {messages.missing}{' '}
          {missing.map((word) => (
            <del key={word}>{word} </del>
          ))}
        </span>
      )}
      <span className="icon icon-enter" />
    </>
  );
}

function Marked({ parts }: { readonly parts: readonly TextPart[] }): ReactNode {
  return parts.map(({ text, marked }, index) =>
    marked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}
