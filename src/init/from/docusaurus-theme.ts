import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ConfigPath, listAt, stringAt, valueAt } from '../../config/problem.ts';
import { docId } from './docusaurus-sidebars.ts';
import { linkTo, type Moving, pick, type Unchecked } from './moving.ts';

/** Converts the settings of the classic theme. */
export function readTheme(theme: unknown, moving: Moving): Unchecked {
  const sidebar = valueAt(valueAt(theme, 'docs'), 'sidebar');
  const toc = valueAt(theme, 'tableOfContents');
  const [min, max] = [valueAt(toc, 'minHeadingLevel'), valueAt(toc, 'maxHeadingLevel')];
  const { defaultMode, ...mode } = pick(valueAt(theme, 'colorMode'), [
    'defaultMode',
    'disableSwitch',
    'respectPrefersColorScheme',
  ]);
  const bar = pick(valueAt(theme, 'announcementBar'), [
    'id',
    'content',
    'backgroundColor',
    'textColor',
    'isCloseable',
  ]);
  const parts: Readonly<Record<string, Unchecked>> = {
    navbar: readNavbar(valueAt(theme, 'navbar'), moving),
    footer: readFooter(valueAt(theme, 'footer'), moving),
    announcementBar: bar,
    colorMode: { ...(defaultMode === undefined ? {} : { default: defaultMode }), ...mode },
    sidebar: {
      ...pick(sidebar, ['hideable']),
      ...(valueAt(sidebar, 'autoCollapseCategories') === true ? { autoCollapse: true } : {}),
    },
    toc: { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) },
  };
  const used = Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0);
  for (const [key] of used)
    if (valueAt(theme, key) !== undefined) moving.note('done', ['themeConfig', key], key);
  return Object.fromEntries(used);
}

const NAVBAR_KEYS = [
  'type',
  'label',
  'html',
  'value',
  'position',
  'activeBaseRegex',
  'className',
  'docId',
  'sidebarId',
  'docsPluginId',
  'title',
  'target',
  'rel',
  'aria-label',
];

function readNavbar(navbar: unknown, moving: Moving): Unchecked {
  const path = ['themeConfig', 'navbar', 'items'];
  const logo = pick(valueAt(navbar, 'logo'), ['src', 'srcDark', 'alt', 'href', 'width', 'height']);
  for (const key of ['src', 'srcDark'])
    if (typeof logo[key] === 'string') logo[key] = rooted(logo[key]);
  const items = listAt(navbar, 'items').flatMap((item, index) =>
    navbarItem(item, [...path, index], moving),
  );
  return {
    ...pick(navbar, ['title', 'style', 'hideOnScroll']),
    ...(logo['src'] === undefined
      ? {}
      : {
          logo: moving.from(logo, {
            file: moving.configFile,
            path: ['themeConfig', 'navbar', 'logo'],
          }),
        }),
    ...(items.length === 0 ? {} : { items }),
  };
}

function navbarItem(item: unknown, path: ConfigPath, moving: Moving): readonly object[] {
  const origin = { file: moving.configFile, path };
  const own = pick(item, NAVBAR_KEYS);
  const type = stringAt(item, 'type');
  const hasVersions = existsSync(join(moving.siteDir, 'versions'));
  if (type?.startsWith('docsVersion') === true && !hasVersions) {
    moving.note('left', path, 'menu of versions');
    return [];
  }
  if (type?.startsWith('custom-') === true) {
    moving.note('left', path, `an item of type "${type}"`);
    return [];
  }
  if (type === 'localeDropdown') {
    moving.note('left', path, 'menu of languages');
    return [];
  }
  if (typeof own['docId'] === 'string') own['docId'] = docId(own['docId']);
  const [to, href] = [stringAt(item, 'to'), stringAt(item, 'href')];
  const base = stringAt(item, 'activeBasePath');
  // Icons come from the tool's style sheets.
  const spoken = stringAt(item, 'aria-label');
  if (own['label'] === undefined && own['html'] === undefined && spoken !== undefined) {
    own['label'] = spoken;
    delete own['aria-label'];
    moving.note('approximated', path, `the icon of "${spoken}" is text`);
  }
  const items = listAt(item, 'items').flatMap((inner, index) =>
    navbarItem(inner, [...path, 'items', index], moving),
  );
  const isMenu = valueAt(item, 'items') !== undefined;
  const converted = {
    ...own,
    ...(to === undefined || isMenu ? {} : linkTo(to)),
    ...(href === undefined || isMenu ? {} : { href }),
    ...(base === undefined ? {} : { activeBasePath: rooted(base) }),
    ...(isMenu ? { type: 'dropdown', items } : {}),
  };
  return [moving.from(converted, origin)];
}

function rooted(path: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(path) ? path : `/${path}`;
}

function readFooter(footer: unknown, moving: Moving): Unchecked {
  const path = ['themeConfig', 'footer', 'links'];
  const link = (item: unknown, at: ConfigPath): object => {
    const [to, html] = [stringAt(item, 'to'), stringAt(item, 'html')];
    const target = to === undefined ? pick(item, ['href']) : linkTo(to);
    const converted = html === undefined ? { ...pick(item, ['label']), ...target } : { html };
    return moving.from(converted, { file: moving.configFile, path: at });
  };
  const links = listAt(footer, 'links').map((entry, index) => {
    const at = [...path, index];
    const items = valueAt(entry, 'items');
    if (!Array.isArray(items)) return link(entry, at);
    const title = stringAt(entry, 'title') ?? '';
    return { title, items: items.map((item, position) => link(item, [...at, 'items', position])) };
  });
  if (valueAt(footer, 'logo') !== undefined)
    moving.note('left', ['themeConfig', 'footer', 'logo'], 'logo of the footer');
  return { ...(links.length === 0 ? {} : { links }), ...pick(footer, ['copyright']) };
}
