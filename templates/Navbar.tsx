import { type NavbarItem as Item, type LogoData, useMessages, useSite } from 'docwright/theme';
import type { ReactNode } from 'react';
import { ColorModeToggle } from './ColorModeToggle.tsx';
import { NavbarItem } from './NavbarItem.tsx';
import { SearchButton } from './SearchButton.tsx';

/**
 * The navbar: brand, left group, right group, search (an icon on small screens), and the menu button. On small screens, the
 * style sheet hides the groups, whose items are in `MobileMenu` too. The client makes the link `data-menu="open"` the
 * button of that menu, and hides a header with `data-hide-on-scroll` while the reader scrolls down.
 */
export function Navbar(): ReactNode {
  const { navbar, colorMode } = useSite();
  const messages = useMessages();
  const style = navbar.style === undefined ? '' : ` navbar-${navbar.style}`;
  const left = navbar.items.filter((item) => item.position === 'left');
  const right = navbar.items.filter((item) => item.position === 'right');
  const hasSearch = navbar.items.some((item) => item.type === 'search');
  return (
    <nav
      className={`navbar${style}`}
      aria-label={messages.mainNavigation}
      data-hide-on-scroll={navbar.hideOnScroll || undefined}
    >
      <a className="navbar-brand" href={navbar.homeHref}>
        {navbar.logo && <Logo logo={navbar.logo} />}
        <span className="navbar-title">{navbar.title}</span>
      </a>
      <ItemGroup items={left} className="navbar-left" />
      <ItemGroup items={right} className="navbar-right">
        {!colorMode.disableSwitch && (
          <li className="navbar-item">
            <ColorModeToggle />
          </li>
        )}
        {!hasSearch && (
          <li className="navbar-item">
            <SearchButton />
          </li>
        )}
      </ItemGroup>
      <SearchButton isIcon />
      <a
        className="menu-button"
        href="#dw-site-menu"
        data-menu="open"
        aria-label={messages.openMenu}
      >
        <span className="icon icon-menu" />
      </a>
    </nav>
  );
}

function Logo({ logo }: { readonly logo: LogoData }): ReactNode {
  const { src, srcDark, ...attributes } = logo;
  if (srcDark === undefined) return <img className="navbar-logo" src={src} {...attributes} />;
  // Only the one that is shown is loaded.
  return (
    <>
      <img className="navbar-logo light-only" src={src} loading="lazy" {...attributes} />
      <img className="navbar-logo dark-only" src={srcDark} loading="lazy" {...attributes} />
    </>
  );
}

interface ItemGroupProps {
  readonly items: readonly Item[];
  readonly className: string;
  readonly children?: readonly ReactNode[];
}

function ItemGroup({ items, className, children = [] }: ItemGroupProps): ReactNode {
  if (items.length === 0 && !children.some(Boolean)) return null;
  return (
    <ul className={`navbar-group ${className}`}>
      {items.map((item) => (
        <NavbarItem key={item.key} item={item} />
      ))}
      {children}
    </ul>
  );
}
