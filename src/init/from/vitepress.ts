import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isRecord } from '../../config/problem.ts';
import {
  editLinks,
  headTag,
  inSite,
  labelAt,
  languageMenu,
  lastUpdated,
  linkTo,
  outsideLink,
  serviceName,
} from './parts.ts';
import {
  at,
  each,
  elementsOf,
  leaveRest,
  membersOf,
  mergeParts,
  type Moving,
  readMembers,
  readTable,
  type Setting,
  type Table,
  textAt,
  type Tool,
  type Unchecked,
} from './table.ts';

const THEME = 'themeConfig';

/** Keys of the theme, of the main language or of the whole site. */
const THEME_KEYS: Table = {
  siteTitle: ({ value }) => ({ navbar: { title: value === false ? '' : value } }),
  logo: (setting, { from }) => {
    const src = textAt(setting) ?? textAt(setting, 'src') ?? textAt(setting, 'light');
    const [alt, width, height] = ['alt', 'width', 'height'].map((key) => at(setting, key).value);
    const logo = { src, alt, width, height, srcDark: textAt(setting, 'dark') };
    return src === undefined ? {} : { navbar: { logo: from(logo, setting) } };
  },
  footer: (setting, { note }) => {
    const lines = [textAt(setting, 'message'), textAt(setting, 'copyright')].filter(Boolean);
    if (lines.length > 0) note('done', setting, 'footer');
    return lines.length === 0 ? {} : { footer: { copyright: lines.join('<br>') } };
  },
  editLink: (setting, site) => {
    const [, address] = /^(.*)\/:path$/.exec(textAt(setting, 'pattern') ?? '') ?? [];
    return { set: editLinks(site, setting, { address }) };
  },
  outline: (setting) => {
    const level = isRecord(setting.value) ? at(setting, 'level').value : setting.value;
    const [min, max]: readonly unknown[] = Array.isArray(level)
      ? level
      : level === 'deep'
        ? [2, 6]
        : [level, level];
    return typeof min === 'number' ? { toc: { min, max } } : {};
  },
  ...each('search algolia', ['approximated', 'search: the built-in one']),
  ...each(
    'nav sidebar socialLinks i18nRouting docFooter lastUpdated darkModeSwitchLabel sidebarMenuLabel ' +
      'returnToTopLabel langMenuLabel externalLinkIcon skipToContentLabel',
    '',
  ),
};

const SITE: Table = {
  title: 'title',
  description: 'tagline',
  base: 'baseUrl',
  head: readHead,
  srcExclude: ['left', 'all Markdown of the folder is read; `_` in front of a name hides it'],
  appearance: ({ value }) =>
    ({
      false: { colorMode: { disableSwitch: true, respectPrefersColorScheme: false } },
      dark: { colorMode: { default: 'dark', respectPrefersColorScheme: false } },
      'force-dark': { colorMode: { default: 'dark', disableSwitch: true } },
    })[String(value)] ?? {},
  ignoreDeadLinks: ({ value }) =>
    value === true ? { links: { rules: { 'page-not-found': 'warning' } } } : {},
  lastUpdated,
  ...each(
    'lang locales srcDir rewrites sitemap cleanUrls outDir cacheDir assetsDir titleTemplate metaChunk mpa ' +
      'contentProps useWebFonts',
    '',
  ),
};

