import { useArticle } from 'docwright/theme';
import type { ReactNode } from 'react';

/** The finished HTML of a page. */
export function Article({ html }: { readonly html: string }): ReactNode {
  return <article className="article" {...useArticle(html)} />;
}
