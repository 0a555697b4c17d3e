import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, listAt, stringAt, valueAt } from '../../config/problem.ts';
import type { Settings } from './mkdocs-settings.ts';
import { keysWithValue, linkTo, staticCopy, type Unchecked } from './moving.ts';

/** Converts the theme: images, colors, language and switches. */
export function readTheme(settings: Settings): Unchecked {
  const { theme, note } = settings;
  noteFeatures(settings);
  const isStandard = ['material', 'mkdocs', 'readthedocs'].includes(theme.name);
  const path = typeof theme.value === 'string' ? ['theme'] : ['theme', 'name'];
  if (theme.value === undefined) return {};
  if (isStandard) note('done', path, `${theme.name}: the default templates`);
  else note('left', path, `${theme.name}: see templates/ in the manual`);
  for (const [key, text] of Object.entries(LEFT))
    if (valueAt(theme.value, key) !== undefined) note('left', ['theme', key], text);
  return {
    ...readIcon(settings),
    ...readLanguage(settings),
    ...readColorMode(settings),
    ...(theme.features.has('header.autohide') ? { navbar: { hideOnScroll: true } } : {}),
  };
}

const LEFT: Readonly<Record<string, string>> = {
  custom_dir: 'templates that override those of the theme: see templates/ in the manual',
  font: 'fonts: a style sheet in templates/ sets them',
  icon: 'icons of the theme',
  static_templates: 'pages that are templates of the theme',
  analytics: 'scripts for analytics: a plug-in adds them to the head',
  hljs_languages: 'languages of code blocks: markdown.languages adds names',
};

function readIcon(settings: Settings): Unchecked {
  const { theme, moving, docsDir, note } = settings;
  const path = stringAt(theme.value, 'favicon') ?? 'img/favicon.ico';
  if (path === 'img/favicon.ico' && !existsSync(join(docsDir, path))) return {};
  const favicon = staticCopy(moving, { file: join(docsDir, path), staticDir: 'static', path });
  if (favicon === undefined) note('left', ['theme', 'favicon'], `there is no ${path}`);
  else note('done', ['theme', 'favicon'], `icon: static/${favicon}`);
  return favicon === undefined ? {} : { favicon };
}

/** The logo of the navbar. */
export function readLogo(settings: Settings): Unchecked {
  const { theme, extra, moving, docsDir, note } = settings;
  const path = stringAt(theme.value, 'logo');
  const homepage = stringAt(extra, 'homepage');
  if (path === undefined) return {};
  const src = /^https?:/.test(path)
    ? path
    : staticCopy(moving, { file: join(docsDir, path), staticDir: 'static', path });
  if (src === undefined) note('left', ['theme', 'logo'], `there is no ${path}`);
  else
    note(
      'done',
      ['theme', 'logo'],
      `logo: ${src === path && !/^https?:/.test(src) ? 'static/' : ''}${src}`,
    );
  if (src === undefined) return {};
  if (homepage !== undefined) note('done', ['extra', 'homepage'], 'target of the logo');
  const logo = {
    src: /^https?:/.test(src) ? src : `/${src}`,
    alt: '',
    ...(homepage === undefined ? {} : { href: homepage }),
  };
  return { logo: moving.from(logo, settings.at(['theme', 'logo'])) };
}

function readLanguage({ theme, note }: Settings): Unchecked {
  const key = ['language', 'locale'].find((name) => stringAt(theme.value, name) !== undefined);
  if (key === undefined) return {};
  const tag = (stringAt(theme.value, key) ?? 'en').replaceAll('_', '-');
  const [code = 'en'] = tag.split('-');
  const direction = stringAt(theme.value, 'direction');
  note('done', ['theme', key], `language: ${tag}`);
  if (direction !== undefined) note('done', ['theme', 'direction'], `direction: ${direction}`);
  if (tag === 'en' && direction === undefined) return {};
  return {
    i18n: {
      locales: [{ code, htmlLang: tag, ...(direction === undefined ? {} : { dir: direction }) }],
    },
  };
}

/** The schemes of Material in order, or the mode of the other themes. */
function readColorMode({ theme, note }: Settings): Unchecked {
  const mode = stringAt(theme.value, 'color_mode');
  const hasSwitch = valueAt(theme.value, 'user_color_mode_toggle') === true;
  if (mode !== undefined) {
    for (const key of keysWithValue(theme.value).filter((name) => name.includes('color_mode')))
      note('done', ['theme', key], 'colorMode');
    return mode === 'auto' ? {} : fixedMode(mode, hasSwitch);
  }
  const palette = valueAt(theme.value, 'palette');
  if (palette === undefined || palette === null) return {};
  const schemes = Array.isArray(palette) ? palette : [palette];
  const colors = schemes.some((scheme) =>
    ['primary', 'accent'].some((key) => stringAt(scheme, key) !== undefined),
  );
  if (colors)
    note(
      'approximated',
      ['theme', 'palette'],
      'colorMode; its colors go to a style sheet in templates/',
    );
  else note('done', ['theme', 'palette'], 'colorMode');
  if (schemes.some((scheme) => /prefers-color-scheme/.test(stringAt(scheme, 'media') ?? '')))
    return {};
  const [first] = schemes;
  const isDark = /slate|dark/.test(stringAt(first, 'scheme') ?? '');
  return fixedMode(isDark ? 'dark' : 'light', schemes.length > 1);
}

