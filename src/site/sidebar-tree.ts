import { compareNatural } from '../config/natural-order.ts';
import type { CategoryFile, CategoryFiles } from '../content/category-file.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { getOrInsert } from '../shared/maps.ts';
import type { Route } from '../shared/paths.ts';
import type { DocNode, SidebarNode, SidebarPage } from './graph-types.ts';
import type { Translate } from './locales.ts';

interface Folder {
  readonly name: string;
  readonly path: string;
  readonly docs: DocNode[];
  readonly folders: Map<string, Folder>;
}

interface Positioned {
  readonly node: SidebarNode;
  readonly position: number | undefined;
  readonly name: string;
}

export interface AutogenerateInput {
  /** The docs of one set to include in the sidebar. */
  readonly docs: readonly DocNode[];
  /** Folder of the set, relative to the site folder. */
  readonly root: string;
  /** Folder below the set to start at; empty for all. */
  readonly dir: string;
  readonly categories: CategoryFiles;
  readonly translate: Translate;
  /** Reports a category file that names no doc. */
  readonly reportLink: (id: string, location: Location | undefined) => void;
  /** Takes the order from the names of files and folders. */
  readonly ordered: Dialect['ordered'];
}

/** Generates a sidebar from a folder: by position if given, then in natural order of file names. */
export function autogenerate(input: AutogenerateInput): readonly SidebarNode[] {
  const start = input.dir === '' ? input.root : joinPath(input.root, input.dir);
  const root: Folder = { name: '', path: start, docs: [], folders: new Map() };
  for (const node of input.docs) addDoc(node, root);
  return sortItems([...docItems(root.docs, input), ...childItems(root, input)]);
}

function joinPath(a: string, b: string): string {
  return a === '' || a === '.' ? b : `${a}/${b}`;
}

/** Adds a doc to its folder; docs outside of the starting folder are ignored. */
function addDoc(node: DocNode, root: Folder): void {
  const atRoot = root.path === '' || root.path === '.';
  const { originalFile: file } = node.source;
  if (!atRoot && !file.startsWith(`${root.path}/`)) return;
  const below = atRoot ? file : file.slice(root.path.length + 1);
  const segments = below.split('/').slice(0, -1);
  let folder = root;
  for (const name of segments) {
    const path = joinPath(folder.path, name);
    folder = getOrInsert(folder.folders, name, () => {
      return { name, path, docs: [], folders: new Map() };
    });
  }
  folder.docs.push(node);
}

function childItems(folder: Folder, input: AutogenerateInput): Positioned[] {
  return [...folder.folders.values()].map((child) => folderItem(child, input));
}

/** Builds a category from a folder; its `index.md` is the category's own page. */
function folderItem(folder: Folder, input: AutogenerateInput): Positioned {
  const file = input.categories.get(folder.path) ?? {};
  const own =
    linkedDoc(folder, input, file) ?? folder.docs.find(({ id }) => /(?:^|\/)index$/.test(id));
  const { name, position: inName } = orderOf(folder.name, input);
  const items = sortItems([
    ...docItems(
      folder.docs.filter((node) => node !== own),
      input,
    ),
    ...childItems(folder, input),
  ]);
  const given = file.label === undefined ? undefined : input.translate(file.label);
  const label = given ?? own?.doc.frontmatter.sidebar_label ?? own?.doc.title ?? '';
  const node: SidebarNode = {
    type: 'category',
    label: label === '' ? input.translate(humanize(name)) : label,
    ...(own === undefined ? {} : { node: own }),
    items,
    collapsible: file.collapsible ?? true,
    collapsed: file.collapsed,
    ...(file.badge === undefined ? {} : { note: input.translate(file.badge) }),
    ...(file.className === undefined ? {} : { className: file.className }),
  };
  const position = file.position ?? own?.doc.frontmatter.sidebar_position ?? inName;
  return { node, position, name: folder.name };
}

/** The doc that a category file names as the category's page. */
function linkedDoc(
  { path }: Folder,
  { docs, reportLink }: AutogenerateInput,
  { link, linkLocation }: CategoryFile,
): DocNode | undefined {
  const wanted = link?.id;
  if (wanted === undefined) return undefined;
  const inFolder = docs.filter(({ source }) => source.originalFile.startsWith(`${path}/`));
  const found =
    docs.find(({ id }) => id === wanted) ?? inFolder.find(({ id }) => id.endsWith(`/${wanted}`));
  if (found === undefined) reportLink(wanted, linkLocation);
  return found;
}

function orderOf(
  name: string,
  { ordered }: AutogenerateInput,
): ReturnType<NonNullable<typeof ordered>> {
  return ordered?.(name) ?? { name, position: undefined };
}

function docItems(docs: readonly DocNode[], input: AutogenerateInput): readonly Positioned[] {
  return docs.map((node) => {
    const name = node.id.slice(node.id.lastIndexOf('/') + 1);
    const file = node.source.originalFile.split('/').at(-1) ?? '';
    return {
      node: { type: 'page', node, label: docLabel(node) },
      position: node.doc.frontmatter.sidebar_position ?? orderOf(file, input).position,
      // Among files without a position, the folder's index comes first.
      name: name === 'index' ? '' : name,
    };
  });
}
/** The label of a page in sidebars. */
export function pageLabel(node: SidebarPage): string {
  return node.type === 'doc' ? docLabel(node) : node.page.title;
}

export function docTitle(node: DocNode): string {
  return node.doc.title === '' ? docLabel(node) : node.doc.title;
}

/** The label of a doc in sidebars and pagination. */
export function docLabel(node: DocNode): string {
  const label = node.doc.frontmatter.sidebar_label ?? node.doc.title;
  if (label !== '') return label;
  const path = node.id.replace(/(?:^|\/)index$/, '');
  return path === '' ? 'Home' : humanize(path.slice(path.lastIndexOf('/') + 1));
}

/** `first-steps` becomes `First steps`. */
function humanize(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function sortItems(items: readonly Positioned[]): readonly SidebarNode[] {
  const end = Number.POSITIVE_INFINITY;
  const sorted = items.toSorted((a, b) => {
    const [left, right] = [a.position ?? end, b.position ?? end];
    return left === right ? compareNatural(a.name, b.name) : left - right;
  });
  return sorted.map(({ node }) => node);
}

/** Lists the pages of a sidebar in reading order, without duplicates, for pagination. */
export function flattenPages(nodes: readonly SidebarNode[]): readonly SidebarPage[] {
  const seen = new Map<Route, SidebarPage>();
  const visit = (node: SidebarNode): void => {
    const page = node.type === 'link' ? undefined : node.node;
    if (page !== undefined && !seen.has(page.route)) seen.set(page.route, page);
    if (node.type === 'category') node.items.forEach(visit);
  };
  nodes.forEach(visit);
  return [...seen.values()];
}
