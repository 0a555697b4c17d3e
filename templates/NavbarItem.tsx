import { type NavbarItem as Item, useHtml } from 'docwright/theme';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Dropdown } from './Dropdown.tsx';
import { NavbarLink } from './NavbarLink.tsx';
import { SearchButton } from './SearchButton.tsx';

/** One item of the navbar or of one of its menus: always a list item. */
export function NavbarItem({ item }: { readonly item: Item }): ReactNode {
  switch (item.type) {
    case 'link':
      return (
        <li className="navbar-item">
          <NavbarLink item={item} />
        </li>
      );
    case 'dropdown':
      return (
        <Dropdown item={item}>
          {item.items.map((child) => (
            <NavbarItem key={child.key} item={child} />
          ))}
        </Dropdown>
      );
    case 'html':
      return <HtmlItem html={item.html} className={item.className} />;
    case 'search':
      return (
        <li className={classNames('navbar-item', item.className)}>
          <SearchButton />
        </li>
      );
  }
}

interface HtmlItemProps {
  readonly html: string;
  readonly className: string | undefined;
}

function HtmlItem({ html, className }: HtmlItemProps): ReactNode {
  return (
    <li className={classNames('navbar-item', className)} dangerouslySetInnerHTML={useHtml(html)} />
  );
}
