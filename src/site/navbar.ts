import { isCustomKind } from '../config/navbar-kinds.ts';
import type { NavbarItemConfig } from '../config/schema.ts';
import type { PageData } from '../shared/page.ts';
import { type Route, toRoute } from '../shared/paths.ts';
import {
  type ConfigPath,
  configHref,
  configHtml,
  type HtmlHolder,
  type LayoutContext,
} from './layout-context.ts';
import { localeBase } from './locales.ts';
import {
  type ActivePage,
  type BuiltItem,
  commonParts,
  docItem,
  docSidebarItem,
  extraAttributes,
  failItem,
  type ItemInput,
  labelPart,
  plainItem,
  versionItem,
} from './navbar-items.ts';

/** Builds the navbar's items; an item that cannot be built is reported and left out. */
export function buildNavbar(context: LayoutContext): readonly BuiltItem[] {
  const parent = { path: ['navbar', 'items'], prefix: '' };
  return buildItems(context, context.graph.config.navbar.items, parent);
}

function buildItems(
  context: LayoutContext,
  items: readonly NavbarItemConfig[],
  parent: { path: ConfigPath; prefix: string },
): readonly BuiltItem[] {
  const built = items.map((config, index) =>
    buildItem({ context, config, path: [...parent.path, index], key: `${parent.prefix}${index}` }),
  );
  return built.filter((item) => item !== undefined);
}

function buildItem(input: ItemInput): BuiltItem | undefined {
  const { config } = input;
  const common = commonParts(input);
  const type = config.type ?? (config.items === undefined ? 'default' : 'dropdown');
  switch (type) {
    case 'default':
      return linkItem(input);
    case 'dropdown':
      return dropdownItem(input);
    case 'html':
      return plainItem({ type, ...common, html: itemHtml(input, 'li') });
    case 'search':
      return plainItem({ type, ...common });
    case 'doc':
      return docItem(input);
    case 'docSidebar':
      return docSidebarItem(input);
    case 'docsVersion':
      // It leads to the version of the page, or the one that the reader prefers.
      return versionItem(input, (setId) => {
        return { type, ...common, ...itemText(input), setId, ...extraAttributes(config) };
      });
    case 'docsVersionDropdown':
      return versionItem(input, (setId) => ({ type, ...common, ...labelPart(input), setId }));
    case 'localeDropdown':
      return plainItem({ type, ...common, ...labelPart(input) });
    default:
      if (isCustomKind(type)) return plainItem({ type: 'custom', ...common, kind: type, config });
      return failItem(input, `No NavbarItem component found for type "${type}".`);
  }
}

function itemText(input: ItemInput): { label?: string; html?: string } {
  return input.config.html === undefined ? labelPart(input) : { html: itemHtml(input, 'a') };
}

function itemHtml({ context, config, path }: ItemInput, inside?: HtmlHolder): string {
  const name = config.value === undefined ? 'html' : 'value';
  const html = context.translate(config[name] ?? '');
  return configHtml(context, html, { path: [...path, name], inside });
}

function linkItem(input: ItemInput): BuiltItem {
  const { context, config, path } = input;
  const name = config.to === undefined ? 'href' : 'to';
  const wanted = config.to ?? config.href ?? '';
  const { href, external } = configHref(context, wanted, { path: [...path, name] });
  const text = config.html === undefined ? { label: wanted, ...labelPart(input) } : itemText(input);
  return {
    item: {
      type: 'link',
      ...commonParts(input),
      ...text,
      href,
      external,
      ...extraAttributes(config),
    },
    isActive: external ? () => undefined : linkRule(config, context),
    children: [],
  };
}

/** The regular expression takes precedence over the base path, which takes precedence over the link's section. */
function linkRule(
  config: NavbarItemConfig,
  { graph, locale, style }: LayoutContext,
): BuiltItem['isActive'] {
  const base = localeBase(graph.config, locale);
  const inSite = (path: string): Route => toRoute(`${base}/${path}`);
  const own = inSite((config.to ?? config.href ?? '').replace(/[?#].*$/, ''));
  const regex =
    config.activeBaseRegex === undefined ? undefined : new RegExp(config.activeBaseRegex, 'i');
  const section = config.activeBasePath === undefined ? own : inSite(config.activeBasePath);
  const inSection = (route: Route): boolean => {
    if (regex !== undefined)
      return regex.test(style.baseUrl + route.slice(base.length).replace(/^\//, ''));
    if (section === base && config.activeBasePath === undefined) return route === base;
    return section === '/' || route === section || route.startsWith(`${section}/`);
  };
  return (page) => {
    // The page of a folder may be a file in it.
    const route = style.trailingSlash ? page.route : toRoute(page.route.replace(/\/index$/, ''));
    if (route === own) return 'page';
    return inSection(route) ? 'true' : undefined;
  };
}

function dropdownItem(input: ItemInput): BuiltItem {
  const { context, config, path, key } = input;
  const parent = { path: [...path, 'items'], prefix: `${key}.` };
  const children = buildItems(context, config.items ?? [], parent);
  return {
    item: {
      type: 'dropdown',
      ...commonParts(input),
      label: context.translate(config.label ?? ''),
      items: children.map(({ item }) => item),
    },
    isActive: (page) =>
      children.some((child) => child.isActive(page) !== undefined) ? 'true' : undefined,
    children,
  };
}

/** The active items of a page, by key. */
export function activeItems(
  items: readonly BuiltItem[],
  page: ActivePage,
): PageData['activeItems'] {
  const found: Record<string, 'page' | 'true'> = {};
  const visit = (built: BuiltItem): void => {
    const activity = built.isActive(page);
    if (activity !== undefined) found[built.item.key] = activity;
    built.children.forEach(visit);
  };
  items.forEach(visit);
  return found;
}
