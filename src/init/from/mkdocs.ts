import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import picomatch from 'picomatch';
import { isRecord, stringAt, valueAt } from '../../config/problem.ts';
import { type NavFolder, type NavNode, readNav, readRoot, titleOf } from './mkdocs-nav.ts';
import { readExtensions, readPlugins } from './mkdocs-plugins.ts';
import { docsFolder, isOff, isOn, readSettings, type Settings } from './mkdocs-settings.ts';
import { type NavStyle, toNavigation } from './mkdocs-sidebars.ts';
import { readExtra, readLogo, readTheme } from './mkdocs-theme.ts';
import { editStart, inSite, keysWithValue, type Moving, type Unchecked } from './moving.ts';

/** The folder of the pages, absolute: the site folder must contain it. */
export function mkdocsFolders(settings: unknown, toolDir: string): readonly string[] {
  return [docsFolder(settings, toolDir)];
}

/** Converts the settings of MkDocs and of Material for MkDocs. */
export async function fromMkdocs(own: unknown, moving: Moving): Promise<Unchecked> {
  const settings = await readSettings(own, moving);
  const contentDir = inSite(moving, settings.docsDir);
  const { navbar: hiding, ...theme } = readTheme(settings);
  const plugins = readPlugins(settings);
  const main = plugins['contentDir'];
  const docsDir = typeof main === 'string' ? join(moving.siteDir, main) : settings.docsDir;
  const navigation = readNavigation({ ...settings, docsDir });
  const extra = readExtra(settings);
  const set = {
    path: main ?? contentDir,
    routeBase: '/',
    ...(navigation.sidebars === undefined ? {} : { sidebars: navigation.sidebars }),
    ...readEditUrl(settings),
  };
  const items = [...navigation.items, ...readRepository(settings), ...extra.items];
  const navbar = {
    ...(isRecord(hiding) ? hiding : {}),
    ...readLogo(settings),
    ...(items.length === 0 ? {} : { items }),
  };
  noteOthers(settings);
  const config = {
    ...readIdentity(settings),
    contentDir,
    ...theme,
    docs: [moving.from(set, settings.at(['docs_dir']))],
    ...(Object.keys(navbar).length === 0 ? {} : { navbar }),
    ...readFooter(settings, extra.links),
    ...readExtensions(settings),
    ...plugins,
    ...readRules(settings),
    markdown: { dialects: ['mkdocs'] },
  };
  moving.leaveRest(settings.value, [[], ['theme'], ['extra']], settings.at);
  return config;
}

function readIdentity({ value, note, docsDir, moving }: Settings): Unchecked {
  const [title, tagline] = [stringAt(value, 'site_name'), stringAt(value, 'site_description')];
  const address = stringAt(value, 'site_url') ?? '';
  const { origin, pathname } = URL.canParse(address) ? new URL(address) : {};
  if (title !== undefined) note('done', ['site_name'], 'title');
  if (tagline !== undefined) note('done', ['site_description'], 'tagline');
  if (origin !== undefined) note('done', ['site_url'], 'url and baseUrl');
  if (valueAt(value, 'docs_dir') !== undefined)
    note('done', ['docs_dir'], `contentDir: ${inSite(moving, docsDir)}`);
  const flat = isOff(valueAt(value, 'use_directory_urls'));
  if (valueAt(value, 'use_directory_urls') !== undefined)
    note('done', ['use_directory_urls'], `trailingSlash: ${!flat}`);
  const version = ['CNAME', 'robots.txt', '.nojekyll'].filter((name) =>
    existsSync(join(docsDir, name)),
  );
  if (version.length > 0)
    note(
      'left',
      ['docs_dir'],
      `${version.join(', ')}: move files that no page links to to static/`,
    );
  return {
    ...(title === undefined ? {} : { title }),
    ...(origin === undefined ? {} : { url: origin }),
    ...(pathname === undefined || pathname === '/' ? {} : { baseUrl: pathname }),
    ...(tagline === undefined ? {} : { tagline: tagline.trim() }),
    ...(flat ? { trailingSlash: false } : {}),
  };
}

/** Files that plugins read the order of a folder from. */
function listingsOf({ plugins }: Settings): readonly string[] {
  return plugins.flatMap(({ name, options }) => {
    if (name === 'awesome-pages') return [stringAt(options, 'filename') ?? '.pages'];
    if (name === 'awesome-nav') return [stringAt(options, 'filename') ?? '.nav.yml'];
    return name === 'literate-nav' ? [stringAt(options, 'nav_file') ?? 'SUMMARY.md'] : [];
  });
}

