import type { AnchorHTMLAttributes, ReactNode } from 'react';
import type { SiteData } from '../../shared/page.ts';
import { isExternal, printRoute, toRoute } from '../../shared/paths.ts';
import { useMessages, useSite } from './page-context.ts';

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A page of this site: `/docs/x`, `/docs/x?y#z`, without base path and locale, not percent-encoded. */
  readonly to?: string | undefined;
  /** A complete address, printed unchanged. Ignored if `to` is given. */
  readonly href?: string | undefined;
}

/** A link. Links to other websites open in a new tab and are marked. */
export function Link({ to, href, children, ...attributes }: LinkProps): ReactNode {
  const site = useSite();
  const address = to === undefined ? href : printTo(to, site);
  if (address === undefined || !opensNewTab(address)) {
    return (
      <a href={address} {...attributes}>
        {children}
      </a>
    );
  }
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" {...attributes}>
      {children}
      <ExternalIcon />
    </a>
  );
}

/** Marks links that open in a new tab; the style sheet adds the icon. */
export function ExternalIcon(): ReactNode {
  return <span className="external-icon" role="img" aria-label={useMessages().opensInNewTab} />;
}

/** Prints a path inside the site, with its query and fragment, as a URL in the page's locale. */
function printTo(to: string, site: SiteData): string {
  const end = to.search(/[?#]/);
  const path = end < 0 ? to : to.slice(0, end);
  const route = toRoute(`${site.localeBase}/${path}`);
  return printRoute(route, site) + (end < 0 ? '' : to.slice(end));
}

/** Addresses of other schemes, such as mailto, are external, but open no page. */
function opensNewTab(address: string): boolean {
  return isExternal(address) && /^(?:https?:|[/\\])/i.test(address);
}
