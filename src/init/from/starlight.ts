import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { isRecord, stringEntries, valueAt } from '../../config/problem.ts';
import {
  docsSet,
  editLinks,
  headingLevels,
  headTag,
  inSite,
  lastUpdated,
  linkTo,
  outsideLink,
  redirectList,
  serviceName,
  siteAddress,
  staticCopy,
} from './parts.ts';
import { readLanguages } from './starlight-sidebars.ts';
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
  readMembers,
  readTable,
  type Setting,
  type Table,
  textAt,
  type Tool,
  type Unchecked,
} from './table.ts';

const CONTENT = 'src/content/docs';

/** Options of Starlight. */
const OPTIONS: Table = {
  title: (title, { note }) => {
    const [first] = stringEntries(title.value);
    if (first === undefined) note('done', title, 'title');
    else note('approximated', title, `title in one language: ${first[1]}`);
    return { title: first?.[1] ?? textAt(title) };
  },
  description: ['done', 'tagline', 'tagline'],
  favicon: (icon, { note }) => {
    const favicon = textAt(icon)?.replace(/^\//, '');
    if (favicon === undefined) return undefined;
    note('done', icon, favicon);
    return { favicon };
  },
  logo,
  social: [
    'approximated',
    'links in the navbar; their icons are text',
    (social, site) => {
      const items = isRecord(social.value)
        ? membersOf(social).map((link) =>
            outsideLink(site, link, { label: serviceName(link.key), href: link.value }),
          )
        : elementsOf(social).map((link) =>
            outsideLink(site, link, { label: textAt(link, 'label'), href: textAt(link, 'href') }),
          );
      return items.length === 0 ? undefined : { navbar: { items } };
    },
  ],
  editLink: (edit, site) => {
    const base = textAt(edit, 'baseUrl')?.replace(/\/$/, '');
    if (base === undefined) return undefined;
    return { set: editLinks(site, edit, { address: `${base}/${CONTENT}` }) };
  },
  tableOfContents: (toc, { note }) => {
    const levels = headingLevels(toc);
    const remedy = 'hide_table_of_contents in the frontmatter of pages hides it';
    note(levels === undefined ? 'left' : 'done', toc, levels === undefined ? remedy : 'toc');
    return levels ?? {};
  },
  lastUpdated,
  head: listOf('head', (entry, site) => {
    const tags = headTag(site, entry, ['tag', 'attrs']);
    if (tags.length > 0) site.note('done', entry, `head: <${textAt(entry, 'tag')}>`);
    return tags;
  }),
  customCss: { '*': ['left', 'a style sheet in templates/'] },
  components: { '*': ['left', 'a component of the layout: see templates/ in the manual'] },
  expressiveCode: (code, { note }) => {
    const aliases = at(code, 'shiki', 'langAlias');
    note('left', code, 'themes and frames of code blocks');
    if (stringEntries(aliases.value).length === 0) return {};
    note('done', aliases, 'markdown.languages');
    return { markdown: { languages: aliases.value } };
  },
  plugins: ['approximated', 'their packages are reported one by one', apis],
  defaultLocale: ['done', 'the language at the root'],
  pagination: [
    'left',
    'pagination_prev and pagination_next in the frontmatter of pages hide links',
  ],
  pagefind: ['left', 'the built-in search'],
  routeMiddleware: ['left', 'code that changes pages: see plug-ins in the manual'],
  disable404Route: ['left', 'the page for missing addresses: templates/NotFound.tsx'],
  titleDelimiter: ['left', 'the sign between the titles'],
  ...each('credits prerender', ['done', 'not needed']),
};

/** Settings of Astro. */
const SITE: Table = {
  site: [
    'done',
    'site: url',
    (setting) => {
      const { url } = siteAddress(setting) ?? {};
      return url === undefined ? undefined : { url };
    },
  ],
  base: ['done', 'base: baseUrl', 'baseUrl'],
  trailingSlash,
  build: { format: trailingSlash },
  publicDir: ['done', 'staticDir'],
  redirects: (setting, site) => {
    if (!isRecord(setting.value)) return undefined;
    const list = membersOf(setting).flatMap((entry) => {
      const target = linkTo(textAt(entry) ?? textAt(entry, 'destination') ?? '');
      if (/\[/.test(entry.key)) {
        const remedy = 'name each address, or write a rule of your host';
        site.note('left', entry, `${entry.key}: ${remedy}`);
        return [];
      }
      const to = 'to' in target ? target.to : target.href;
      return [site.from({ from: `/${entry.key.replace(/^\/+/, '')}`, to }, entry)];
    });
    return redirectList(site, setting, list);
  },
  markdown: ['left', 'plug-ins for Markdown are not run: see plug-ins in the manual'],
  vite: ['left', 'settings of the bundler'],
  image: ['left', 'images are published as they are'],
  adapter: ['left', 'all pages are static: see deploying in the manual'],
  output: ['done', 'all pages are static'],
  outDir: ['left', 'the output folder is build/: outDir names another one'],
  server: ['left', 'docs dev --port sets the port'],
};

/** Packages by their names; functions have no name when a configuration has been run. */
const PACKAGES: Table = {
  'starlight-links-validator': ['done', 'docs check-links, and the links of each build'],
  ...each('starlight-llms-txt @astrojs/sitemap', ['done', 'built in']),
  'starlight-openapi': ['done', 'openapi'],
  'starlight-blog': ['pages', 'lists of posts, authors and tags'],
  ...each('starlight-typedoc starlight-changelogs starlight-obsidian', [
    'pages',
    'pages that it makes are not there',
  ]),
  'starlight-versions': ['left', 'put the docs of each version into versions/<name>/'],
  ...each('@astrojs/react @astrojs/preact @astrojs/vue @astrojs/svelte @astrojs/solid-js', [
    'left',
    'components: see islands in the manual',
  ]),
  '*': ['left', 'the package is not used'],
};

/** Reads `astro.config`, of Astro and of its integration Starlight. */
export const fromStarlight: Tool = {
  pages: () => CONTENT,
  convert: (site) => {
    const { root, toolDir, note } = site;
    const integrations = at(root, 'integrations');
    const options =
      elementsOf(integrations).find(({ value }) => valueAt(value, 'title') !== undefined) ??
      at(integrations, -1);
    const languages = readLanguages(options, site);
    const parts = [languages, readTable(OPTIONS, options, site), readTable(SITE, root, site)];
    const messages = 'src/content/i18n: messages of the layout go to i18n/<locale>/messages.yml';
    if (existsSync(join(toolDir, 'src/content/i18n')))
      note('left', at(options, 'locales'), messages);
    if (existsSync(join(toolDir, 'src/pages'))) note('pages', integrations, 'pages in src/pages');
    readImports(site);
    leaveRest(SITE, root, site);
    leaveRest(OPTIONS, options, site);
    const { set, ...config } = parts.reduce(mergeParts);
    const docs = [docsSet(site, set, at(options, 'sidebar'))];
    return { staticDir: staticFolder(site), docs, ...config };
  },
};

/** Relative to the folder of the site. */
function staticFolder(site: Moving): string {
  return inSite(site, textAt(site.root, 'publicDir') ?? 'public');
}

/** Reports the packages that the configuration imports. */
function readImports(site: Moving): void {
  const lines = readFileSync(site.configFile, 'utf8').split('\n');
  const packages = lines.flatMap((text, index): readonly Member[] => {
    const [, name] = /^(?:import\b.*|\}\s*)from\s+["']([^."'][^"']*)["']/.exec(text) ?? [];
    const isUsed = name === undefined || /^(?:astro(?:\/|$)|@astrojs\/starlight$|node:)/.test(name);
    if (isUsed || builtinModules.includes(name)) return [];
    return [{ key: name, value: name, origin: { ...site.root.origin, line: index + 1 } }];
  });
  readMembers(PACKAGES, packages, site);
}

function trailingSlash(setting: Setting, { root, note }: Moving): Unchecked {
  const isFlat =
    textAt(root, 'trailingSlash') === 'never' || textAt(root, 'build', 'format') === 'file';
  note('done', setting, `trailingSlash: ${!isFlat}`);
  return isFlat ? { trailingSlash: false } : {};
}

/** Images of the logo are outside of the static files; the address of one in `src/` is no path of a page. */
function logo(setting: Setting, site: Moving): Unchecked {
  const staticDir = staticFolder(site);
  const copy = (key: string): string | undefined => {
    const written = textAt(setting, key);
    if (written === undefined) return undefined;
    const file = resolve(site.toolDir, written.replace(/^[~@]\//, 'src/').replace(/^\/+/, ''));
    const name = basename(file);
    const isTaken = existsSync(join(site.siteDir, staticDir, name));
    return staticCopy(site, file, { staticDir, path: isTaken ? `logo/${name}` : name });
  };
  const [src, dark] = [copy('src') ?? copy('light'), copy('dark')];
  if (src === undefined) return site.note('left', setting, 'its image is not there');
  const files = [src, dark].flatMap((path) => (path === undefined ? [] : [`${staticDir}/${path}`]));
  site.note('done', setting, files.join(' and '));
  const alt = textAt(setting, 'alt') ?? '';
  const srcDark = dark === undefined ? undefined : `/${dark}`;
  const title = at(setting, 'replacesTitle').value === true ? '' : undefined;
  return { navbar: { title, logo: site.from({ src: `/${src}`, srcDark, alt }, setting) } };
}

/** API descriptions of starlight-openapi, which are a list with addresses and files. */
function apis(plugins: Setting, site: Moving): Unchecked {
  const openapi = elementsOf(plugins)
    .flatMap(elementsOf)
    .flatMap((entry) => {
      const [base, schema] = [textAt(entry, 'base'), textAt(entry, 'schema')];
      if (base === undefined || schema === undefined) return [];
      if (/^https?:/.test(schema)) {
        const remedy = 'keep a copy in the site and name it in openapi';
        site.note('left', entry, `the API description ${schema}: ${remedy}`);
        return [];
      }
      site.note('done', entry, `openapi: ${schema}`);
      const route = base.replace(/^\/+|\/+$/g, '');
      const id = route.replace(/[^\w.-]+/g, '-');
      return [site.from({ id, spec: inSite(site, schema), routeBase: `/${route}` }, entry)];
    });
  return openapi.length === 0 ? {} : { openapi };
}
