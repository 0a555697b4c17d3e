import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type ConfigPath, isRecord, listAt, stringAt, valueAt } from '../../config/problem.ts';
import { toFilePath } from '../../shared/paths.ts';
import { readSidebars } from './docusaurus-sidebars.ts';
import { readTheme } from './docusaurus-theme.ts';
import {
  editStart,
  inSite,
  isHeadTag,
  keysWithValue,
  type Moving,
  pick,
  type Unchecked,
} from './moving.ts';

/** A preset or plugin with its options and the path of these. */
interface Part {
  readonly name: string;
  readonly options: unknown;
  readonly path: ConfigPath;
}

/** The folders of docs, absolute: the site folder must contain them. */
export function docusaurusFolders(settings: unknown, toolDir: string): readonly string[] {
  const { docs } = partsOf(settings);
  return [resolve(toolDir, stringAt(docs?.options, 'path') ?? 'docs')];
}

/** Converts the settings of Docusaurus. */
export async function fromDocusaurus(settings: unknown, moving: Moving): Promise<Unchecked> {
  const parts = partsOf(settings);
  const theme = valueAt(settings, 'themeConfig');
  const docs = await readDocs(parts.docs, moving);
  noteOthers(settings, parts, moving);
  const url = stringAt(settings, 'url');
  const favicon = stringAt(settings, 'favicon')?.replace(/^\//, '');
  return {
    ...pick(settings, ['title', 'tagline']),
    ...(url === undefined ? {} : { url: url.replace(/\/$/, '') }),
    ...pick(settings, ['baseUrl']),
    ...(favicon === undefined ? {} : { favicon }),
    ...pick(theme, ['image']),
    ...pick(settings, ['trailingSlash']),
    ...readLocales(valueAt(settings, 'i18n'), moving),
    ...docs,
    ...staticFolder(settings, moving),
    ...readTheme(theme, moving),
    ...readHead(settings, theme, moving),
    ...readRedirects(parts.others, moving),
    ...readLinkRules(settings, moving),
  };
}

/** The docs plugin, the other content plugins, and the rest. */
function partsOf(settings: unknown) {
  const named = (key: string): readonly Part[] =>
    listAt(settings, key).flatMap((entry, index): readonly Part[] => {
      const [name, options]: readonly unknown[] = Array.isArray(entry) ? entry : [entry];
      const path = Array.isArray(entry) ? [key, index, 1] : [key, index];
      return typeof name === 'string' ? [{ name, options, path }] : [];
    });
  const presets = named('presets');
  const preset = presets.find(({ name }) => /^(?:classic|@docusaurus\/preset-classic)$/.test(name));
  const inPreset = (key: string): Part | undefined => {
    const options = valueAt(preset?.options, key);
    if (preset === undefined || options === false) return undefined;
    return { name: key, options, path: [...preset.path, ...(options === undefined ? [] : [key])] };
  };
  const plugins = named('plugins');
  const isDocs = ({ name }: Part): boolean => name.endsWith('plugin-content-docs');
  const docs = inPreset('docs') ?? plugins.find(isDocs);
  return {
    docs,
    preset,
    blog: inPreset('blog'),
    others: plugins.filter((part) => part !== docs),
    presets: presets.filter((part) => part !== preset),
  };
}

async function readDocs(docs: Part | undefined, moving: Moving): Promise<Unchecked> {
  const options = docs?.options;
  const contentDir = inSite(moving, stringAt(options, 'path') ?? 'docs');
  const route = stringAt(options, 'routeBasePath') ?? 'docs';
  const sidebarPath = stringAt(options, 'sidebarPath');
  const file = sidebarPath === undefined ? undefined : resolve(moving.toolDir, sidebarPath);
  const isThere = file !== undefined && existsSync(file);
  const sidebars = await readSidebars(moving, isThere ? file : undefined);
  const path = docs?.path ?? [];
  if (sidebars !== undefined)
    moving.note('done', [...path, 'sidebarPath'], `${Object.keys(sidebars).length} sidebar(s)`);
  const set = {
    path: contentDir,
    routeBase: `/${route.replace(/^\/+|\/+$/g, '')}`,
    ...(sidebars === undefined ? {} : { sidebars }),
    ...readEditUrl(options, path, moving),
  };
  const globs = ['include', 'exclude'].filter((key) => valueAt(options, key) !== undefined);
  for (const key of globs)
    moving.note(
      'left',
      [...path, key],
      'all Markdown of the folder is read; `_` in front of a name hides it',
    );
  for (const key of ['remarkPlugins', 'rehypePlugins', 'beforeDefaultRemarkPlugins'])
    if (listAt(options, key).length > 0) moving.note('left', [...path, key], `${key} are not run`);
  noteVersions(moving, path);
  moving.note(
    'done',
    path,
    '.md files may contain components, so they are code; markdown: { components: { md: false } } reads them as text',
  );
  return {
    contentDir,
    docs: [moving.from(set, { file: moving.configFile, path })],
    markdown: { dialects: ['docusaurus'] },
  };
}

function readEditUrl(options: unknown, path: ConfigPath, moving: Moving): Unchecked {
  const written = stringAt(options, 'editUrl');
  if (written === undefined) return {};
  const folder = stringAt(options, 'path') ?? 'docs';
  const isFunction = written.includes(':path');
  const address = isFunction
    ? written.replace(':dir', toFilePath(folder)).replace(/\/:path$/, '')
    : `${written.replace(/\/$/, '')}/${toFilePath(folder)}`;
  const editUrl = editStart(address, inSite(moving, folder));
  const kind = editUrl === undefined ? 'left' : isFunction ? 'approximated' : 'done';
  moving.note(
    kind,
    [...path, 'editUrl'],
    editUrl === undefined ? 'edit links' : `edit links: ${editUrl}`,
  );
  return editUrl === undefined ? {} : { editUrl };
}

function noteVersions({ toolDir, leavePages }: Moving, path: ConfigPath): void {
  const folder = join(toolDir, 'versioned_docs');
  if (!existsSync(folder)) return;
  const names = readdirSync(folder).map((name) => name.replace(/^version-/, ''));
  leavePages(
    path,
    `versions ${names.join(', ')}: move each versioned_docs/version-<name> to versions/<name> beside site.config.ts`,
  );
}

/** The default locale; translations have other folders here. */
function readLocales(i18n: unknown, { note }: Moving): Unchecked {
  const code = stringAt(i18n, 'defaultLocale') ?? 'en';
  const others = listAt(i18n, 'locales').filter((locale) => locale !== code);
  if (others.length > 0)
    note(
      'left',
      ['i18n', 'locales'],
      `${others.join(', ')}: translations of docs go to i18n/<locale>/, then name the locale in i18n.locales`,
    );
  const { direction, ...named } = pick(valueAt(valueAt(i18n, 'localeConfigs'), code), [
    'label',
    'htmlLang',
    'direction',
  ]);
  if (code === 'en' && Object.keys(named).length < 2) return {};
  return {
    i18n: { locales: [{ code, ...named, ...(direction === undefined ? {} : { dir: direction }) }] },
  };
}

function staticFolder(settings: unknown, moving: Moving): Unchecked {
  const [first = 'static', ...others] = listAt(settings, 'staticDirectories').filter(
    (folder) => typeof folder === 'string',
  );
  if (others.length > 0)
    moving.note('left', ['staticDirectories'], `one static folder only: ${others.join(', ')}`);
  return { staticDir: inSite(moving, first) };
}

/** Elements of the head without inline code. */
function readHead(settings: unknown, theme: unknown, moving: Moving): Unchecked {
  const tags = listAt(settings, 'headTags').flatMap((tag, index) => {
    const name = stringAt(tag, 'tagName');
    const origin = { file: moving.configFile, path: ['headTags', index] };
    if (isHeadTag(name, valueAt(tag, 'attributes')))
      return [
        moving.from(
          { tag: name, attributes: pick(valueAt(tag, 'attributes'), keysOf(tag)) },
          origin,
        ),
      ];
    moving.note('left', origin.path, `<${name}> in the head`);
    return [];
  });
  const metadata = listAt(theme, 'metadata').flatMap((attributes, index) => {
    const origin = { file: moving.configFile, path: ['themeConfig', 'metadata', index] };
    // Every page has one already.
    const isOwn = /^(?:twitter:card|generator|og:title)$/.test(stringAt(attributes, 'name') ?? '');
    return isRecord(attributes) && !isOwn ? [moving.from({ tag: 'meta', attributes }, origin)] : [];
  });
  const head = [...tags, ...metadata];
  return head.length === 0 ? {} : { head };
}

function keysOf(tag: unknown): readonly string[] {
  const attributes = valueAt(tag, 'attributes');
  return isRecord(attributes) ? Object.keys(attributes) : [];
}

function readRedirects(plugins: readonly Part[], moving: Moving): Unchecked {
  const plugin = plugins.find(({ name }) => name.endsWith('plugin-client-redirects'));
  const redirects = listAt(plugin?.options, 'redirects').flatMap((entry, index) => {
    const path = [...(plugin?.path ?? []), 'redirects', index];
    const from = valueAt(entry, 'from');
    const to = stringAt(entry, 'to') ?? '';
    return (Array.isArray(from) ? from : [from]).map((source) =>
      moving.from({ from: source, to }, { file: moving.configFile, path }),
    );
  });
  for (const key of ['fromExtensions', 'toExtensions', 'createRedirects'])
    if (valueAt(plugin?.options, key) !== undefined)
      moving.note(
        'left',
        [...(plugin?.path ?? []), key],
        `redirects by ${key}: name each in redirects`,
      );
  if (redirects.length > 0)
    moving.note('done', plugin?.path ?? [], `${redirects.length} redirects`);
  return redirects.length === 0 ? {} : { redirects };
}

/** Broken anchors are warnings there unless they are configured. */
function readLinkRules(settings: unknown, { note }: Moving): Unchecked {
  const level = (key: string): string =>
    ({ throw: 'error', warn: 'warning', log: 'info', ignore: 'off' })[
      stringAt(settings, key) ?? ''
    ] ?? '';
  const pages = level('onBrokenLinks');
  const anchors = level('onBrokenAnchors') || 'warning';
  const rules = {
    ...(pages === '' || pages === 'error' ? {} : { 'page-not-found': pages }),
    ...(anchors === 'error' ? {} : { 'anchor-not-found': anchors }),
  };
  if ('page-not-found' in rules) note('approximated', ['onBrokenLinks'], `broken links: ${pages}`);
  return Object.keys(rules).length === 0 ? {} : { links: { rules } };
}

/** Settings that are read, without effect here, or reported elsewhere. */
const KNOWN = new Set(
  (
    'title tagline favicon url baseUrl trailingSlash i18n presets plugins themeConfig staticDirectories headTags ' +
    'onBrokenLinks onBrokenAnchors onBrokenMarkdownLinks onDuplicateRoutes organizationName projectName deploymentBranch ' +
    'githubHost githubPort titleDelimiter baseUrlIssueBanner noIndex customFields future customFields storage'
  ).split(' '),
);
const KNOWN_THEME = new Set(
  'navbar footer announcementBar colorMode docs tableOfContents image metadata prism'.split(' '),
);

function noteOthers(
  settings: unknown,
  { preset, blog, others, presets }: ReturnType<typeof partsOf>,
  moving: Moving,
): void {
  const { note, leavePages, toolDir } = moving;
  const theme = valueAt(settings, 'themeConfig');
  for (const key of keysWithValue(settings)) if (!KNOWN.has(key)) note('left', [key], key);
  for (const key of keysWithValue(theme)) {
    if (key === 'algolia') note('approximated', ['themeConfig', key], 'search: the built-in one');
    else if (!KNOWN_THEME.has(key)) note('left', ['themeConfig', key], key);
  }
  const options = preset?.options;
  for (const key of keysWithValue(options)) {
    if (['docs', 'blog', 'theme', 'pages', 'sitemap'].includes(key)) continue;
    note('left', [...(preset?.path ?? []), key], key);
  }
  const css = valueAt(valueAt(options, 'theme'), 'customCss');
  if (css !== undefined)
    note(
      'left',
      [...(preset?.path ?? []), 'theme', 'customCss'],
      'style sheets: see templates/ in the manual',
    );
  if (blog !== undefined && existsSync(join(toolDir, stringAt(blog.options, 'path') ?? 'blog')))
    leavePages(blog.path, 'blog');
  const pages = join(toolDir, 'src/pages');
  if (existsSync(pages))
    leavePages(
      preset?.path ?? [],
      `pages in ${toFilePath(relative(moving.siteDir, pages))}: the start page is generated`,
    );
  for (const { name, path } of [...others, ...presets])
    if (!name.endsWith('plugin-client-redirects')) note('left', path, `the plugin ${name}`);
}
