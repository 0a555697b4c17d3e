import {
  type NavbarItem as Item,
  type SidebarEntry,
  useMessages,
  usePage,
  useSite,
  useVersionEntries,
} from 'docwright/theme';
import type { ReactNode } from 'react';
import { ColorModeToggle } from './ColorModeToggle.tsx';
import { classNames } from './class-names.ts';
import { DocsSidebar } from './DocsSidebar.tsx';
import { LocaleItems } from './LocaleItems.tsx';
import { NavbarItem } from './NavbarItem.tsx';
import { SearchButton } from './SearchButton.tsx';
import { VersionItems } from './VersionItems.tsx';

/**
 * The menus of the site: the docs sidebar and, on small screens, the navbar's items. On wide screens, the sidebar is the
 * first column. On small screens, a script turns both into the panels of a dialog; without JavaScript, they follow the
 * article, and the menu button links to them.
 */
export function MobileMenu({ sidebar }: { readonly sidebar: readonly SidebarEntry[] }): ReactNode {
  const { navbar } = useSite();
  const messages = useMessages();
  const sidebarLabel = useActiveLabel();
  const hasDocs = sidebar.length > 0;
  return (
    <div id="dw-site-menu" className="site-menu" data-label={messages.menu}>
      <div className="menu-head menu-control">
        <span className="menu-title">{navbar.title}</span>
        <button
          type="button"
          className="menu-close"
          data-menu="close"
          aria-label={messages.closeMenu}
        >
          <span className="icon icon-close" aria-hidden="true" />
        </button>
      </div>
      <div className="menu-search menu-control">
        <SearchButton />
      </div>
      {hasDocs && <DocsPanel sidebar={sidebar} />}
      <div className="menu-panel" data-menu-panel="main">
        {hasDocs && (
          <button type="button" className="menu-switch menu-control" data-menu="docs">
            {sidebarLabel ?? messages.sidebar}
            <span className="icon icon-caret" aria-hidden="true" />
          </button>
        )}
        <SiteMenu />
      </div>
    </div>
  );
}

/** The navbar's name of the section that the page is in. */
function useActiveLabel(): string | undefined {
  const { activeItems } = usePage();
  const items = useSite().navbar.items.flatMap((item) =>
    item.type === 'dropdown' ? item.items : [item],
  );
  const labels = items.map((item) =>
    item.type === 'link' && activeItems[item.key] !== undefined ? item.label : undefined,
  );
  return labels.find((label) => label !== undefined && label !== '');
}

function DocsPanel({ sidebar }: { readonly sidebar: readonly SidebarEntry[] }): ReactNode {
  const messages = useMessages();
  const hideable = useSite().sidebar?.hideable === true;
  return (
    <div className="menu-panel" data-menu-panel="docs">
      <button type="button" className="menu-switch menu-control" data-menu="main">
        {messages.backToMainMenu}
      </button>
      {hideable && <SidebarSwitch />}
      <DocsSidebar entries={sidebar} />
    </div>
  );
}

/** One button for each state; only the one that changes the state is visible, so that neither needs an ARIA state. */
function SidebarSwitch(): ReactNode {
  const messages = useMessages();
  const button = {
    type: 'button',
    className: 'sidebar-switch',
    'aria-controls': 'dw-site-menu',
  } as const;
  return (
    <>
      <button {...button} data-sidebar="hide" aria-expanded="true">
        <span className="icon icon-caret" aria-hidden="true" />
        {messages.hideSidebar}
      </button>
      <button
        {...button}
        data-sidebar="show"
        aria-expanded="false"
        aria-label={messages.showSidebar}
      >
        <span className="icon icon-caret" aria-hidden="true" />
      </button>
    </>
  );
}

function SiteMenu(): ReactNode {
  const { navbar, colorMode } = useSite();
  const items = navbar.items.filter((item) => item.type !== 'search');
  return (
    <nav className="menu" aria-label={useMessages().siteMenu}>
      <ul className="menu-list">
        {items.map((item) => (
          <MenuItem key={item.key} item={item} />
        ))}
        {!colorMode.disableSwitch && (
          <li className="navbar-item">
            <ColorModeToggle />
          </li>
        )}
      </ul>
    </nav>
  );
}

/** An item of the menu; a dropdown of the navbar becomes a disclosure. */
function MenuItem({ item }: { readonly item: Item }): ReactNode {
  const messages = useMessages();
  const { activeItems } = usePage();
  switch (item.type) {
    case 'dropdown':
      return (
        <MenuGroup
          label={item.label}
          className={item.className}
          active={item.items.some((child) => activeItems[child.key] !== undefined)}
        >
          {item.items.map((child) => (
            <NavbarItem key={child.key} item={child} />
          ))}
        </MenuGroup>
      );
    case 'localeDropdown':
      return (
        <MenuGroup label={messages.languages} className={item.className}>
          <LocaleItems />
        </MenuGroup>
      );
    case 'docsVersionDropdown':
      return <VersionGroup item={item} />;
    default:
      return <NavbarItem item={item} />;
  }
}

/** A single version is a plain link. */
function VersionGroup({
  item,
}: {
  readonly item: Extract<Item, { readonly type: 'docsVersionDropdown' }>;
}): ReactNode {
  const { entries } = useVersionEntries(item.setId);
  const label = useMessages().versions;
  if (entries.length < 2) return <NavbarItem item={item} />;
  return (
    <MenuGroup label={label} className={item.className}>
      <VersionItems setId={item.setId} />
    </MenuGroup>
  );
}

interface MenuGroupProps {
  readonly label: string;
  readonly className: string | undefined;
  /** True if one of the links is active: then the group is open. */
  readonly active?: boolean;
  /** List items. */
  readonly children: ReactNode;
}

function MenuGroup({ label, className, active = false, children }: MenuGroupProps): ReactNode {
  return (
    <li className={classNames('navbar-item', className)}>
      <details open={active}>
        <summary className="navbar-link">
          {label}
          <span className="icon icon-caret" aria-hidden="true" />
        </summary>
        <ul className="menu-list">{children}</ul>
      </details>
    </li>
  );
}