/** Reads `.vitepress/config`, with the default theme. */
export const fromVitepress: Tool = {
  pages: (root, toolDir) => {
    const srcDir = textAt(root, 'srcDir') ?? '.';
    // Of a whole repository, only the pages in the folder of the tool are published without it.
    const own = relative(resolve(toolDir, srcDir), toolDir);
    const isOwn = membersOf(at(root, 'rewrites')).some(({ key }) => key.startsWith(`${own}/:`));
    return isOwn ? '.' : srcDir;
  },
  convert: async (site) => {
    const { root, toolDir, note } = site;
    const rewrite = rewrittenFolder(site);
    const layers = [...(await languageThemes('root', rewrite.folder, site)), at(root, THEME)];
    const theme = (key: string): Setting =>
      layers.map((layer) => at(layer, key)).find(({ value }) => value !== undefined) ??
      at(root, THEME, key);
    const keys = new Set(layers.flatMap(membersOf).map(({ key }) => key));
    const members = [...keys].map((key) => ({ ...theme(key), key }));
    const used = members.filter(({ value }) => value !== undefined);
    const { set, ...config } = readMembers(THEME_KEYS, used, site);
    const nav = theme('nav');
    const items = [
      ...elementsOf(nav).flatMap((item) => navItem(item, site)),
      ...localeMenu(at(root, 'locales'), site),
      ...socialLinks(theme('socialLinks'), site),
    ];
    if (items.length > 0) note('done', nav, `${items.length} navbar items`);
    const parts = [
      { url: siteOrigin(root), ...mainLanguage(site) },
      { docs: await readDocs(site, { sidebar: theme('sidebar'), rewrite, set }) },
      config,
      { navbar: { items } },
      readTable(SITE, root, site),
      // VitePress does not check anchors.
      { links: { rules: { 'anchor-not-found': 'warning' } } },
    ];
    leaveRest({ ...SITE, [THEME]: THEME_KEYS }, root, site);
    if (existsSync(join(toolDir, '.vitepress/theme')))
      note('left', root, 'the theme in .vitepress/theme: see templates/ in the manual');
    return parts.reduce(mergeParts);
  },
};

/** The theme's settings of a language: in a file beside its pages, else in the configuration. */
async function languageThemes(
  key: string,
  folder: string,
  { pagesDir, root, load }: Moving,
): Promise<readonly Setting[]> {
  const names = ['ts', 'mts', 'js', 'mjs'].map((extension) => `config.${extension}`);
  // A rewritten folder's may be where its pages are published.
  const file = [folder, '.']
    .flatMap((inside) => names.map((name) => resolve(pagesDir, inside, name)))
    .find(existsSync);
  const themes = [
    ...(file === undefined ? [] : [at(await load(file), THEME)]),
    at(root, 'locales', key, THEME),
  ];
  return themes.filter(({ value }) => value !== undefined);
}

/** The origin is that of the sitemap, else that of the start page's preview. */
function siteOrigin(root: Setting): string | undefined {
  const preview = elementsOf(at(root, 'head')).find(
    (tag) => textAt(tag, 1, 'property') === 'og:url',
  );
  const address = textAt(root, 'sitemap', 'hostname') ?? (preview && textAt(preview, 1, 'content'));
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}

function mainLanguage({ root, note }: Moving): Unchecked {
  const locales = at(root, 'locales');
  const others = membersOf(locales).flatMap((locale) => {
    // Others are other sites.
    const isHere = !/^https?:/.test(textAt(locale, 'link') ?? '');
    return locale.key !== 'root' && isHere ? [locale.key] : [];
  });
  const remedy =
    'pages in folders of languages are ordinary pages; as translations they go to i18n/<locale>/';
  if (others.length > 0) note('approximated', locales, `${others.join(', ')}: ${remedy}`);
  const htmlLang = textAt(locales, 'root', 'lang') ?? textAt(root, 'lang') ?? 'en';
  const [code] = htmlLang.split('-');
  const label = textAt(locales, 'root', 'label');
  return code === 'en' ? {} : { i18n: { locales: [{ code, label, htmlLang }] } };
}

interface Rewrite {
  /** Relative to the folder of the pages; empty for all of them. */
  readonly folder: string;
  readonly routeBase: string;
}

