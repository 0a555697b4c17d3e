import { usePage } from 'docwright/theme';
import type { ReactNode } from 'react';

/** The HTML of a page, marked with its own language if the page is not translated. */
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
