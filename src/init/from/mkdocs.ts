import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isRecord, stringEntries, valueAt } from '../../config/problem.ts';
import {
  colorMode,
  editUrl,
  favicon,
  isOff,
  language,
  languages,
  linkRules,
  logo,
  mikeVersions,
  pageAddress,
  palette,
  repository,
  snippetFolders,
  themeName,
  tocDepth,
  unpublished,
} from './mkdocs-code.ts';
import { readNavigation } from './mkdocs-nav.ts';
import {
  docsSet,
  inSite,
  languageMenu,
  linkTo,
  redirectList,
  serviceName,
  siteAddress,
} from './parts.ts';
import {
  at,
  each,
  elementsOf,
  leaveRest,
  type Member,
  membersOf,
  mergeParts,
  readMembers,
  readTable,
  type Row,
  type Setting,
  type Table,
  textAt,
  type Tool,
} from './table.ts';

const NO_NEED: Row = ['done', 'not needed'];

/** Features of Material. */
const FEATURES: Table = {
  ...each(
    'navigation.tabs.sticky navigation.path navigation.footer navigation.instant navigation.instant.prefetch ' +
      'navigation.instant.progress search.highlight search.suggest toc.follow content.code.copy',
    ['done', 'always on'],
  ),
  'navigation.prune': NO_NEED,
  'navigation.tabs': ['done', 'a sidebar for each tab'],
  'navigation.sections': ['done', 'categories at the top are groups'],
  'navigation.expand': ['done', 'categories start open'],
  'navigation.indexes': ['done', 'categories have pages'],
  'header.autohide': ['done', 'navbar.hideOnScroll', () => ({ navbar: { hideOnScroll: true } })],
  'content.code.annotate': ['left', 'annotations are a list below the code'],
  'content.action.edit': ['done', 'editUrl'],
  'content.tabs.link': ['left', 'linked tabs: `:::tabs{group="…"}`'],
  '*': ['left', 'has no counterpart'],
};

const THEME: Table = {
  name: themeName,
  custom_dir: ['left', 'templates that override those of the theme: see templates/ in the manual'],
  font: ['left', 'fonts: a style sheet in templates/ sets them'],
  icon: ['left', 'icons of the theme'],
  static_templates: ['left', 'pages that are templates of the theme'],
  analytics: ['left', 'scripts for analytics: a plug-in adds them to the head'],
  hljs_languages: ['left', 'languages of code blocks: markdown.languages adds names'],
  locale: (setting, site) =>
    textAt(site.root, 'theme', 'language') === undefined ? language(setting, site) : undefined,
  language,
  palette,
  color_mode: [
    'done',
    'colorMode',
    ({ value }, { root }) => {
      const hasSwitch = at(root, 'theme', 'user_color_mode_toggle').value === true;
      return value === 'auto' ? {} : colorMode(value === 'dark', hasSwitch);
    },
  ],
  user_color_mode_toggle: ['done', 'colorMode'],
  features: FEATURES,
  logo,
};

const EXTRA: Table = {
  version: mikeVersions,
  analytics: ['left', 'scripts for analytics: a plug-in adds them to the head'],
  consent: ['left', 'consent to cookies: no cookies are set'],
  tags: ['left', 'icons of tags'],
  status: ['left', 'marks of pages in the sidebar'],
  annotate: ['left', 'annotations are a list below the code'],
  generator: NO_NEED,
  social: [
    'approximated',
    'links in the footer; their icons are text',
    (social, { from }) => {
      const links = elementsOf(social).flatMap((entry) => {
        const href = textAt(entry, 'link');
        const label = textAt(entry, 'name') ?? serviceName(textAt(entry, 'icon') ?? href ?? '');
        return href === undefined ? [] : [from({ label, href }, entry)];
      });
      return links.length === 0 ? undefined : { footer: { links } };
    },
  ],
  alternate: [
    'approximated',
    'a menu of links; see i18n.locales for translations',
    (menu, site) => {
      const links = elementsOf(menu).flatMap((entry) => {
        const [label, link] = [textAt(entry, 'name'), textAt(entry, 'link')];
        if (label === undefined || link === undefined) return [];
        return [site.from({ label, ...linkTo(link) }, entry)];
      });
      const items = languageMenu(site, menu, links);
      return items.length === 0 ? undefined : { navbar: { items } };
    },
  ],
};