/** Rewrites that take a folder out of the addresses, such as `en/:rest*` to `:rest*`; others have no counterpart. */
function rewrittenFolder({ root, note }: Moving): Rewrite {
  const rewrites = at(root, 'rewrites');
  const [first, ...others] = isRecord(rewrites.value) ? Object.entries(rewrites.value) : [];
  if (first === undefined) return { folder: '', routeBase: '/' };
  const [, folder, rest] = /^([\w./-]+)\/(:\w+\*)$/.exec(first[0]) ?? [];
  const [, base = '', end] = /^(?:([\w./-]+)\/)?(:\w+\*)$/.exec(String(first[1])) ?? [];
  if (folder === undefined || rest !== end || others.length > 0) {
    note('left', rewrites, 'rewrites: give pages a slug in their frontmatter');
    return { folder: '', routeBase: '/' };
  }
  note('done', rewrites, `the pages in ${folder}/ are at /${base}`);
  return { folder, routeBase: `/${base}` };
}

interface DocsInput {
  readonly sidebar: Setting;
  readonly rewrite: Rewrite;
  /** Further keys of the sets. */
  readonly set: unknown;
}

/** The docs of the main language, and of those whose pages are in folders of their names. */
async function readDocs(
  site: Moving,
  { sidebar, rewrite: { folder, routeBase }, set }: DocsInput,
): Promise<readonly object[]> {
  const keys = membersOf(at(site.root, 'locales')).map(({ key }) => key);
  const languages = keys.map(async (key) => {
    if (key === 'root') return [];
    const [theme] = await languageThemes(key, key, site);
    const setting = theme && at(theme, 'sidebar');
    if (setting?.value === undefined) return [];
    const route = `/${key}`;
    return [{ id: key, folder: key, route, setting, lists: pathSidebars(setting, `${route}/`) }];
  });
  const others = (await Promise.all(languages)).flat();
  const lists = pathSidebars(sidebar, '/');
  const main = { id: undefined, folder, route: routeBase, setting: sidebar, lists };
  // Without a folder for the main language, all pages are one set of docs.
  const sets =
    folder === ''
      ? [{ ...main, lists: [...lists, ...others.flatMap((language) => language.lists)] }]
      : [main, ...others];
  return sets.map(({ id, folder: name, route, setting, lists: sidebars }) => {
    const pages = { folder: join(site.pagesDir, name), route };
    const docs = {
      id,
      path: inSite(site, pages.folder),
      routeBase: route,
      sidebars: readSidebars(site, sidebars, pages),
      ...(isRecord(set) ? set : {}),
    };
    return site.from(docs, setting);
  });
}

/** The sidebar of the pages below a path. */
interface PathSidebar {
  readonly key: string;
  readonly items: Setting;
  /** Start of the links. */
  readonly base: string;
}

/** Lists the sidebars of a theme: one for all pages below `root`, or one for each path. */
function pathSidebars(setting: Setting, root: string): readonly PathSidebar[] {
  if (Array.isArray(setting.value)) return [{ key: root, items: setting, base: '' }];
  return membersOf(setting).map((sidebar) => {
    const { key } = sidebar;
    if (Array.isArray(sidebar.value)) return { key, items: sidebar, base: '' };
    return { key, items: at(sidebar, 'items'), base: textAt(sidebar, 'base') ?? '' };
  });
}

