import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface DropdownProps {
  /** The key of the navbar item. */
  readonly itemKey: string;
  readonly label: string;
  /** Label of the list, if it differs from the button's. */
  readonly listLabel?: string;
  readonly className?: string | undefined;
  /** Whether one of the entries is active. */
  readonly active?: boolean;
  /** Further attributes of the button. */
  readonly attributes?: object;
  /** The entries as list items. */
  readonly children: ReactNode;
}

/**
 * A button that opens a list. The client handles it and changes `aria-expanded`; without JavaScript, the list opens on
 * hover and focus.
 */
export function Dropdown(props: DropdownProps): ReactNode {
  const { itemKey, label, listLabel, className, active = false, attributes, children } = props;
  const menuId = `dw-navbar-menu-${itemKey.replaceAll('.', '-')}`;
  return (
    <li className={classNames('navbar-item dropdown', className)} data-dropdown>
      <button
        {...attributes}
        type="button"
        className={classNames('navbar-link dropdown-button', active && 'active')}
        aria-expanded="false"
        aria-controls={menuId}
      >
        {label}
        <span className="icon icon-caret" aria-hidden="true" />
      </button>
      <ul id={menuId} className="dropdown-menu" aria-label={listLabel}>
        {children}
      </ul>
    </li>
  );
}
