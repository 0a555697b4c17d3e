import { posix } from 'node:path/posix';
import { stringEntries } from '../../config/problem.ts';
import { docsSet, editLinks, outsideLink, redirectList, siteAddress } from './parts.ts';
import {
  at,
  type Convert,
  each,
  leaveRest,
  type Member,
  mergeParts,
  type Moving,
  readTable,
  type Row,
  type Table,
  textAt,
  type Tool,
  type Unchecked,
} from './table.ts';

const NO_NEED: Row = ['done', 'not needed'];
const ALWAYS: Row = ['done', 'always on'];
const FORMULAS: Row = ['left', 'formulas: a plug-in with KaTeX, see plug-ins in the manual'];

const BOOK: Table = {
  title: ['done', 'title', 'title'],
  description: ['done', 'tagline', 'tagline'],
  src: ['done', 'contentDir'],
  language: ['done', 'language: %', locale],
  'text-direction': ['done', 'direction: %', locale],
  authors: ['left', 'for a footer or a plug-in (%)'],
  multilingual: NO_NEED,
};

const SEARCH: Table = {
  enable: ['left', 'search is always there'],
  'limit-results': [
    'done',
    'search.maxSearchResults, at most 50',
    number((limit) => ({ search: { maxSearchResults: Math.min(limit, 50) } })),
  ],
  'heading-split-level': [
    'done',
    'markdown.searchHeadingLevel',
    number((level) => (level > 0 ? { markdown: { searchHeadingLevel: Math.min(level, 6) } } : {})),
  ],
  'use-boolean-and': ['approximated', 'pages with all words come first'],
  expand: ['approximated', 'words are also found by their beginning and inflections'],
  'copy-js': NO_NEED,
  '*': ['left', 'the search has no such setting'],
};

const HTML: Table = {
  'site-url': ['done', 'baseUrl', (setting) => siteAddress(setting) ?? basePath(setting)],
  cname: [
    'approximated',
    'url; the file CNAME goes to static/',
    ({ value }) => ({ url: `https://${value}` }),
  ],
  theme: ['left', 'templates and styles: see templates/ in the manual'],
  ...each('default-theme preferred-dark-theme', colorMode),
  'smart-punctuation': ['left', 'quotes and dashes stay as written'],
  'curly-quotes': ['left', 'quotes stay as written'],
  'mathjax-support': FORMULAS,
  'additional-js': ['left', 'copy the scripts to static/ and name them in head (%)'],
  'additional-css': ['left', 'a style sheet in templates/ (%)'],
  'google-analytics': ['left', 'scripts for analytics: name them in head'],
  'hash-files': ALWAYS,
  'copy-fonts': NO_NEED,
  'no-section-label': ['done', 'chapters have no numbers'],
  'input-404': ['left', 'the page for missing addresses: templates/NotFound.tsx'],
  print: ['left', 'one page with all chapters'],
  'sidebar-header-nav': ['left', 'headings in the sidebar: the table of contents has them'],
  'git-repository-url': ['done', 'a link in the navbar', repository],
  'git-repository-icon': ['approximated', 'the icon of the link is text'],
  'edit-url-template': editUrl,
  fold: (fold, { note }) => {
    if (at(fold, 'enable').value !== true) return note('done', fold, 'all chapters are shown');
    const effect = 'chapters start closed, and one of a level is open at a time';
    note('approximated', fold, `${effect}: sidebar.autoCollapse`);
    return { sidebar: { autoCollapse: true } };
  },
  ...each('playground playpen', {
    copyable: ALWAYS,
    'copy-js': NO_NEED,
    '*': ['left', 'code does not run in pages'],
  }),
  search: SEARCH,
  redirect: redirects,
};

const SITE: Table = {
  book: BOOK,
  rust: { '*': ['left', 'code is not compiled'] },
  build: {
    'build-dir': ['left', 'the output folder is build/: outDir names another one'],
    'create-missing': ['approximated', 'chapters without a file are shown without a link'],
    'use-default-preprocessors': NO_NEED,
    'extra-watch-dirs': ['done', 'docs dev follows all files that pages use (%)'],
  },
  preprocessor: {
    ...each('links index admonish tabs', ['done', 'built in']),
    toc: ['left', 'the table of contents is beside the page'],
    mermaid: ['left', 'diagrams stay code: see plug-ins in the manual'],
    katex: FORMULAS,
    gettext: ['left', 'translations go to i18n/<locale>/ as Markdown'],
    '*': ['left', 'it is not run, so what it changes stays as written'],
  },
  output: {
    html: HTML,
    ...each('linkcheck linkcheck2', ['done', 'docs check-links']),
    '*': ['left', 'a renderer that is not run'],
  },
};

