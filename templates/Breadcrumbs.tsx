import { type Breadcrumb, useMessages, useSite } from 'docwright/theme';
import type { ReactNode } from 'react';

/**
 * Home, the categories above the page (links if they have a page), and the page itself as text. Labels may be
 * untranslated, so each says its own direction.
 */
export function Breadcrumbs({ trail }: { readonly trail: readonly Breadcrumb[] }): ReactNode {
  const messages = useMessages();
  const { navbar } = useSite();
  if (trail.length === 0) return null;
  return (
    <nav className="breadcrumbs" aria-label={messages.breadcrumbs}>
      <ol className="breadcrumbs-list">
        <li className="breadcrumb">
          <a href={navbar.homeHref} aria-label={messages.home}>
            <span className="icon icon-home" />
          </a>
        </li>
        {trail.map((step, index) => (
          <li key={`${index} ${step.label}`} className="breadcrumb">
            {step.href === undefined || index === trail.length - 1 ? (
              <span dir="auto" aria-current={index === trail.length - 1 ? 'page' : undefined}>
                {step.label}
              </span>
            ) : (
              <a dir="auto" href={step.href}>
                {step.label}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
