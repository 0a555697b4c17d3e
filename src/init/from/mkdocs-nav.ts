import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dirname as folderOf, posix } from 'node:path/posix';
import picomatch from 'picomatch';
import { isRecord, listAt, stringAt, valueAt } from '../../config/problem.ts';
import { readText } from '../../diagnostics/frame.ts';
import { readTaggedYaml } from './data-file.ts';
import { below, type Moving, type Origin } from './moving.ts';

/** An entry of a navigation, in the terms of MkDocs. */
export type NavNode =
  | { readonly kind: 'page'; readonly id: string; readonly label?: string; readonly origin: Origin }
  | {
      readonly kind: 'link';
      readonly href: string;
      readonly label: string;
      readonly origin: Origin;
    }
  | {
      readonly kind: 'section';
      readonly label: string;
      readonly items: readonly NavNode[];
      readonly origin: Origin;
    };

/** The folder of the pages, and how folders without a separate entry are listed. */
export interface NavFolder {
  readonly moving: Moving;
  /** Absolute. */
  readonly docsDir: string;
  /** Names of files that list a folder: `.pages` and `.nav.yml` as YAML, others as Markdown. */
  readonly listings: readonly string[];
}

/** Where an entry is written, and the folder that its path is relative to. */
interface At {
  readonly dir: string;
  readonly origin: Origin;
  /** Paths that entries before it name. */
  readonly named: Set<string>;
}

/** Reads `nav`: titles with paths, addresses or lists. */
export function readNav(folder: NavFolder, nav: unknown, origin: Origin): readonly NavNode[] {
  return readEntries(folder, nav, { dir: '', origin, named: new Set() });
}

function readEntries(folder: NavFolder, entries: unknown, at: At): readonly NavNode[] {
  const list = Array.isArray(entries) ? entries : [];
  for (const entry of list)
    for (const path of pathsOf(entry)) at.named.add(posix.join(at.dir, path));
  return list.flatMap((entry: unknown, index) => {
    const origin = below(at.origin, index);
    if (typeof entry === 'string') return readTarget(folder, entry, { ...at, origin });
    if (!isRecord(entry)) return [];
    const glob = stringAt(entry, 'glob');
    if (glob !== undefined) return readTarget(folder, glob, { ...at, origin });
    return Object.entries(entry).flatMap(([label, value]) =>
      readTitled(folder, { label, value }, { ...at, origin: below(origin, label) }),
    );
  });
}

function pathsOf(entry: unknown): readonly string[] {
  const values = isRecord(entry) ? Object.values(entry) : [entry];
  return values.filter((value) => typeof value === 'string').map((path) => path.replace(/\/$/, ''));
}

function readTitled(
  folder: NavFolder,
  { label, value }: { readonly label: string; readonly value: unknown },
  at: At,
): readonly NavNode[] {
  const { origin } = at;
  if (Array.isArray(value)) {
    const items = readEntries(folder, value, at);
    const name = label === '' ? indexTitle(folder, items) : label;
    return name === undefined ? items : [{ kind: 'section', label: name, items, origin }];
  }
  if (typeof value !== 'string') return [];
  const nodes = readTarget(folder, value, at);
  const [first] = nodes;
  // A folder with a title is a section of that title.
  if (first?.kind === 'section' && nodes.length === 1) return [{ ...first, label }];
  if (nodes.length !== 1 || first === undefined)
    return [{ kind: 'section', label, items: nodes, origin }];
  return [{ ...first, label }];
}

const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:|\/)/i;

