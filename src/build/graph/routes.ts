import type { DocsSet } from '../../config/types.ts';
import { diagnostic } from '../../diagnostics/create.ts';
import { compareStrings, type Diagnostic, type Location } from '../../diagnostics/diagnostic.ts';
import {
  dirname,
  type FilePath,
  type Route,
  resolveDotSegments,
  toRoute,
} from '../../shared/paths.ts';
import type { ApiOutline, ParsedDoc, SourceFile } from '../types.ts';
import type { ApiNode, DocNode, PageNode } from '../site-graph.ts';
import type { GraphInput } from './graph-input.ts';

interface CollectedPages {
  readonly pages: ReadonlyMap<Route, PageNode>;
  readonly pageByFile: ReadonlyMap<FilePath, PageNode>;
  readonly drafts: ReadonlyMap<FilePath, Route>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Addresses that the build writes itself. */
const RESERVED_ROUTES: ReadonlySet<string> = new Set(['/404', '/assets']);

/** Gives every source its route, refuses duplicates, and adds the pages that the site lacks. */
export function collectPages(input: GraphInput): CollectedPages {
  const found: PageNode[] = [];
  const drafts = new Map<FilePath, Route>();
  const diagnostics: Diagnostic[] = [];
  for (const source of input.sources.docs) {
    const doc = input.docs.get(source.file);
    if (doc === undefined) continue;
    const node = docNode(source, doc, input.config.docs);
    diagnostics.push(...slugProblems(doc));
    if (doc.frontmatter.draft === true) drafts.set(source.file, node.route);
    else found.push(node);
  }
  for (const source of input.sources.reactPages) {
    found.push({ type: 'react', route: contentRoute(source.path), source });
  }
  found.push(...input.apis.flatMap((api) => apiNodes(api, input.config.docs)));
  const pages = new Map<Route, PageNode>();
  for (const node of found) claimRoute(node, pages, diagnostics);
  if (found.length === 0) diagnostics.push(nothingToBuild(input, drafts.size));
  addGenerated(pages);
  const sorted = new Map([...pages].sort(([a], [b]) => compareStrings(a, b)));
  const pageByFile = new Map([...sorted.values()].flatMap((node) => entryByFile(node)));
  return { pages: sorted, pageByFile, drafts, diagnostics };
}

function entryByFile(node: PageNode): readonly (readonly [FilePath, PageNode])[] {
  return 'source' in node ? [[node.source.file, node]] : [];
}

function apiNodes(api: ApiOutline, sets: readonly DocsSet[]): readonly ApiNode[] {
  const set = setAbove(api.routeBase, sets);
  return api.pages.map((page) => ({
    type: 'api',
    route: toRoute(`${api.routeBase}/${page.slug}`),
    api,
    page,
    set,
  }));
}

/** The docs set with the nearest route base above a description's, else the first one. */
function setAbove(route: Route, sets: readonly DocsSet[]): DocsSet | undefined {
  const above = sets
    .filter(({ routeBase }) => routeBase === '/' || `${route}/`.startsWith(`${routeBase}/`))
    .sort((a, b) => b.routeBase.length - a.routeBase.length);
  return above[0] ?? sets[0];
}

function docNode(source: SourceFile, doc: ParsedDoc, sets: readonly DocsSet[]): DocNode {
  const set = setOf(source.file, sets);
  const below = set === undefined ? source.path : pathBelow(source.file, set.path);
  const id = below.replace(/\.md$/, '');
  const route =
    set === undefined ? contentRoute(source.path) : toRoute(`${set.routeBase}/${withoutIndex(id)}`);
  return { type: 'doc', route: applySlug(route, doc.frontmatter.slug), doc, source, id, set };
}

/** The docs set whose folder is the nearest above the file. */
function setOf(file: FilePath, sets: readonly DocsSet[]): DocsSet | undefined {
  return sets
    .filter(({ path }) => path === '' || path === '.' || file.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

function pathBelow(file: FilePath, folder: string): string {
  return folder === '' || folder === '.' ? file : file.slice(folder.length + 1);
}

function contentRoute(path: FilePath): Route {
  return toRoute(withoutIndex(path.replace(/\.(?:md|tsx)$/, '')));
}

function withoutIndex(path: string): string {
  return path.replace(/(?:^|\/)index$/, '');
}

/** A slug with a leading slash is the whole route, another one replaces the last segment. */
function applySlug(route: Route, slug: string | undefined): Route {
  if (slug === undefined) return route;
  const wanted = slug.startsWith('/') ? slug : `${dirname(route)}/${slug}`;
  return toRoute(resolveDotSegments(wanted).path);
}

/** A slug is a path of plain segments: no scheme, query, fragment or backslash, and it stays inside the site. */
function slugProblems({ file, frontmatter, frontmatterPlaces }: ParsedDoc): readonly Diagnostic[] {
  const { slug } = frontmatter;
  if (slug === undefined) return [];
  const refused = /[?#\\]|\/\/|^[a-z][a-z0-9+.-]*:/i.exec(slug)?.[0];
  const climbs = slug.split('/').includes('..');
  if (refused === undefined && !climbs) return [];
  return [
    diagnostic('invalid-slug', {
      message: `the slug "${slug}" is not a path`,
      location: frontmatterPlaces.get('slug') ?? { file, line: 1, column: 1 },
      hint: climbs ? 'write the whole path with a leading /' : `leave out "${refused}"`,
    }),
  ];
}

function claimRoute(node: PageNode, pages: Map<Route, PageNode>, diagnostics: Diagnostic[]): void {
  const other = pages.get(node.route);
  if (RESERVED_ROUTES.has(node.route)) diagnostics.push(reserved(node));
  else if (other === undefined) pages.set(node.route, node);
  else diagnostics.push(duplicate(node, other));
}

function duplicate(node: PageNode, other: PageNode): Diagnostic {
  return diagnostic('duplicate-route', {
    message: `the route "${node.route}" is already taken by ${describe(other)}`,
    location: routePlace(node),
    hint: 'give one of the two another name or another slug',
  });
}

function reserved(node: PageNode): Diagnostic {
  return diagnostic('reserved-route', {
    message: `the route "${node.route}" is written by the build itself`,
    location: routePlace(node),
    hint: 'give the page another name or another slug',
  });
}

function nothingToBuild(input: GraphInput, drafts: number): Diagnostic {
  const { contentDir, siteDir } = input.config;
  return diagnostic('nothing-to-build', {
    message:
      drafts === 0
        ? 'the site has no page: there is no Markdown file in its content folder'
        : 'the site has no page: every Markdown file is a draft',
    location: input.locate([]),
    hint:
      contentDir === siteDir ? 'add an index.md beside the configuration' : 'add content/index.md',
  });
}

/** Where a page's route is decided: its slug, else the top of its file. */
export function routePlace(node: PageNode): Location | undefined {
  if (node.type === 'generated') return undefined;
  if (node.type === 'api') return node.page.location;
  const slug = node.type === 'doc' ? node.doc.frontmatterPlaces.get('slug') : undefined;
  return slug ?? { file: node.source.file, line: 1, column: 1 };
}

function describe(node: PageNode): string {
  if (node.type === 'generated') return 'a generated page';
  return node.type === 'api' ? node.api.file : node.source.file;
}

/** A site without an index page gets a generated one; the site index and the 404 page always exist. */
function addGenerated(pages: Map<Route, PageNode>): void {
  const generated = (path: string, kind: 'home' | 'siteIndex' | 'notFound'): void => {
    const route = toRoute(path);
    if (!pages.has(route)) pages.set(route, { type: 'generated', route, generated: kind });
  };
  generated('/', 'home');
  generated('/site-index', 'siteIndex');
  generated('/404', 'notFound');
}
