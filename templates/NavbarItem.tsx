import {
  type NavbarItem as Item,
  useHtml,
  useLocaleEntries,
  useMessages,
  usePage,
  useVersionEntries,
} from 'docwright/theme';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Dropdown } from './Dropdown.tsx';
import { LocaleItems } from './LocaleItems.tsx';
import { NavbarLink, NavbarVersionLink } from './NavbarLink.tsx';
import { navbarKinds } from './navbar-kinds.tsx';
import { SearchButton } from './SearchButton.tsx';
import { VersionItems } from './VersionItems.tsx';

interface ItemProps<Type extends Item['type']> {
  readonly item: Extract<Item, { readonly type: Type }>;
  /** The item is in the menu of small screens. */
  readonly inMenu?: boolean | undefined;
}

/**
 * An item of the navbar or of one of its menus, by its `type`: always a list item. Errors name the item that fails. For
 * kinds of a site's own, see `navbar-kinds.tsx`.
 */
export function NavbarItem(props: ItemProps<Item['type']>): ReactNode {
  const { item } = props;
  if (item.type === 'custom' && !Object.hasOwn(navbarKinds, item.kind))
    throw new Error(
      `No NavbarItem component found for type "${item.kind}". The item is ${printItem(item)}`,
    );
  try {
    return renderItem(props);
  } catch (cause) {
    throw new Error(`This navbar item cannot be rendered: ${printItem(item)}`, { cause });
  }
}

/** The item's position in the configuration, and its label. */
function printItem(item: Item): string {
  const path = item.key.replace(/(?:^|\.)(\d+)/g, '.items[$1]');
  return `navbar${path} ${JSON.stringify(item.type === 'custom' ? item.config : item)}`;
}

// Components are called as functions, so that errors are thrown here.
function renderItem({ item, inMenu }: ItemProps<Item['type']>): ReactNode {
  switch (item.type) {
    case 'link':
      return <li className="navbar-item">{NavbarLink({ item })}</li>;
    case 'docsVersion':
      return <li className="navbar-item">{NavbarVersionLink({ item })}</li>;
    case 'docsVersionDropdown':
      return VersionDropdown({ item, inMenu });
    case 'localeDropdown':
      return LocaleDropdown({ item, inMenu });
    case 'dropdown':
      return LinksDropdown({ item, inMenu });
    case 'custom':
      return (
        <li className={classNames('navbar-item', item.className)}>
          {navbarKinds[item.kind]?.({ item })}
        </li>
      );
    case 'html':
      return HtmlItem({ item });
    case 'search':
      return (
        <li className={classNames('navbar-item', item.className)}>
          <SearchButton />
        </li>
      );
  }
}

function LinksDropdown({ item, inMenu }: ItemProps<'dropdown'>): ReactNode {
  const { key: itemKey, label, className, items } = item;
  const { activeItems } = usePage();
  const active = items.some((child) => activeItems[child.key] !== undefined);
  return (
    <Dropdown {...{ itemKey, label, className, active, inMenu }}>
      {items.map((child) => (
        <NavbarItem key={child.key} item={child} />
      ))}
    </Dropdown>
  );
}

/** A single version is a plain link. */
function VersionDropdown({ item, inMenu }: ItemProps<'docsVersionDropdown'>): ReactNode {
  const { setId, key: itemKey, className } = item;
  const { shown, entries, preference } = useVersionEntries(setId);
  const label = item.label ?? shown.label;
  const listLabel = useMessages().versions;
  const active = usePage().activeItems[itemKey] !== undefined;
  if (entries.length === 1)
    return (
      <li className="navbar-item">
        <NavbarVersionLink item={{ ...item, type: 'docsVersion' }} />
      </li>
    );
  return (
    <Dropdown
      {...{ itemKey, label, listLabel, className, active, inMenu }}
      attributes={preference(item)}
    >
      <VersionItems setId={setId} />
    </Dropdown>
  );
}

function LocaleDropdown({ item, inMenu }: ItemProps<'localeDropdown'>): ReactNode {
  const { key: itemKey, className } = item;
  const current = useLocaleEntries().find((entry) => entry.current !== undefined);
  const listLabel = useMessages().languages;
  const label = item.label ?? current?.label ?? listLabel;
  return (
    <Dropdown {...{ itemKey, label, listLabel, className, inMenu }}>
      <LocaleItems />
    </Dropdown>
  );
}

function HtmlItem({ item: { html, className } }: ItemProps<'html'>): ReactNode {
  return (
    <li
      className={classNames('navbar-item navbar-html', className)}
      dangerouslySetInnerHTML={useHtml(html)}
    />
  );
}