function readNavigation(settings: Settings): {
  readonly sidebars?: Unchecked;
  readonly items: readonly object[];
} {
  const { moving, docsDir, value, note, at, theme, plugins } = settings;
  const nav = valueAt(value, 'nav');
  const folder: NavFolder = { moving, docsDir, listings: listingsOf(settings) };
  const hasNav = Array.isArray(nav);
  const isMaterial = theme.name === 'material';
  const style: NavStyle = {
    hasIndexes:
      theme.features.has('navigation.indexes') ||
      plugins.some(({ name }) => name === 'section-index'),
    hasTabs: isMaterial && theme.features.has('navigation.tabs'),
    collapsed: isMaterial ? !theme.features.has('navigation.expand') : undefined,
    hasGroups: theme.features.has('navigation.sections'),
  };
  const isThere = existsSync(docsDir);
  const nodes = hasNav
    ? readNav(folder, nav, at(['nav']))
    : isThere
      ? (readRoot(folder) ?? (style.hasTabs ? folderTabs(settings) : undefined))
      : undefined;
  if (nodes === undefined) return { items: [] };
  const navigation = toNavigation(nodes, style, moving);
  const count = Object.keys(navigation.sidebars).length;
  if (hasNav) note('done', ['nav'], `${countNodes(nodes)} entries in ${count} sidebar(s)`);
  return navigation;
}

function countNodes(nodes: readonly NavNode[]): number {
  return nodes.reduce(
    (sum, node) => sum + 1 + (node.kind === 'section' ? countNodes(node.items) : 0),
    0,
  );
}

/** Tabs without `nav`: the folders at the top. */
function folderTabs({ docsDir, moving }: Settings): readonly NavNode[] {
  const origin = { file: moving.configFile, path: ['theme', 'features'] };
  return readdirSync(docsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(docsDir, entry.name, 'index.md')))
    .map(({ name }) => name)
    .toSorted()
    .map((name) => ({ kind: 'page', id: `${name}/index`, label: titleOf(name), origin }));
}

const HOSTS: readonly (readonly [pattern: RegExp, name: string, edit: string])[] = [
  [/github\.com/, 'GitHub', 'edit/master/docs/'],
  [/gitlab/, 'GitLab', 'edit/master/docs/'],
  [/bitbucket/, 'Bitbucket', 'src/default/docs/'],
];

function readRepository({ value, note, moving, at }: Settings): readonly object[] {
  const href = stringAt(value, 'repo_url');
  if (href === undefined || !URL.canParse(href)) return [];
  const host = HOSTS.find(([pattern]) => pattern.test(new URL(href).hostname));
  const label = stringAt(value, 'repo_name') ?? host?.[1] ?? new URL(href).hostname;
  note('done', ['repo_url'], 'a link in the navbar');
  if (valueAt(value, 'repo_name') !== undefined) note('done', ['repo_name'], 'its text');
  return [moving.from({ label, href, position: 'right' }, at(['repo_url']))];
}

function readEditUrl({ value, note, moving, docsDir, theme }: Settings): Unchecked {
  const repository = stringAt(value, 'repo_url');
  const template = stringAt(value, 'edit_uri_template');
  const uri = valueAt(value, 'edit_uri');
  const host = HOSTS.find(([pattern]) => pattern.test(repository ?? ''));
  const key = template === undefined ? 'edit_uri' : 'edit_uri_template';
  const isAsked = uri !== undefined || template !== undefined;
  // Material shows no link without the feature.
  const isShown = theme.name !== 'material' || theme.features.has('content.action.edit');
  if (uri === '' || uri === null) note('done', ['edit_uri'], 'no edit links');
  if (uri === '' || uri === null || (!isAsked && !isShown)) return {};
  const written =
    template?.replace(/\/?\{path(?:!q)?\}$/, '') ?? (typeof uri === 'string' ? uri : host?.[2]);
  if (written === undefined || repository === undefined) {
    if (isAsked && !URL.canParse(written ?? '')) note('left', [key], 'edit links without repo_url');
    if (!URL.canParse(written ?? '')) return {};
  }
  const start = URL.canParse(written ?? '') ? '' : `${repository?.replace(/\/+$/, '') ?? ''}/`;
  const address = start + (written ?? '').replace(/^\/+|\/+$/g, '');
  const editUrl = editStart(address, inSite(moving, docsDir));
  const path = isAsked ? [key] : ['repo_url'];
  if (editUrl === undefined)
    note('left', path, `edit links: ${address} is not the folder of the pages`);
  else note('done', path, `edit links: ${editUrl}`);
  return editUrl === undefined ? {} : { editUrl };
}

