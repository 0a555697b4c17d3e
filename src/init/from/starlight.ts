import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { isRecord, listAt, stringAt, stringEntries, valueAt } from '../../config/problem.ts';
import {
  below,
  editStart,
  inSite,
  isHeadTag,
  keysWithValue,
  linkTo,
  type Moving,
  named,
  type Origin,
  pick,
  staticCopy,
  type Unchecked,
} from './moving.ts';
import { readLanguages } from './starlight-locales.ts';

const CONTENT = 'src/content/docs';

/** Starlight's options in the settings of Astro. */
interface Site {
  readonly settings: unknown;
  readonly options: unknown;
  readonly origin: Origin;
  readonly moving: Moving;
  /** Relative to the site folder. */
  readonly staticDir: string;
  readonly note: (kind: 'done' | 'approximated' | 'left', key: string, text: string) => void;
}

/** Converts the settings of Astro and of its integration Starlight. */
export function fromStarlight(settings: unknown, moving: Moving): Unchecked {
  const all = listAt(settings, 'integrations');
  const index = all.findIndex((entry) => valueAt(entry, 'title') !== undefined);
  const origin = { file: moving.configFile, path: ['integrations', index] };
  const site: Site = {
    settings,
    options: all[index],
    origin,
    moving,
    staticDir: inSite(moving, stringAt(settings, 'publicDir') ?? 'public'),
    note: (kind, key, text) => moving.noteAt(kind, below(origin, key), named([key], text)),
  };
  const docsDir = resolve(moving.toolDir, CONTENT);
  const { i18n, sidebars } = readLanguages({ options: site.options, origin, moving, docsDir });
  const apis = readApis(site);
  const set = { path: inSite(moving, CONTENT), routeBase: '/', ...sidebars, ...readEditUrl(site) };
  noteOthers(site);
  const navbar = { ...readLogo(site), ...readSocial(site) };
  const config = {
    ...readIdentity(site),
    ...readAddress(site),
    ...i18n,
    contentDir: inSite(moving, CONTENT),
    staticDir: site.staticDir,
    docs: [moving.from(set, below(origin, 'sidebar'))],
    ...apis,
    ...(Object.keys(navbar).length === 0 ? {} : { navbar }),
    ...readToc(site),
    ...readLastUpdate(site),
    ...readHead(site),
    ...readRedirects(site),
    markdown: { dialects: ['starlight'], ...readCode(site) },
  };
  noteImports(moving);
  moving.leaveRest(settings, [[], ['build'], origin.path]);
  return config;
}

