import { type Breadcrumb, useMessages, useSite } from 'docwright/theme';
import type { ReactNode } from 'react';

/** Home, the categories above the page, and the page itself as text. */
export function Breadcrumbs({ trail }: { readonly trail: readonly Breadcrumb[] }): ReactNode {
  const messages = useMessages();
  const { navbar } = useSite();
  if (trail.length === 0) return null;
  return (
    <nav className="breadcrumbs" aria-label={messages.breadcrumbs}>
      <ol className="breadcrumbs-list">
        <li className="breadcrumb">
          <a href={navbar.homeHref} aria-label={messages.home}>
            <span className="icon icon-home" aria-hidden="true" />
          </a>
        </li>
        {trail.map((step, index) => (
          <li key={`${index} ${step.label}`} className="breadcrumb">
            <Step step={step} last={index === trail.length - 1} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Step({ step, last }: { readonly step: Breadcrumb; readonly last: boolean }): ReactNode {
  const { label, href } = step;
  // A label may be untranslated.
  if (last || href === undefined)
    return (
      <span dir="auto" aria-current={last ? 'page' : undefined}>
        {label}
      </span>
    );
  return (
    <a dir="auto" href={href}>
      {label}
    </a>
  );
}
