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
}

/** An item of the navbar or of one of its menus: always a list item. Errors name the item that fails. */
export function NavbarItem({ item }: { readonly item: Item }): ReactNode {
  // Each kind uses different hooks.
  return <NamedItem key={item.type === 'custom' ? item.kind : item.type} item={item} />;
}

function NamedItem({ item }: { readonly item: Item }): ReactNode {
  if (item.type === 'custom' && !Object.hasOwn(navbarKinds, item.kind))
    throw new Error(
      `No NavbarItem component found for type "${item.kind}". The item is ${printItem(item)}`,
    );
  try {
    return renderItem(item);
  } catch (cause) {
    throw new Error(`This navbar item cannot be rendered: ${printItem(item)}`, { cause });
  }
}

/** The item's position in the configuration, and its label. */
function printItem(item: Item): string {
  const path = item.key.replace(/(?:^|\.)(\d+)/g, '.items[$1]');
  return `navbar${path} ${JSON.stringify(item.type === 'custom' ? item.config : item)}`;
}

// Called as functions, so that errors are thrown here.
function renderItem(item: Item): ReactNode {
  switch (item.type) {
    case 'link':
      return <li className="navbar-item">{NavbarLink({ item })}</li>;
    case 'docsVersion':
      return <li className="navbar-item">{NavbarVersionLink({ item })}</li>;
    case 'docsVersionDropdown':
      return VersionDropdown({ item });
    case 'localeDropdown':
      return LocaleDropdown({ item });
    case 'dropdown':
      return LinksDropdown({ item });
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

function LinksDropdown({ item }: ItemProps<'dropdown'>): ReactNode {
  const { activeItems } = usePage();
  const active = item.items.some((child) => activeItems[child.key] !== undefined);
  return (
    <Dropdown itemKey={item.key} label={item.label} className={item.className} active={active}>
      {item.items.map((child) => (
        <NavbarItem key={child.key} item={child} />
      ))}
    </Dropdown>
  );
}

/** A single version is a plain link. */
function VersionDropdown({ item }: ItemProps<'docsVersionDropdown'>): ReactNode {
  const { setId, key, label, className } = item;
  const { shown, entries, preference } = useVersionEntries(setId);
  const messages = useMessages();
  const active = usePage().activeItems[key] !== undefined;
  if (entries.length === 1)
    return (
      <li className="navbar-item">
        <NavbarVersionLink item={{ ...item, type: 'docsVersion' }} />
      </li>
    );
  return (
    <Dropdown
      itemKey={key}
      label={label ?? shown.label}
      attributes={preference(item)}
      listLabel={messages.versions}
      className={className}
      active={active}
    >
      <VersionItems setId={setId} />
    </Dropdown>
  );
}

function LocaleDropdown({
  item: { key, label, className },
}: ItemProps<'localeDropdown'>): ReactNode {
  const current = useLocaleEntries().find((entry) => entry.current !== undefined);
  const messages = useMessages();
  return (
    <Dropdown
      itemKey={key}
      label={label ?? current?.label ?? messages.languages}
      listLabel={messages.languages}
      className={className}
    >
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
