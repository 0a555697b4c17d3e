import { decodeEntities } from '../../src/html/character-references.ts';
import type { PageData, SiteData } from '../../src/shared/page.ts';
import type { ClientSite } from '../../src/shared/page-data.ts';
import { type AddressStyle, printRoute, toRoute } from '../../src/shared/paths.ts';

const BASE: AddressStyle = { baseUrl: '/base/', trailingSlash: true };
const ENGLISH = { code: 'en', label: 'English', htmlLang: 'en', dir: 'ltr' } as const;

/** Data shared by the pages of a small site. */
export function testSite(changes: Partial<SiteData> = {}): SiteData {
  const { baseUrl, trailingSlash } = { ...BASE, ...changes };
  const style = { baseUrl, trailingSlash };
  const homeHref = printRoute(toRoute('/'), style);
  return {
    ...style,
    title: 'Site',
    tagline: '',
    locale: ENGLISH,
    locales: [{ ...ENGLISH, homeHref }],
    localeBase: toRoute('/'),
    docsSets: [],
    searchHref: printRoute(toRoute('/site-index'), style),
    search: { limit: 8, hotkeys: true, indexes: {}, sets: [] },
    navbar: { title: 'Site', homeHref, hideOnScroll: false, items: [] },
    colorMode: { default: 'dark', disableSwitch: true, respectPrefersColorScheme: false },
    ...changes,
  };
}

/** A page of the small site. */
export function testPage(changes: Partial<PageData> = {}, style: AddressStyle = BASE): PageData {
  const route = changes.route ?? toRoute('/a');
  return {
    kind: 'doc',
    route,
    href: printRoute(route, style),
    title: 'A',
    description: '',
    toc: [],
    breadcrumbs: [],
    pager: {},
    activeItems: {},
    searchTag: 'default',
    ...changes,
  };
}

/** What navigation and search know of the site on a page. */
export function clientSiteOf(html: string): ClientSite {
  const [, json = ''] = / data-site='([^']*)'/.exec(html) ?? [];
  return JSON.parse(decodeEntities(json));
}

/** The links of the first list or menu with a name, each as its address and its visible text. */
export function linksIn(html: string, label: string): readonly (readonly [string, string])[] {
  const [, list = ''] =
    new RegExp(`<(?:ul|nav)[^>]* aria-label="${label}"[^>]*>(.*?)</(?:ul|nav)>`, 's').exec(html) ??
    [];
  return Array.from(
    list.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([^<]*)/g),
    ([, href = '', text = '']) => [href, text],
  );
}
