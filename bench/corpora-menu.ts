import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { loadSettings } from '../src/init/from/load-settings.ts';
import type { Corpus } from './corpora-list.ts';

/** An entry of a menu: its label, if the tool's configuration has one, and what it leads to. */
export interface MenuEntry {
  readonly label: string | undefined;
  /** Path of a page with extension, `id:` and the id of a page, or an address. */
  readonly target: string;
}

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
const get = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce((inner: unknown, key) => (isRecord(inner) ? inner[key] : undefined), value);

/** The entries of sidebar and navbar, as the tool's own files list them; none where the tool makes its menu of the folders. */
export async function toolMenu(
  { tool, folder, pages }: Corpus,
  checkout: string,
): Promise<readonly MenuEntry[]> {
  const content = join(checkout, pages);
  const toolDir = join(checkout, folder);
  const load = async (file: string): Promise<unknown> => (await loadSettings(file)).value;
  switch (tool) {
    case 'mkdocs': {
      const names = ['mkdocs.yml', 'properdocs.yml'].map((name) => join(toolDir, name));
      return mkdocsEntries(get(await load(names.find(existsSync) ?? ''), 'nav'), undefined);
    }
    case 'mdbook': {
      const summary = readFileSync(join(content, 'SUMMARY.md'), 'utf8').replace(
        /<!--[^]*?-->/g,
        '',
      );
      const links = summary.matchAll(/\[((?:`[^`]*`|\\.|[^\]])*)\]\(<?([^)>]+)>?\)/g);
      return Array.from(links, ([, label, target = '']) => ({ label, target }));
    }
    case 'vitepress': {
      const configs = readdirSync(join(toolDir, '.vitepress'), {
        recursive: true,
        encoding: 'utf8',
      });
      const name = configs.find((path) => /^config(?:\/index)?\.\w+$/.test(path)) ?? '';
      const config = await load(join(toolDir, '.vitepress', name));
      const own = await Promise.all(
        [...new Set([toolDir, content])].flatMap((dir) =>
          readdirSync(dir)
            .filter((file) => /^config\.m?[jt]s$/.test(file))
            .map((file) => load(join(dir, file))),
        ),
      );
      const themes = [config, ...own, get(config, 'locales', 'root')].map((one) =>
        get(one, 'themeConfig'),
      );
      return themes.flatMap((theme) => [
        ...vitepressEntries(get(theme, 'sidebar'), ''),
        ...vitepressEntries(get(theme, 'nav'), ''),
      ]);
    }
    case 'starlight': {
      const names = readdirSync(toolDir);
      const config = await load(
        join(toolDir, names.find((name) => name.startsWith('astro.config.')) ?? ''),
      );
      const options = listOf(get(config, 'integrations')).find(
        (one) => get(one, 'sidebar') !== undefined,
      );
      return starlightEntries(get(options, 'sidebar'), content);
    }
    case 'docusaurus': {
      const names = readdirSync(toolDir);
      const file = join(toolDir, names.find((name) => name.startsWith('docusaurus.config.')) ?? '');
      const config = await load(file);
      const preset = listOf(get(config, 'presets'))
        .map((one) => listOf(one)[1])
        .find((one) => get(one, 'docs') !== undefined);
      const path = text(get(preset, 'docs', 'sidebarPath'));
      const sidebars =
        path === undefined
          ? undefined
          : await load(join(path.startsWith('/') ? '' : toolDir, path));
      const navbar = get(config, 'themeConfig', 'navbar', 'items');
      return [
        ...(isRecord(sidebars) ? Object.values(sidebars) : []).flatMap((one) =>
          docusaurusEntries(one, content),
        ),
        ...listOf(navbar)
          .flatMap((item) => [item, ...listOf(get(item, 'items'))])
          .flatMap(navbarEntry),
      ];
    }
    case 'none':
      return [];
  }
}

function mkdocsEntries(nav: unknown, label: string | undefined): readonly MenuEntry[] {
  if (typeof nav === 'string') return [{ label, target: nav }];
  if (Array.isArray(nav)) return nav.flatMap((item) => mkdocsEntries(item, undefined));
  return isRecord(nav)
    ? Object.entries(nav).flatMap(([name, item]) => mkdocsEntries(item, name))
    : [];
}

function vitepressEntries(menu: unknown, base: string): readonly MenuEntry[] {
  if (Array.isArray(menu)) return menu.flatMap((item) => vitepressEntries(item, base));
  if (!isRecord(menu)) return [];
  const ownBase = text(menu['base']) ?? base;
  const [label, link] = [text(menu['text']), text(menu['link'])];
  const own =
    link === undefined ? [] : [{ label, target: /^https?:/.test(link) ? link : ownBase + link }];
  if ('items' in menu || own.length > 0 || label !== undefined)
    return [...own, ...vitepressEntries(menu['items'], ownBase)];
  return Object.values(menu).flatMap((sidebar) => vitepressEntries(sidebar, ''));
}

function starlightEntries(sidebar: unknown, content: string): readonly MenuEntry[] {
  return listOf(sidebar).flatMap((item): readonly MenuEntry[] => {
    if (typeof item === 'string') return [{ label: undefined, target: `/${item}/` }];
    const [label, slug, link] = ['label', 'slug', 'link'].map((key) => text(get(item, key)));
    const directory = text(get(item, 'autogenerate', 'directory'));
    if (directory !== undefined) return filesBelow(content, directory);
    if (slug !== undefined) return [{ label, target: `/${slug}/` }];
    if (link !== undefined) return [{ label, target: link }];
    return starlightEntries(get(item, 'items'), content);
  });
}

function docusaurusEntries(item: unknown, content: string): readonly MenuEntry[] {
  if (typeof item === 'string') return [{ label: undefined, target: `id:${item}` }];
  if (Array.isArray(item)) return item.flatMap((inner) => docusaurusEntries(inner, content));
  const [type, label, id, href, dir] = ['type', 'label', 'id', 'href', 'dirName'].map((key) =>
    text(get(item, key)),
  );
  if (dir !== undefined) return filesBelow(content, dir);
  if (type === undefined)
    return Object.values(isRecord(item) ? item : {}).flatMap((inner) =>
      docusaurusEntries(inner, content),
    );
  if (type === 'link') return [{ label, target: href ?? '' }];
  if (type === 'category') {
    const page = text(get(item, 'link', 'id'));
    return [
      ...(page === undefined ? [] : [{ label, target: `id:${page}` }]),
      ...docusaurusEntries(get(item, 'items'), content),
    ];
  }
  return id === undefined ? [] : [{ label, target: `id:${id}` }];
}

function navbarEntry(item: unknown): readonly MenuEntry[] {
  const [label, to, href, id] = ['label', 'to', 'href', 'docId'].map((key) => text(get(item, key)));
  const target = to === undefined ? href : /^(?:\w+:|\/)/.test(to) ? to : `/${to}`;
  if (target !== undefined) return [{ label, target }];
  return id === undefined ? [] : [{ label, target: `id:${id}` }];
}

function filesBelow(content: string, directory: string): readonly MenuEntry[] {
  const folder = join(content, directory);
  return (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
    .filter((path) => /\.mdx?$/.test(path) && !path.split('/').some((part) => part.startsWith('_')))
    .map((path) => ({ label: undefined, target: relative(content, join(folder, path)) }));
}

/** A page of the corpus: its source, the id that the tool knows it by, and its address. */
export interface CorpusPage {
  readonly path: string;
  readonly id: string | undefined;
  readonly address: string;
}

/** The entries whose pages the corpus has, and those that lead to other sites: scripts make the others. Targets are addresses. */
export function knownEntries(
  entries: readonly MenuEntry[],
  pages: readonly CorpusPage[],
): readonly MenuEntry[] {
  const unnumbered = (path: string): string =>
    path.replace(/(^|\/)\d+\s*[-_.]+\s*(?=[^-_.\s\d])/g, '$1');
  const byName = new Map(
    pages.flatMap(({ path, id, address }): readonly (readonly [string, string])[] => {
      const plainPath = unnumbered(path.replace(/\.mdx?$/, ''));
      const ownId = id === undefined ? plainPath : posix.join(dirname(plainPath), id);
      return [
        [path, address],
        [`id:${ownId}`, address],
        [addressKey(`http://site${address}`, '/'), address],
      ];
    }),
  );
  return entries.flatMap(({ label, target }) => {
    if (/^(?:https?:)?\/\//.test(target)) return [{ label, target }];
    const file = posix.normalize(target.replace(/^\.?\//, '')).replace(/#.*/, '');
    const path = new URL(target, 'http://site/').href;
    const address = byName.get(target) ?? byName.get(file) ?? byName.get(addressKey(path, '/'));
    return address === undefined ? [] : [{ label, target: address }];
  });
}

/** The entries that no menu of the built site has, by address, and by label where the tool names one. */
export function missingEntries(
  entries: readonly MenuEntry[],
  { out, base }: { readonly out: string; readonly base: string },
): readonly MenuEntry[] {
  const shown = new Map<string, Set<string>>();
  for (const file of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.html')) continue;
    const page = `http://site${base}${file.replaceAll('\\', '/')}`;
    for (const { href, label } of menuLinks(readFileSync(join(out, file), 'utf8'))) {
      if (!URL.canParse(href, page)) continue;
      const key = addressKey(new URL(href, page).href, base);
      shown.set(key, (shown.get(key) ?? new Set()).add(plain(label)));
    }
  }
  return entries.filter(({ label, target }) => {
    const labels = shown.get(addressKey(new URL(target, 'http://site/').href, '/'));
    return labels === undefined || (label !== undefined && !labels.has(plain(label)));
  });
}

/** Compares addresses without anchor, base path, the names of a folder's page, extensions and slashes at the end. */
function addressKey(href: string, base: string): string {
  const { origin, pathname, search } = new URL(href);
  const below =
    origin === 'http://site' && pathname.startsWith(base)
      ? `/${pathname.slice(base.length)}`
      : pathname;
  const path = below.replace(/\.(?:html|mdx?)$/, '').replace(/(?:\/index|\/README)?\/?$/, '');
  return `${origin === 'http://site' ? '' : origin}${decodeURI(path)}${search}`;
}

/** Labels may be Markdown or HTML, with emoji and icons: their letters and digits are compared. */
function plain(label: string): string {
  const words = label
    .replace(/<[^>]*>|:[a-z][\w-]+:/g, ' ')
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/&#?\w+;/g, ' ');
  return words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

type Node = DefaultTreeAdapterTypes.Node;

/** The links in the navigation of a page. */
function menuLinks(html: string): readonly { readonly href: string; readonly label: string }[] {
  const links: { href: string; label: string }[] = [];
  const labelOf = (node: Node): string => {
    if ('value' in node) return node.value;
    if ('attrs' in node && node.tagName === 'img')
      return node.attrs.find(({ name }) => name === 'alt')?.value ?? '';
    return 'childNodes' in node ? node.childNodes.map(labelOf).join('') : '';
  };
  const visit = (node: Node, isMenu: boolean): void => {
    const attribute = (key: string): string | undefined =>
      'attrs' in node ? node.attrs.find(({ name }) => name === key)?.value : undefined;
    const classes = (attribute('class') ?? '').split(' ');
    const inside = isMenu || ['sidebar', 'navbar', 'menu'].some((name) => classes.includes(name));
    const href = attribute('href');
    if (inside && 'tagName' in node && node.tagName === 'a' && href !== undefined)
      links.push({ href, label: labelOf(node) });
    if ('childNodes' in node) for (const child of node.childNodes) visit(child, inside);
  };
  visit(parse(html), false);
  return links;
}
