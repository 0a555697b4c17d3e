import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dirname, posix } from 'node:path/posix';
import picomatch from 'picomatch';
import { isRecord, listAt } from '../../config/problem.ts';
import { readText } from '../../diagnostics/frame.ts';
import { readTaggedYaml } from './data-file.ts';
import {
  at,
  elementsOf,
  type Member,
  membersOf,
  type Moving,
  type Origin,
  type Setting,
  textAt,
  type Unchecked,
} from './table.ts';
import { entriesBelow } from './parts.ts';

/** The folder of the pages, and what decides on the navigation. */
interface NavInput {
  /** Absolute. */
  readonly docsDir: string;
  readonly plugins: readonly Member[];
  /** Features of Material. */
  readonly features: ReadonlySet<unknown>;
}

/** Converts `nav` to one sidebar, or to one for each section at the top and navbar items for them. */
export function readNavigation(
  site: Moving,
  { docsDir, plugins, features }: NavInput,
): { readonly sidebars?: Unchecked; readonly items: readonly object[] } {
  const isThemed = isMaterial(site.root);
  const hasTabs = isThemed && features.has('navigation.tabs');
  const hasIndexes =
    features.has('navigation.indexes') || plugins.some(({ key }) => key === 'section-index');
  const listings = plugins.flatMap((plugin) => {
    const [key, usual] = LISTINGS[plugin.key] ?? [];
    return key === undefined || usual === undefined ? [] : [textAt(plugin, key) ?? usual];
  });
  const nav = at(site.root, 'nav');
  const folder: NavFolder = { docsDir, listings, navOrigin: nav.origin };
  const nodes = Array.isArray(nav.value)
    ? readEntries(folder, nav, { dir: '', named: new Set() })
    : (readRoot(folder) ?? (hasTabs ? folderTabs(site, docsDir) : undefined));
  if (nodes === undefined) return { items: [] };
  const convert = (list: readonly NavNode[], depth: number): readonly object[] =>
    list.map((node) => site.from(toItem(node, depth), node));
  const toItem = (node: NavNode, depth: number): object => {
    const { label } = node;
    if (node.kind === 'page') return { type: 'doc', id: node.id, label };
    if (node.kind === 'link') return { type: 'link', label, href: node.href };
    const index = hasIndexes ? node.items.find(isIndex) : undefined;
    const rest = node.items.filter((item) => item !== index);
    const items = convert(rest, depth + 1);
    if (index !== undefined && items.length === 0) return { type: 'doc', id: index.id, label };
    const isGroup = depth === 0 && features.has('navigation.sections');
    const collapsed = isThemed ? !features.has('navigation.expand') : undefined;
    const style = isGroup ? { collapsible: false } : { collapsed };
    return { type: 'category', label, link: index?.id, ...style, items };
  };
  const sidebars: Unchecked = hasTabs ? {} : { docs: convert(nodes, 0) };
  const tabs = !hasTabs
    ? []
    : nodes.map((node) => {
        const { label } = node;
        if (node.kind === 'page') return site.from({ type: 'doc', docId: node.id, label }, node);
        if (node.kind === 'link') {
          const target = node.href.startsWith('/') ? { to: node.href } : { href: node.href };
          return site.from({ label, ...target }, node);
        }
        const sidebarId = unusedId(node.label, sidebars);
        // The name of the tab is not repeated.
        sidebars[sidebarId] = convert(node.items, 0);
        return site.from({ type: 'docSidebar', sidebarId, label }, node);
      });
  const count = Object.keys(sidebars).length;
  if (Array.isArray(nav.value))
    site.note('done', nav, `${countNodes(nodes)} entries in ${count} sidebar(s)`);
  return { sidebars, items: tabs };
}

/** Tells whether the theme is Material. */
export function isMaterial(root: Setting): boolean {
  return (textAt(root, 'theme') ?? textAt(root, 'theme', 'name')) === 'material';
}