const PLUGINS: Table = {
  ...each('awesome-pages awesome-nav literate-nav', ['done', 'its files are read into sidebars']),
  ...each('include-markdown llmstxt', ['done', 'built in']),
  ...each('minify optimize', NO_NEED),
  ...each('gen-files api-autonav autoapi jupyter mkdocs-jupyter', [
    'pages',
    'pages that it makes are not there',
  ]),
  ...each('render_swagger swagger-ui-tag', ['left', 'API descriptions go to `openapi`']),
  ...each('git-revision-date git-revision-date-localized', [
    'done',
    'lastUpdate',
    () => ({ lastUpdate: true }),
  ]),
  ...each('git-committers git-committers-2 git-authors', [
    'done',
    'lastUpdate with contributors',
    () => ({ lastUpdate: { contributors: true } }),
  ]),
  'section-index': ['done', 'categories have pages'],
  autorefs: ['left', 'references to objects of code'],
  markdownextradata: ['left', '`variables` inserts values as {{ name }}'],
  macros: ['left', '`variables` inserts values as {{ name }}; other template code is left out'],
  exclude: ['left', 'all Markdown of the folder is read: move the pages out of it'],
  'exclude-search': ['left', 'all pages are searched'],
  mkdocstrings: ['pages', 'the API reference is not generated'],
  'markdown-exec': ['left', 'code in pages does not run'],
  monorepo: ['pages', 'the docs of other folders are not read: add them to `docs`'],
  multirepo: ['pages', 'the docs of other repositories are not read'],
  mike: ['left', 'put the docs of each version into versions/<name>/'],
  tags: ['left', 'lists of tags'],
  social: ['left', 'images of link previews: socialImage makes them from a template'],
  privacy: ['left', 'copies of files of other hosts'],
  offline: ['left', 'a copy that works from disk'],
  meta: ['left', 'frontmatter for whole folders'],
  search: [
    'done',
    'the built-in one',
    {
      lang: ['done', 'the language of the site'],
      '*': ['left', 'the search has no such setting'],
    },
  ],
  redirects: (setting, site) => {
    const list = stringEntries(valueAt(setting.value, 'redirect_maps')).map(([from, to]) => {
      const origin = at(setting, 'redirect_maps', from);
      return site.from({ from: pageAddress(from), to: pageAddress(to) }, origin);
    });
    return redirectList(site, setting, list);
  },
  rss: ['approximated', 'feed, of the pages that changed last', () => ({ feed: true })],
  blog: (setting, { note }) => {
    const folder = textAt(setting, 'blog_dir') ?? 'blog';
    const words = `posts in ${folder}/ are ordinary pages, without lists and dates in addresses`;
    return note('pages', setting, words);
  },
  i18n: languages,
  '*': ['left', 'the plugin is not run'],
};

/** Extensions of Markdown whose syntax the dialect reads, or which have no effect on pages. */
const READ =
  'abbr admonition attr_list callouts codehilite def_list extra fenced_code footnotes markdown_include meta md_in_html ' +
  'nl2br sane_lists smarty tables toc github-callouts gfm_admonition pymdownx.betterem pymdownx.blocks.admonition ' +
  'pymdownx.blocks.caption pymdownx.blocks.details pymdownx.blocks.html pymdownx.blocks.tab pymdownx.caret ' +
  'pymdownx.critic pymdownx.details pymdownx.emoji pymdownx.extra pymdownx.highlight pymdownx.inlinehilite pymdownx.keys ' +
  'pymdownx.magiclink pymdownx.mark pymdownx.saneheaders pymdownx.snippets pymdownx.superfences pymdownx.tabbed ' +
  'pymdownx.tasklist pymdownx.tilde pymdownx.escapeall mdx_include markdown_include.include';

const EXTENSIONS: Table = {
  ...each(READ, ''),
  smarty: ['approximated', 'quotes and dashes stay as written'],
  'pymdownx.smartsymbols': ['approximated', 'signs such as (c) stay as written'],
  'pymdownx.magiclink': ['approximated', 'addresses are links; short forms such as #12 are text'],
  'pymdownx.emoji': ['approximated', 'emoji; icons of other sets are left out with a warning'],
  nl2br: ['approximated', 'a line break needs two spaces or a backslash'],
  'pymdownx.arithmatex': ['left', 'formulas: a plug-in with KaTeX, see plug-ins in the manual'],
  'pymdownx.progressbar': ['left', 'progress bars'],
  wikilinks: ['left', 'links such as [[page]]'],
  toc: { toc_depth: tocDepth },
  'pymdownx.snippets': { base_path: ['done', 'folders of snippets', snippetFolders] },
  'pymdownx.superfences': {
    custom_fences: (fences, { note }) => {
      for (const fence of elementsOf(fences)) {
        const name = textAt(fence, 'name') ?? 'a kind';
        note('left', fence, `code blocks of ${name} stay code: see plug-ins in the manual`);
      }
      return {};
    },
  },
  '*': ['left', 'its syntax is not read'],
};

