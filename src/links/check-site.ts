import { join } from 'node:path';
import { isFile } from '../cache/stats.ts';
import { contains } from '../config/folders.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import {
  compareDiagnostics,
  type Diagnostic,
  diagnostic,
  startOf,
} from '../diagnostics/diagnostic.ts';
import type { Loads } from '../html/reference-attributes.ts';
import type { DocReader } from '../markdown/parsed-doc.ts';
import { allSteps, type InSteps, withPauses } from '../shared/in-steps.ts';
import { getOrInsert, groupBy } from '../shared/maps.ts';
import { type FilePath, parseUrl, type Route, toFilePath, toRoute } from '../shared/paths.ts';
import { editionOf, isOldOperation } from '../site/editions.ts';
import type { DocNode, LinkUse, PageNode, SiteGraph } from '../site/graph-types.ts';
import { addressOfFile } from '../site/missing-target.ts';
import type { AnchorPage, AnchorPages, CheckInput } from './check-input.ts';
import { checkUrls } from './check-urls.ts';
import { collectLinks, hasId, type LinkFacts, type SiteLinks } from './doc-facts.ts';
import { hasAnchor } from './folder/parse-href.ts';
import { checkLinks } from './link-rules.ts';
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
  /** Docs that are no pages of the site: skills. */
  readonly others: readonly FilePath[];
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
  for (const file of [...graph.drafts.keys(), ...input.others]) {
    const doc = input.readDoc(file);
    all.addSuppressions(doc, doc.suppressions);
  }
  for (const use of [...pageLinks, ...configLinks]) all.addUse(use);
  yield;
  yield* withPauses(statics.uses(), USES_PER_STEP, all.addUse);
  const orphans = orphanPages(graph, all.reached, input.isUnlisted);
  yield;
  const diagnostics = [
    ...(yield* checkLinks({ ...targetsOf(input, all.links, pages), uses: all.links.open })),
    ...foreignOrigins(all.links.open, graph.config),
    ...orphans,
    ...statics.diagnostics(),
    ...checkLock(input, all.links, pages),
    ...all.links.suppressions.diagnostics,
  ];
  return { diagnostics, links: all.links };
}

const PAGES_PER_STEP = 50;
const USES_PER_STEP = 200;

/** Checks the references of some docs. */
export function checkDocs(input: SiteCheckInput, docs: readonly DocNode[]): SiteCheck {
  const { add, links } = collectLinks();
  const pages = anchorPages(input);
  for (const node of docs) add(node.doc, withMissing(input, node, pages));
  const uses = checkLinks({ ...targetsOf(input, links, pages), uses: links.open });
  const foreign = foreignOrigins(links.open, input.graph.config);
  return {
    diagnostics: [...allSteps(uses), ...foreign, ...links.suppressions.diagnostics],
    links,
  };
}

/** The facts of a doc; all of its links are open if one names a missing anchor. */
function withMissing(input: SiteCheckInput, node: DocNode, pages: AnchorPages): LinkFacts {
  const facts = input.factsOf(node);
  const hasAll = facts.anchors.every(pages.has);
  return hasAll ? facts : { ...facts, open: [...input.usesOf(node)] };
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
  return publishedUrls(graph, (node) =>
    node.type === 'doc' ? factsOf(node).ids.split('\0') : idsOf(node.route),
  );
}

/** Everything that links can lead to. */
function targetsOf(
  input: SiteCheckInput,
  { anchors }: SiteLinks,
  pages: AnchorPages,
): Omit<CheckInput, 'uses'> {
  const { graph } = input;
  const pageNodes = [...graph.pages.values()];
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
    lists: new Set(
      [...graph.pages.values()].flatMap((node) => (node.type === 'generated' ? node.route : [])),
    ),
    apiPaths: pageNodes.flatMap((node) => (node.type === 'api' ? node.route : [])),
    oldOperations: new Map(
      pageNodes.flatMap((node) =>
        node.type === 'api' && isOldOperation(node) ? [[node.route, node.page] as const] : [],
      ),
    ),
    existsOutside: (file) => existsOutside(graph, file),
    statics: input.statics,
    aliases: () =>
      pageNodes.flatMap((node) => {
        if (!('source' in node)) return [];
        const { route, source } = node;
        const paths = [`/${source.file}`, addressOfFile(graph, source.file, route)];
        return paths.filter((path) => path !== route).map((path) => ({ path, route }));
      }),
    isForeign: foreignFinder(graph),
  };
}

function existsOutside({ config: { siteDir, contentDir } }: SiteGraph, file: string): boolean {
  const path = join(siteDir, file);
  if (!contains(siteDir, path) || contains(contentDir, path)) return false;
  return isFile(path);
}

/** Pages of other docs sets are not foreign; files next to the content never are. */
function foreignFinder(graph: SiteGraph): CheckInput['isForeign'] {
  const { pages, pageByFile, config, editions } = graph;
  if (config.locales.length < 2 && editions.length < 2) return () => false;
  const named = (path: string): readonly PageNode[] =>
    path.startsWith('/')
      ? [pages.get(toRoute(path)) ?? []].flat()
      : [...pageByFile.values()].flatMap((byFile) => byFile.get(toFilePath(path)) ?? []);
  const isForeign = (own: PageNode, other: PageNode): boolean => {
    const [a, b] = [editionOf(own), editionOf(other)];
    return (
      own.locale.code !== other.locale.code ||
      (a !== undefined && b !== undefined && a.set === b.set && a.version !== b.version)
    );
  };
  // Each broken link asks for all paths.
  const known = new Map<string, readonly PageNode[]>();
  return (from, path) => {
    const own = pages.get(from);
    const others = getOrInsert(known, path, () => named(path));
    return own !== undefined && others.length > 0 && others.every((other) => isForeign(own, other));
  };
}

