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
  /** The dropdown is in the menu of small screens. */
  readonly inMenu?: boolean | undefined;
  /** The entries as list items. */
  readonly children: ReactNode;
}

/**
 * A button that opens a list. The client handles it by `data-dropdown`, whose first child is the button and whose second
 * is the list, and changes `aria-expanded`; without JavaScript, the list opens on hover and focus. In the menu of small
 * screens, it is a disclosure with the name of the list, open if one of the configured links is active.
 */
export function Dropdown(props: DropdownProps): ReactNode {
  const { itemKey, label, listLabel, className, active = false, attributes, children } = props;
  const caret = <span className="icon icon-caret" />;
  if (props.inMenu === true)
    return (
      <li className={classNames('navbar-item', className)}>
        <details open={active && listLabel === undefined}>
          <summary className="navbar-link">
            {listLabel ?? label}
            {caret}
          </summary>
          <ul className="menu-list">{children}</ul>
        </details>
      </li>
    );
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
        {caret}
      </button>
      <ul id={menuId} className="dropdown-menu" aria-label={listLabel}>
        {children}
      </ul>
    </li>
  );
}
