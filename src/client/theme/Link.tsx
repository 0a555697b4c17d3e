import type { AnchorHTMLAttributes, ReactNode } from 'react';
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
  let address = href;
  if (to !== undefined) {
    const [, path = '', end = ''] = /^([^?#]*)(.*)$/s.exec(to) ?? [];
    address = printRoute(toRoute(`${site.localeBase}/${path}`), site) + end;
  }
  // Addresses of other schemes, such as mailto, are external, but open no page.
  if (address === undefined || !isExternal(address) || !/^(?:https?:|[/\\])/i.test(address))
    return (
      <a href={address} {...attributes}>
        {children}
      </a>
    );
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
