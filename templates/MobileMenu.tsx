import {
  type NavbarItem as Item,
  type SidebarEntry,
  usePage,
  useSite,
  useTexts,
} from 'docwright/theme';
import type { ReactNode } from 'react';
import { ColorModeToggle } from './ColorModeToggle.tsx';
import { DocsSidebar } from './DocsSidebar.tsx';
import { NavbarItem } from './NavbarItem.tsx';
import { SearchButton } from './SearchButton.tsx';

/**
 * The menus of the site: the docs sidebar and, on small screens, the navbar's items. On wide
 * screens the sidebar is the first column; on small ones both stand after the article, where the
 * menu button leads (rule 15).
 */
export function MobileMenu({ sidebar }: { readonly sidebar: readonly SidebarEntry[] }): ReactNode {
  return (
    <div id="site-menu" className="site-menu">
      {sidebar.length > 0 && <DocsSidebar entries={sidebar} />}
      <SiteMenu />
    </div>
  );
}

function SiteMenu(): ReactNode {
  const { navbar, colorMode } = useSite();
  const hasSearch = navbar.items.some((item) => item.type === 'search');
  return (
    <nav className="menu" aria-label={useTexts().siteMenu}>
      <ul className="menu-list">
        {!hasSearch && (
          <li className="navbar-item">
            <SearchButton />
          </li>
        )}
        {!colorMode.disableSwitch && (
          <li className="navbar-item">
            <ColorModeToggle />
          </li>
        )}
        {navbar.items.map((item) =>
          item.type === 'dropdown' ? (
            <MenuGroup key={item.key} item={item} />
          ) : (
            <NavbarItem key={item.key} item={item} />
          ),
        )}
      </ul>
    </nav>
  );
}

/** A dropdown as a disclosure: closed unless one of its links is active (rule 16). */
function MenuGroup({
  item,
}: {
  readonly item: Extract<Item, { readonly type: 'dropdown' }>;
}): ReactNode {
  const { activeItems } = usePage();
  return (
    <li className="navbar-item">
      <details open={item.items.some((child) => activeItems[child.key] !== undefined)}>
        <summary className="navbar-link">
          {item.label}
          <span className="icon icon-caret" aria-hidden="true" />
        </summary>
        <ul className="menu-list">
          {item.items.map((child) => (
            <NavbarItem key={child.key} item={child} />
          ))}
        </ul>
      </details>
    </li>
  );
}
