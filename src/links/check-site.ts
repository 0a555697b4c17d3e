import { statSync } from 'node:fs';
import { join } from 'node:path';
import { contains } from '../config/folders.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { DocReader } from '../markdown/parsed-doc.ts';
import { allSteps, type InSteps, withPauses } from '../shared/in-steps.ts';
import { type Route, toFilePath, toRoute } from '../shared/paths.ts';
import type { DocNode, Edition, LinkUse, PageNode, SiteGraph } from '../site/graph-types.ts';
import { addressOfFile } from '../site/missing-target.ts';
import type { AnchorPage, AnchorPages, CheckInput } from './check-input.ts';
import { checkUrls } from './check-urls.ts';
import { collectLinks, hasId, type LinkFacts, type SiteLinks } from './doc-facts.ts';
import { foreignOrigins } from './foreign-origins.ts';
import { checkLinks, hasAnchor } from './link-rules.ts';
import type { StaticDocuments } from './static-documents.ts';
import { notLocked, type PublishedUrl, publishedUrls, type UrlLock } from './url-lock.ts';

export interface SiteCheckInput {
  readonly graph: SiteGraph;
  /** Used only for drafts, and for the headings of docs that may have a missing anchor. */
  readonly readDoc: DocReader;
  readonly factsOf: (node: DocNode) => LinkFacts;
  /** Lists the links of a doc; used only for docs with a link to a missing anchor. */
  readonly usesOf: (node: DocNode) => Iterable<LinkUse>;
  /** Links of the configuration. */
  readonly configLinks: readonly LinkUse[];
  /** Links found in the HTML of React pages. */
  readonly pageLinks: readonly LinkUse[];
  /** Returns the ids in the HTML of a page that is not a doc. */
  readonly idsOf: (route: Route) => readonly string[];
  /** The ids that the layout adds to every doc. */
  readonly layoutIds: ReadonlySet<string>;
  readonly statics: StaticDocuments;
  readonly isUnlisted: (node: PageNode) => boolean;
  /** The addresses that the site must not lose. */
  readonly lock?: UrlLock | undefined;
}

export interface SiteCheck {
  readonly diagnostics: readonly Diagnostic[];
  /** The links checked. */
  readonly links: SiteLinks;
}

/** Checks every reference of docs, React pages and configuration. */
export function* checkSite(input: SiteCheckInput): InSteps<SiteCheck> {
  const { graph, pageLinks, configLinks, statics } = input;
  const all = collectLinks();
  const pages = anchorPages(input);
  // A finding that pages of several languages share is that of the default one.
  const order = ({ locale }: PageNode): number =>
    Number(locale.code !== graph.config.defaultLocale);
  const nodes = [...graph.pages.values()].sort((a, b) => order(a) - order(b));
  yield* withPauses(nodes, PAGES_PER_STEP, (node) => {
    if (node.type === 'doc') all.add(node.doc, withMissing(input, node, pages));
  });
  // Their text is checked, too.
  for (const file of graph.drafts.keys()) {
    const doc = input.readDoc(file);
    all.addSuppressions(doc, doc.suppressions);
  }
  for (const use of [...pageLinks, ...configLinks]) all.addUse(use);
  yield;
  yield* withPauses(statics.uses(), USES_PER_STEP, all.addUse);
  const orphans = orphanPages(graph, all.reached, input.isUnlisted);
  yield;
  const found = [
    ...(yield* checkUses(input, all.links, pages)),
    ...foreignOrigins(all.links.open, graph.config),
    ...orphans,
    ...statics.diagnostics(),
    ...checkLock(input, all.links, pages),
    ...all.links.suppressions.diagnostics,
  ];
  return { diagnostics: found, links: all.links };
}

const PAGES_PER_STEP = 50;
const USES_PER_STEP = 200;

