import { createHash } from 'node:crypto';
import type { HeadTag } from '../config/plugins.ts';
import type { FooterItemConfig } from '../config/schema-layout.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type { ImageSizes } from '../content/image-size.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { loadedByLink } from '../html/reference-attributes.ts';
import { type AppMessages, appMessages } from '../shared/app-messages.ts';
import type { ClientSite, EntryPage } from '../shared/page-data.ts';
import type {
  AnnouncementBarData,
  FooterColumn,
  FooterData,
  FooterItem,
  Locale,
  LogoData,
  NavbarItem,
  SiteData,
} from '../shared/page.ts';
import { isExternal, printRoute, toRoute, type Url } from '../shared/paths.ts';
import { docsSets } from './docs-sets.ts';
import { editionOf, isLast, pageAt } from './editions.ts';
import type { Edition, LinkUse, PageNode, SiteGraph } from './graph-types.ts';
import { type Identity, siteIdentity } from './identity.ts';
import { configHref, configHtml, type ConfigPath, type LayoutContext } from './layout-context.ts';
import {
  articleMessagesOf,
  defaultLocale,
  inLocale,
  type Labels,
  localeBase,
  messagesOf,
} from './locales.ts';
import type { BuiltItem } from './navbar-items.ts';
import { buildNavbar } from './navbar.ts';
import {
  type SharedLayout,
  type Surroundings,
  surroundingsOf,
  type SurroundingsOptions,
} from './page-input.ts';
import { searchData } from './search-data.ts';
import { printSidebar, sidebarId } from './sidebar-entries.ts';

export interface LayoutInput
  extends Pick<LayoutContext, 'graph' | 'locate' | 'sanitize' | 'assetUrl'>,
    Pick<SurroundingsOptions, 'reactPage' | 'lastUpdate'>,
    Pick<LayoutContext, 'badgeOf'> {
  readonly labels: Labels;
  readonly imageSizes: ImageSizes;
}

/** Data for the layout of all pages, with the links of the configuration. */
export interface LayoutData {
  readonly shared: readonly SharedLayout[];
  readonly surroundings: (node: PageNode) => Surroundings;
  readonly links: readonly LinkUse[];
  readonly identity: Identity;
  /** The elements that the configuration adds to the head of every page. */
  readonly head: readonly HeadTag[];
  readonly diagnostics: readonly Diagnostic[];
}

/** One navbar with its sidebars. */
interface Part extends Pick<LayoutData, 'surroundings'> {
  readonly context: LayoutContext;
  readonly shared: SharedLayout;
}

/** Builds navbar, sidebars, banner and footer for each locale and version. */
export function createLayoutData(input: LayoutInput): LayoutData {
  const { graph } = input;
  const parts = new Map<Locale | Edition, Part>();
  for (const locale of graph.config.locales) {
    const others = graph.editions.filter(
      (edition) => edition.locale === locale && !isLast(edition),
    );
    for (const edition of [undefined, ...others]) {
      parts.set(edition ?? locale, createPart(input, locale, edition));
    }
  }
  const partAt = (key: Locale | Edition): Part => {
    const part = parts.get(key);
    if (part === undefined) throw new Error('no pages of this locale or version');
    return part;
  };
  const main = partAt(defaultLocale(graph.config));
  noteRedirects(main.context);
  // The page whose sections are the entries of the feed.
  const { page } = graph.config.feed ?? {};
  if (page !== undefined) configHref(main.context, page, { path: ['feed', 'page'] });
  const head = printHead(main.context);
  const identity = siteIdentity(main.context, input.imageSizes);
  const others = [...parts.values()].filter((part) => part !== main);
  // Links that can fail in another part alone: broken ones, and anchors of translated pages.
  const mayFail = ({ target }: LinkUse): boolean =>
    target.type === 'broken' || (target.type === 'page' && target.fragment !== undefined);
  return {
    shared: [...parts.values()].map(({ shared }) => shared),
    surroundings: (node) => partAt(partKey(node)).surroundings(node),
    links: [
      ...main.context.links,
      ...others.flatMap(({ context }) => context.links.filter(mayFail)),
    ],
    // The other parts repeat the diagnostics of the same configuration.
    diagnostics: [...main.context.diagnostics, ...input.labels.unused()],
    identity,
    head,
  };
}

/** The version of a page that is not the last one, else its locale. */
function partKey(node: PageNode): Locale | Edition {
  const edition = editionOf(node);
  return edition === undefined || isLast(edition) ? node.locale : edition;
}
/** Names the data that a page shares with others. */
export function sharedName(node: PageNode): string {
  const key = partKey(node);
  return 'set' in key ? editionName(key) : key.code;
}

function editionName({ locale, set, version }: Edition): string {
  return `${locale.code} ${set.id} ${version.name}`;
}

