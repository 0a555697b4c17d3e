import { useSyncExternalStore } from 'react';
import type { DocsVersionData, PageData } from '../../shared/page.ts';
import { type ColorMode, chooseMode, shownMode, watchMode } from '../app/color-mode.ts';
import type { VersionTarget } from '../menus/preferred-version.ts';
import { usePage, useSite } from './page-context.ts';

/** A version in a menu. */
export interface VersionEntry {
  readonly name: string;
  readonly label: string;
  /** The same doc in this version, else the version's main doc. */
  readonly href: string;
  /** The version's main doc. */
  readonly mainHref: string;
  /** `page` for the version of the current page. */
  readonly current: 'page' | undefined;
}

export interface VersionEntries {
  /** The version of the page, else the last one. */
  readonly shown: VersionEntry;
  /** The default version. */
  readonly latest: VersionEntry;
  /** Newest first. */
  readonly entries: readonly VersionEntry[];
  /**
   * Attributes of a control that shows the preferred version, by which the client changes its address and label. Empty on
   * pages of the set, which show their own version.
   */
  readonly preference: (control: { readonly label?: string }) => Readonly<Record<string, string>>;
}

/** The versions of a docs set with links from this page. Throws if the site has no such set. */
export function useVersionEntries(setId: string): VersionEntries {
  const { docsSets } = useSite();
  const page = usePage();
  const set = docsSets.find(({ id }) => id === setId);
  if (set === undefined) throw new Error(`There is no docs set "${setId}".`);
  const active = page.version?.setId === setId ? page.version.name : undefined;
  const entries = set.versions.map((version) => toEntry(setId, version, page));
  const find = (wanted: string | undefined): VersionEntry | undefined =>
    entries.find(({ name }) => name === wanted);
  const latest = find(set.last) ?? entries[0];
  if (latest === undefined) throw new Error(`The docs set "${setId}" has no versions.`);
  const preference: VersionEntries['preference'] = ({ label }) => {
    if (active !== undefined || entries.length < 2) return {};
    const targets = entries.map(
      ({ name, mainHref, ...own }): VersionTarget =>
        label === undefined ? [name, mainHref, own.label] : [name, mainHref],
    );
    return { 'data-docs-set': setId, 'data-versions': JSON.stringify(targets) };
  };
  return { shown: find(active) ?? latest, latest, entries, preference };
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
  };
}

/** A locale in a menu. */
export interface LocaleEntry {
  readonly code: string;
  readonly label: string;
  /** BCP 47 tag of the label and of the link's target. */
  readonly htmlLang: string;
  /** The same page in this locale, else the locale's home page. */
  readonly href: string;
  /** Set for the page's locale: `page` if the link leads to this page. */
  readonly current: 'page' | 'true' | undefined;
}

/** The locales of the site with links from this page, in the order of the configuration. */
export function useLocaleEntries(): readonly LocaleEntry[] {
  const { locales, locale } = useSite();
  const page = usePage();
  return locales.map((entry) => {
    const { code, label, htmlLang, homeHref } = entry;
    const isCurrent = code === locale.code;
    const { localeHrefs = {}, kind } = page;
    const alternate = Object.hasOwn(localeHrefs, code) ? localeHrefs[code] : undefined;
    // The 404 page has no address to link to.
    const href = alternate ?? (isCurrent && kind !== 'notFound' ? page.href : homeHref);
    const current = href === page.href ? 'page' : 'true';
    return { code, label, htmlLang, href, current: isCurrent ? current : undefined };
  });
}

export interface ColorModeValue {
  /** Undefined while the page is made: the HTML is the same for all readers. */
  readonly mode: ColorMode | undefined;
  readonly choose: (mode: ColorMode) => void;
}

/** The current color mode with a function to change it, for islands. */
export function useColorMode(): ColorModeValue {
  const mode = useSyncExternalStore(watchMode, shownMode, () => undefined);
  return { mode, choose: chooseMode };
}
