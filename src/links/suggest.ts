import { relative } from 'node:path/posix';
import type { LinkFacts } from '../diagnostics/diagnostic.ts';
import { comparisonCost } from '../diagnostics/nearest.ts';
import { itemAt } from '../shared/item-at.ts';
import { lazy } from '../shared/lazy.ts';
import { getOrInsert } from '../shared/maps.ts';
import { isShellId } from '../shared/page-ids.ts';
import { decodeSafely, dirname, type Route, toRoute, urlScheme } from '../shared/paths.ts';
import { slugify } from '../shared/slug.ts';
import type { LinkUse } from '../site/graph-types.ts';
import { splitHref, suffixOf } from '../site/resolve-link.ts';
import type { AnchorPage, CheckInput } from './check-input.ts';
import {
  anchorLikeness,
  type Likeness,
  misspelling,
  type PathParts,
  pathLikeness,
  pathParts,
  readWritten,
  sharedEnd,
  writeLike,
} from './near-paths.ts';

/** Candidates for a broken reference, in the author's style. */
export interface Suggestions {
  /** Best first, at most three. */
  readonly near: readonly string[];
  /** The only certain candidate: it differs in case or hyphens, or was moved. */
  readonly certain?: string;
}

/** The path of a broken reference, and its address as a page. */
interface Missing {
  readonly wanted: string | undefined;
  readonly at: string | undefined;
  /** True if a page exists where a file is needed. */
  readonly isFile: boolean;
}

export interface Suggester {
  /** Suggests destinations for a broken one. */
  readonly targets: (use: LinkUse, missing: Missing) => Suggestions;
  /** Suggests anchors of a page for a broken fragment. */
  readonly anchors: (page: AnchorPage, fragment: string) => Suggestions;
  /** Finds the only other page whose headings have an anchor: among all pages, or all but `route`. */
  readonly pageWith: (
    anchor: string,
    route: Route,
  ) => { readonly route: Route; readonly isOnly: boolean } | undefined;
  /** Finds the only heading of a page that may have had an anchor, if no link uses its current id. */
  readonly renamed: (page: AnchorPage, route: Route, anchor: string) => LinkFacts['heading'];
  /** Writes a page for a reference, without query and fragment: as a relative path from a Markdown file. */
  readonly writePage: (use: LinkUse, route: Route) => string;
}

const NONE: Suggestions = { near: [] };

/** Maximum number of suggestions for one reference. */
export const MOST_SUGGESTIONS = 3;

/** Creates a finder of suggestions; the site's paths are indexed once. */
export function createSuggester(input: CheckInput): Suggester {
  const absolute = lazy(() => [
    ...input.paths.map((path) => pathParts(path)),
    ...input.aliases().map(({ path, route }) => pathParts(path, route)),
  ]);
  const files = new Map<string, readonly PathParts[]>();
  const known = new Map<string, Suggestions>();
  const headings = lazy(() => headingPages(input));
  const linked = lazy(
    () =>
      new Set(
        input.anchors.map(
          ({ route, fragment }) => `${route}#${decodeSafely(fragment) ?? fragment}`,
        ),
      ),
  );
  let left = MOST_COMPARED;
  const spend = (cost: number): boolean => (left -= cost) >= 0;
  const typo: Typo = (wanted, found) =>
    spend(comparisonCost(wanted.stem, found.stem)) ? misspelling(wanted, found) : undefined;
  const anchors = new Map<AnchorPage, Map<string, Suggestions>>();
  const titles = new Map<AnchorPage, ReadonlyMap<string, string>>();
  const nearIds = (page: AnchorPage, wanted: string): Suggestions => {
    if (!spend(0)) return NONE;
    const { headings: own = [] } = page;
    const slugs = getOrInsert(
      titles,
      page,
      () => new Map(own.map(({ id, text }) => [id, slugify(text)])),
    );
    const ranked: Ranked[] = [];
    for (const name of page.ids) {
      if (isShellId(name)) continue;
      if (!spend(comparisonCost(wanted, name))) return NONE;
      const like = anchorLikeness(wanted, name, slugs.get(name));
      if (like !== undefined) ranked.push({ name, ...like });
    }
    return rank(ranked);
  };
  const nearAnchors = (page: AnchorPage, anchor: string): Suggestions => {
    const ofPage = getOrInsert(anchors, page, () => new Map());
    return getOrInsert(ofPage, anchor, () => nearIds(page, anchor));
  };
  const find = (use: LinkUse, missing: Missing): Suggestions => {
    if (!spend(VISIT * (input.paths.length + input.files.length))) return NONE;
    const { path } = splitHref(use.href);
    const from = use.route ?? toRoute('/');
    const isKind = ({ page }: PathParts): boolean => !missing.isFile || page === undefined;
    const isNear = (parts: PathParts): boolean =>
      isKind(parts) && !input.isForeign(from, parts.path);
    const search = { path, missing, absolute: absolute().filter(isNear), typo };
    if (use.file === undefined || path.startsWith('/')) return nearRoutes(input, search);
    const folder = dirname(use.file);
    const style = styleOf(path);
    const printed = getOrInsert(files, `${style} ${folder}`, () =>
      input.files.map((file) => pathParts(printFile(file, folder, style))),
    );
    const isWanted = (parts: PathParts, index: number): boolean =>
      isKind(parts) && !input.isForeign(from, itemAt(input.files, index));
    return nearFiles(input, { ...search, from: use.file, files: printed, isWanted });
  };
  return {
    targets: (use, missing) => {
      const { path, ...rest } = splitHref(use.href);
      const key = `${use.file ?? ''}\0${missing.wanted ?? ''}\0${path}\0${missing.isFile}`;
      const found = getOrInsert(known, key, () => find(use, missing));
      return mapSuggestions(found, (near) => near + suffixOf(rest));
    },
    anchors: (page, fragment) =>
      mapSuggestions(nearAnchors(page, readWritten(fragment)), (id) => writeLike(id, fragment)),
    pageWith: (anchor, route) => {
      const pages = headings()(anchor);
      if (!spend(VISIT * pages.length)) return undefined;
      const all = pages.filter(
        (candidate) => candidate !== route && !input.isForeign(route, candidate),
      );
      const beside = all.filter((candidate) => dirname(candidate) === dirname(route));
      const [first, ...others] = all.length === 1 ? all : beside;
      if (first === undefined || others.length > 0) return undefined;
      return { route: first, isOnly: all.length === 1 };
    },
    renamed: (page, route, anchor) => {
      const near = nearAnchors(page, anchor);
      if (!spend(VISIT * page.ids.size)) return undefined;
      const heading = renamedHeading(page, anchor, near);
      return heading && !linked().has(`${route}#${heading.old}`) ? heading.facts : undefined;
    },
    writePage: (use, route) => writePage(input, use, route),
  };
}

