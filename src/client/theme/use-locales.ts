import type { PageData, SiteLocale } from '../../shared/page.ts';
import { usePage, useSite } from './page-context.ts';

/** A locale as a menu offers it. */
export interface LocaleEntry {
  readonly code: string;
  readonly label: string;
  /** BCP 47 tag of the label and of what the link leads to. */
  readonly htmlLang: string;
  /** The same page in this locale, else the locale's home page. */
  readonly href: string;
  /** Set for the locale of the page: `page` where the link leads to the very page. */
  readonly current: 'page' | 'true' | undefined;
}

/** The locales of the site, in the order of the configuration (rule 12). */
export function useLocaleEntries(): readonly LocaleEntry[] {
  const { locales, locale } = useSite();
  const page = usePage();
  return locales.map((entry) => {
    const isCurrent = entry.code === locale.code;
    const href = hrefIn(entry, page, isCurrent);
    const current = href === page.href ? 'page' : 'true';
    const { code, label, htmlLang } = entry;
    return { code, label, htmlLang, href, current: isCurrent ? current : undefined };
  });
}

function hrefIn({ code, homeHref }: SiteLocale, page: PageData, isCurrent: boolean): string {
  const { localeHrefs = {}, href, kind } = page;
  const twin = Object.hasOwn(localeHrefs, code) ? localeHrefs[code] : undefined;
  // The page for unknown addresses is no page to come back to.
  return twin ?? (isCurrent && kind !== 'notFound' ? href : homeHref);
}
