import { createHash } from 'node:crypto';
import type { FooterItemConfig } from '../config/schema-layout.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type {
  AnnouncementBarData,
  FooterColumn,
  FooterData,
  FooterItem,
  Locale,
  LogoData,
  SiteData,
} from '../shared/page.ts';
import { isExternal, printRoute, toRoute, type Url } from '../shared/paths.ts';
import { docsSets } from './docs-sets.ts';
import { type ConfigPath, configHref, configHtml, type LayoutContext } from './layout-context.ts';
import { inLocale, localeBase } from './locales.ts';
import type { BuiltItem } from './navbar-items.ts';
import { searchData } from './search-data.ts';

/** Builds the data that all pages of a locale share. */
export function siteData(context: LayoutContext, navbar: readonly BuiltItem[]): SiteData {
  const { locale, translate, graph } = context;
  const { config } = graph;
  const announcementBar = announcement(context);
  const footer = footerData(context);
  const home = (of: Locale): Url => printRoute(localeBase(config, of), context.style);
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
    ...localeTables(context),
    searchHref: printRoute(inLocale(config, locale, '/site-index'), context.style),
    search: searchData(graph, locale),
    navbar: navbarData(context, navbar, home(locale)),
    ...(announcementBar === undefined ? {} : { announcementBar }),
    ...(footer === undefined ? {} : { footer }),
    ...assistantData(config),
    colorMode: config.colorMode,
    ...(Object.values(config.sidebar).includes(true) ? { sidebar: config.sidebar } : {}),
  };
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

/** The UI messages of a locale that has a message file. */
function localeTables(context: LayoutContext): Pick<SiteData, 'messages' | 'searchMessages'> {
  const table = context.graph.messages.get(context.locale.code);
  return table === undefined ? {} : { messages: table.interface, searchMessages: table.search };
}

function navbarData(
  context: LayoutContext,
  items: readonly BuiltItem[],
  homeHref: Url,
): SiteData['navbar'] {
  const { title, style, hideOnScroll } = context.graph.config.navbar;
  const logo = logoData(context);
  return {
    title: context.translate(title),
    homeHref,
    ...(logo === undefined ? {} : { logo }),
    ...(style === undefined ? {} : { style }),
    hideOnScroll,
    items: items.map(({ item }) => item),
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
