import { type AppMessages, appMessages } from '../shared/app-messages.ts';
import type { NavbarItem, SiteData } from '../shared/page.ts';
import type { ClientSite, EntryPage } from '../shared/page-data.ts';

/** The part of a site's data that navigation and search need in the browser. */
export function clientSite(site: SiteData): ClientSite {
  const { title, baseUrl, trailingSlash, searchHref, search, messages, searchMessages } = site;
  const others = site.locales.filter(({ code }) => code !== site.locale.code);
  return {
    title,
    baseUrl,
    trailingSlash,
    searchHref,
    search,
    homeHref: site.navbar.homeHref,
    ...(others.length === 0 ? {} : { otherHomes: others.map(({ homeHref }) => homeHref) }),
    entryPages: entryPages(site),
    ...(messages === undefined ? {} : { messages: ofApp(messages) }),
    ...(searchMessages === undefined ? {} : { searchMessages }),
  };
}

function ofApp(messages: NonNullable<SiteData['messages']>): Partial<AppMessages> {
  return Object.fromEntries(
    Object.entries(messages).filter(([name]) => Object.hasOwn(appMessages, name)),
  );
}

/** Maximum number of entry pages. */
const MOST = 6;

function entryPages({ navbar, docsSets }: SiteData): readonly EntryPage[] {
  const [docs] = docsSets;
  const start = docs?.versions.find(({ name }) => name === docs.last);
  const links = new Map<string, EntryPage>();
  for (const entry of navbar.items.flatMap(linksOf)) links.set(entry[0], entry);
  const isLinked = start === undefined || links.has(start.href);
  const first: readonly EntryPage[] = isLinked ? [] : [[start.href]];
  return [...first, ...links.values()].slice(0, MOST);
}

function linksOf(item: NavbarItem): readonly EntryPage[] {
  if (item.type === 'dropdown') return item.items.flatMap(linksOf);
  if (item.type !== 'link' || item.external || item.label === undefined) return [];
  return [[item.href, item.label]];
}
