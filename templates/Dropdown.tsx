import { type NavbarItem as Item, usePage } from 'docwright/theme';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface DropdownProps {
  readonly item: Extract<Item, { readonly type: 'dropdown' }>;
  /** The items as list items. */
  readonly children: ReactNode;
}

/** A button and the list that it discloses. Without JavaScript the list opens on hover and focus. */
export function Dropdown({ item, children }: DropdownProps): ReactNode {
  const { activeItems } = usePage();
  const menuId = `navbar-menu-${item.key.replaceAll('.', '-')}`;
  const active = item.items.some((child) => activeItems[child.key] !== undefined);
  return (
    <li className={classNames('navbar-item dropdown', item.className)} data-dropdown>
      <button
        type="button"
        className={classNames('navbar-link dropdown-button', active && 'active')}
        aria-expanded="false"
        aria-controls={menuId}
      >
        {item.label}
        <span className="icon icon-caret" aria-hidden="true" />
      </button>
      <ul id={menuId} className="dropdown-menu">
        {children}
      </ul>
    </li>
  );
}