/** Each page is examined once. */
function anchorPages(input: SiteCheckInput): AnchorPages {
  const { pages } = input.graph;
  const known = new Map<Route, AnchorPage>();
  const get = (route: Route): AnchorPage | undefined => {
    const node = pages.get(route);
    return node && getOrInsert(known, route, () => anchorPage(input, node));
  };
  return {
    get,
    has: ({ route, fragment }) => {
      const node = pages.get(route);
      // Most links are right: no set of ids is made for them.
      if (node?.type === 'doc' && hasId(input.factsOf(node), fragment)) return true;
      const page = get(route);
      return page === undefined || hasAnchor(page.ids, fragment);
    },
    routes: () => pages.keys(),
  };
}

/** Docs know their ids without being rendered; the ids of other pages come from their HTML. */
function anchorPage(input: SiteCheckInput, node: PageNode): AnchorPage {
  const { graph, readDoc, layoutIds } = input;
  // Which of the docs that share a route gets it is decided later.
  const others = [...graph.refused].flatMap(([file, route]) =>
    route === node.route && file.endsWith('.md') ? readDoc(file).ids : [],
  );
  if (node.type !== 'doc') {
    const own = [...input.idsOf(node.route), ...others];
    // Only the article of an API page is known.
    return { ids: new Set(node.type === 'api' ? [...own, ...layoutIds] : own) };
  }
  const { file } = node.source;
  let headings: AnchorPage['headings'];
  return {
    ids: new Set([...input.factsOf(node).ids.split('\0'), ...others, ...layoutIds]),
    file,
    get headings() {
      headings ??= readDoc(file).headings;
      return headings;
    },
  };
}

/**
 * Lists pages that no link and no sidebar leads to, except for start pages, pages added by the build, pages meant to be
 * found by search (`sidebar: false`), unlisted ones, and translations.
 */
function orphanPages(
  { config, pages, sidebarOf, parents }: SiteGraph,
  reached: ReadonlySet<Route>,
  isUnlisted: (node: PageNode) => boolean,
): readonly Diagnostic[] {
  return [...pages.values()].flatMap((node) => {
    const { type, route, locale } = node;
    if (type === 'generated' || locale.code !== config.defaultLocale || isUnlisted(node)) return [];
    const isListed = route === '/' || sidebarOf.has(route) || parents.has(route);
    if (isListed || reached.has(route)) return [];
    if (type === 'doc' && node.doc.frontmatter.sidebar === false) return [];
    return diagnostic('orphan-page', {
      message: `no link and no sidebar leads to "${route}"`,
      location: type === 'api' ? node.page.location : startOf(node.source.file),
      hint: 'link to it, or set sidebar: false if readers find it by search',
    });
  });
}

type PolicyConfig = Pick<ResolvedConfig, 'url' | 'hosting' | 'security' | 'plugins'>;

const NOUNS: Readonly<Record<Loads, string>> = {
  img: 'images',
  media: 'audio and video',
  frame: 'frames',
  script: 'scripts',
  style: 'style sheets',
  object: 'embedded objects',
};

/** Reports each origin that the security policy refuses once for each way of loading, at its first place. */
function foreignOrigins(uses: readonly LinkUse[], config: PolicyConfig): readonly Diagnostic[] {
  if (config.hosting === 'none') return [];
  const foreign = uses.flatMap(({ href, target, loads, location }) => {
    if (loads === undefined || target.type !== 'external') return [];
    const { origin, protocol } = parseUrl(target.url, config.url) ?? {};
    // Other rules judge `data:` and the like.
    if (origin === undefined || !/^https?:$/.test(protocol ?? '')) return [];
    if (isAllowed(config, loads, origin)) return [];
    return [{ href, loads, location, origin, resolved: target.url }];
  });
  const groups = groupBy(foreign, ({ loads, origin }) => `${loads} ${origin}`);
  return [...groups.values()].flatMap((group) => {
    const places = group.map(({ location: at }) => `${at.file}:${at.line}:${at.column}`);
    const others = new Set(places).size - 1;
    const more = others === 0 ? '' : ` (${others} more ${others === 1 ? 'place' : 'places'})`;
    const all = group.map(({ href, loads, location, origin, resolved }) =>
      diagnostic('foreign-origin', {
        message: `the security policy does not allow ${NOUNS[loads]} from ${origin}${more}`,
        location,
        hint:
          loads === 'style' || loads === 'object'
            ? 'publish a copy with the site, below the folder of static files'
            : `add '${origin}' to security.origins.${loads} in the configuration`,
        link: { href, resolved, suggestions: [] },
      }),
    );
    return all.sort(compareDiagnostics).slice(0, 1);
  });
}

function isAllowed(
  { url, security, plugins }: PolicyConfig,
  loads: Loads,
  origin: string,
): boolean {
  const { img, media, frame, script } = security.origins;
  const listed: Readonly<Record<Loads, readonly string[]>> = {
    img: [...img, ...plugins.flatMap(({ policy }) => policy.img)],
    media,
    frame,
    script: [...script, ...plugins.flatMap(({ policy }) => policy.script)],
    style: plugins.flatMap(({ policy }) => policy.style),
    object: [],
  };
  return [url, ...listed[loads]].some((entry) => parseUrl(entry)?.origin === origin);
}