/** The suggestion of the only candidate. */
export function certainly(certain: string): Suggestions {
  return { near: [certain], certain };
}

export function mapSuggestions(
  { near, certain }: Suggestions,
  map: (text: string) => string,
): Suggestions {
  return {
    near: near.map(map),
    ...(certain === undefined ? {} : { certain: map(certain) }),
  };
}

/** Finds the docs with a heading of an id; reads the headings only of docs that have the id. */
function headingPages({ pages }: CheckInput): (id: string) => readonly Route[] {
  const routesOf = new Map<string, Route[]>();
  for (const route of pages.routes()) {
    const page = pages.get(route);
    if (page?.file === undefined) continue;
    for (const id of page.ids) getOrInsert(routesOf, id, () => []).push(route);
  }
  const isHeading = (route: Route, id: string): boolean =>
    pages.get(route)?.headings?.some((heading) => heading.id === id) === true;
  return (id) => (routesOf.get(id) ?? []).filter((route) => isHeading(route, id));
}

type Typo = typeof misspelling;

/**
 * Maximum number of names compared in a run, where long names count as many: bounds the work for thousands of broken
 * links. Those after it have no suggestions.
 */
const MOST_COMPARED = 500_000;

/** The cost of a name that is compared as a whole. */
const VISIT = 0.1;

interface NearRoutes {
  readonly typo: Typo;
  readonly path: string;
  readonly missing: Missing;
  readonly absolute: readonly PathParts[];
}

/** Suggests site-absolute addresses, keeping a base path and a final slash. */
function nearRoutes(
  { baseUrl, lists }: CheckInput,
  { path, missing, absolute, typo }: NearRoutes,
): Suggestions {
  const isAbsolute = path.startsWith('/');
  const written = isAbsolute ? path : (missing.wanted ?? '');
  const hasBase = !isAbsolute || `${written}/`.startsWith(baseUrl);
  const below = hasBase && isAbsolute ? `/${written.slice(baseUrl.length)}` : written;
  const slash = path.endsWith('/') ? '/' : '';
  return mapSuggestions(
    nearPaths(pathParts(readWritten(below)), absolute, { typo, lists }),
    (near) => {
      const final = /\.[a-z0-9]+$/i.test(near) ? '' : slash;
      return writeLike(hasBase ? baseUrl + near.slice(1) : near, path) + final;
    },
  );
}

/** The author's style of file names: `a.md`, `a` or `a/` for the index of a folder; with or without a leading `./`. */
type Style = `${'dotted' | 'plain'} ${'extension' | 'bare'}`;

function styleOf(path: string): Style {
  const extension = /\.[a-z0-9]+\/?$/i.test(path) ? 'extension' : 'bare';
  return `${path.startsWith('.') ? 'dotted' : 'plain'} ${extension}`;
}

function printFile(file: string, folder: string, style: Style): string {
  const path = relative(folder, file);
  const bare = path.replace(/\.md$/, '');
  const isBare = style.endsWith('bare') && bare !== path;
  const printed = isBare ? bare.replace(/(?<=\/)index$/, '') : path;
  return style.startsWith('dotted') && !printed.startsWith('.') ? `./${printed}` : printed;
}