function readTarget(folder: NavFolder, written: string, at: At): readonly NavNode[] {
  const { origin } = at;
  if (ADDRESS.test(written)) return [{ kind: 'link', href: written, label: written, origin }];
  if (/^\.\.\.(?:\s*\||$)/.test(written)) return restOf(folder, at, written.split('|')[1]?.trim());
  const [file = ''] = written.split(/[?#]/);
  const path = posix.join(at.dir, file).replace(/\/$/, '');
  if (/[*?[\]{}]/.test(written)) return restOf(folder, at, written.replace(/\/$/, ''));
  if (/\.(?:md|markdown|mdx)$/.test(path))
    return [{ kind: 'page', id: pageId(folder, path), origin }];
  if (existsSync(join(folder.docsDir, path)) && !/\.\w+$/.test(path))
    return listFolder(folder, path === '.' ? '' : path, at);
  return [{ kind: 'link', href: `/${path}`, label: written, origin }];
}

/** The pages and folders of a folder that no entry names. */
function restOf(folder: NavFolder, at: At, pattern: string | undefined): readonly NavNode[] {
  const glob = pattern?.replace(/^(?:glob|flat)=/, '').trim();
  const matches = glob === undefined ? () => true : picomatch(glob);
  return childrenOf(folder, at.dir)
    .filter(
      (path) =>
        !at.named.has(path) && matches(at.dir === '' ? path : path.slice(at.dir.length + 1)),
    )
    .flatMap((path) => readTarget(folder, basename(path), at));
}

/** A folder as a section: with its listing if there is one, else its pages, then its folders. */
function listFolder(folder: NavFolder, path: string, { origin }: At): readonly NavNode[] {
  const at = { dir: path, origin, named: new Set<string>() };
  const label = titleOf(basename(path));
  const listing = folder.listings.find((name) => existsSync(join(folder.docsDir, path, name)));
  if (listing === undefined) {
    const items = childrenOf(folder, path).flatMap((child) =>
      readTarget(folder, basename(child), at),
    );
    return items.length === 0 ? [] : [{ kind: 'section', label, items, origin }];
  }
  const file = join(folder.docsDir, path, listing);
  const text = readFileSync(file, 'utf8');
  const own = { ...at, origin: { file, path: [] } };
  if (!/^\.(?:pages|nav\.yml)$/.test(listing)) {
    const items = readListing(folder, text, own);
    return [{ kind: 'section', label, items: withIndex(folder, path, { listing, items }), origin }];
  }
  const { value } = readTaggedYaml(text);
  if (valueAt(value, 'hide') === true) return [];
  const key = ['nav', 'arrange'].find((name) => listAt(value, name).length > 0);
  const order = key === undefined ? ['...'] : listAt(value, key);
  const items = readEntries(folder, order, { ...own, origin: below(own.origin, key ?? 'nav') });
  const isReversed = key === undefined && stringAt(value, 'order') === 'desc';
  const title = stringAt(value, 'title') ?? label;
  return [
    { kind: 'section', label: title, items: isReversed ? items.toReversed() : items, origin },
  ];
}

/** A listing that is a page itself is the first one of its folder. */
function withIndex(
  { moving, docsDir }: NavFolder,
  path: string,
  { listing, items }: { readonly listing: string; readonly items: readonly NavNode[] },
): readonly NavNode[] {
  const name = /^(?:README|index)\.md$/.test(listing) ? listing : 'index.md';
  const id = `${path}/index`;
  const isListed = items.some((item) => item.kind === 'page' && item.id === id);
  if (isListed || !existsSync(join(docsDir, path, name))) return items;
  return [{ kind: 'page', id, origin: { file: moving.configFile, path: ['nav'] } }, ...items];
}

/** Reads the entries that a folder itself has, if its listing or `nav` does not say otherwise. */
export function readRoot(folder: NavFolder): readonly NavNode[] | undefined {
  const hasListing = folder.listings.some((name) => hasFile(folder.docsDir, name));
  if (!hasListing) return undefined;
  const at = {
    dir: '',
    origin: { file: folder.moving.configFile, path: [] },
    named: new Set<string>(),
  };
  return listFolder(folder, '', at).flatMap((node) =>
    node.kind === 'section' ? node.items : [node],
  );
}

function hasFile(folder: string, name: string): boolean {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).some(
    (path) => basename(path) === name,
  );
}

/** Pages of a folder, its index first, then its folders; paths below the docs folder. */
function childrenOf({ docsDir }: NavFolder, dir: string): readonly string[] {
  const entries = readdirSync(join(docsDir, dir), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const pages = entries.filter((entry) => entry.isFile() && /\.mdx?$/.test(entry.name));
  const isIndex = ({ name }: { readonly name: string }): boolean =>
    /^(?:index|README)\.md$/.test(name);
  const folders = entries.filter(
    (entry) => entry.isDirectory() && hasPages(join(docsDir, dir, entry.name)),
  );
  return [...pages.filter(isIndex), ...pages.filter((page) => !isIndex(page)), ...folders].map(
    ({ name }) => posix.join(dir, name),
  );
}

function hasPages(folder: string): boolean {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((path) =>
    /\.mdx?$/.test(path),
  );
}

/** Nested lists of a Markdown file: links, titles with lists below them, and patterns. */
function readListing(folder: NavFolder, text: string, at: At): readonly NavNode[] {
  interface Line {
    readonly indent: number;
    readonly content: string;
    readonly number: number;
  }
  const lines = text.split(/\r?\n/).flatMap((line, index): Line[] => {
    const [, indent, content] = /^(\s*)(?:[*+-]|\d+\.)\s+(.*\S)\s*$/.exec(line) ?? [];
    if (indent === undefined || content === undefined) return [];
    return [{ indent: indent.replaceAll('\t', '    ').length, content, number: index + 1 }];
  });
  for (const { content } of lines) at.named.add(posix.join(at.dir, linkIn(content).target));
  const read = (from: number, to: number): readonly NavNode[] => {
    const nodes: NavNode[] = [];
    for (let index = from; index < to; ) {
      const { indent, content, number } = lines[index] ?? { indent: 0, content: '', number: 0 };
      let end = index + 1;
      while (end < to && (lines[end]?.indent ?? 0) > indent) end += 1;
      const origin = { ...at.origin, line: number };
      const { label, target } = linkIn(content);
      const items = read(index + 1, end);
      if (items.length > 0) nodes.push({ kind: 'section', label: label ?? content, items, origin });
      else if (label === undefined) nodes.push(...readTarget(folder, target, { ...at, origin }));
      else nodes.push(...readTitled(folder, { label, value: target }, { ...at, origin }));
      index = end;
    }
    return nodes;
  };
  return read(0, lines.length);
}

function linkIn(content: string): { readonly label: string | undefined; readonly target: string } {
  const [, label, target] = /^\[(.*)\]\(\s*<?([^)\s>]*)>?[^)]*\)/.exec(content) ?? [];
  return { label, target: target ?? content.replace(/^\\(?=\*)|`/g, '') };
}

function pageId({ docsDir }: NavFolder, path: string): string {
  const id = path.replace(/\.\w+$/, '');
  const folder = folderOf(path);
  const isReadme = basename(id) === 'README' && !existsSync(join(docsDir, folder, 'index.md'));
  return isReadme ? posix.join(folder, 'index') : id;
}

/** The title of a section without one: that of its index page. */
function indexTitle({ docsDir }: NavFolder, items: readonly NavNode[]): string | undefined {
  const index = items.find((item) => item.kind === 'page' && /(?:^|\/)index$/.test(item.id));
  if (index?.kind !== 'page') return undefined;
  const text = readText(join(docsDir, `${index.id}.md`)) ?? '';
  const [, title] =
    /^---\n(?:.*\n)*?title: *(.*)\n(?:.*\n)*?---/.exec(text) ?? /^# +(.+)$/m.exec(text) ?? [];
  const plain = title?.replace(/\s*\{[^}]*\}\s*$|[*_`"']/g, '').trim();
  return plain === undefined || plain === '' ? titleOf(basename(folderOf(index.id))) : plain;
}

/** The title that MkDocs gives to a folder. */
export function titleOf(name: string): string {
  const title = name.replaceAll(/[-_]/g, ' ');
  return title.toLowerCase() === title ? title.charAt(0).toUpperCase() + title.slice(1) : title;
}