function readFooter({ value, note }: Settings, links: readonly object[]): Unchecked {
  const copyright = stringAt(value, 'copyright')?.trim();
  if (copyright !== undefined) note('done', ['copyright'], 'footer');
  if (copyright === undefined && links.length === 0) return {};
  return {
    footer: {
      ...(links.length === 0 ? {} : { links }),
      ...(copyright === undefined ? {} : { copyright }),
    },
  };
}

const LEVELS: Readonly<Record<string, string>> = {
  warn: 'warning',
  info: 'warning',
  ignore: 'off',
};

/** Levels of links that lead to nothing; in strict mode, warnings are errors. */
function readRules({ value, note }: Settings): Unchecked {
  const isStrict = isOn(valueAt(value, 'strict'));
  const links = valueAt(valueAt(value, 'validation'), 'links') ?? valueAt(value, 'validation');
  const level = (key: string, byDefault: string): string | undefined => {
    const written = stringAt(links, key);
    const named = written ?? byDefault;
    if (isStrict && named === 'warn') return 'error';
    return written === undefined ? undefined : LEVELS[named];
  };
  const [pages, anchors] = [level('not_found', 'warn'), level('anchors', 'info')];
  if (valueAt(value, 'strict') !== undefined)
    note('done', ['strict'], isStrict ? 'missing pages and files are errors' : 'not strict');
  if (valueAt(value, 'validation') !== undefined)
    note('approximated', ['validation'], 'rules for missing pages, files and anchors');
  const rules = {
    ...(pages === undefined ? {} : { 'page-not-found': pages, 'asset-not-found': pages }),
    ...(anchors === undefined ? {} : { 'anchor-not-found': anchors }),
  };
  return Object.keys(rules).length === 0 ? {} : { links: { rules } };
}

function noteOthers({ value, note, docsDir, moving }: Settings): void {
  for (const key of keysWithValue(value)) {
    const [kind, text] = KEYS[key] ?? [];
    if (kind !== undefined && text !== undefined) note(kind, [key], text);
  }
  for (const key of ['extra_css', 'extra_javascript'])
    for (const [index, entry] of listOf(valueAt(value, key)).entries()) {
      const name = typeof entry === 'string' ? entry : (stringAt(entry, 'path') ?? '');
      const remedy =
        key === 'extra_css'
          ? 'a style sheet in templates/'
          : 'name it in head; a file of the site moves to static/';
      note('left', [key, index], `${name}: ${remedy}`);
    }
  for (const key of ['exclude_docs', 'draft_docs']) {
    const pages = matchingPages(docsDir, stringAt(value, key));
    if (valueAt(value, key) === undefined) continue;
    if (pages === 0) note('done', [key], 'no page matches');
    else
      note(
        'left',
        [key],
        `${pages} page(s) are built nevertheless: move them out of ${inSite(moving, docsDir)}/`,
      );
  }
}

const KEYS: Readonly<Record<string, readonly ['done' | 'approximated' | 'left', string]>> = {
  site_dir: ['left', 'the output folder is build/: outDir names another one'],
  site_author: ['left', 'for a footer or a plug-in'],
  not_in_nav: ['done', 'pages that no sidebar names are built'],
  watch: ['done', 'docs dev follows all files that pages use'],
  dev_addr: ['left', 'docs dev --port sets the port'],
  hooks: ['left', 'code of Python does not run: see plug-ins in the manual'],
  remote_branch: ['left', 'see deploying in the manual'],
  remote_name: ['left', 'see deploying in the manual'],
};

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The number of pages that patterns like those of .gitignore match. */
function matchingPages(docsDir: string, patterns: string | undefined): number {
  if (patterns === undefined || !existsSync(docsDir)) return 0;
  const globs = patterns
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[#!]/.test(line))
    .flatMap((line) => {
      const rooted =
        line.replace(/\/$/, '').startsWith('/') || line.replace(/\/$/, '').includes('/');
      const bare = line.replace(/^\/|\/$/g, '');
      return rooted ? [bare, `${bare}/**`] : [bare, `**/${bare}`, `**/${bare}/**`];
    });
  if (globs.length === 0) return 0;
  const matches = picomatch(globs, { dot: true });
  return readdirSync(resolve(docsDir), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.mdx?$/.test(path) && matches(path)).length;
}
