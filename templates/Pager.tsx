import { type PageData, type PagerLink, useMessages } from 'docwright/theme';
import type { ReactNode } from 'react';

/**
 * Links to the neighbors of a page in its sidebar, each with the direction in words. Labels may be untranslated, so each
 * says its own direction of writing. Styles need `pager`, `pager-link`, `pager-prev` and `pager-next`; no script uses it.
 */
export function Pager({ pager }: { readonly pager: PageData['pager'] }): ReactNode {
  const messages = useMessages();
  const { previous, next } = pager;
  if (previous === undefined && next === undefined) return null;
  return (
    <nav className="pager" aria-label={messages.pager}>
      {previous && <PagerCard link={previous} direction={messages.previous} kind="prev" />}
      {next && <PagerCard link={next} direction={messages.next} kind="next" />}
    </nav>
  );
}

interface PagerCardProps {
  readonly link: PagerLink;
  readonly direction: string;
  readonly kind: 'prev' | 'next';
}

function PagerCard({ link, direction, kind }: PagerCardProps): ReactNode {
  return (
    <a className={`pager-link pager-${kind}`} href={link.href} rel={kind}>
      <span className="pager-direction">{direction}</span>{' '}
      <span className="pager-label" dir="auto">
        {link.label}
      </span>
    </a>
  );
}
