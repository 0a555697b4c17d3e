import { useSyncExternalStore } from 'react';
import type { DocsVersionData, PageData, SiteLocale } from '../../shared/page.ts';
import { type ColorMode, chooseMode, shownMode, watchMode } from '../app/color-mode.ts';
import {
  preferVersion,
  readPreferredVersion,
  watchPreferredVersions,
} from '../menus/preferred-version.ts';
import { usePage, useSite } from './page-context.ts';

/** A version as a menu offers it. */
export interface VersionEntry {
  readonly name: string;
  readonly label: string;
  /** The same doc in this version, else the version's main doc. */
  readonly href: string;
  /** The version's main doc. */
  readonly mainHref: string;
  /** `page` for the version of the page that is shown. */
  readonly current: 'page' | undefined;
  /** Remembers the version as the reader's choice. */
  readonly choose: () => void;
}

export interface VersionEntries {
  /** The version of the page, else the preferred, else the last one. */
  readonly shown: VersionEntry;
  /** The version that readers get who have chosen none. */
  readonly latest: VersionEntry;
  /** Newest first. */
  readonly entries: readonly VersionEntry[];
}

/** The versions of a docs set, as the page sees them. Throws where the site has no such set. */
export function useVersionEntries(setId: string): VersionEntries {
  const { docsSets } = useSite();
  const page = usePage();
  const preferred = useSyncExternalStore(
    watchPreferredVersions,
    () => readPreferredVersion(setId),
    // The HTML is the same for every reader.
    () => null,
  );
  const set = docsSets.find(({ id }) => id === setId);
  if (set === undefined) throw new Error(`There is no docs set "${setId}".`);
  const active = page.version?.setId === setId ? page.version.name : undefined;
  const entries = set.versions.map((version) => toEntry(setId, version, page));
  const find = (wanted: string | null | undefined): VersionEntry | undefined =>
    entries.find(({ name }) => name === wanted);
  const latest = find(set.last) ?? entries[0];
  if (latest === undefined) throw new Error(`The docs set "${setId}" has no versions.`);
  return { shown: find(active) ?? find(preferred) ?? latest, latest, entries };
}

function toEntry(
  setId: string,
  { name, label, href }: DocsVersionData,
  { version, href: pageHref }: PageData,
): VersionEntry {
  const { hrefs = {}, name: active } = version?.setId === setId ? version : {};
  const isActive = active === name;
  const alternate = Object.hasOwn(hrefs, name) ? hrefs[name] : undefined;
  return {
    name,
    label,
    href: isActive ? pageHref : (alternate ?? href),
    mainHref: href,
    current: isActive ? 'page' : undefined,
    choose: () => preferVersion(setId, name),
  };
}

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

/** The locales of the site, in the order of the configuration. */
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
  const alternate = Object.hasOwn(localeHrefs, code) ? localeHrefs[code] : undefined;
  // The page for unknown addresses is no page to come back to.
  return alternate ?? (isCurrent && kind !== 'notFound' ? href : homeHref);
}

export interface ColorModeValue {
  /** Undefined until the page is alive: the HTML is the same for every reader. */
  readonly mode: ColorMode | undefined;
  readonly choose: (mode: ColorMode) => void;
}

/** The mode that the page is shown in, and how to change it. */
export function useColorMode(): ColorModeValue {
  const mode = useSyncExternalStore(watchMode, shownMode, () => undefined);
  return { mode, choose: chooseMode };
}
