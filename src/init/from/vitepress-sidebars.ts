import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, listAt, stringAt, valueAt } from '../../config/problem.ts';
import { below, labelText, linkTo, type Moving, type Origin, type Unchecked } from './moving.ts';
import type { ThemeValue } from './vitepress-theme.ts';

/** Where the pages are, and how links lead to them. */
export interface Pages {
  readonly moving: Moving;
  /** Absolute. */
  readonly folder: string;
  readonly keys: readonly string[];
}

/** The sidebar of all pages, or one for each path; undefined without any. */
export function readSidebars(pages: Pages, { value, origin }: ThemeValue): Unchecked | undefined {
  if (Array.isArray(value))
    return { docs: readItems(pages, value, { origin, key: '/', base: '' }) };
  if (!isRecord(value)) return undefined;
  pages.moving.noteAt('done', origin, `${Object.keys(value).length} sidebar(s)`);
  return Object.fromEntries(
    Object.entries(value).map(([key, sidebar]) => {
      const isList = Array.isArray(sidebar);
      const items = isList ? sidebar : listAt(sidebar, 'items');
      const at = isList ? below(origin, key) : below(origin, key, 'items');
      const base = stringAt(sidebar, 'base') ?? '';
      return [sidebarId(key), readItems(pages, items, { origin: at, key, base })];
    }),
  );
}

function sidebarId(key: string): string {
  return key.replace(/^\/+|\/+$/g, '').replaceAll('/', '-') || 'docs';
}

interface At {
  readonly origin: Origin;
  /** The path whose pages have the sidebar. */
  readonly key: string;
  /** Start of the links. */
  readonly base: string;
}

function readItems(pages: Pages, items: readonly unknown[], at: At): readonly object[] {
  return items.flatMap((item, index) =>
    readItem(pages, item, { ...at, origin: below(at.origin, index) }),
  );
}

function readItem(pages: Pages, item: unknown, at: At): readonly object[] {
  const { moving } = pages;
  const { origin } = at;
  const label = labelText(stringAt(item, 'text') ?? '');
  const link = stringAt(item, 'link');
  const base = stringAt(item, 'base') ?? at.base;
  const target = link === undefined ? undefined : sidebarLink(pages, base + link, at.key);
  const inside = valueAt(item, 'items');
  const items = Array.isArray(inside)
    ? readItems(pages, inside, { ...at, base, origin: below(origin, 'items') })
    : [];
  if (items.length === 0)
    return target === undefined
      ? []
      : [moving.from({ ...target, ...(label === '' ? {} : { label }) }, origin)];
  if (label === '') return items;
  const collapsed = valueAt(item, 'collapsed');
  const category = {
    type: 'category',
    label,
    ...(target?.type === 'doc' ? { link: target.id } : {}),
    // Without the key, a group is always open.
    ...(typeof collapsed === 'boolean' ? { collapsed } : { collapsible: false, collapsed: false }),
    items,
  };
  return [moving.from(category, origin)];
}

type Target =
  | { readonly type: 'doc'; readonly id: string }
  | { readonly type: 'link'; readonly href: string };

/** A doc, if the page has this sidebar; else a link, which leaves the page to its own sidebar. */
function sidebarLink({ folder, keys }: Pages, written: string, key: string): Target {
  const target = linkTo(written);
  if ('href' in target) return { type: 'link', href: target.href };
  const { to } = target;
  const path = to.slice(1);
  const name = /(?:^|\/)$/.test(path) ? `${path}index` : path;
  const id = [name, `${name}/index`].find((one) => existsSync(join(folder, `${one}.md`)));
  const owner = keys
    .filter((other) => `${to}/`.startsWith(`/${other.replace(/^\/+/, '')}`))
    .toSorted((a, b) => b.length - a.length)[0];
  const isOwn = owner === undefined || owner === key;
  return id !== undefined && isOwn ? { type: 'doc', id } : { type: 'link', href: to };
}
