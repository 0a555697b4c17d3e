import { isRecord, listAt, stringAt, valueAt } from '../../config/problem.ts';
import {
  below,
  labelText,
  linkTo,
  type Moving,
  type Origin,
  pick,
  type Unchecked,
} from './moving.ts';

/** A value of the theme's configuration, and where it is. */
export interface ThemeValue {
  readonly value: unknown;
  readonly origin: Origin;
}

/** Finds a key of `themeConfig`: of the main language, else of the whole site. */
export type Theme = (key: string) => ThemeValue;

/** Converts the navbar: its title, logo and menus, links to languages and social links. */
export function readNavbar(theme: Theme, settings: unknown, moving: Moving): Unchecked {
  const title = theme('siteTitle').value;
  const nav = theme('nav');
  const items = [
    ...list(nav.value).flatMap((item, index) => navItem(item, below(nav.origin, index), moving)),
    ...localeMenu(settings, moving),
    ...socialLinks(theme('socialLinks'), moving),
  ];
  const navbar = {
    ...(typeof title === 'string' ? { title } : title === false ? { title: '' } : {}),
    ...readLogo(theme('logo'), moving),
    ...(items.length === 0 ? {} : { items }),
  };
  if (items.length > 0) moving.noteAt('done', nav.origin, `${items.length} navbar items`);
  return Object.keys(navbar).length === 0 ? {} : { navbar };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function readLogo({ value, origin }: ThemeValue, moving: Moving): Unchecked {
  if (typeof value === 'string') return { logo: moving.from({ src: value }, origin) };
  const [light, dark] = [stringAt(value, 'light'), stringAt(value, 'dark')];
  const own = pick(value, ['src', 'alt', 'width', 'height']);
  const src = own['src'] ?? light;
  const srcDark = dark === undefined ? {} : { srcDark: dark };
  return src === undefined ? {} : { logo: moving.from({ ...own, src, ...srcDark }, origin) };
}

function navItem(item: unknown, origin: Origin, moving: Moving): readonly object[] {
  const label = labelText(stringAt(item, 'text') ?? '');
  const inside = valueAt(item, 'items');
  if (Array.isArray(inside)) {
    const items = inside.flatMap((inner, index) =>
      menuItems(inner, below(origin, 'items', index), moving),
    );
    return [moving.from({ type: 'dropdown', label, items }, origin)];
  }
  const link = stringAt(item, 'link');
  if (link === undefined) {
    moving.noteAt('left', origin, 'an item that is a component');
    return [];
  }
  const match = stringAt(item, 'activeMatch');
  const active = match === undefined ? {} : { activeBaseRegex: match };
  return [moving.from({ label, ...linkTo(link), ...active }, origin)];
}

/** Items of a dropdown, with those of its groups. */
function menuItems(item: unknown, origin: Origin, moving: Moving): readonly object[] {
  const inside = valueAt(item, 'items');
  if (!Array.isArray(inside)) return navItem(item, origin, moving);
  if (stringAt(item, 'text') !== undefined)
    moving.noteAt('approximated', origin, 'the items of a group are in the menu itself');
  return inside.flatMap((inner, index) => navItem(inner, below(origin, 'items', index), moving));
}

/** Links to the other languages. */
function localeMenu(settings: unknown, moving: Moving): readonly object[] {
  const locales = valueAt(settings, 'locales');
  if (!isRecord(locales)) return [];
  const origin = { file: moving.configFile, path: ['locales'] };
  const items = Object.entries(locales).flatMap(([key, locale]) => {
    const label = stringAt(locale, 'label');
    if (key === 'root' || label === undefined) return [];
    const link = stringAt(locale, 'link') ?? `/${key}/`;
    return [moving.from({ label, ...linkTo(link) }, below(origin, key))];
  });
  return items.length === 0
    ? []
    : [moving.from({ type: 'dropdown', label: 'Languages', position: 'right', items }, origin)];
}

function socialLinks({ value, origin }: ThemeValue, moving: Moving): readonly object[] {
  const links = list(value);
  if (links.length > 0) moving.noteAt('approximated', origin, 'icons of social links are text');
  return links.flatMap((entry, index) => {
    const icon = stringAt(entry, 'icon') ?? 'Link';
    const label = stringAt(entry, 'ariaLabel') ?? NAMES.get(icon) ?? capitalize(icon);
    const href = stringAt(entry, 'link');
    if (href === undefined) return [];
    return [moving.from({ label, href, position: 'right' }, below(origin, index))];
  });
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['youtube', 'YouTube'],
  ['linkedin', 'LinkedIn'],
]);

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Converts the two lines of the footer. */
export function readFooter({ value, origin }: ThemeValue, moving: Moving): Unchecked {
  const lines = [stringAt(value, 'message'), stringAt(value, 'copyright')].filter(
    (line) => line !== undefined && line !== '',
  );
  if (lines.length === 0) return {};
  moving.noteAt('done', origin, 'footer');
  return { footer: { copyright: lines.join('<br>') } };
}

/** A level, `[first, last]` or `deep`. */
export function readOutline({ value }: ThemeValue): Unchecked {
  const level = isRecord(value) ? valueAt(value, 'level') : value;
  if (level === 'deep') return { toc: { min: 2, max: 6 } };
  if (typeof level === 'number') return { toc: { min: level, max: level } };
  const [min, max] = listAt({ level }, 'level');
  return min === undefined ? {} : { toc: { min, max } };
}