/** Checks the references of some docs. */
export function checkDocs(input: SiteCheckInput, docs: readonly DocNode[]): SiteCheck {
  const { add, links } = collectLinks();
  const pages = anchorPages(input);
  for (const node of docs) add(node.doc, withMissing(input, node, pages));
  const foreign = foreignOrigins(links.open, input.graph.config);
  const { diagnostics } = links.suppressions;
  return {
    diagnostics: [...allSteps(checkUses(input, links, pages)), ...foreign, ...diagnostics],
    links,
  };
}

/** The facts of a doc; all of its links are open if one names a missing anchor. */
function withMissing(input: SiteCheckInput, node: DocNode, pages: AnchorPages): LinkFacts {
  const facts = input.factsOf(node);
  const hasAll = facts.anchors.every(pages.has);
  return hasAll ? facts : { ...facts, open: [...input.usesOf(node)] };
}

function checkUses(
  input: SiteCheckInput,
  links: SiteLinks,
  pages: AnchorPages,
): InSteps<readonly Diagnostic[]> {
  return checkLinks({ ...targetsOf(input, links, pages), uses: links.open });
}

function checkLock(
  input: SiteCheckInput,
  links: SiteLinks,
  pages: AnchorPages,
): readonly Diagnostic[] {
  const { graph, lock } = input;
  if (lock === undefined) return [];
  const lost = checkUrls(graph, lock, targetsOf(input, links, pages));
  return [...lock.diagnostics, ...lost, ...notLocked(lock, siteUrls(input))];
}

/** Lists the addresses of a site whose pages were made. */
export function siteUrls({
  graph,
  factsOf,
  idsOf,
}: Pick<SiteCheckInput, 'graph' | 'factsOf' | 'idsOf'>): readonly PublishedUrl[] {
  return publishedUrls({
    graph,
    idsOf: (node) => (node.type === 'doc' ? factsOf(node).ids.split('\0') : idsOf(node.route)),
  });
}

/** Everything that links can lead to. */
function targetsOf(
  input: SiteCheckInput,
  { anchors }: SiteLinks,
  pages: AnchorPages,
): Omit<CheckInput, 'uses'> {
  const { graph } = input;
  return {
    baseUrl: graph.config.baseUrl,
    trailingSlash: graph.config.links.trailingSlash,
    anchors,
    pages,
    files: [
      ...new Set([...graph.pageByFile.values()].flatMap((files) => [...files.keys()])),
      ...graph.assetByFile.keys(),
    ],
    paths: [...graph.pages.keys(), ...graph.statics.keys()],
    apiPaths: [...graph.pages.values()].flatMap((node) => (node.type === 'api' ? node.route : [])),
    existsOutside: (file) => existsOutside(graph, file),
    statics: input.statics,
    aliases: () => aliasesOf(graph),
    isForeign: foreignFinder(graph),
  };
}

function existsOutside({ config: { siteDir, contentDir } }: SiteGraph, file: string): boolean {
  const path = join(siteDir, file);
  if (!contains(siteDir, path) || contains(contentDir, path)) return false;
  try {
    return statSync(path).isFile();
  } catch {
    // A name may be too long, or have a null byte.
    return false;
  }
}

function aliasesOf(graph: SiteGraph): ReturnType<CheckInput['aliases']> {
  return [...graph.pages.values()].flatMap((node) => {
    if (!('source' in node)) return [];
    const { route, source } = node;
    const paths = [`/${source.file}`, addressOfFile(graph, source.file, route)];
    return paths.filter((path) => path !== route).map((path) => ({ path, route }));
  });
}

/** Pages of other docs sets are not foreign; files next to the content never are. */
function foreignFinder({
  pages,
  pageByFile,
  config,
  editions,
}: SiteGraph): CheckInput['isForeign'] {
  if (config.locales.length < 2 && editions.length < 2) return () => false;
  const named = (path: string): readonly PageNode[] => {
    const page = pages.get(toRoute(path));
    const files = [...pageByFile.values()].flatMap((byFile) => byFile.get(toFilePath(path)) ?? []);
    return path.startsWith('/') ? (page === undefined ? [] : [page]) : files;
  };
  const isForeign = (own: PageNode, other: PageNode): boolean => {
    if (own.locale.code !== other.locale.code) return true;
    const [a, b] = [editionOf(own), editionOf(other)];
    return a !== undefined && b !== undefined && a.set === b.set && a.version !== b.version;
  };
  return (from, path) => {
    const own = pages.get(from);
    const others = named(path);
    return own !== undefined && others.length > 0 && others.every((other) => isForeign(own, other));
  };
}