interface NearFiles extends NearRoutes {
  readonly from: string;
  /** In the order of `CheckInput.files`. */
  readonly files: readonly PathParts[];
  readonly isWanted: (file: PathParts, index: number) => boolean;
}

/** Suggests files; else a page of that address whose file has another name; else a static file of that name. */
function nearFiles(input: CheckInput, search: NearFiles): Suggestions {
  const { path, missing, from, files, absolute, isWanted } = search;
  const wanted = pathParts(readWritten(path));
  const { at } = missing;
  const page = at === undefined ? undefined : input.pages.get(toRoute(at));
  const file = page?.file;
  // Generated pages have no file to lead to.
  if (at !== undefined && page !== undefined && file === undefined && !missing.isFile)
    return certainly(at);
  const moved = files[input.files.findIndex((other) => other === file)];
  const write = (near: string): string => writeLike(near, path);
  if (moved !== undefined && file !== from) return certainly(write(moved.path));
  // Authors do not link to a page from itself by name.
  const others = files.filter(
    (entry, index) => input.files[index] !== from && isWanted(entry, index),
  );
  const found = mapSuggestions(
    nearPaths(wanted, others, { typo: search.typo, lists: input.lists }),
    write,
  );
  if (found.near.length > 0) return found;
  const named = absolute.filter(({ name, extension }) => extension !== '' && name === wanted.name);
  return { near: named.slice(0, MOST_SUGGESTIONS).map(({ path: near }) => write(near)) };
}

function nearPaths(
  wanted: PathParts,
  candidates: readonly PathParts[],
  { typo, lists }: Pick<NearRoutes, 'typo'> & Pick<CheckInput, 'lists'>,
): Suggestions {
  if (wanted.name === '') return NONE;
  const found = new Map<string, Ranked & { readonly shared: number; readonly length: number }>();
  for (const candidate of candidates) {
    const { path: name, folded } = candidate;
    const like = preferred(pathLikeness(wanted, candidate, typo), lists.has(name));
    if (like === undefined) continue;
    const entry = { name, ...like, shared: sharedEnd(wanted, candidate), length: folded.length };
    if (like.cost < (found.get(name)?.cost ?? Infinity)) found.set(name, entry);
  }
  // Among equally near ones, prefer the most shared trailing folders, then the nearest folder.
  return rank([...found.values()].sort((a, b) => b.shared - a.shared || a.length - b.length));
}

/** A list of pages has the names of what it lists: it is meant less likely, unless its address is written in another way. */
function preferred(like: Likeness | undefined, isList: boolean): Likeness | undefined {
  return isList && like !== undefined && like.cost >= 1
    ? { cost: like.cost + 1, isSure: false }
    : like;
}

/** Returns undefined also if changing the heading's id would change other ids of the page. */
function renamedHeading(
  { file, headings = [], ids }: AnchorPage,
  anchor: string,
  { near, certain = near.length === 1 ? near[0] : undefined }: Suggestions,
) {
  const heading = headings.find(({ id }) => id === certain);
  const isId = /^[^\s{}#"'<>&]+$/.test(anchor) && !isShellId(anchor);
  const slug = slugify(heading?.text ?? '');
  // An id that differs from its slug is explicit, or numbered, already.
  if (file === undefined || heading?.id !== slug || !isId) return undefined;
  const isNumbered = [...ids].some(
    (id) => id !== heading.id && id.startsWith(slug) && /^(?:-\d+)?$/.test(id.slice(slug.length)),
  );
  if (isNumbered) return undefined;
  // Its current id, and the edit.
  return { old: heading.id, facts: { file: heading.file ?? file, line: heading.line, id: anchor } };
}

function writePage(input: CheckInput, { href, file, route: from }: LinkUse, route: Route): string {
  const { path } = splitHref(href);
  const target = input.pages.get(route)?.file;
  // Hosts of Git repositories and editors follow relative paths of files.
  const isNear = from === undefined || !input.isForeign(from, route);
  if (file !== undefined && target !== undefined && isNear) {
    const isRelative = path !== '' && !path.startsWith('/') && urlScheme(path) === undefined;
    const style = isRelative ? styleOf(path) : 'dotted extension';
    return writeLike(printFile(target, dirname(file), style), path);
  }
  const hasBase = `${path}/`.startsWith(input.baseUrl);
  return writeLike(hasBase ? input.baseUrl + route.slice(1) : route, path);
}

interface Ranked extends Likeness {
  readonly name: string;
}

/** Sorts the nearest first; equally near ones keep their order. */
function rank(candidates: readonly Ranked[]): Suggestions {
  const ranked = candidates.toSorted((a, b) => a.cost - b.cost);
  const [first, second] = ranked;
  if (first === undefined) return NONE;
  return {
    near: ranked.slice(0, MOST_SUGGESTIONS).map(({ name }) => name),
    ...(first.isSure && second?.cost !== first.cost ? { certain: first.name } : {}),
  };
}
