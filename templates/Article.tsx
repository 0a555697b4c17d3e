import { useArticle, usePage } from 'docwright/theme';
import type { ReactNode } from 'react';

/** The finished HTML of a page, in its own language where the page is not translated. */
export function Article({ html }: { readonly html: string }): ReactNode {
  const { untranslated } = usePage();
  return (
    <article
      className="article"
      lang={untranslated?.htmlLang}
      dir={untranslated?.dir}
      {...useArticle(html)}
    />
  );
}