function fixedMode(mode: string, hasSwitch: boolean): Unchecked {
  const start = {
    ...(mode === 'dark' ? { default: 'dark' } : {}),
    respectPrefersColorScheme: false,
  };
  return { colorMode: hasSwitch ? start : { ...start, disableSwitch: true } };
}

type Effect = readonly ['done' | 'approximated' | 'left', string];

const ALWAYS: Effect = ['done', 'always on'];
const NO_EFFECT: Effect = ['done', 'not needed'];

/** Features of Material by name. */
const FEATURES: Readonly<Record<string, Effect>> = {
  'navigation.tabs': ['done', 'a sidebar for each tab'],
  'navigation.tabs.sticky': ALWAYS,
  'navigation.sections': ['done', 'categories at the top are groups'],
  'navigation.expand': ['done', 'categories start open'],
  'navigation.indexes': ['done', 'categories have pages'],
  'navigation.path': ALWAYS,
  'navigation.prune': NO_EFFECT,
  'navigation.footer': ALWAYS,
  'navigation.instant': ALWAYS,
  'navigation.instant.prefetch': ALWAYS,
  'navigation.instant.progress': ALWAYS,
  'search.highlight': ALWAYS,
  'search.suggest': ALWAYS,
  'toc.follow': ALWAYS,
  'header.autohide': ['done', 'navbar.hideOnScroll'],
  'content.code.copy': ALWAYS,
  'content.code.annotate': ['left', 'annotations are a list below the code'],
  'content.action.edit': ['done', 'editUrl'],
  'content.tabs.link': ['left', 'linked tabs: `:::tabs{group="…"}`'],
};

function noteFeatures({ theme, note }: Settings): void {
  for (const [index, feature] of listAt(theme.value, 'features').entries()) {
    const name = String(feature);
    const [kind, text] = FEATURES[name] ?? ['left', 'has no counterpart'];
    note(kind, ['theme', 'features', index], `${name}: ${text}`);
  }
}

/** Converts the values of `extra` that Material shows: links to accounts and languages. */
export function readExtra(settings: Settings): {
  readonly links: readonly object[];
  readonly items: readonly object[];
} {
  const { extra, note, moving, at } = settings;
  const links = listAt(extra, 'social').flatMap((entry, index) => {
    const href = stringAt(entry, 'link');
    if (href === undefined) return [];
    const label = stringAt(entry, 'name') ?? nameOfIcon(stringAt(entry, 'icon') ?? href);
    return [moving.from({ label, href }, at(['extra', 'social', index]))];
  });
  if (links.length > 0)
    note('approximated', ['extra', 'social'], `links in the footer; their icons are text`);
  const languages = listAt(extra, 'alternate').flatMap((entry, index) => {
    const [label, link] = [stringAt(entry, 'name'), stringAt(entry, 'link')];
    return label === undefined || link === undefined
      ? []
      : [moving.from({ label, ...linkTo(link) }, at(['extra', 'alternate', index]))];
  });
  if (languages.length > 0)
    note(
      'approximated',
      ['extra', 'alternate'],
      'a menu of links; see i18n.locales for translations',
    );
  for (const key of isRecord(extra) ? Object.keys(extra) : [])
    if (EXTRA[key] !== undefined) note(EXTRA[key][0], ['extra', key], EXTRA[key][1]);
  const menu = { type: 'dropdown', label: 'Languages', position: 'right', items: languages };
  return {
    links,
    items: languages.length === 0 ? [] : [moving.from(menu, at(['extra', 'alternate']))],
  };
}

const EXTRA: Readonly<Record<string, Effect>> = {
  version: ['left', 'versions of mike: put the docs of each into versions/<name>/'],
  analytics: ['left', 'scripts for analytics: a plug-in adds them to the head'],
  consent: ['left', 'consent to cookies: no cookies are set'],
  tags: ['left', 'icons of tags'],
  status: ['left', 'marks of pages in the sidebar'],
  annotate: ['left', 'annotations are a list below the code'],
  generator: ['done', 'not needed'],
};

function nameOfIcon(icon: string): string {
  const [last = icon] = icon.split('/').slice(-1);
  const word = last.replace(/^(?:square|circle)-/, '').replace(/^x-twitter$/, 'X');
  return NAMES.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1);
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['youtube', 'YouTube'],
  ['linkedin', 'LinkedIn'],
  ['github-alt', 'GitHub'],
]);