function readIdentity({ options, note }: Site): Unchecked {
  const title = valueAt(options, 'title');
  const [first] = stringEntries(title);
  const [name, tagline] = [
    stringAt(options, 'title') ?? first?.[1],
    stringAt(options, 'description'),
  ];
  const favicon = stringAt(options, 'favicon')?.replace(/^\//, '');
  if (isRecord(title)) note('approximated', 'title', `title in one language: ${name}`);
  else note('done', 'title', 'title');
  if (tagline !== undefined) note('done', 'description', 'tagline');
  if (favicon !== undefined) note('done', 'favicon', favicon);
  return {
    ...(name === undefined ? {} : { title: name }),
    ...(tagline === undefined ? {} : { tagline }),
    ...(favicon === undefined ? {} : { favicon }),
  };
}

function readAddress({ settings, moving: { note } }: Site): Unchecked {
  const [address, base] = [stringAt(settings, 'site'), stringAt(settings, 'base')];
  const [ending, format] = [
    stringAt(settings, 'trailingSlash'),
    stringAt(valueAt(settings, 'build'), 'format'),
  ];
  const isFlat = ending === 'never' || format === 'file';
  if (address !== undefined) note('done', ['site'], 'site: url');
  if (base !== undefined) note('done', ['base'], 'base: baseUrl');
  if (ending !== undefined) note('done', ['trailingSlash'], `trailingSlash: ${!isFlat}`);
  if (format !== undefined) note('done', ['build', 'format'], `format: trailingSlash: ${!isFlat}`);
  if (valueAt(settings, 'publicDir') !== undefined)
    note('done', ['publicDir'], 'publicDir: staticDir');
  return {
    ...(address !== undefined && URL.canParse(address) ? { url: new URL(address).origin } : {}),
    ...(base === undefined ? {} : { baseUrl: base }),
    ...(isFlat ? { trailingSlash: false } : {}),
  };
}

function readEditUrl({ options, moving, note }: Site): Unchecked {
  const base = stringAt(valueAt(options, 'editLink'), 'baseUrl');
  if (base === undefined) return {};
  const start = editStart(`${base.replace(/\/$/, '')}/${CONTENT}`, inSite(moving, CONTENT));
  if (start === undefined) note('left', 'editLink', `edit links: ${base}`);
  else note('done', 'editLink', `edit links: ${start}`);
  return start === undefined ? {} : { editUrl: start };
}

/** Images of the logo are outside of the static files; the address of one in `src/` is no path of a page. */
function readLogo({ options, origin, moving, staticDir, note }: Site): Unchecked {
  const logo = valueAt(options, 'logo');
  if (logo === undefined) return {};
  const copy = (key: string): string | undefined => {
    const written = stringAt(logo, key)
      ?.replace(/^[~@]\//, 'src/')
      .replace(/^\/+/, '');
    if (written === undefined) return undefined;
    const file = resolve(moving.toolDir, written);
    const name = basename(file);
    const isTaken = existsSync(join(moving.siteDir, staticDir, name));
    return staticCopy(moving, { file, staticDir, path: isTaken ? `logo/${name}` : name });
  };
  const [src, dark] = [copy('src') ?? copy('light'), copy('dark')];
  const alt = stringAt(logo, 'alt') ?? '';
  if (src === undefined) note('left', 'logo', 'its image is not there');
  else
    note(
      'done',
      'logo',
      `${staticDir}/${src}${dark === undefined ? '' : ` and ${staticDir}/${dark}`}`,
    );
  if (src === undefined) return {};
  const image = { src: `/${src}`, ...(dark === undefined ? {} : { srcDark: `/${dark}` }), alt };
  return {
    ...(valueAt(logo, 'replacesTitle') === true ? { title: '' } : {}),
    logo: moving.from(image, below(origin, 'logo')),
  };
}

/** A list of links, or an object with an address for each icon. */
function readSocial({ options, origin, moving, note }: Site): Unchecked {
  const social = valueAt(options, 'social');
  const links = isRecord(social)
    ? Object.entries(social).map(([key, href]) => ({ key, link: { label: capitalize(key), href } }))
    : listAt(options, 'social').map((entry, key) => ({
        key,
        link: pick(entry, ['label', 'href']),
      }));
  if (links.length === 0) return {};
  note('approximated', 'social', 'links in the navbar; their icons are text');
  const items = links.map(({ key, link }) =>
    moving.from({ ...link, position: 'right' }, below(origin, 'social', key)),
  );
  return { items };
}

function capitalize(word: string): string {
  return word === 'github' ? 'GitHub' : word.charAt(0).toUpperCase() + word.slice(1);
}

function readToc({ options, note }: Site): Unchecked {
  const toc = valueAt(options, 'tableOfContents');
  const [min, max] = [valueAt(toc, 'minHeadingLevel'), valueAt(toc, 'maxHeadingLevel')];
  if (toc === undefined) return {};
  if (!isRecord(toc)) {
    note('left', 'tableOfContents', 'hide_table_of_contents in the frontmatter of pages hides it');
    return {};
  }
  note('done', 'tableOfContents', 'toc');
  return { toc: { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) } };
}

function readLastUpdate({ options, note }: Site): Unchecked {
  const isOn = valueAt(options, 'lastUpdated') === true;
  if (isOn) note('done', 'lastUpdated', 'lastUpdate');
  return isOn ? { lastUpdate: true } : {};
}

function readHead({ options, origin, moving }: Site): Unchecked {
  const head = listAt(options, 'head').flatMap((entry, index) => {
    const [tag, attributes] = [stringAt(entry, 'tag'), valueAt(entry, 'attrs')];
    const at = below(origin, 'head', index);
    if (isHeadTag(tag, attributes) && isRecord(attributes)) {
      moving.noteAt('done', at, `head: <${tag}>`);
      return [moving.from({ tag, attributes: pick(attributes, keysWithValue(attributes)) }, at)];
    }
    moving.noteAt('left', at, `<${tag}> in the head`);
    return [];
  });
  return head.length === 0 ? {} : { head };
}

function readRedirects({ settings, moving }: Site): Unchecked {
  const redirects = valueAt(settings, 'redirects');
  const list = Object.entries(isRecord(redirects) ? redirects : {}).flatMap(([from, target]) => {
    const origin = { file: moving.configFile, path: ['redirects', from] };
    const written = typeof target === 'string' ? target : (stringAt(target, 'destination') ?? '');
    if (/\[/.test(from)) {
      moving.noteAt('left', origin, `${from}: name each address, or write a rule of your host`);
      return [];
    }
    const to = linkTo(written);
    return [
      moving.from(
        { from: `/${from.replace(/^\/+/, '')}`, to: 'to' in to ? to.to : to.href },
        origin,
      ),
    ];
  });
  if (list.length > 0) moving.note('done', ['redirects'], `${list.length} redirects`);
  return list.length === 0 ? {} : { redirects: list };
}

/** Names of languages of code blocks. */
function readCode({ options, origin, moving }: Site): Unchecked {
  const aliases = stringEntries(
    valueAt(valueAt(valueAt(options, 'expressiveCode'), 'shiki'), 'langAlias'),
  );
  if (aliases.length === 0) return {};
  const at = below(origin, 'expressiveCode', 'shiki', 'langAlias');
  moving.noteAt('done', at, 'langAlias: markdown.languages');
  return { languages: Object.fromEntries(aliases) };
}

/** API descriptions of starlight-openapi, which are a list with addresses and files. */
function readApis({ options, origin, moving }: Site): Unchecked {
  const openapi = listAt(options, 'plugins').flatMap((plugin, position) =>
    (Array.isArray(plugin) ? plugin : []).flatMap((entry: unknown, index) => {
      const [base, schema] = [stringAt(entry, 'base'), stringAt(entry, 'schema')];
      if (base === undefined || schema === undefined) return [];
      const at = below(origin, 'plugins', position, index);
      if (/^https?:/.test(schema)) {
        moving.noteAt(
          'left',
          at,
          `the API description ${schema}: keep a copy in the site and name it in openapi`,
        );
        return [];
      }
      moving.noteAt('done', at, `openapi: ${schema}`);
      const route = base.replace(/^\/+|\/+$/g, '');
      const id = route.replace(/[^\w.-]+/g, '-');
      return [moving.from({ id, spec: inSite(moving, schema), routeBase: `/${route}` }, at)];
    }),
  );
  return openapi.length === 0 ? {} : { openapi };
}

type Effect = readonly ['done' | 'approximated' | 'left', string];

const OPTIONS: Readonly<Record<string, Effect>> = {
  defaultLocale: ['done', 'the language at the root'],
  plugins: ['approximated', 'their packages are reported one by one'],
  pagination: [
    'left',
    'pagination_prev and pagination_next in the frontmatter of pages hide links',
  ],
  pagefind: ['left', 'the built-in search'],
  expressiveCode: ['left', 'themes and frames of code blocks'],
  routeMiddleware: ['left', 'code that changes pages: see plug-ins in the manual'],
  disable404Route: ['left', 'the page for missing addresses: templates/NotFound.tsx'],
  titleDelimiter: ['left', 'the sign between the titles'],
  credits: ['done', 'not needed'],
  prerender: ['done', 'not needed'],
};

const ASTRO: Readonly<Record<string, Effect>> = {
  markdown: ['left', 'plug-ins for Markdown are not run: see plug-ins in the manual'],
  vite: ['left', 'settings of the bundler'],
  image: ['left', 'images are published as they are'],
  adapter: ['left', 'all pages are static: see deploying in the manual'],
  output: ['done', 'all pages are static'],
  outDir: ['left', 'the output folder is build/: outDir names another one'],
  server: ['left', 'docs dev --port sets the port'],
};

function noteOthers({ settings, options, origin, moving, note }: Site): void {
  for (const [key, [kind, text]] of Object.entries(OPTIONS))
    if (valueAt(options, key) !== undefined) note(kind, key, text);
  for (const [key, [kind, text]] of Object.entries(ASTRO))
    if (valueAt(settings, key) !== undefined) moving.note(kind, [key], named([key], text));
  for (const [index, file] of listAt(options, 'customCss').entries())
    moving.noteAt(
      'left',
      below(origin, 'customCss', index),
      `${String(file)}: a style sheet in templates/`,
    );
  for (const [name] of stringEntries(valueAt(options, 'components')))
    moving.noteAt(
      'left',
      below(origin, 'components', name),
      `the component ${name}: see templates/ in the manual`,
    );
  if (existsSync(join(moving.toolDir, 'src/content/i18n')))
    note(
      'left',
      'locales',
      'src/content/i18n: messages of the layout go to i18n/<locale>/messages.yml',
    );
  if (existsSync(join(moving.toolDir, 'src/pages')))
    moving.leavePages(['integrations'], 'pages in src/pages');
}

type PackageEffect = readonly ['done' | 'left' | 'pages', string];

const PACKAGES: readonly (readonly [RegExp, PackageEffect])[] = [
  [/^starlight-links-validator$/, ['done', 'docs check-links, and the links of each build']],
  [/^starlight-llms-txt$/, ['done', 'built in']],
  [/^starlight-openapi$/, ['done', 'openapi']],
  [/^@astrojs\/sitemap$/, ['done', 'built in']],
  [/^starlight-blog$/, ['pages', 'lists of posts, authors and tags']],
  [/^starlight-(?:typedoc|changelogs|obsidian)$/, ['pages', 'pages that it makes are not there']],
  [/^starlight-versions$/, ['left', 'put the docs of each version into versions/<name>/']],
  [
    /^@astrojs\/(?:react|preact|vue|svelte|solid-js)$/,
    ['left', 'components: see islands in the manual'],
  ],
];

/** Reports the packages that a configuration imports: functions have no name when it has been run. */
function noteImports({ configFile, noteAt, leavePages }: Moving): void {
  const lines = readFileSync(configFile, 'utf8').split('\n');
  for (const [index, text] of lines.entries()) {
    const [, name] = /^(?:import\b.*|\}\s*)from\s+["']([^."'][^"']*)["']/.exec(text) ?? [];
    const isOwn = name === undefined || /^(?:astro(?:\/|$)|@astrojs\/starlight$|node:)/.test(name);
    if (isOwn || builtinModules.includes(name)) continue;
    const [, [kind, effect]] = PACKAGES.find(([pattern]) => pattern.test(name)) ?? [
      undefined,
      ['left', 'the package is not used'] as const,
    ];
    const report = `${name}: ${effect}`;
    if (kind === 'pages') leavePages([], report, index + 1);
    else noteAt(kind, { file: configFile, path: [], line: index + 1 }, report);
  }
}
