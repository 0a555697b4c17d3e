import type { NavbarItemConfig } from '../../config/types.ts';
import type { PageData } from '../../shared/page.ts';
import { type Route, toRoute } from '../../shared/paths.ts';
import {
  type ChromeContext,
  type ConfigPath,
  configHref,
  configHtml,
  type HtmlHolder,
} from './chrome-context.ts';
import { docItem, docSidebarItem, docsVersionItem } from './navbar-docs.ts';
import {
  type ActivePlace,
  type BuiltItem,
  commonParts,
  extraAttributes,
  failItem,
  type ItemInput,
} from './navbar-item.ts';

/** Builds the navbar's items (rules 9-12); an item that cannot be built is a diagnostic and left out. */
export function buildNavbar(context: ChromeContext): readonly BuiltItem[] {
  return buildItems(context, context.graph.config.navbar.items, {
    path: ['navbar', 'items'],
    prefix: '',
  });
}

function buildItems(
  context: ChromeContext,
  items: readonly NavbarItemConfig[],
  place: { path: ConfigPath; prefix: string },
): readonly BuiltItem[] {
  return items.flatMap((config, index) => {
    const built = buildItem({
      context,
      config,
      path: [...place.path, index],
      key: `${place.prefix}${index}`,
    });
    return built === undefined ? [] : [built];
  });
}

function buildItem(input: ItemInput): BuiltItem | undefined {
  const { config } = input;
  const type = config.type ?? (config.items === undefined ? 'default' : 'dropdown');
  switch (type) {
    case 'default':
      return linkItem(input);
    case 'dropdown':
      return dropdownItem(input);
    case 'html':
      return {
        item: { type: 'html', ...commonParts(input), html: itemHtml(input) },
        isActive: never,
        children: [],
      };
    case 'search':
      return { item: { type: 'search', ...commonParts(input) }, isActive: never, children: [] };
    case 'doc':
      return docItem(input);
    case 'docSidebar':
      return docSidebarItem(input);
    case 'docsVersion':
    case 'docsVersionDropdown':
      return docsVersionItem(input);
    default:
      failItem(input, `No NavbarItem component found for type "${type}".`);
      return undefined;
  }
}

/** The HTML of an item: `value` of an `html` item, `html` of a link. */
function itemHtml({ context, config, path }: ItemInput, inside?: HtmlHolder): string {
  const name = config.value === undefined ? 'html' : 'value';
  return configHtml(context, config[name] ?? '', { path: [...path, name], inside });
}

function never(): undefined {
  return undefined;
}

function linkItem(input: ItemInput): BuiltItem {
  const { context, config, path } = input;
  const name = config.to === undefined ? 'href' : 'to';
  const wanted = config.to ?? config.href ?? '';
  const { href, external } = configHref(context, wanted, { path: [...path, name] });
  const text =
    config.html === undefined ? { label: config.label ?? wanted } : { html: itemHtml(input, 'a') };
  const attributes = extraAttributes(config);
  return {
    item: {
      type: 'link',
      ...commonParts(input),
      ...text,
      href,
      external,
      ...(attributes === undefined ? {} : { attributes }),
    },
    isActive: external ? never : linkRule(config, context.style.baseUrl),
    children: [],
  };
}

/** Rule 11: the regex wins over the base path, which wins over the link's own section. */
function linkRule(config: NavbarItemConfig, baseUrl: string): BuiltItem['isActive'] {
  const own = toRoute((config.to ?? config.href ?? '').replace(/[?#].*$/, ''));
  const regex =
    config.activeBaseRegex === undefined ? undefined : new RegExp(config.activeBaseRegex, 'i');
  const section = config.activeBasePath === undefined ? own : toRoute(config.activeBasePath);
  const inSection = (route: Route): boolean => {
    if (regex !== undefined) return regex.test(baseUrl + route.slice(1));
    if (section === '/' && config.activeBasePath === undefined) return route === '/';
    return section === '/' || route === section || route.startsWith(`${section}/`);
  };
  return ({ route }) => {
    if (route === own) return 'page';
    return inSection(route) ? 'true' : undefined;
  };
}

function dropdownItem(input: ItemInput): BuiltItem {
  const { context, config, path, key } = input;
  const children = buildItems(context, config.items ?? [], {
    path: [...path, 'items'],
    prefix: `${key}.`,
  });
  return {
    item: {
      type: 'dropdown',
      ...commonParts(input),
      label: config.label ?? '',
      items: children.map(({ item }) => item),
    },
    isActive: (place) =>
      children.some((child) => child.isActive(place) !== undefined) ? 'true' : undefined,
    children,
  };
}

/** The active items of a page, by key. */
export function activeItems(
  items: readonly BuiltItem[],
  place: ActivePlace,
): PageData['activeItems'] {
  const found: Record<string, 'page' | 'true'> = {};
  const visit = (built: BuiltItem): void => {
    const activity = built.isActive(place);
    if (activity !== undefined) found[built.item.key] = activity;
    built.children.forEach(visit);
  };
  items.forEach(visit);
  return found;
}
