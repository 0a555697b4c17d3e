import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { posix } from 'node:path/posix';
import { repositoryFolder } from '../../config/folders.ts';
import { isRecord, listAt, stringAt, stringEntries, valueAt } from '../../config/problem.ts';
import { isOn, type Part, type Settings } from './mkdocs-settings.ts';
import { below, inSite, keysWithValue, type Unchecked } from './moving.ts';

/** Converts the plugins that have a counterpart, and reports all of them. */
export function readPlugins(settings: Settings): Unchecked {
  const converted = settings.plugins.map((plugin) => readPlugin(settings, plugin));
  return Object.assign({}, ...converted);
}

function readPlugin(settings: Settings, plugin: Part): Unchecked {
  const { note, moving } = settings;
  const { options, path } = plugin;
  const name = plugin.name.replace(/^material\//, '');
  switch (name) {
    case 'redirects':
      return readRedirects(settings, plugin);
    case 'i18n':
      return readLanguages(settings, plugin);
    case 'rss':
      note('approximated', path, `${name}: feed, of the pages that changed last`);
      return { feed: true };
    case 'git-committers':
    case 'git-committers-2':
    case 'git-authors':
      note('done', path, `${name}: lastUpdate with contributors`);
      return { lastUpdate: { contributors: true } };
    case 'git-revision-date':
    case 'git-revision-date-localized':
      note('done', path, `${name}: lastUpdate`);
      return { lastUpdate: true };
    case 'blog': {
      const folder = stringAt(options, 'blog_dir') ?? 'blog';
      const text = `${name}: posts in ${folder}/ are ordinary pages, without lists and dates in addresses`;
      moving.leavePages(path, text);
      return {};
    }
    case 'search':
      note('done', path, 'search: the built-in one');
      for (const key of keysWithValue(options))
        note(
          key === 'lang' ? 'done' : 'left',
          [...path, key],
          key === 'lang' ? 'the language of the site' : 'the search has no such setting',
        );
      return {};
    default: {
      const [kind, text] = PLUGINS[name] ?? ['left', 'the plugin is not run'];
      if (kind === 'pages') moving.leavePages(path, `${name}: ${text}`);
      else note(kind, path, `${name}: ${text}`);
      return {};
    }
  }
}

type Effect = readonly ['done' | 'approximated' | 'left' | 'pages', string];

const BUILT_IN: Effect = ['done', 'built in'];
const NO_NEED: Effect = ['done', 'not needed'];
const GENERATED: Effect = ['pages', 'pages that it makes are not there'];

const PLUGINS: Readonly<Record<string, Effect>> = {
  'awesome-pages': ['done', 'its files are read into sidebars'],
  'awesome-nav': ['done', 'its files are read into sidebars'],
  'literate-nav': ['done', 'its files are read into sidebars'],
  'section-index': ['done', 'categories have pages'],
  autorefs: ['left', 'references to objects of code'],
  'include-markdown': BUILT_IN,
  markdownextradata: ['left', '`variables` inserts values as {{ name }}'],
  macros: ['left', '`variables` inserts values as {{ name }}; other template code is left out'],
  minify: NO_NEED,
  optimize: NO_NEED,
  llmstxt: BUILT_IN,
  exclude: ['left', 'all Markdown of the folder is read: move the pages out of it'],
  'exclude-search': ['left', 'all pages are searched'],
  mkdocstrings: ['pages', 'the API reference is not generated'],
  'gen-files': GENERATED,
  'api-autonav': GENERATED,
  autoapi: GENERATED,
  jupyter: GENERATED,
  'mkdocs-jupyter': GENERATED,
  'markdown-exec': ['left', 'code in pages does not run'],
  monorepo: ['pages', 'the docs of other folders are not read: add them to `docs`'],
  multirepo: ['pages', 'the docs of other repositories are not read'],
  mike: ['left', 'put the docs of each version into versions/<name>/'],
  tags: ['left', 'lists of tags'],
  social: ['left', 'images of link previews: socialImage makes them from a template'],
  privacy: ['left', 'copies of files of other hosts'],
  offline: ['left', 'a copy that works from disk'],
  meta: ['left', 'frontmatter for whole folders'],
  render_swagger: ['left', 'API descriptions go to `openapi`'],
  'swagger-ui-tag': ['left', 'API descriptions go to `openapi`'],
};

function readRedirects({ note, moving, at }: Settings, { options, path }: Part): Unchecked {
  const map = valueAt(options, 'redirect_maps');
  const redirects = stringEntries(map).map(([from, to]) => {
    const origin = below(at(path), 'redirect_maps', from);
    return moving.from({ from: pageAddress(from), to: pageAddress(to) }, origin);
  });
  note('done', path, `${redirects.length} redirects`);
  return redirects.length === 0 ? {} : { redirects };
}

/** The address of a page's file; other addresses stay. */
function pageAddress(path: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return path;
  const [, file = '', rest = ''] = /^([^?#]*)(.*)$/.exec(path) ?? [];
  const page = posix
    .normalize(`/${file}`)
    .replace(/(?:(?:^|\/)(?:index|README))?\.(?:md|html)$/, '');
  return (page || '/') + rest;
}

/** Languages whose pages are in folders of their names; the default one has no prefix. */
function readLanguages(settings: Settings, { options, path }: Part): Unchecked {
  const { note, moving, at, docsDir } = settings;
  const languages = listAt(options, 'languages').flatMap((entry, index) => {
    const locale = stringAt(entry, 'locale');
    return locale === undefined || locale === 'null' ? [] : [{ entry, locale, index }];
  });
  const main = languages.find(({ entry }) => isOn(valueAt(entry, 'default'))) ?? languages[0];
  const isFolders = stringAt(options, 'docs_structure') === 'folder';
  if (!isFolders || main === undefined) {
    note(
      'left',
      path,
      'i18n: rename translations such as page.fr.md to i18n/fr/page.md, and name the locales in i18n.locales',
    );
    return {};
  }
  const locales = languages
    .filter(
      ({ entry, locale }) => valueAt(entry, 'build') !== false && existsSync(join(docsDir, locale)),
    )
    .map(({ entry, locale, index }) => {
      const label = stringAt(entry, 'name');
      for (const key of Object.keys(isRecord(entry) ? entry : {}))
        if (!['locale', 'name', 'default', 'build'].includes(key))
          note('left', [...path, 'languages', index, key], `i18n: ${key} of ${locale}`);
      const own = {
        code: locale.replaceAll('_', '-'),
        ...(label === undefined ? {} : { label }),
        ...(locale === main.locale ? {} : { path: inSite(moving, join(docsDir, locale)) }),
      };
      return moving.from(own, at([...path, 'languages', index]));
    });
  note('done', path, `i18n: ${locales.length} locales`);
  return {
    contentDir: inSite(moving, join(docsDir, main.locale)),
    i18n: { defaultLocale: main.locale.replaceAll('_', '-'), locales },
  };
}

/** Extensions of Markdown whose syntax the dialect reads, or which have no effect on pages. */
const READ = new Set(
  (
    'abbr admonition attr_list callouts codehilite def_list extra fenced_code footnotes markdown_include meta md_in_html ' +
    'nl2br sane_lists smarty tables toc github-callouts gfm_admonition pymdownx.betterem pymdownx.blocks.admonition ' +
    'pymdownx.blocks.caption pymdownx.blocks.details pymdownx.blocks.html pymdownx.blocks.tab pymdownx.caret ' +
    'pymdownx.critic pymdownx.details pymdownx.emoji pymdownx.extra pymdownx.highlight pymdownx.inlinehilite pymdownx.keys ' +
    'pymdownx.magiclink pymdownx.mark pymdownx.saneheaders pymdownx.snippets pymdownx.superfences pymdownx.tabbed ' +
    'pymdownx.tasklist pymdownx.tilde pymdownx.escapeall mdx_include markdown_include.include'
  ).split(' '),
);

const APPROXIMATED: Readonly<Record<string, string>> = {
  smarty: 'quotes and dashes stay as written',
  'pymdownx.smartsymbols': 'signs such as (c) stay as written',
  'pymdownx.magiclink': 'addresses are links; short forms such as #12 are text',
  'pymdownx.emoji': 'emoji; icons of other sets are left out with a warning',
  nl2br: 'a line break needs two spaces or a backslash',
};

const UNREAD: Readonly<Record<string, string>> = {
  'pymdownx.arithmatex': 'formulas: a plug-in with KaTeX, see plug-ins in the manual',
  'pymdownx.progressbar': 'progress bars',
  wikilinks: 'links such as [[page]]',
};

/** Reports the Markdown extensions, and converts options that are settings of the site here. */
export function readExtensions(settings: Settings): Unchecked {
  const { extensions, note } = settings;
  const nameOf = ({ name }: Part): string => name.replace(/^markdown\.extensions\./, '');
  const read = extensions.filter((part) => READ.has(nameOf(part)));
  if (read.length > 0) note('done', ['markdown_extensions'], `${read.map(nameOf).join(', ')}`);
  for (const part of extensions) {
    const name = nameOf(part);
    const close = APPROXIMATED[name];
    if (close !== undefined) note('approximated', part.path, `${name}: ${close}`);
    else if (!READ.has(name))
      note('left', part.path, `${name}: ${UNREAD[name] ?? 'its syntax is not read'}`);
  }
  return { ...tocLevels(settings), ...snippetFolders(settings), ...diagrams(settings) };
}

function tocLevels({ extensions, note }: Settings): Unchecked {
  const toc = extensions.find(({ name }) => /(?:^|\.)toc$/.test(name));
  const depth = valueAt(toc?.options, 'toc_depth');
  if (toc === undefined || depth === undefined) return {};
  const [, first, last] = /^(?:(\d)-)?(\d)$/.exec(String(depth)) ?? [];
  if (last === undefined) return {};
  note('done', [...toc.path, 'toc_depth'], `toc: levels to ${last}`);
  const level = (text: string): number => Math.max(2, Number(text));
  return { toc: { ...(first === undefined ? {} : { min: level(first) }), max: level(last) } };
}

/** Folders of snippets in addition to the usual ones. */
function snippetFolders({ extensions, moving, note, docsDir }: Settings): Unchecked {
  const snippets = extensions.find(({ name }) => name === 'pymdownx.snippets');
  const path = [...(snippets?.path ?? []), 'base_path'];
  const base = valueAt(snippets?.options, 'base_path');
  const folders = (Array.isArray(base) ? base : [base]).flatMap((folder: unknown) => {
    const name = stringAt({ folder }, 'folder')?.replace(/^\$(?:config_dir|docs_dir)\/?/, '');
    const dir = name === undefined || name === '' ? undefined : resolve(moving.toolDir, name);
    const isUsual = dir === undefined || [moving.siteDir, moving.toolDir, docsDir].includes(dir);
    return isUsual || !existsSync(dir) ? [] : [inSite(moving, dir)];
  });
  if (base !== undefined) note('done', path, 'folders of snippets');
  const usual = inSite(moving, repositoryFolder(moving.siteDir));
  return folders.length === 0 ? {} : { includeRoots: [usual, ...folders] };
}

function diagrams({ extensions, note }: Settings): Unchecked {
  const fences = extensions.find(({ name }) => name === 'pymdownx.superfences');
  for (const [index, fence] of listAt(fences?.options, 'custom_fences').entries()) {
    const path = [...(fences?.path ?? []), 'custom_fences', index];
    note(
      'left',
      path,
      `code blocks of ${stringAt(fence, 'name') ?? 'a kind'} stay code: see plug-ins in the manual`,
    );
  }
  return {};
}
