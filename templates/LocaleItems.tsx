import { Link, useLocaleEntries } from 'docwright/theme';
import type { ReactNode } from 'react';

/**
 * The locales of the site as list items, with links to the same page. Because of `data-keep-address`, the client adds the
 * query and the fragment of the current address; because of `hrefLang`, it loads the document.
 */
export function LocaleItems(): ReactNode {
  return useLocaleEntries().map(({ code, label, htmlLang, href, current }) => (
    <li key={code} className="navbar-item">
      <Link
        className="navbar-link"
        href={href}
        lang={htmlLang}
        hrefLang={htmlLang}
        aria-current={current}
        data-keep-address
      >
        {label}
      </Link>
    </li>
  ));
}
