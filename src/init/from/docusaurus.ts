import { existsSync, readFileSync } from 'node:fs';
import { join, posix, relative, resolve } from 'node:path';
import { isFile } from '../../cache/stats.ts';
import { isRecord } from '../../config/problem.ts';
import { DEFAULT_ID, nameOfSet } from '../../config/versions.ts';
import { brandStyles } from './brand-color.ts';
import { blogOf } from './docusaurus-blog.ts';
import {
  docId,
  pick,
  readVersions,
  rooted,
  sidebarItems,
  VERSION_PREFIX,
} from './docusaurus-sidebars.ts';
import {
  docsSet,
  editLinks,
  hasTags,
  headingLevels,
  headTag,
  inSite,
  linkTo,
  redirectList,
} from './parts.ts';
import {
  at,
  each,
  elementsOf,
  leaveRest,
  listOf,
  type Member,
  membersOf,
  mergeParts,
  type Moving,
  readTable,
  type Row,
  type Setting,
  type Table,
  textAt,
  type Tool,
  type Unchecked,
} from './table.ts';

const NAVBAR: Table = {
  title: 'navbar.title',
  style: 'navbar.style',
  hideOnScroll: 'navbar.hideOnScroll',
  logo: (setting, { from }) => {
    const logo = pick(setting, ['src', 'srcDark', 'alt', 'href', 'width', 'height']);
    for (const key of ['src', 'srcDark'])
      if (typeof logo[key] === 'string') logo[key] = rooted(logo[key]);
    return logo['src'] === undefined ? {} : { navbar: { logo: from(logo, setting) } };
  },
  items: listOf('navbar.items', navbarItem),
};

const FOOTER: Table = {
  logo: ['left', 'logo of the footer'],
  links: listOf('footer.links', footerLinks),
  copyright: 'footer.copyright',
};

const BAR_KEYS = ['id', 'content', 'backgroundColor', 'textColor', 'isCloseable'];

const COLOR_MODE: Table = {
  defaultMode: 'colorMode.default',
  disableSwitch: 'colorMode.disableSwitch',
  respectPrefersColorScheme: 'colorMode.respectPrefersColorScheme',
};

/** Settings of the classic theme. */
const THEME: Table = {
  image: 'image',
  navbar: ['done', 'navbar', NAVBAR],
  footer: ['done', 'footer', FOOTER],
  announcementBar: ['done', 'announcementBar', (bar) => ({ announcementBar: pick(bar, BAR_KEYS) })],
  colorMode: ['done', 'colorMode', COLOR_MODE],
  docs: {
    sidebar: {
      hideable: 'sidebar.hideable',
      autoCollapseCategories: ({ value }) => ({
        sidebar: { autoCollapse: value === true || undefined },
      }),
    },
    '*': '',
  },
  tableOfContents: headingLevels,
  metadata: listOf('head', (entry, { from }) => {
    // Every page has one already.
    const isUsual = /^(?:twitter:card|generator|og:title)$/.test(textAt(entry, 'name') ?? '');
    if (isUsual || !isRecord(entry.value)) return [];
    return [from({ tag: 'meta', attributes: entry.value }, entry)];
  }),
  prism: '',
  algolia: ['approximated', 'search: the built-in one'],
};

const FILTER: Row = ['left', 'all Markdown of the folder is read; `_` in front of a name hides it'];

/** Options of the docs plugin. */
const DOCS: Table = {
  lastVersion: 'lastVersion',
  versions: readVersions,
  onlyIncludeVersions: ['left', 'all versions in versions.json are published'],
  tagsBasePath: '',
  include: FILTER,
  exclude: FILTER,
  ...each('remarkPlugins rehypePlugins beforeDefaultRemarkPlugins', (plugins, { note }) =>
    elementsOf(plugins).length > 0 ? note('left', plugins, `${plugins.key} are not run`) : {},
  ),
  editUrl: (setting, site) => {
    const address = textAt(setting);
    if (address === undefined) return {};
    // Functions have been called with placeholders.
    const isFunction = address.includes(':path');
    const folder = relative(site.toolDir, site.pagesDir).replaceAll('\\', '/');
    return editLinks(site, setting, {
      address: isFunction
        ? address.replace(':dir', folder).replace(/\/:path$/, '')
        : `${address.replace(/\/$/, '')}/${folder}`,
      effect: isFunction ? 'approximated' : 'done',
    });
  },
};

/** Options of the preset. */
const PRESET: Table = {
  ...each('docs pages sitemap blog', ''),
  theme: { customCss: brandColor },
  '*': ['left', 'it has no counterpart'],
};

const PRESETS: Table = {
  '*': (preset, site) =>
    hasDocs(preset)
      ? readTable(PRESET, preset, site)
      : site.note('left', preset, notRun(preset.key)),
};

