import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, listAt, stringAt, valueAt } from '../../config/problem.ts';
import { below, labelText, linkTo, type Moving, type Origin, type Unchecked } from './moving.ts';
import type { ThemeValue } from './vitepress-theme.ts';

/** The docs of a set, and the route of their folder. */
export interface DocsFolder {
  readonly moving: Moving;
  /** Absolute. */
  readonly folder: string;
  readonly route: string;
}

/** The sidebar of the pages below a path. */
interface PathSidebar {
  readonly key: string;
  readonly items: readonly unknown[];
  /** Start of the links. */
  readonly base: string;
  readonly origin: Origin;
}

/** Lists the sidebars of a theme: one for all pages below `root`, or one for each path. */
export function pathSidebars({ value, origin }: ThemeValue, root: string): readonly PathSidebar[] {
  if (Array.isArray(value)) return [{ key: root, items: value, base: '', origin }];
  const entries = isRecord(value) ? Object.entries(value) : [];
  return entries.map(([key, sidebar]) => {
    if (Array.isArray(sidebar))
      return { key, items: sidebar, base: '', origin: below(origin, key) };
    const base = stringAt(sidebar, 'base') ?? '';
    return { key, items: listAt(sidebar, 'items'), base, origin: below(origin, key, 'items') };
  });
}

/** Converts the sidebars of a docs set. */
export function readSidebars(docs: DocsFolder, sidebars: readonly PathSidebar[]): Unchecked {
  const [first] = sidebars;
  if (first === undefined) return {};
  docs.moving.noteAt('done', first.origin, `${sidebars.length} sidebar(s)`);
  const pages = { ...docs, keys: sidebars.map(({ key }) => key) };
  return {
    sidebars: Object.fromEntries(
      sidebars.map((sidebar) => [sidebarId(sidebar.key), readItems(pages, sidebar.items, sidebar)]),
    ),
  };
}

interface Pages extends DocsFolder {
  /** The paths that have sidebars. */
  readonly keys: readonly string[];
}

function sidebarId(key: string): string {
  return key.replace(/^\/+|\/+$/g, '').replaceAll('/', '-') || 'docs';
}

type At = Pick<PathSidebar, 'key' | 'base' | 'origin'>;

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
function sidebarLink({ folder, route, keys }: Pages, written: string, key: string): Target {
  const target = linkTo(written);
  if ('href' in target) return { type: 'link', href: target.href };
  const { to } = target;
  const start = route === '/' ? '/' : `${route}/`;
  const path = to.startsWith(start) ? to.slice(start.length) : to;
  const name = /(?:^|\/)$/.test(path) ? `${path}index` : path;
  const id = [name, `${name}/index`].find((one) => existsSync(join(folder, `${one}.md`)));
  const owner = keys
    .filter((other) => `${to}/`.startsWith(`/${other.replace(/^\/+/, '')}`))
    .toSorted((a, b) => b.length - a.length)[0];
  const isOwn = owner === undefined || owner === key;
  return id !== undefined && isOwn ? { type: 'doc', id } : { type: 'link', href: to };
}