/** Plugins that read the order of a folder from a file: the option that names it, and its usual name. */
const LISTINGS: Readonly<Record<string, readonly [option: string, name: string]>> = {
  'awesome-pages': ['filename', '.pages'],
  'awesome-nav': ['filename', '.nav.yml'],
  'literate-nav': ['nav_file', 'SUMMARY.md'],
};

/** An entry of a navigation, in the terms of MkDocs. */
type NavNode = { readonly origin: Origin } & (
  | { readonly kind: 'page'; readonly id: string; readonly label?: string }
  | { readonly kind: 'link'; readonly href: string; readonly label: string }
  | { readonly kind: 'section'; readonly label: string; readonly items: readonly NavNode[] }
);

function isIndex(node: NavNode): node is Extract<NavNode, { kind: 'page' }> {
  return node.kind === 'page' && /(?:^|\/)index$/.test(node.id);
}

function countNodes(nodes: readonly NavNode[]): number {
  const below = nodes.map((node) => (node.kind === 'section' ? countNodes(node.items) : 0));
  return below.reduce((sum, count) => sum + count, nodes.length);
}

function unusedId(label: string, taken: Unchecked): string {
  const words = label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  const name = words.replace(/^-|-$/g, '') || 'docs';
  let id = name;
  for (let number = 2; id in taken; number += 1) id = `${name}-${number}`;
  return id;
}

/** Tabs without `nav`: the folders at the top. */
function folderTabs({ root }: Moving, docsDir: string): readonly NavNode[] | undefined {
  if (!existsSync(docsDir)) return undefined;
  const { origin } = at(root, 'theme', 'features');
  return readdirSync(docsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(docsDir, entry.name, 'index.md')))
    .map(({ name }) => name)
    .toSorted()
    .map((name) => ({ kind: 'page', id: `${name}/index`, label: titleOf(name), origin }));
}

/** The folder of the pages, and how folders without a separate entry are listed. */
interface NavFolder {
  /** Absolute. */
  readonly docsDir: string;
  /** Names of files that list a folder: `.pages` and `.nav.yml` as YAML, others as Markdown. */
  readonly listings: readonly string[];
  readonly navOrigin: Origin;
}

/** The folder that paths of entries are relative to. */
interface Base {
  readonly dir: string;
  /** Paths that other entries name. */
  readonly named: Set<string>;
}

/** Where an entry is written. */
type Place = Base & { readonly origin: Origin };

/** Reads titles with paths, addresses or lists. */
function readEntries(folder: NavFolder, list: Setting, base: Base): readonly NavNode[] {
  const entries = elementsOf(list);
  for (const { value } of entries)
    for (const path of isRecord(value) ? Object.values(value) : [value])
      if (typeof path === 'string') base.named.add(posix.join(base.dir, path.replace(/\/$/, '')));
  return entries.flatMap((entry) => {
    const path = textAt(entry) ?? textAt(entry, 'glob');
    if (path !== undefined) return readTarget(folder, path, { ...base, origin: entry.origin });
    if (!isRecord(entry.value)) return [];
    return membersOf(entry).flatMap((titled): readonly NavNode[] => {
      const { key, origin, value } = titled;
      // Themes show HTML in titles, such as an icon.
      const label = key.replaceAll(/<[^<>]*>/g, '').trim();
      if (typeof value === 'string') return readTitled(folder, [label, value], { ...base, origin });
      if (!Array.isArray(value)) return [];
      const items = readEntries(folder, titled, base);
      const title = label === '' ? indexTitle(folder, items) : label;
      return title === undefined ? items : [{ kind: 'section', label: title, items, origin }];
    });
  });
}

function readTitled(
  folder: NavFolder,
  [label, path]: readonly [label: string, path: string],
  place: Place,
): readonly NavNode[] {
  const nodes = readTarget(folder, path, place);
  const [first] = nodes;
  // A folder with a title is a section of that title.
  if (first !== undefined && nodes.length === 1) return [{ ...first, label }];
  return [{ kind: 'section', label, items: nodes, origin: place.origin }];
}