const PLUGINS: Table = { '*': readPlugin };

/** Gives the site the main color of the theme; other rules are for another layout. */
function brandColor(sheets: Member, { toolDir, note, add }: Moving): Unchecked {
  const files = [sheets, ...elementsOf(sheets)].flatMap((sheet) => textAt(sheet) ?? []);
  const css = files
    .map((file) => resolve(toolDir, file))
    .flatMap((file) => (existsSync(file) ? readFileSync(file, 'utf8') : []))
    .join('\n');
  const styles = brandStyles(css, '--ifm-color-primary');
  if (styles === undefined)
    return note('left', sheets, 'style sheets: see templates/ in the manual');
  add('templates/styles.css', styles);
  return note(
    'approximated',
    sheets,
    'its color is in templates/styles.css, other rules are left out',
  );
}

/** Names of plugins that are read; others have no counterpart. */
const REDIRECTS: Table = {
  redirects: listOf('redirects', (entry, site) => {
    const to = textAt(entry, 'to') ?? '';
    return [at(entry, 'from').value].flat().map((from) => site.from({ from, to }, entry));
  }),
  ...each('fromExtensions toExtensions createRedirects', ['left', 'name each in redirects']),
};

const SITE: Table = {
  title: 'title',
  tagline: 'tagline',
  url: ({ value }) => (typeof value === 'string' ? { url: value.replace(/\/$/, '') } : undefined),
  baseUrl: 'baseUrl',
  favicon: (setting) => ({ favicon: textAt(setting)?.replace(/^\//, '') }),
  trailingSlash: 'trailingSlash',
  i18n: locales,
  staticDirectories: (folders, site) => {
    const [first = 'static', ...others] = elementsOf(folders).flatMap(
      (folder) => textAt(folder) ?? [],
    );
    if (others.length > 0)
      site.note('left', folders, `one static folder only: ${others.join(', ')}`);
    return { staticDir: inSite(site, first) };
  },
  headTags: listOf('head', (entry, site) => headTag(site, entry, ['tagName', 'attributes'])),
  themeConfig: THEME,
  presets: (presets, site) => readTable(PRESETS, presets, site),
  plugins: (plugins, site) => readTable(PLUGINS, plugins, site),
  markdown: {
    format: (setting) =>
      PLAIN_FORMATS.has(textAt(setting) ?? '') ? { markdown: { components: { md: false } } } : {},
    mermaid: ['left', 'diagrams stay code: see plug-ins in the manual'],
  },
  onBrokenLinks: (setting, { note }) => {
    const level = LEVELS[textAt(setting) ?? ''];
    if (level === undefined || level === 'error') return {};
    note('approximated', setting, `broken links: ${level}`);
    return { links: { rules: { 'page-not-found': level } } };
  },
  ...each(
    'onBrokenAnchors onBrokenMarkdownLinks onDuplicateRoutes organizationName projectName deploymentBranch ' +
      'githubHost githubPort titleDelimiter baseUrlIssueBanner noIndex customFields future storage',
    '',
  ),
};

function readPlugin(plugin: Member, site: Moving): Unchecked {
  const folder = folderOf(plugin);
  if (DOCS_PLUGIN.test(plugin.key))
    return existsSync(resolve(site.toolDir, folder))
      ? {}
      : site.note('pages', plugin, `there is no folder ${folder}`);
  if (plugin.key.endsWith('client-redirects')) {
    const { redirects = [] } = readTable(REDIRECTS, plugin, site);
    return redirectList(site, plugin, Array.isArray(redirects) ? redirects : []);
  }
  const hasPages = /plugin-content-(?:blog|pages)$/.test(plugin.key);
  return site.note(hasPages ? 'pages' : 'left', plugin, notRun(plugin.key));
}

/** Values of `markdown.format` with which `.md` files have no components. */
const PLAIN_FORMATS: ReadonlySet<string> = new Set(['detect', 'md']);

const LEVELS: Unchecked = { throw: 'error', warn: 'warning', log: 'info', ignore: 'off' };

/** Reads `docusaurus.config`. */
export const fromDocusaurus: Tool = {
  pages: (root, toolDir) => {
    const folders = docsOf(root, toolDir).map(folderOf);
    return folders.length === 0 ? 'docs' : folders;
  },
  convert: async (site) => {
    const { root, toolDir, siteDir, note } = site;
    const preset = membersOf(at(root, 'presets')).find(hasDocs);
    const instances = docsOf(root, toolDir);
    const docs: object[] = [];
    const all = instances.length === 0 ? [root] : instances;
    for (const options of all) docs.push(await readDocs(options, site));
    const isShown = (key: string) => all.some((options) => at(options, key).value === true);
    const [time, contributors] = [isShown('showLastUpdateTime'), isShown('showLastUpdateAuthor')];
    const dates = time || contributors ? { lastUpdate: { time, contributors } } : {};
    const tagged = all.find((options) => hasTags(resolve(toolDir, folderOf(options))));
    const config = readTable(SITE, root, site);
    leaveRest(SITE, root, site);
    const posts = preset === undefined ? {} : blogOf(at(preset, 'blog'), site);
    const pages = inSite(site, 'src/pages');
    if (existsSync(join(siteDir, pages)))
      note('done', preset ?? root, `pages in ${pages}, without scripts in the browser`);
    const asText = 'markdown: { components: { md: false } } reads them as text';
    if (!PLAIN_FORMATS.has(textAt(root, 'markdown', 'format') ?? ''))
      note('done', all[0] ?? root, `.md files may contain components, so they are code; ${asText}`);
    const anchors = LEVELS[textAt(root, 'onBrokenAnchors') ?? ''] ?? 'warning';
    return [
      { staticDir: inSite(site, 'static'), docs, tags: tagged && tagsOf(tagged) },
      config,
      dates,
      posts,
      anchors === 'error' ? {} : { links: { rules: { 'anchor-not-found': anchors } } },
    ].reduce(mergeParts);
  },
};

/** The docs set of one docs plugin; `options` is the whole configuration if there is none. */
async function readDocs(options: Setting, site: Moving): Promise<object> {
  const isPlugin = options !== site.root;
  const pagesDir = resolve(site.toolDir, isPlugin ? folderOf(options) : 'docs');
  const own = { ...site, pagesDir };
  const id = isPlugin ? textAt(options, 'id') : undefined;
  const sidebars = isPlugin ? await currentSidebars(options, own) : undefined;
  const versions = await versionSidebars(options, own);
  const routeBase = rooted(routeOf(options));
  const others = isPlugin ? readTable(DOCS, options, own) : {};
  return docsSet(own, mergeParts({ id, routeBase, sidebars, versions }, others), options);
}

/** True for the classic preset, and for others with its options. */
function hasDocs(preset: Member): boolean {
  return (
    /^(?:classic|@docusaurus\/preset-classic)$/.test(preset.key) ||
    isRecord(at(preset, 'docs').value)
  );
}

const notRun = (key: string): string =>
  /openapi|redoc/.test(key)
    ? 'the plugin is not run; `openapi` in site.config.ts makes pages of its descriptions'
    : 'the plugin is not run';

const DOCS_PLUGIN = /(?:^|\/)(?:plugin-)?content-docs(?:$|\/)/;

/** The options of each docs plugin that has pages: that of the preset and others; that without an id, the default, first. */
function docsOf(root: Setting, toolDir: string): readonly Setting[] {
  const preset = membersOf(at(root, 'presets')).find(hasDocs);
  const options = preset && at(preset, 'docs');
  const plugins = membersOf(at(root, 'plugins')).filter(({ key }) => DOCS_PLUGIN.test(key));
  const all = options === undefined || options.value === false ? plugins : [options, ...plugins];
  const isFirst = (plugin: Setting): number => (textAt(plugin, 'id') === undefined ? 0 : 1);
  const [first, ...others] = all.toSorted((a, b) => isFirst(a) - isFirst(b));
  const isThere = (plugin: Setting) => existsSync(resolve(toolDir, folderOf(plugin)));
  return first === undefined ? [] : [first, ...others.filter(isThere)];
}

/** The path of the docs of a plugin; empty for the root of the site. */
function routeOf(plugin: Setting): string {
  return (textAt(plugin, 'routeBasePath') ?? 'docs').replace(/^\/+|\/+$/g, '');
}

/** The route of the list of tags of a plugin. */
function tagsOf(plugin: Setting): string {
  return posix.join('/', routeOf(plugin), textAt(plugin, 'tagsBasePath') ?? 'tags');
}

/** The folder of the docs of a plugin. */
function folderOf(plugin: Setting): string {
  return textAt(plugin, 'path') ?? 'docs';
}

/** The default locale; translations have other folders here. */
function locales(setting: Setting, { note }: Moving): Unchecked {
  const code = textAt(setting, 'defaultLocale') ?? 'en';
  const all = at(setting, 'locales');
  const others = elementsOf(all).flatMap(({ value }) => (value === code ? [] : [value]));
  const remedy = 'translations of docs go to i18n/<locale>/, then name the locale in i18n.locales';
  if (others.length > 0) note('left', all, `${others.join(', ')}: ${remedy}`);
  const config = at(setting, 'localeConfigs', code);
  const { direction: dir, ...names } = pick(config, ['label', 'htmlLang', 'direction']);
  const isPlain = code === 'en' && Object.keys(names).length < 2;
  return isPlain ? {} : { i18n: { locales: [{ code, ...names, dir }] } };
}

const ITEM_KEYS =
  'type label html value position activeBaseRegex docId sidebarId docsPluginId title target rel aria-label'.split(
    ' ',
  );

/** Types of navbar items that have no counterpart. */
const LEFT_ITEMS: readonly (readonly [RegExp, string])[] = [
  [/^docsVersion/, 'menu of versions'],
  [/^localeDropdown$/, 'menu of languages'],
  [/^custom-/, ''],
];

function navbarItem(setting: Setting, site: Moving): readonly object[] {
  const item = pick(setting, ITEM_KEYS);
  const type = textAt(setting, 'type') ?? '';
  const [, reason] = LEFT_ITEMS.find(([pattern]) => pattern.test(type)) ?? [];
  const hasVersions =
    type.startsWith('docsVersion') &&
    existsSync(versionsFile(site, textAt(setting, 'docsPluginId')));
  if (reason !== undefined && !hasVersions) {
    site.note('left', setting, reason || `an item of type "${type}"`);
    return [];
  }
  const id = textAt(setting, 'docId');
  if (id !== undefined) item['docId'] = docId(id);
  // Icons come from the tool's style sheets.
  const spoken = item['aria-label'];
  if (spoken !== undefined && item['label'] === undefined && item['html'] === undefined) {
    item['label'] = spoken;
    delete item['aria-label'];
    site.note('approximated', setting, `the icon of "${spoken}" is text`);
  }
  const inside = at(setting, 'items');
  const [to, base] = [textAt(setting, 'to'), textAt(setting, 'activeBasePath')];
  const target =
    inside.value !== undefined
      ? { type: 'dropdown', items: elementsOf(inside).flatMap((inner) => navbarItem(inner, site)) }
      : { ...(to === undefined ? {} : linkTo(to)), ...pick(setting, ['href']) };
  const active = base === undefined ? {} : { activeBasePath: rooted(base) };
  return [site.from({ ...item, ...target, ...active }, setting)];
}

function footerLinks(entry: Setting, site: Moving): readonly object[] {
  const items = at(entry, 'items');
  const inside = elementsOf(items).flatMap((item) => footerLinks(item, site));
  if (Array.isArray(items.value)) return [{ title: textAt(entry, 'title') ?? '', items: inside }];
  const to = textAt(entry, 'to');
  const target = to === undefined ? pick(entry, ['href']) : linkTo(to);
  const html = textAt(entry, 'html');
  const link = html === undefined ? { ...pick(entry, ['label']), ...target } : { html };
  return [site.from(link, entry)];
}

/** The sidebars of the docs; undefined for those that are generated from the folder. */
async function currentSidebars(docs: Setting, site: Moving): Promise<Unchecked | undefined> {
  const path = at(docs, 'sidebarPath');
  const sidebars = textAt(path) && (await readSidebars(textAt(path) ?? '', site));
  if (!isRecord(sidebars)) return undefined;
  site.note('done', path, `${Object.keys(sidebars).length} sidebar(s)`);
  return sidebars;
}

/** Modules are named with or without their ending. */
const MODULE_ENDINGS = ['', '.js', '.ts', '.json', '.cjs', '.mjs', '.cts', '.mts'];

async function readSidebars(path: string, site: Moving): Promise<Unchecked | undefined> {
  const named = resolve(site.toolDir, path);
  const file = MODULE_ENDINGS.map((ending) => named + ending).find(isFile);
  if (file === undefined) return undefined;
  const settings = await site.load(file);
  if (!isRecord(settings.value)) return undefined;
  return Object.fromEntries(
    membersOf(settings).map(({ key, ...sidebar }) => [
      key.replace(VERSION_PREFIX, ''),
      sidebarItems(sidebar, site),
    ]),
  );
}

/** The list of the versions of the plugin with an id. */
function versionsFile({ toolDir }: Moving, id = DEFAULT_ID): string {
  return join(toolDir, nameOfSet(id, 'versions.json'));
}

/** The sidebars of older versions. */
async function versionSidebars(docs: Setting, site: Moving): Promise<Unchecked | undefined> {
  const id = textAt(docs, 'id') ?? DEFAULT_ID;
  const list = versionsFile(site, id);
  if (!existsSync(list)) return undefined;
  const { value } = await site.load(list);
  const names = Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  const versions: Unchecked = {};
  for (const name of names) {
    const file = `${nameOfSet(id, 'versioned_sidebars')}/version-${name}-sidebars.json`;
    const sidebars = await readSidebars(file, site);
    if (sidebars !== undefined) versions[name] = { sidebars };
  }
  const folder = nameOfSet(id, 'versioned_docs');
  site.note('done', docs, `versions: ${names.join(', ')}, read from ${folder}`);
  return versions;
}
