import type { NavbarItem, SiteData } from '../../shared/page.ts';

/** Most links of the navbar that are offered. */
const MOST = 4;

interface SiteLink {
  readonly label: string;
  readonly href: string;
}

/** Where to look when the search finds nothing: parts of the site from the navbar, and the list of all pages. */
export function siteLinks({ navbar, searchHref }: SiteData, allPages: string): readonly SiteLink[] {
  const parts = navbar.items.flatMap(linksOf).slice(0, MOST);
  return [...parts, { label: allPages, href: searchHref }];
}

function linksOf(item: NavbarItem): readonly SiteLink[] {
  if (item.type === 'dropdown') return item.items.flatMap(linksOf);
  if (item.type !== 'link' || item.external || item.label === undefined) return [];
  return [{ label: item.label, href: item.href }];
}