function createPart(input: LayoutInput, locale: Locale, edition: Edition | undefined): Part {
  const { graph } = input;
  const context: LayoutContext = {
    ...input,
    locale,
    edition,
    messages: messagesOf(graph.messages, locale),
    articleMessages: articleMessagesOf(graph.messages, locale),
    translate: input.labels.of(locale),
    style: graph.config,
    links: [],
    diagnostics: [],
  };
  const isOfPart = (other: Edition): boolean =>
    edition === undefined ? other.locale === locale && isLast(other) : other === edition;
  const navbar = buildNavbar(context);
  const own = [...graph.sidebars].flatMap(([other, sidebars]) => (isOfPart(other) ? sidebars : []));
  const sidebars = new Map(own.map((sidebar) => [sidebar, printSidebar(context, sidebar)]));
  const site = siteData(context, navbar);
  const surroundings = surroundingsOf({ ...input, context, site, navbar, sidebars });
  const shared: SharedLayout = {
    name: edition === undefined ? locale.code : editionName(edition),
    locale,
    edition,
    site,
    client: JSON.stringify(clientSite(site)),
    sidebars: new Map(
      [...sidebars].map(([sidebar, { shared: entries }]) => [sidebarId(sidebar), entries]),
    ),
  };
  return { context, shared, surroundings };
}

/** Records redirect targets inside the site for the link check. */
function noteRedirects(context: LayoutContext): void {
  context.graph.config.redirects.forEach(({ from, to }, index) => {
    const path = ['redirects', index, 'to'] as const;
    const page = context.graph.pages.get(toRoute(from));
    // One from a page is reported for that.
    if (page !== undefined && 'source' in page) return;
    if (!to.endsWith('/*')) configHref(context, to, { path, isRedirect: true });
    else if (to.startsWith('/') && !hasAddressBelow(context.graph, to.slice(0, -1)))
      context.diagnostics.push(
        diagnostic('redirect-broken', {
          message: `there is no page below "${to.slice(0, -1)}"`,
          location: context.locate(path),
          hint: 'correct the folder, or redirect to a page',
          missing: [to.slice(0, -1)],
        }),
      );
  });
}

/** The rest of an old path may be any, but some address must exist. */
function hasAddressBelow({ pages, statics, redirects }: SiteGraph, folder: string): boolean {
  const isBelow = (path: string): boolean => `${path}/`.startsWith(folder);
  return [pages, statics, redirects].some((known) => [...known.keys()].some(isBelow));
}

/** The elements of `head`, with the addresses of scripts printed; records what they load for the link check. */
function printHead(context: LayoutContext): readonly HeadTag[] {
  return context.graph.config.head.map((element, index) => {
    const { tag, attributes } = element;
    const { rel = '', href = '', src = '' } = attributes;
    const path = ['head', index, 'attributes', tag === 'script' ? 'src' : 'href'];
    if (tag === 'script') {
      const script = configHref(context, src, { path, kind: 'asset', loads: 'script' });
      return { tag, attributes: { ...attributes, src: script.href } };
    }
    const loads = tag === 'link' && isExternal(href) ? loadedByLink(rel) : undefined;
    if (loads !== undefined) configHref(context, href, { path, kind: 'asset', loads });
    return element;
  });
}

