import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ConfigPath, isRecord, listAt, stringAt, valueAt } from '../../config/problem.ts';

import {
  below,
  editStart,
  inSite,
  isHeadTag,
  type Moving,
  pick,
  type Unchecked,
} from './moving.ts';
import { pathSidebars, readSidebars } from './vitepress-sidebars.ts';
import {
  readFooter,
  readNavbar,
  readOutline,
  type Theme,
  type ThemeValue,
} from './vitepress-theme.ts';

const THEME = 'themeConfig';

/** The folder of the pages, absolute: the site folder must contain it. */
export function vitepressFolders(settings: unknown, toolDir: string): readonly string[] {
  return [resolve(toolDir, stringAt(settings, 'srcDir') ?? '.')];
}

/** Converts the settings of VitePress and of its default theme. */
export async function fromVitepress(settings: unknown, moving: Moving): Promise<Unchecked> {
  const tagline = stringAt(settings, 'description');
  const baseUrl = stringAt(settings, 'base');
  const rewrite = rewrittenFolder(settings, moving);
  const layers = [
    ...(await languageTheme(settings, { key: 'root', folder: rewrite.folder }, moving)),
    { value: valueAt(settings, THEME), origin: { file: moving.configFile, path: [THEME] } },
  ];
  const theme: Theme = (key) => {
    const layer = layers.find(({ value }) => valueAt(value, key) !== undefined);
    const origin = layer?.origin ?? { file: moving.configFile, path: [THEME] };
    return { value: valueAt(layer?.value, key), origin: below(origin, key) };
  };
  noteOthers(settings, moving);
  return {
    ...pick(settings, ['title']),
    ...siteAddress(settings),
    ...(tagline === undefined ? {} : { tagline }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...readLanguage(settings, moving),
    ...(await readDocs({ settings, theme, rewrite }, moving)),
    ...readNavbar(theme, settings, moving),
    ...readFooter(theme('footer'), moving),
    ...readOutline(theme('outline')),
    ...readColorMode(valueAt(settings, 'appearance')),
    ...readHead(settings, moving),
    // VitePress does not check anchors.
    links: {
      rules: {
        'anchor-not-found': 'warning',
        ...(valueAt(settings, 'ignoreDeadLinks') === true ? { 'page-not-found': 'warning' } : {}),
      },
    },
  };
}

interface Language {
  /** Key in `locales`. */
  readonly key: string;
  /** Folder of its pages, relative to that of all pages. */
  readonly folder: string;
}

/** The theme's settings of a language: in a file beside its pages, else in the configuration. */
async function languageTheme(
  settings: unknown,
  { key, folder }: Language,
  { toolDir, configFile, load }: Moving,
): Promise<readonly ThemeValue[]> {
  const pages = resolve(toolDir, stringAt(settings, 'srcDir') ?? '.', folder);
  const own = CONFIG_NAMES.map((name) => join(pages, name)).find(existsSync);
  const path = ['locales', key, THEME];
  return [
    ...(own === undefined
      ? []
      : [{ value: valueAt(await load(own), THEME), origin: { file: own, path: [THEME] } }]),
    { value: path.reduce(valueAt, settings), origin: { file: configFile, path } },
  ].filter(({ value }) => value !== undefined);
}

const CONFIG_NAMES = ['ts', 'mts', 'js', 'mjs'].map((extension) => `config.${extension}`);

/** The address is that of the sitemap, else that of the start page's preview. */
function siteAddress(settings: unknown): Unchecked {
  const preview = headTags(settings)
    .map(({ attributes }) => attributes)
    .find((attributes) => valueAt(attributes, 'property') === 'og:url');
  const address =
    stringAt(valueAt(settings, 'sitemap'), 'hostname') ?? stringAt(preview, 'content');
  return address !== undefined && URL.canParse(address) ? { url: new URL(address).origin } : {};
}

function readLanguage(settings: unknown, { note }: Moving): Unchecked {
  const locales = valueAt(settings, 'locales');
  const root = valueAt(locales, 'root');
  const lang = stringAt(root, 'lang') ?? stringAt(settings, 'lang');
  const [code = 'en'] = (lang ?? 'en').split('-');
  // The others are other sites.
  const others = Object.entries(isRecord(locales) ? locales : {}).flatMap(([key, locale]) =>
    key === 'root' || /^https?:/.test(stringAt(locale, 'link') ?? '') ? [] : [key],
  );
  if (others.length > 0)
    note(
      'approximated',
      ['locales'],
      `${others.join(', ')}: pages in folders of languages are ordinary pages; as translations they go to i18n/<locale>/`,
    );
  const label = stringAt(root, 'label');
  if (lang === undefined || code === 'en') return {};
  return {
    i18n: { locales: [{ code, ...(label === undefined ? {} : { label }), htmlLang: lang }] },
  };
}

interface DocsInput {
  readonly settings: unknown;
  readonly theme: Theme;
  readonly rewrite: Rewrite;
}

async function readDocs(
  { settings, theme, rewrite }: DocsInput,
  moving: Moving,
): Promise<Unchecked> {
  const source = stringAt(settings, 'srcDir') ?? '.';
  const path = join(source, rewrite.folder);
  const sidebar = theme('sidebar');
  const edit = readEditLink(theme('editLink'), source, moving);
  const others = await languageSidebars(settings, moving);
  // Without a folder for the main language, all pages are one set of docs.
  const inSet = rewrite.folder === '' ? others : [];
  const folder = { moving, folder: resolve(moving.toolDir, path), route: rewrite.routeBase };
  const all = [sidebar, ...inSet.map(({ value }) => value)];
  const keys = ['/', ...inSet.map(({ key }) => `/${key}/`)];
  const set = {
    path: inSite(moving, path),
    routeBase: rewrite.routeBase,
    ...readSidebars(
      folder,
      all.flatMap((value, index) => pathSidebars(value, keys[index] ?? '/')),
    ),
    ...edit,
  };
  const sets = others.slice(inSet.length).map(({ key, value }) => {
    const own = { moving, folder: resolve(moving.toolDir, source, key), route: `/${key}` };
    const sidebars = readSidebars(own, pathSidebars(value, `/${key}/`));
    const at = inSite(moving, join(source, key));
    return moving.from(
      { id: key, path: at, routeBase: own.route, ...sidebars, ...edit },
      value.origin,
    );
  });
  if (valueAt(settings, 'srcExclude') !== undefined)
    moving.note(
      'left',
      ['srcExclude'],
      'all Markdown of the folder is read; `_` in front of a name hides it',
    );
  return {
    contentDir: inSite(moving, source),
    docs: [moving.from(set, sidebar.origin), ...sets],
    markdown: { dialects: ['vitepress'] },
  };
}

/** The sidebars of the other languages, whose pages are in folders of their names. */
async function languageSidebars(
  settings: unknown,
  moving: Moving,
): Promise<readonly { readonly key: string; readonly value: ThemeValue }[]> {
  const locales = valueAt(settings, 'locales');
  const keys = Object.keys(isRecord(locales) ? locales : {}).filter((key) => key !== 'root');
  const found = keys.map(async (key) => {
    const themes = await languageTheme(settings, { key, folder: key }, moving);
    return themes.slice(0, 1).flatMap(({ value, origin }) => {
      const sidebar = { value: valueAt(value, 'sidebar'), origin: below(origin, 'sidebar') };
      return sidebar.value === undefined ? [] : [{ key, value: sidebar }];
    });
  });
  return (await Promise.all(found)).flat();
}

function readEditLink({ value, origin }: ThemeValue, source: string, moving: Moving): Unchecked {
  if (value === undefined) return {};
  const [, start] = /^(.*)\/:path$/.exec(stringAt(value, 'pattern') ?? '') ?? [];
  const editUrl = start === undefined ? undefined : editStart(start, inSite(moving, source));
  if (editUrl === undefined) moving.noteAt('left', origin, 'edit links');
  else moving.noteAt('done', origin, `edit links: ${editUrl}`);
  return editUrl === undefined ? {} : { editUrl };
}

interface Rewrite {
  /** Relative to the folder of the pages; empty for all of them. */
  readonly folder: string;
  readonly routeBase: string;
}

/** Rewrites that take a folder out of the addresses, such as `en/:rest*` to `:rest*`; others have no counterpart. */
function rewrittenFolder(settings: unknown, { note }: Moving): Rewrite {
  const rewrites = valueAt(settings, 'rewrites');
  const entries = isRecord(rewrites) ? Object.entries(rewrites) : [];
  const [first, ...others] = entries;
  const [from = '', to] = first ?? [];
  const [, folder, rest] = /^([\w./-]+)\/(:\w+\*)$/.exec(from) ?? [];
  const [, base, end] = /^(?:([\w./-]+)\/)?(:\w+\*)$/.exec(String(to)) ?? [];
  const isMove = folder !== undefined && rest === end && others.length === 0;
  if (isMove) note('done', ['rewrites'], `the pages in ${folder}/ are at /${base ?? ''}`);
  else if (first !== undefined)
    note('left', ['rewrites'], 'rewrites: give pages a slug in their frontmatter');
  return isMove ? { folder, routeBase: `/${base ?? ''}` } : { folder: '', routeBase: '/' };
}

function readColorMode(appearance: unknown): Unchecked {
  if (appearance === false)
    return { colorMode: { disableSwitch: true, respectPrefersColorScheme: false } };
  if (appearance === 'dark')
    return { colorMode: { default: 'dark', respectPrefersColorScheme: false } };
  return appearance === 'force-dark' ? { colorMode: { default: 'dark', disableSwitch: true } } : {};
}

interface HeadTag {
  readonly tag: unknown;
  readonly attributes: unknown;
  readonly path: ConfigPath;
}

function headTags(settings: unknown): readonly HeadTag[] {
  return listAt(settings, 'head').flatMap((entry, index) => {
    if (!Array.isArray(entry)) return [];
    const [tag, attributes]: readonly unknown[] = entry;
    return [{ tag, attributes, path: ['head', index] }];
  });
}

/** Tags that every page has already, with its own values. */
const OWN_TAGS =
  /^(?:og:(?:title|url|type|description|site_name|locale)|twitter:card|viewport|generator)$/;

function readHead(settings: unknown, moving: Moving): Unchecked {
  const tags = headTags(settings);
  const isIcon = ({ tag, attributes }: HeadTag): boolean =>
    tag === 'link' && /^(?:shortcut )?icon$/.test(stringAt(attributes, 'rel') ?? '');
  const icon = tags.find(isIcon);
  const favicon = stringAt(icon?.attributes, 'href')?.replace(/^\//, '');
  const head = tags.flatMap((entry) => {
    const { tag, attributes, path } = entry;
    const name = stringAt(attributes, 'property') ?? stringAt(attributes, 'name') ?? '';
    if (isIcon(entry) || OWN_TAGS.test(name)) return [];
    if (isHeadTag(tag, attributes))
      return [moving.from({ tag, attributes }, { file: moving.configFile, path })];
    moving.note('left', path, `<${String(tag)}> in the head`);
    return [];
  });
  return { ...(favicon === undefined ? {} : { favicon }), ...(head.length === 0 ? {} : { head }) };
}

const KNOWN = new Set(
  (
    'title description base lang locales srcDir srcExclude rewrites themeConfig head appearance sitemap cleanUrls ' +
    'outDir cacheDir assetsDir ignoreDeadLinks titleTemplate metaChunk mpa contentProps useWebFonts lastUpdated'
  ).split(' '),
);
const KNOWN_THEME = new Set(
  (
    'nav sidebar logo siteTitle footer editLink outline socialLinks i18nRouting docFooter lastUpdated ' +
    'darkModeSwitchLabel sidebarMenuLabel returnToTopLabel langMenuLabel externalLinkIcon skipToContentLabel'
  ).split(' '),
);

function noteOthers(settings: unknown, { note, toolDir }: Moving): void {
  const keys = (value: unknown): readonly string[] => (isRecord(value) ? Object.keys(value) : []);
  for (const key of keys(settings)) if (!KNOWN.has(key)) note('left', [key], key);
  for (const key of keys(valueAt(settings, THEME))) {
    if (key === 'search' || key === 'algolia')
      note('approximated', [THEME, key], 'search: the built-in one');
    else if (!KNOWN_THEME.has(key)) note('left', [THEME, key], key);
  }
  if (existsSync(join(toolDir, '.vitepress/theme')))
    note('left', [], 'the theme in .vitepress/theme: see templates/ in the manual');
}
