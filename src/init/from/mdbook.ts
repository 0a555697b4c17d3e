import { join, resolve } from 'node:path';
import { posix } from 'node:path/posix';
import {
  type ConfigPath,
  isRecord,
  listAt,
  stringAt,
  stringEntries,
  valueAt,
} from '../../config/problem.ts';
import {
  editStart,
  type Finding,
  inSite,
  keysWithValue,
  type Moving,
  named,
  type Unchecked,
} from './moving.ts';

const HTML = ['output', 'html'];

/** The folder of the chapters, absolute: the site folder must contain it. */
export function mdbookFolders(settings: unknown, toolDir: string): readonly string[] {
  return [resolve(toolDir, sourceOf(settings))];
}

function sourceOf(settings: unknown): string {
  return stringAt(valueAt(settings, 'book'), 'src') ?? 'src';
}

/** Converts `book.toml`; `SUMMARY.md` stays the sidebar. */
export function fromMdbook(settings: unknown, whole: Moving): Unchecked {
  const note: Moving['note'] = (kind, path, text) => whole.note(kind, path, named(path, text));
  const moving = { ...whole, note };
  const html = valueAt(valueAt(settings, 'output'), 'html');
  const contentDir = inSite(moving, sourceOf(settings));
  const edit = readEditUrl(html, contentDir, moving);
  const set = { path: contentDir, routeBase: '/', ...edit };
  noteEffects(settings, moving);
  notePreprocessors(settings, moving);
  const config = {
    ...readBook(valueAt(settings, 'book'), moving),
    ...readAddress(html, moving),
    contentDir,
    docs: [moving.from(set, { file: moving.configFile, path: ['book', 'src'] })],
    ...readRepository(html, moving),
    ...readColorMode(html, moving),
    ...readFold(html, moving),
    ...readSearch(html, moving),
    ...readRedirects(html, moving),
  };
  moving.leaveRest(settings, [[], ['book'], ['build'], HTML]);
  return config;
}

function readBook(book: unknown, { note }: Moving): Unchecked {
  const [title, tagline] = [stringAt(book, 'title'), stringAt(book, 'description')];
  const [code, dir] = [stringAt(book, 'language'), stringAt(book, 'text-direction')];
  if (title !== undefined) note('done', ['book', 'title'], 'title');
  if (tagline !== undefined) note('done', ['book', 'description'], 'tagline');
  if (valueAt(book, 'src') !== undefined) note('done', ['book', 'src'], 'contentDir');
  if (code !== undefined) note('done', ['book', 'language'], `language: ${code}`);
  if (dir !== undefined) note('done', ['book', 'text-direction'], `direction: ${dir}`);
  const locale = { code: code ?? 'en', ...(dir === undefined ? {} : { dir }) };
  return {
    ...(title === undefined ? {} : { title }),
    ...(tagline === undefined ? {} : { tagline }),
    ...(dir === undefined && (code ?? 'en') === 'en' ? {} : { i18n: { locales: [locale] } }),
  };
}

function readAddress(html: unknown, { note }: Moving): Unchecked {
  const [path, host] = [stringAt(html, 'site-url'), stringAt(html, 'cname')];
  const whole = path !== undefined && URL.canParse(path) ? new URL(path) : undefined;
  if (path !== undefined) note('done', [...HTML, 'site-url'], 'baseUrl');
  if (host !== undefined)
    note('approximated', [...HTML, 'cname'], 'url; the file CNAME goes to static/');
  const url = host === undefined ? whole?.origin : `https://${host}`;
  const baseUrl = whole?.pathname ?? path;
  return {
    ...(url === undefined ? {} : { url }),
    ...(baseUrl === undefined || baseUrl === '/'
      ? {}
      : { baseUrl: `/${baseUrl.replace(/^\/+/, '')}` }),
  };
}