/** Reads `book.toml`; `SUMMARY.md` stays the sidebar. */
export const fromMdbook: Tool = {
  pages: (root) => textAt(root, 'book', 'src') ?? 'src',
  convert: (site) => {
    const { set, ...config } = readTable(SITE, site.root, site);
    leaveRest(SITE, site.root, site);
    return mergeParts({ docs: [docsSet(site, set, at(site.root, 'book', 'src'))] }, config);
  },
};

function number(convert: (value: number) => Unchecked): Convert {
  return ({ value }) => (typeof value === 'number' ? convert(value) : {});
}

function locale(_: Member, { root }: Moving): Unchecked {
  const code = textAt(root, 'book', 'language') ?? 'en';
  const dir = textAt(root, 'book', 'text-direction');
  return code === 'en' && dir === undefined ? {} : { i18n: { locales: [{ code, dir }] } };
}

function basePath({ value }: Member): Unchecked | undefined {
  if (typeof value !== 'string') return undefined;
  const path = value.replace(/^\/+/, '');
  return path === '' ? {} : { baseUrl: `/${path}` };
}

/** Readers whose system is dark get the dark theme; a dark default is for all. */
function colorMode(setting: Member, { root, note }: Moving): Unchecked {
  const isDarkTheme = (key: string): boolean =>
    /^(?:coal|navy|ayu)$/i.test(textAt(root, 'output', 'html', key) ?? '');
  const isDark = isDarkTheme('default-theme');
  const hasOther = textAt(root, 'output', 'html', 'preferred-dark-theme') !== undefined;
  const isLight = !isDark && hasOther && !isDarkTheme('preferred-dark-theme');
  const start = isDark ? 'starts dark' : isLight ? 'starts light' : 'follows the system';
  note('approximated', setting, `${setting.value}: colorMode ${start}`);
  if (isLight) return { colorMode: { respectPrefersColorScheme: false } };
  return isDark ? { colorMode: { default: 'dark', respectPrefersColorScheme: false } } : {};
}

function repository(setting: Member, site: Moving): Unchecked | undefined {
  const href = textAt(setting);
  if (href === undefined || !URL.canParse(href)) return undefined;
  const { hostname } = new URL(href);
  const label = /^(?:www\.)?github\.com$/.test(hostname) ? 'GitHub' : hostname;
  return { navbar: { items: [outsideLink(site, setting, { label, href })] } };
}

/** `{path}` is that of the source from the folder of the book. */
function editUrl(setting: Member, site: Moving): Unchecked {
  const [, start] = /^(.*)\/\{path\}$/.exec(String(setting.value)) ?? [];
  const folder = posix.relative(
    site.toolDir.replaceAll('\\', '/'),
    site.pagesDir.replaceAll('\\', '/'),
  );
  const address = start === undefined ? undefined : `${start}/${folder}`;
  return { set: editLinks(site, setting, { address }) };
}

/** Targets are relative to the old page; a page's old anchors stay with it. */
function redirects(setting: Member, site: Moving): Unchecked {
  const pageOf = (file: string): string =>
    file.replace(/(?:\/index)?\.(?:html|md)$/, '').replace(/\/$/, '') || '/';
  const list = stringEntries(setting.value).flatMap(([from, to]) => {
    const entry = at(setting, from);
    if (from.includes('#')) {
      site.note('left', entry, `${from}: redirects of anchors; give the heading the id, as {#id}`);
      return [];
    }
    const source = posix.normalize(`/${from}`);
    const [, file = '', rest = ''] = /^([^?#]*)(.*)$/.exec(to) ?? [];
    const target = pageOf(posix.resolve(posix.dirname(source), file)) + rest;
    const isAddress = /^[a-z][a-z0-9+.-]*:/i.test(to);
    return [site.from({ from: pageOf(source), to: isAddress ? to : target }, entry)];
  });
  return redirectList(site, setting, list);
}