/** Converts the sidebars of a docs set, whose folder is absolute. */
function readSidebars(
  site: Moving,
  sidebars: readonly PathSidebar[],
  { folder, route }: { readonly folder: string; readonly route: string },
): Unchecked | undefined {
  const [first] = sidebars;
  if (first === undefined) return undefined;
  site.note('done', { ...first.items, key: 'sidebar' }, `${sidebars.length} sidebar(s)`);
  /** A doc, if the page has this sidebar; else a link, which leaves the page to its own sidebar. */
  const targetOf = (written: string, key: string) => {
    const target = linkTo(written);
    if ('href' in target) return { type: 'link', href: target.href };
    const { to } = target;
    const start = route === '/' ? '/' : `${route}/`;
    const path = to.startsWith(start) ? to.slice(start.length) : to;
    const name = /(?:^|\/)$/.test(path) ? `${path}index` : path;
    const id = [name, `${name}/index`].find((one) => existsSync(join(folder, `${one}.md`)));
    const [owner = key] = sidebars
      .map((sidebar) => sidebar.key)
      .filter((other) => `${to}/`.startsWith(`/${other.replace(/^\/+/, '')}`))
      .toSorted((a, b) => b.length - a.length);
    return id !== undefined && owner === key ? { type: 'doc', id } : { type: 'link', href: to };
  };
  const readItems = (list: Setting, key: string, base: string): readonly object[] =>
    elementsOf(list).flatMap((item): readonly object[] => {
      const label = labelAt(item, 'text');
      const link = textAt(item, 'link');
      const start = textAt(item, 'base') ?? base;
      const target = link === undefined ? undefined : targetOf(start + link, key);
      const items = readItems(at(item, 'items'), key, start);
      if (items.length === 0 && target === undefined) return [];
      if (items.length === 0) return [site.from({ ...target, label: label || undefined }, item)];
      if (label === '') return items;
      const { value } = at(item, 'collapsed');
      // Without the key, a group is always open.
      const style =
        typeof value === 'boolean'
          ? { collapsed: value }
          : { collapsible: false, collapsed: false };
      return [site.from({ type: 'category', label, link: target?.id, ...style, items }, item)];
    });
  return Object.fromEntries(
    sidebars.map(({ key, items, base }) => [
      key.replace(/^\/+|\/+$/g, '').replaceAll('/', '-') || 'docs',
      readItems(items, key, base),
    ]),
  );
}

function navItem(item: Setting, site: Moving): readonly object[] {
  const label = labelAt(item, 'text');
  const inside = at(item, 'items');
  if (Array.isArray(inside.value)) {
    const items = elementsOf(inside).flatMap((entry) => {
      const group = at(entry, 'items');
      if (!Array.isArray(group.value)) return navItem(entry, site);
      if (textAt(entry, 'text') !== undefined)
        site.note('approximated', entry, 'the items of a group are in the menu itself');
      return elementsOf(group).flatMap((inner) => navItem(inner, site));
    });
    return [site.from({ type: 'dropdown', label, items }, item)];
  }
  const link = textAt(item, 'link');
  if (link === undefined) {
    site.note('left', item, 'an item that is a component');
    return [];
  }
  const activeBaseRegex = textAt(item, 'activeMatch');
  return [site.from({ label, ...linkTo(link), activeBaseRegex }, item)];
}

/** Links to the other languages. */
function localeMenu(locales: Setting, site: Moving): readonly object[] {
  const links = membersOf(locales).flatMap((locale) => {
    const label = textAt(locale, 'label');
    if (locale.key === 'root' || label === undefined) return [];
    const link = textAt(locale, 'link') ?? `/${locale.key}/`;
    return [site.from({ label, ...linkTo(link) }, locale)];
  });
  return languageMenu(site, locales, links);
}

function socialLinks(setting: Setting, site: Moving): readonly object[] {
  const links = elementsOf(setting);
  if (links.length > 0) site.note('approximated', setting, 'icons of social links are text');
  return links.flatMap((entry) => {
    const href = textAt(entry, 'link');
    const label = textAt(entry, 'ariaLabel') ?? serviceName(textAt(entry, 'icon') ?? 'link');
    return href === undefined ? [] : [outsideLink(site, entry, { label, href })];
  });
}

/** Tags that every page has already, with its own values. */
const OWN_TAGS =
  /^(?:og:(?:title|url|type|description|site_name|locale)|twitter:card|viewport|generator)$/;

function readHead(setting: Setting, site: Moving): Unchecked {
  const tags = elementsOf(setting).filter(({ value }) => Array.isArray(value));
  const isIcon = (tag: Setting): boolean =>
    textAt(tag, 0) === 'link' && /^(?:shortcut )?icon$/.test(textAt(tag, 1, 'rel') ?? '');
  const icon = tags.find(isIcon);
  const head = tags.flatMap((tag) => {
    const name = textAt(tag, 1, 'property') ?? textAt(tag, 1, 'name') ?? '';
    if (isIcon(tag) || OWN_TAGS.test(name)) return [];
    return headTag(site, tag, [0, 1]);
  });
  return { favicon: icon && textAt(icon, 1, 'href')?.replace(/^\//, ''), head };
}
