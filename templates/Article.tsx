import { useHtml } from 'docwright/theme';
import type { ReactNode } from 'react';

/**
 * The finished HTML of a page. The browser keeps the server's nodes on first load, whatever
 * `html` is then: hence the hydration warning is off here, and only here.
 */
export function Article({ html }: { readonly html: string }): ReactNode {
  return (
    <article className="article" suppressHydrationWarning dangerouslySetInnerHTML={useHtml(html)} />
  );
}
