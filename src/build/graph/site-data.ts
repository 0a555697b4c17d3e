import { createHash } from 'node:crypto';
import type { FooterColumnConfig, FooterItemConfig } from '../../config/types.ts';
import type {
  AnnouncementBarData,
  FooterColumn,
  FooterData,
  FooterItem,
  LogoData,
  SiteData,
} from '../../shared/page.ts';
import { printRoute, toRoute } from '../../shared/paths.ts';
import { type ChromeContext, type ConfigPath, configHref, configHtml } from './chrome-context.ts';
import type { BuiltItem } from './navbar-item.ts';
import { searchData } from './search-data.ts';

/** Builds what every page shares. */
export function siteData(context: ChromeContext, navbar: readonly BuiltItem[]): SiteData {
  const { config } = context.graph;
  const announcementBar = announcement(context);
  const footer = footerData(context);
  const logo = logoData(context);
  const locale = config.locales.find(({ code }) => code === config.defaultLocale);
  return {
    title: config.title,
    tagline: config.tagline,
    baseUrl: config.baseUrl,
    trailingSlash: config.trailingSlash,
    ...(config.version === undefined ? {} : { version: config.version }),
    locale: locale ?? { code: 'en', label: 'English', htmlLang: 'en', dir: 'ltr' },
    searchHref: printRoute(toRoute('/site-index'), context.style),
    search: searchData(context.graph),
    navbar: {
      title: config.navbar.title,
      homeHref: printRoute(toRoute('/'), context.style),
      ...(logo === undefined ? {} : { logo }),
      ...(config.navbar.style === undefined ? {} : { style: config.navbar.style }),
      hideOnScroll: config.navbar.hideOnScroll,
      items: navbar.map(({ item }) => item),
    },
    ...(announcementBar === undefined ? {} : { announcementBar }),
    ...(footer === undefined ? {} : { footer }),
    colorMode: config.colorMode,
  };
}

function logoData(context: ChromeContext): LogoData | undefined {
  const { logo } = context.graph.config.navbar;
  if (logo === undefined) return undefined;
  const { href } = configHref(context, toRoute(logo.src), {
    path: ['navbar', 'logo', 'src'],
    kind: 'asset',
  });
  return {
    src: href,
    alt: logo.alt ?? '',
    ...(logo.width === undefined ? {} : { width: logo.width }),
    ...(logo.height === undefined ? {} : { height: logo.height }),
  };
}

function announcement(context: ChromeContext): AnnouncementBarData | undefined {
  const bar = context.graph.config.announcementBar;
  if (bar === undefined) return undefined;
  return {
    id: bar.id ?? createHash('sha256').update(bar.content).digest('hex').slice(0, 12),
    html: configHtml(context, bar.content, { path: ['announcementBar', 'content'] }),
    isCloseable: bar.isCloseable ?? false,
  };
}

function footerData(context: ChromeContext): FooterData | undefined {
  const { footer } = context.graph.config;
  if (footer === undefined) return undefined;
  const links = footer.links ?? [];
  const single: FooterItem[] = [];
  const columns: FooterColumn[] = [];
  links.forEach((entry, index) => {
    const path: ConfigPath = ['footer', 'links', index];
    if (isColumn(entry)) columns.push(footerColumn(context, entry, path));
    else single.push(footerItem(context, entry, path));
  });
  if (single.length > 0) columns.unshift({ items: single });
  return {
    columns,
    ...(footer.copyright === undefined
      ? {}
      : { copyright: copyrightHtml(context, footer.copyright) }),
  };
}

// The template puts it into a paragraph.
function copyrightHtml(context: ChromeContext, html: string): string {
  return configHtml(context, html, { path: ['footer', 'copyright'], inside: 'p' });
}

function isColumn(entry: FooterColumnConfig | FooterItemConfig): entry is FooterColumnConfig {
  return 'items' in entry;
}

function footerColumn(
  context: ChromeContext,
  column: FooterColumnConfig,
  path: ConfigPath,
): FooterColumn {
  return {
    title: column.title,
    items: column.items.map((item, index) => footerItem(context, item, [...path, 'items', index])),
  };
}

function footerItem(context: ChromeContext, item: FooterItemConfig, path: ConfigPath): FooterItem {
  if (item.html !== undefined)
    return { type: 'html', html: configHtml(context, item.html, { path: [...path, 'html'] }) };
  const name = item.to === undefined ? 'href' : 'to';
  const wanted = item.to ?? item.href ?? '';
  const { href, external } = configHref(context, wanted, { path: [...path, name] });
  return { type: 'link', label: item.label ?? wanted, href, external };
}
