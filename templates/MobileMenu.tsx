import { type SidebarEntry, useMessages, usePage, useSite } from 'docwright/theme';
import type { ReactNode } from 'react';
import { ColorModeToggle } from './ColorModeToggle.tsx';
import { DocsSidebar } from './DocsSidebar.tsx';
import { NavbarItem } from './NavbarItem.tsx';
import { SearchButton } from './SearchButton.tsx';

/**
 * The menus of the site: the docs sidebar and, on small screens, the navbar's items. On wide screens, the sidebar is the
 * first column. On small screens, a script turns both into the panels of a dialog; without JavaScript, they follow the
 * article, and the menu button links to them. The script needs the id `dw-site-menu` with its label in `data-label`, the
 * panels `data-menu-panel` (`docs`, `main`), and buttons with `data-menu`: `close`, or the name of the panel to show.
 */
export function MobileMenu({ sidebar }: { readonly sidebar: readonly SidebarEntry[] }): ReactNode {
  const { navbar, sidebar: docs } = useSite();
  const messages = useMessages();
  const { activeItems } = usePage();
  const hasDocs = sidebar.length > 0;
  // The navbar's name of the section that the page is in.
  const section = navbar.items
    .flatMap((item) => (item.type === 'dropdown' ? item.items : [item]))
    .map((item) => (item.type === 'link' && activeItems[item.key] ? item.label : ''))
    .find(Boolean);
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
          <span className="icon icon-close" />
        </button>
      </div>
      <div className="menu-search menu-control">
        <SearchButton />
      </div>
      {hasDocs && (
        <div className="menu-panel" data-menu-panel="docs">
          <button type="button" className="menu-switch menu-control" data-menu="main">
            {messages.backToMainMenu}
          </button>
          {docs?.hideable === true && <SidebarSwitch />}
          <DocsSidebar entries={sidebar} />
        </div>
      )}
      <div className="menu-panel" data-menu-panel="main">
        {hasDocs && (
          <button type="button" className="menu-switch menu-control" data-menu="docs">
            {section ?? messages.sidebar}
            <span className="icon icon-caret" />
          </button>
        )}
        <SiteMenu />
      </div>
    </div>
  );
}

/** The buttons that hide and show the sidebar (`data-sidebar`), one for each state; only the one that changes the state is visible, so that neither needs an ARIA state. */
function SidebarSwitch(): ReactNode {
  const messages = useMessages();
  return (['hide', 'show'] as const).map((task) => (
    <button
      key={task}
      type="button"
      className="sidebar-switch"
      aria-controls="dw-site-menu"
      data-sidebar={task}
      aria-expanded={task === 'hide'}
      aria-label={task === 'show' ? messages.showSidebar : undefined}
    >
      <span className="icon icon-caret" />
      {task === 'hide' && messages.hideSidebar}
    </button>
  ));
}

function SiteMenu(): ReactNode {
  const { navbar, colorMode } = useSite();
  const items = navbar.items.filter((item) => item.type !== 'search');
  return (
    <nav className="menu" aria-label={useMessages().siteMenu}>
      <ul className="menu-list">
        {items.map((item) => (
          <NavbarItem key={item.key} item={item} inMenu />
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