function readTarget(folder: NavFolder, written: string, place: Place): readonly NavNode[] {
  const { origin, dir } = place;
  if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(written))
    return [{ kind: 'link', href: written, label: written, origin }];
  if (/^\.\.\.(?:\s*\||$)/.test(written))
    return restOf(folder, place, written.split('|')[1]?.trim());
  if (/[*?[\]{}]/.test(written)) return restOf(folder, place, written.replace(/\/$/, ''));
  const [file = ''] = written.split(/[?#]/);
  const path = posix.join(dir, file).replace(/\/$/, '');
  if (/\.(?:md|markdown|mdx)$/.test(path)) {
    const id = path.replace(/\.\w+$/, '');
    const parent = dirname(path);
    const isReadme =
      basename(id) === 'README' && !existsSync(join(folder.docsDir, parent, 'index.md'));
    return [{ kind: 'page', id: isReadme ? posix.join(parent, 'index') : id, origin }];
  }
  if (existsSync(join(folder.docsDir, path)) && !/\.\w+$/.test(path))
    return listFolder(folder, path === '.' ? '' : path, origin);
  return [{ kind: 'link', href: `/${path}`, label: written, origin }];
}

/** The pages and folders of a folder that no entry names. */
function restOf(folder: NavFolder, place: Place, pattern: string | undefined): readonly NavNode[] {
  const { dir, named } = place;
  const glob = pattern?.replace(/^(?:glob|flat)=/, '').trim();
  const isMatch = glob === undefined ? () => true : picomatch(glob);
  return childrenOf(folder, dir)
    .filter((path) => !named.has(path) && isMatch(dir === '' ? path : path.slice(dir.length + 1)))
    .flatMap((path) => readTarget(folder, basename(path), place));
}

/** A folder as a section: with its listing if there is one, else its pages, then its folders. */
function listFolder(folder: NavFolder, dir: string, origin: Origin): readonly NavNode[] {
  const { docsDir, listings, navOrigin } = folder;
  const base = { dir, named: new Set<string>() };
  const label = titleOf(basename(dir));
  const listing = listings.find((name) => existsSync(join(docsDir, dir, name)));
  if (listing === undefined) {
    const items = restOf(folder, { ...base, origin }, undefined);
    return items.length === 0 ? [] : [{ kind: 'section', label, items, origin }];
  }
  const file = join(docsDir, dir, listing);
  const text = readFileSync(file, 'utf8');
  if (!/^\.(?:pages|nav\.yml)$/.test(listing)) {
    const items = readListing(folder, text, { ...base, origin: { file, path: [] } });
    // A listing that is a page itself is the first one of its folder.
    const name = /^(?:README|index)\.md$/.test(listing) ? listing : 'index.md';
    const id = posix.join(dir, 'index');
    const isListed = items.some((item) => item.kind === 'page' && item.id === id);
    const isMissing = !isListed && existsSync(join(docsDir, dir, name));
    const index: readonly NavNode[] = isMissing ? [{ kind: 'page', id, origin: navOrigin }] : [];
    return [{ kind: 'section', label, items: [...index, ...items], origin }];
  }
  const settings = { value: readTaggedYaml(text).value, origin: { file, path: [] } };
  if (at(settings, 'hide').value === true) return [];
  const key = ['nav', 'arrange'].find((name) => listAt(settings.value, name).length > 0);
  const order = at(settings, key ?? 'nav');
  const items = readEntries(folder, key === undefined ? { ...order, value: ['...'] } : order, base);
  const isReversed = key === undefined && textAt(settings, 'order') === 'desc';
  const title = textAt(settings, 'title') ?? label;
  const ordered = isReversed ? items.toReversed() : items;
  return [{ kind: 'section', label: title, items: ordered, origin }];
}

/** The entries that the folder of the pages itself has; undefined without a listing anywhere. */
function readRoot(folder: NavFolder): readonly NavNode[] | undefined {
  const { docsDir, listings, navOrigin } = folder;
  if (!entriesBelow(docsDir).some((path) => listings.includes(basename(path)))) return undefined;
  return listFolder(folder, '', { file: navOrigin.file, path: [] }).flatMap((node) =>
    node.kind === 'section' ? node.items : [node],
  );
}

/** Pages of a folder, its index first, then its folders; paths below the docs folder. */
function childrenOf({ docsDir }: NavFolder, dir: string): readonly string[] {
  if (!existsSync(join(docsDir, dir))) return [];
  const entries = readdirSync(join(docsDir, dir), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const isPage = (path: string): boolean => /\.mdx?$/.test(path);
  const pages = entries.filter((entry) => entry.isFile() && isPage(entry.name));
  const folders = entries.filter(
    (entry) => entry.isDirectory() && entriesBelow(join(docsDir, dir, entry.name)).some(isPage),
  );
  const isFirst = ({ name }: { readonly name: string }): number =>
    Number(/^(?:index|README)\.md$/.test(name));
  const ordered = pages.toSorted((a, b) => isFirst(b) - isFirst(a));
  return [...ordered, ...folders].map(({ name }) => posix.join(dir, name));
}

/** Nested lists of a Markdown file: links, titles with lists below them, and patterns. */
function readListing(folder: NavFolder, text: string, place: Place): readonly NavNode[] {
  const lines = text.split(/\r?\n/).flatMap((line, index) => {
    const [, indent, content] = /^(\s*)(?:[*+-]|\d+\.)\s+(.*\S)\s*$/.exec(line) ?? [];
    if (indent === undefined || content === undefined) return [];
    const [, label, link] = /^\[(.*)\]\(\s*<?([^)\s>]*)>?[^)]*\)/.exec(content) ?? [];
    const target = link ?? content.replace(/^\\(?=\*)|`/g, '');
    const width = indent.replaceAll('\t', '    ').length;
    return [{ width, content, label, target, origin: { ...place.origin, line: index + 1 } }];
  });
  for (const { target } of lines) place.named.add(posix.join(place.dir, target));
  const read = (from: number, to: number): readonly NavNode[] => {
    const line = lines[from];
    if (line === undefined || from >= to) return [];
    const { width, content, label, target, origin } = line;
    const after = lines.findIndex((other, index) => index > from && other.width <= width);
    const end = after === -1 || after > to ? to : after;
    const items = read(from + 1, end);
    const here = { ...place, origin };
    const nodes: readonly NavNode[] =
      items.length > 0
        ? [{ kind: 'section', label: label ?? content, items, origin }]
        : label === undefined
          ? readTarget(folder, target, here)
          : readTitled(folder, [label, target], here);
    return [...nodes, ...read(end, to)];
  };
  return read(0, lines.length);
}

/** The title of a section without one: that of its index page. */
function indexTitle({ docsDir }: NavFolder, items: readonly NavNode[]): string | undefined {
  const index = items.find(isIndex);
  if (index === undefined) return undefined;
  const text = readText(join(docsDir, `${index.id}.md`)) ?? '';
  const [, title] =
    /^---\n(?:.*\n)*?title: *(.*)\n(?:.*\n)*?---/.exec(text) ?? /^# +(.+)$/m.exec(text) ?? [];
  const plain = title?.replace(/\s*\{[^}]*\}\s*$|[*_`"']/g, '').trim();
  return plain === undefined || plain === '' ? titleOf(basename(dirname(index.id))) : plain;
}

/** The title that MkDocs gives to a folder. */
function titleOf(name: string): string {
  const title = name.replaceAll(/[-_]/g, ' ');
  return title.toLowerCase() === title ? title.charAt(0).toUpperCase() + title.slice(1) : title;
}