const SCRIPTS: Table = { '*': ['left', 'name it in head; a file of the site moves to static/'] };

const SITE: Table = {
  site_name: ['done', 'title', 'title'],
  site_url: ['done', 'url and baseUrl', siteAddress],
  site_description: ['done', 'tagline', 'tagline'],
  site_author: [
    'done',
    'a meta tag in head',
    (author, { from }) => {
      const content = textAt(author);
      const tag = { tag: 'meta', attributes: { name: 'author', content } };
      return content === undefined ? undefined : { head: [from(tag, author)] };
    },
  ],
  site_dir: ['left', 'the output folder is build/: outDir names another one'],
  use_directory_urls: (setting, { note }) => {
    const isFlat = isOff(setting.value);
    note('done', setting, `trailingSlash: ${!isFlat}`);
    return isFlat ? { trailingSlash: false } : {};
  },
  docs_dir: (setting, site) =>
    site.note('done', setting, `contentDir: ${inSite(site, site.pagesDir)}`),
  not_in_nav: ['done', 'pages that no sidebar names are built'],
  watch: ['done', 'docs dev follows all files that pages use'],
  dev_addr: ['left', 'docs dev --port sets the port'],
  hooks: ['left', 'code of Python does not run: see plug-ins in the manual'],
  ...each('remote_branch remote_name', ['left', 'see deploying in the manual']),
  theme: (theme, site) =>
    isRecord(theme.value) ? readTable(THEME, theme, site) : themeName(theme, site),
  repo_url: repository,
  extra: EXTRA,
  copyright: ['done', 'footer', 'footer.copyright'],
  markdown_extensions: (setting, site) => {
    const extensions = partsOf(setting, /^markdown\.extensions\./);
    const read = extensions.flatMap(({ key }) => (READ.split(' ').includes(key) ? [key] : []));
    if (read.length > 0) site.note('done', setting, read.join(', '));
    return extensions.length > 0 ? readMembers(EXTENSIONS, extensions, site) : undefined;
  },
  plugins: (setting, site) => {
    const plugins = partsOf(setting, /^material\//);
    return plugins.length > 0 ? readMembers(PLUGINS, plugins, site) : undefined;
  },
  extra_css: { '*': ['left', 'a style sheet in templates/'] },
  extra_javascript: (scripts, site) => {
    const files = elementsOf(scripts).map((file) => ({
      ...file,
      key: textAt(file) ?? textAt(file, 'path') ?? '',
    }));
    return files.length === 0 ? undefined : readMembers(SCRIPTS, files, site);
  },
  ...each('exclude_docs draft_docs', unpublished),
};

/** Reads `mkdocs.yml`, of MkDocs and of Material for MkDocs. */
export const fromMkdocs: Tool = {
  pages: (root) => textAt(root, 'docs_dir') ?? 'docs',
  parent: 'INHERIT',
  convert: (site) => {
    const { root, pagesDir } = site;
    const config = readTable(SITE, root, site);
    const names = ['CNAME', 'robots.txt', '.nojekyll'].filter((name) =>
      existsSync(join(pagesDir, name)),
    );
    const docsDir = at(root, 'docs_dir');
    if (names.length > 0)
      site.note(
        'left',
        docsDir,
        `${names.join(', ')}: move files that no page links to to static/`,
      );
    const { contentDir } = config;
    const folder = typeof contentDir === 'string' ? resolve(site.siteDir, contentDir) : pagesDir;
    const features = new Set(
      elementsOf(at(root, 'theme', 'features')).map(({ value: one }) => one),
    );
    const { sidebars, items } = readNavigation(site, {
      docsDir: folder,
      plugins: partsOf(at(root, 'plugins')),
      features,
    });
    const set = {
      ...(contentDir === undefined ? {} : { path: contentDir }),
      sidebars,
      ...editUrl(site, features),
    };
    const parts = [
      { docs: [docsSet(site, set, docsDir)], navbar: { items } },
      config,
      favicon(site),
      linkRules(site),
    ];
    leaveRest({ ...SITE, theme: THEME }, root, site);
    return parts.reduce(mergeParts);
  },
};

/** Plugins or extensions, also of a map, whose values may be empty; a prefix of their names is left out. */
function partsOf(setting: Setting, prefix = /^$/): readonly Member[] {
  return membersOf(setting).map((member) => ({ ...member, key: member.key.replace(prefix, '') }));
}