/** `{path}` is that of the source from the folder of the book. */
function readEditUrl(html: unknown, contentDir: string, moving: Moving): Unchecked {
  const template = stringAt(html, 'edit-url-template');
  if (template === undefined) return {};
  const path = [...HTML, 'edit-url-template'];
  const [, start] = /^(.*)\/\{path\}$/.exec(template) ?? [];
  const folder = contentDir
    .slice(inSite(moving, '.').replace(/^\.$/, '').length)
    .replace(/^\//, '');
  const editUrl =
    start === undefined
      ? undefined
      : editStart(
          join(start, folder)
            .replace(/^(https?:)\/+/, '$1//')
            .replaceAll('\\', '/'),
          contentDir,
        );
  if (editUrl === undefined) moving.note('left', path, `edit links: ${template}`);
  else moving.note('done', path, `edit links: ${editUrl}`);
  return editUrl === undefined ? {} : { editUrl };
}

function readRepository(html: unknown, moving: Moving): Unchecked {
  const href = stringAt(html, 'git-repository-url');
  if (href === undefined || !URL.canParse(href)) return {};
  const path = [...HTML, 'git-repository-url'];
  const { hostname } = new URL(href);
  const label = /^(?:www\.)?github\.com$/.test(hostname) ? 'GitHub' : hostname;
  moving.note('done', path, 'a link in the navbar');
  if (valueAt(html, 'git-repository-icon') !== undefined)
    moving.note('approximated', [...HTML, 'git-repository-icon'], 'the icon of the link is text');
  const item = { label, href, position: 'right' };
  return { navbar: { items: [moving.from(item, { file: moving.configFile, path })] } };
}

/** Readers whose system is dark get the dark theme; a dark default is for all. */
function readColorMode(html: unknown, { note }: Moving): Unchecked {
  const [theme, dark] = [stringAt(html, 'default-theme'), stringAt(html, 'preferred-dark-theme')];
  const isDark = isDarkTheme(theme ?? '');
  const isLight = dark !== undefined && !isDarkTheme(dark) && !isDark;
  const start = isDark ? 'starts dark' : isLight ? 'starts light' : 'follows the system';
  for (const key of ['default-theme', 'preferred-dark-theme'])
    if (valueAt(html, key) !== undefined)
      note('approximated', [...HTML, key], `${String(valueAt(html, key))}: colorMode ${start}`);
  if (isLight) return { colorMode: { respectPrefersColorScheme: false } };
  return isDark ? { colorMode: { default: 'dark', respectPrefersColorScheme: false } } : {};
}

function isDarkTheme(name: string): boolean {
  return /^(?:coal|navy|ayu)$/i.test(name);
}

function readFold(html: unknown, { note }: Moving): Unchecked {
  const fold = valueAt(html, 'fold');
  if (fold === undefined) return {};
  const isOn = valueAt(fold, 'enable') === true;
  note(
    isOn ? 'approximated' : 'done',
    [...HTML, 'fold'],
    isOn
      ? 'chapters start closed, and one of a level is open at a time: sidebar.autoCollapse'
      : 'all chapters are shown',
  );
  return isOn ? { sidebar: { autoCollapse: true } } : {};
}

function readSearch(html: unknown, { note }: Moving): Unchecked {
  const search = valueAt(html, 'search');
  const path = [...HTML, 'search'];
  const limit = valueAt(search, 'limit-results');
  const level = valueAt(search, 'heading-split-level');
  for (const key of keysWithValue(search)) {
    const [kind, text] = SEARCH[key] ?? ['left', 'the search has no such setting'];
    note(kind, [...path, key], text);
  }
  return {
    ...(typeof limit === 'number' ? { search: { maxSearchResults: Math.min(limit, 50) } } : {}),
    markdown: {
      dialects: ['mdbook'],
      ...(typeof level === 'number' && level > 0 ? { searchHeadingLevel: Math.min(level, 6) } : {}),
    },
  };
}

type Effect = readonly [kind: Finding['kind'], text: string];

const SEARCH: Readonly<Record<string, Effect>> = {
  enable: ['left', 'search is always there'],
  'limit-results': ['done', 'search.maxSearchResults, at most 50'],
  'heading-split-level': ['done', 'markdown.searchHeadingLevel'],
  'use-boolean-and': ['approximated', 'pages with all words come first'],
  expand: ['approximated', 'words are also found by their beginning and inflections'],
  'copy-js': ['done', 'not needed'],
};

/** Targets are relative to the old page; a page's old anchors stay with it. */
function readRedirects(html: unknown, moving: Moving): Unchecked {
  const path = [...HTML, 'redirect'];
  const redirects = stringEntries(valueAt(html, 'redirect')).flatMap(([from, to]) => {
    const origin = { file: moving.configFile, path: [...path, from] };
    if (from.includes('#')) {
      moving.noteAt(
        'left',
        origin,
        `${from}: redirects of anchors; give the heading the id, as {#id}`,
      );
      return [];
    }
    const source = posix.normalize(`/${from}`);
    return [moving.from({ from: pageOf(source), to: targetFrom(source, to) }, origin)];
  });
  if (redirects.length === 0) return {};
  moving.note('done', path, `${redirects.length} redirects`);
  return { redirects };
}

function targetFrom(source: string, to: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(to)) return to;
  const [, file = '', rest = ''] = /^([^?#]*)(.*)$/.exec(to) ?? [];
  const target = file.startsWith('/') ? file : posix.join(posix.dirname(source), file);
  return pageOf(posix.normalize(target)) + rest;
}

function pageOf(file: string): string {
  return file.replace(/(?:\/index)?\.(?:html|md)$/, '').replace(/\/$/, '') || '/';
}

const BOOK: Readonly<Record<string, Effect>> = {
  authors: ['left', 'for a footer or a plug-in'],
  multilingual: ['done', 'not needed'],
};

const BUILD: Readonly<Record<string, Effect>> = {
  'build-dir': ['left', 'the output folder is build/: outDir names another one'],
  'create-missing': ['approximated', 'chapters without a file are shown without a link'],
  'use-default-preprocessors': ['done', 'not needed'],
  'extra-watch-dirs': ['done', 'docs dev follows all files that pages use'],
};

const OUTPUT: Readonly<Record<string, Effect>> = {
  theme: ['left', 'templates and styles: see templates/ in the manual'],
  'smart-punctuation': ['left', 'quotes and dashes stay as written'],
  'curly-quotes': ['left', 'quotes stay as written'],
  'mathjax-support': ['left', 'formulas: a plug-in with KaTeX, see plug-ins in the manual'],
  'additional-js': ['left', 'copy the scripts to static/ and name them in head'],
  'additional-css': ['left', 'a style sheet in templates/'],
  'google-analytics': ['left', 'scripts for analytics: name them in head'],
  'hash-files': ['done', 'always on'],
  'copy-fonts': ['done', 'not needed'],
  'no-section-label': ['done', 'chapters have no numbers'],
  'input-404': ['left', 'the page for missing addresses: templates/NotFound.tsx'],
  print: ['left', 'one page with all chapters'],
  'sidebar-header-nav': ['left', 'headings in the sidebar: the table of contents has them'],
};

const PLAYGROUND: Readonly<Record<string, Effect>> = {
  copyable: ['done', 'always on'],
  'copy-js': ['done', 'not needed'],
};

function noteEffects(settings: unknown, { note }: Moving): void {
  const tables: readonly (readonly [ConfigPath, Readonly<Record<string, Effect>>])[] = [
    [['book'], BOOK],
    [['build'], BUILD],
    [HTML, OUTPUT],
    [[...HTML, 'playground'], PLAYGROUND],
    [[...HTML, 'playpen'], PLAYGROUND],
  ];
  for (const [path, effects] of tables) {
    const table = path.reduce<unknown>((value, key) => valueAt(value, String(key)), settings);
    for (const [key, [kind, text]] of Object.entries(effects))
      if (valueAt(table, key) !== undefined)
        note(kind, [...path, key], `${text}${filesIn(valueAt(table, key))}`);
    if (path.length > 2)
      for (const key of keysWithValue(table))
        if (effects[key] === undefined) note('left', [...path, key], 'code does not run in pages');
  }
  for (const key of keysWithValue(valueAt(settings, 'rust')))
    note('left', ['rust', key], 'code is not compiled');
  for (const key of keysWithValue(valueAt(settings, 'output'))) {
    if (key === 'html') continue;
    const isCheck = /^linkcheck2?$/.test(key);
    note(
      isCheck ? 'done' : 'left',
      ['output', key],
      isCheck ? 'docs check-links' : 'a renderer that is not run',
    );
  }
}

function filesIn(value: unknown): string {
  const files = listAt({ value }, 'value').filter((file) => typeof file === 'string');
  return files.length === 0 ? '' : ` (${files.join(', ')})`;
}

const PREPROCESSORS: Readonly<Record<string, Effect>> = {
  links: ['done', 'built in'],
  index: ['done', 'built in'],
  toc: ['left', 'the table of contents is beside the page'],
  admonish: ['left', 'write its blocks as > [!NOTE] or :::note'],
  mermaid: ['left', 'diagrams stay code: see plug-ins in the manual'],
  katex: ['left', 'formulas: a plug-in with KaTeX, see plug-ins in the manual'],
  gettext: ['left', 'translations go to i18n/<locale>/ as Markdown'],
};

function notePreprocessors(settings: unknown, { note }: Moving): void {
  const preprocessors = valueAt(settings, 'preprocessor');
  for (const key of isRecord(preprocessors) ? Object.keys(preprocessors) : []) {
    const [kind, text] = PREPROCESSORS[key] ?? [
      'left',
      'it is not run, so what it changes stays as written',
    ];
    note(kind, ['preprocessor', key], text);
  }
}
