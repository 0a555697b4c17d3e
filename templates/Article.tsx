import { usePage } from 'docwright/theme';
import type { ReactNode } from 'react';

/**
 * The HTML of a page, marked with its own language if the page is not translated. Tools for code, tabs and tables, the
 * marks of the search and its excerpts look into the first `article` of the document; its HTML is sanitized and complete.
 */
export function Article({ html }: { readonly html: string }): ReactNode {
  const { untranslated } = usePage();
  return (
    <article
      className="article"
      lang={untranslated?.htmlLang}
      dir={untranslated?.dir}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