/** The part of a site's data that navigation and search need in the browser. */
function clientSite(site: SiteData): ClientSite {
  const { title, baseUrl, trailingSlash, searchHref, search, messages, searchMessages } = site;
  const others = site.locales.filter(({ code }) => code !== site.locale.code);
  const { navbar, docsSets: sets } = site;
  const [docs] = sets;
  const start = docs?.versions.find(({ name }) => name === docs.last);
  const links = new Map<string, EntryPage>();
  for (const entry of navbar.items.flatMap(linksOf)) links.set(entry[0], entry);
  const isLinked = start === undefined || links.has(start.href);
  const first: readonly EntryPage[] = isLinked ? [] : [[start.href]];
  return {
    title,
    baseUrl,
    trailingSlash,
    searchHref,
    search,
    homeHref: site.navbar.homeHref,
    ...(others.length === 0 ? {} : { otherHomes: others.map(({ homeHref }) => homeHref) }),
    entryPages: [...first, ...links.values()].slice(0, MOST),
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

function linksOf(item: NavbarItem): readonly EntryPage[] {
  if (item.type === 'dropdown') return item.items.flatMap(linksOf);
  if (item.type !== 'link' || item.external || item.label === undefined) return [];
  return [[item.href, item.label]];
}

/** Builds the data that all pages of a locale share. */
function siteData(context: LayoutContext, navbar: readonly BuiltItem[]): SiteData {
  const { locale, translate, graph } = context;
  const { config } = graph;
  const announcementBar = announcement(context);
  const footer = footerData(context);
  const home = (of: Locale): Url => {
    const base = localeBase(config, of);
    return printRoute(pageAt(graph, base)?.route ?? base, context.style);
  };
  // The UI messages of a locale that has a message file.
  const table = context.graph.messages.get(context.locale.code);
  const homeHref = home(locale);
  const { title, style, hideOnScroll } = context.graph.config.navbar;
  const logo = logoData(context);
  return {
    title: translate(config.title),
    tagline: translate(config.tagline),
    baseUrl: config.baseUrl,
    trailingSlash: config.trailingSlash,
    ...(config.version === undefined ? {} : { version: config.version }),
    locale,
    locales: config.locales.map((entry) => ({ ...entry, homeHref: home(entry) })),
    localeBase: localeBase(config, locale),
    docsSets: docsSets(context),
    ...(table === undefined ? {} : { messages: table.interface, searchMessages: table.search }),
    searchHref: printRoute(inLocale(config, locale, '/site-index'), context.style),
    search: searchData(graph, locale),
    navbar: {
      title: context.translate(title),
      homeHref,
      ...(logo === undefined ? {} : { logo }),
      ...(style === undefined ? {} : { style }),
      hideOnScroll,
      items: navbar.map(({ item }) => item),
    },
    ...(announcementBar === undefined ? {} : { announcementBar }),
    ...(footer === undefined ? {} : { footer }),
    ...feedbackData(config),
    ...assistantData(config),
    colorMode: config.colorMode,
    ...(Object.values(config.sidebar).includes(true) ? { sidebar: config.sidebar } : {}),
  };
}

/** The address of the feedback, with the site's origin before `{url}`. */
function feedbackData({ feedback, isAssumed, url }: ResolvedConfig): Pick<SiteData, 'feedback'> {
  if (feedback === undefined) return {};
  const origin = isAssumed ? '' : encodeURIComponent(url);
  return { feedback: feedback.to.replaceAll('{url}', `${origin}{url}`) };
}

/** The assistants, with the site's origin before `{url}` and `{markdownUrl}`: none reads a site without an address. */
function assistantData({ agents, isAssumed, url }: ResolvedConfig): Pick<SiteData, 'assistants'> {
  if (agents === undefined || agents.assistants.length === 0 || isAssumed) return {};
  const origin = encodeURIComponent(url);
  return {
    assistants: agents.assistants.map(({ label, url: address }) => ({
      label,
      url: address.replace(/\{(?=(?:url|markdownUrl)\})/g, `${origin}{`),
    })),
  };
}

function logoData(context: LayoutContext): LogoData | undefined {
  const { logo } = context.graph.config.navbar;
  if (logo === undefined) return undefined;
  const address = (src: string, key: string): string =>
    configHref(context, isExternal(src) ? src : toRoute(src), {
      written: src,
      path: ['navbar', 'logo', key],
      kind: 'asset',
    }).href;
  return {
    src: address(logo.src, 'src'),
    ...(logo.srcDark === undefined ? {} : { srcDark: address(logo.srcDark, 'srcDark') }),
    alt: context.translate(logo.alt ?? ''),
    ...(logo.width === undefined ? {} : { width: logo.width }),
    ...(logo.height === undefined ? {} : { height: logo.height }),
  };
}

function announcement(context: LayoutContext): AnnouncementBarData | undefined {
  const bar = context.graph.config.announcementBar;
  if (bar === undefined) return undefined;
  const path = ['announcementBar', 'content'];
  return {
    id: bar.id ?? createHash('sha256').update(bar.content).digest('hex').slice(0, 12),
    html: configHtml(context, context.translate(bar.content), { path }),
    isCloseable: bar.isCloseable ?? false,
  };
}

function footerData(context: LayoutContext): FooterData | undefined {
  const { footer } = context.graph.config;
  if (footer === undefined) return undefined;
  const links = footer.links ?? [];
  const single: FooterItem[] = [];
  const columns: FooterColumn[] = [];
  links.forEach((entry, index) => {
    const path: ConfigPath = ['footer', 'links', index];
    if ('items' in entry)
      columns.push({
        title: context.translate(entry.title),
        items: entry.items.map((item, at) => footerItem(context, item, [...path, 'items', at])),
      });
    else single.push(footerItem(context, entry, path));
  });
  if (single.length > 0) columns.unshift({ items: single });
  if (footer.copyright === undefined) return { columns };
  const path = ['footer', 'copyright'];
  return { columns, copyright: configHtml(context, context.translate(footer.copyright), { path }) };
}

function footerItem(context: LayoutContext, item: FooterItemConfig, path: ConfigPath): FooterItem {
  if (item.html !== undefined) {
    const inside = { path: [...path, 'html'], inside: 'li' } as const;
    return { type: 'html', html: configHtml(context, context.translate(item.html), inside) };
  }
  const name = item.to === undefined ? 'href' : 'to';
  const wanted = item.to ?? item.href ?? '';
  const { href, external } = configHref(context, wanted, { path: [...path, name] });
  const label = item.label === undefined ? wanted : context.translate(item.label);
  return { type: 'link', label, href, external };
}