function editionOf(node: PageNode): Edition | undefined {
  return 'edition' in node ? node.edition : undefined;
}

function anchorPages(input: SiteCheckInput): AnchorPages {
  const { pages } = input.graph;
  const known = new Map<Route, AnchorPage>();
  const make = (node: PageNode): AnchorPage => {
    const page = known.get(node.route) ?? anchorPage(input, node);
    known.set(node.route, page);
    return page;
  };
  const get = (route: Route): AnchorPage | undefined => {
    const node = pages.get(route);
    return node === undefined ? undefined : make(node);
  };
  return {
    get,
    has: ({ route, fragment }) => {
      const node = pages.get(route);
      if (node === undefined) return true;
      // Most links are right: no set of ids is made for them.
      const isFound = node.type === 'doc' && hasId(input.factsOf(node), fragment);
      return isFound || hasAnchor(make(node).ids, fragment);
    },
    all: () => [...pages.values()].map((node) => [node.route, make(node)]),
  };
}

/** The ids of docs that share a route; which doc gets it is decided later. */
function refusedIds(
  { graph, readDoc }: Pick<SiteCheckInput, 'graph' | 'readDoc'>,
  route: Route,
): readonly string[] {
  return [...graph.refused].flatMap(([file, wanted]) =>
    wanted === route && file.endsWith('.md') ? readDoc(file).ids : [],
  );
}

/** Docs know their ids without being rendered; the ids of other pages come from their HTML. */
function anchorPage(input: SiteCheckInput, node: PageNode): AnchorPage {
  const { readDoc, layoutIds } = input;
  const others = refusedIds(input, node.route);
  if (node.type === 'doc') {
    const { file } = node.source;
    const own = input.factsOf(node).ids.split('\0');
    let headings: AnchorPage['headings'];
    return {
      ids: new Set([...own, ...others, ...layoutIds]),
      file,
      get headings() {
        headings ??= readDoc(file).headings;
        return headings;
      },
    };
  }
  const own = new Set([...input.idsOf(node.route), ...others]);
  // Only the article of an API page is known.
  return { ids: node.type === 'api' ? new Set([...own, ...layoutIds]) : own };
}

/**
 * Lists pages that no link and no sidebar leads to, except for start pages, pages added by the build, pages meant to be
 * found by search (`sidebar: false`), unlisted ones, and translations.
 */
function orphanPages(
  graph: SiteGraph,
  reached: ReadonlySet<Route>,
  isUnlisted: (node: PageNode) => boolean,
): readonly Diagnostic[] {
  return [...graph.pages.values()]
    .filter((node) => mayBeOrphan(graph, node) && !isUnlisted(node) && !reached.has(node.route))
    .map((node) =>
      diagnostic('orphan-page', {
        message: `no link and no sidebar leads to "${node.route}"`,
        location: locationOf(node),
        hint: 'link to it, or set sidebar: false if readers find it by search',
      }),
    );
}

function mayBeOrphan({ config, sidebarOf, parents }: SiteGraph, node: PageNode): boolean {
  if (node.type === 'generated' || node.locale.code !== config.defaultLocale) return false;
  if (node.route === '/' || sidebarOf.has(node.route) || parents.has(node.route)) return false;
  return node.type !== 'doc' || node.doc.frontmatter.sidebar !== false;
}

function locationOf(node: PageNode): Diagnostic['location'] {
  if (node.type === 'generated') return undefined;
  if (node.type === 'api') return node.page.location;
  return { file: node.source.file, line: 1, column: 1 };
}
