import type { SourceFile } from '../content/source-file.ts';
import type { DocFacts, DocHead, SuppressedRange } from '../markdown/parsed-doc.ts';
import { getOrInsert } from '../shared/maps.ts';
import type { FilePath, Route } from '../shared/paths.ts';
import type { DocTarget } from '../site/doc-links.ts';
import { isOldOperation } from '../site/editions.ts';
import type { DocNode, LinkUse, SiteGraph } from '../site/graph-types.ts';
import { staticFileAt } from '../site/resolve-link.ts';
import type { NamedAnchor } from './check-input.ts';
import type { ExternalUse } from './external/external-findings.ts';
import { hasOwnFinding } from './link-rules.ts';
import { isStaticDocument } from './static-documents.ts';
import { collectSuppressions, type SiteSuppressions } from './suppress.ts';

/** Numbers of links; each is at most one of `anchors`, `assets` and `external`. */
export interface LinkCounts {
  readonly links: number;
  /** Those with a fragment. */
  readonly anchors: number;
  /** Those to files that pages load or offer. */
  readonly assets: number;
  /** Those to other sites. */
  readonly external: number;
}

/** A destination as written. */
export interface WrittenHref {
  readonly file: string;
  readonly href: string;
}

/**
 * The part of a doc that the check of a site needs, as plain data for a cache. Depends on the doc, the configuration and
 * the addresses of the site, but not on anchors or the content of other files.
 */
export interface LinkFacts {
  /** The ids in the article, joined by NUL: in this form they take a tenth of the memory of a set. */
  readonly ids: string;
  readonly counts: LinkCounts;
  /** Other pages that links lead to, each once. */
  readonly reached: readonly Route[];
  /** Files beside the content that links lead to, each once. */
  readonly assets: readonly FilePath[];
  /** Destinations in included files, and in a doc whose frontmatter has patterns of destinations. */
  readonly hrefs: readonly WrittenHref[];
  readonly external: readonly ExternalUse[];
  /** Anchors of pages that links name, each once. */
  readonly anchors: readonly NamedAnchor[];
  /** Links with a finding, and those whose finding depends on a static document; not those that name an anchor. */
  readonly open: readonly LinkUse[];
  readonly suppressions: readonly SuppressedRange[];
}

/** The links of a whole site, or of some docs. */
export interface SiteLinks {
  readonly counts: LinkCounts;
  /** The files that contain them. */
  readonly files: ReadonlySet<string>;
  /** Destinations as written, for files that may have patterns of them. */
  readonly hrefs: ReadonlyMap<string, readonly string[]>;
  readonly external: readonly ExternalUse[];
  /** Anchors of pages that links name. */
  readonly anchors: readonly NamedAnchor[];
  /** Links that may have a finding, in the order of pages. */
  readonly open: readonly LinkUse[];
  readonly suppressions: SiteSuppressions;
}

/** Adds up the links of pages. */
export function collectLinks() {
  const { counts, external, anchors, reached, note } = noteTargets();
  const files = new Set<string>();
  const hrefs = new Map<string, string[]>();
  const open: LinkUse[] = [];
  const { suppressions, add: addSuppressions } = collectSuppressions();
  const addHref = ({ file, href }: WrittenHref): void => {
    files.add(file);
    getOrInsert(hrefs, file, () => []).push(href);
  };
  return {
    links: { counts, files, hrefs, external, anchors, open, suppressions } satisfies SiteLinks,
    reached,
    addSuppressions,
    add: (head: DocHead, doc: LinkFacts): void => {
      addSuppressions(head, doc.suppressions);
      for (const name of COUNTED) counts[name] += doc.counts[name];
      for (const route of doc.reached) reached.add(route);
      for (const href of doc.hrefs) addHref(href);
      for (const use of doc.external) external.push(use);
      for (const anchor of doc.anchors) anchors.push(anchor);
      for (const use of doc.open) open.push(use);
    },
    addUse: (use: LinkUse): void => {
      note(use);
      addHref({ file: use.location.file, href: use.href });
      open.push(use);
    },
  };
}

/** A doc with the targets of its links. */
export interface DocLinks {
  readonly doc: DocFacts;
  readonly target: DocTarget;
}

/** Lists the links of a doc, with the frontmatter's image. */
export function* usesOfDoc(node: DocNode, { doc, target: found }: DocLinks): Generator<LinkUse> {
  const at = { route: node.route, file: node.source.file };
  const origins = (doc.islands ?? []).flatMap(({ img }) => img);
  for (const [index, { href, location, loads, base: file = at.file }] of doc.links.entries()) {
    const target = found.links[index];
    const isAllowed = loads === 'img' && origins.some((origin) => href.startsWith(origin));
    const load = loads === undefined || isAllowed ? {} : { loads };
    if (target !== undefined) yield { href, target, location, ...load, ...at, file };
  }
  const location = doc.frontmatterLocations.get('image');
  if (found.image !== undefined && location !== undefined) {
    yield { href: doc.frontmatter.image ?? '', target: found.image, location, ...at };
  }
}

/** Summarizes the links of a doc. Pure. */
export function factsOfDoc(graph: SiteGraph, node: DocNode, of: DocLinks): LinkFacts {
  const { doc } = of;
  const { counts, external, anchors, reached, note } = noteTargets();
  const assets = new Set<FilePath>();
  const hrefs: WrittenHref[] = [];
  const open: LinkUse[] = [];
  for (const use of usesOfDoc(node, of)) {
    const { href, location, target } = use;
    note(use);
    if (target.type === 'asset') assets.add(target.source.file);
    if (doc.frontmatter.links?.ignore !== undefined || location.file !== node.source.file) {
      hrefs.push({ file: location.file, href });
    }
    if (isOpen(graph, use)) open.push(use);
  }
  return {
    ids: doc.ids.join('\0'),
    counts,
    reached: [...reached],
    assets: [...assets],
    hrefs,
    external,
    anchors: [
      ...new Map(anchors.map((anchor) => [`${anchor.route}#${anchor.fragment}`, anchor])).values(),
    ],
    open,
    suppressions: doc.suppressions,
  };
}

/** True if an element of the doc has this id. */
export function hasId({ ids }: LinkFacts, id: string): boolean {
  const at = ids.indexOf(id);
  return at >= 0 && `\0${ids}\0`.includes(`\0${id}\0`);
}

/** Lists the files beside the content that docs refer to; only these are published. */
export function linkedAssets(
  { pages, assetByFile, repository }: SiteGraph,
  factsOf: (node: DocNode) => LinkFacts,
): readonly SourceFile[] {
  const found = new Set<FilePath>();
  for (const node of pages.values()) {
    if (node.type === 'doc') for (const file of factsOf(node).assets) found.add(file);
  }
  return [...found].flatMap((file) => assetByFile.get(file) ?? repository.find(file)?.source ?? []);
}

const COUNTED = ['links', 'anchors', 'assets', 'external'] as const;

/** Counts links, and lists what they lead to. */
function noteTargets() {
  const counts = { links: 0, anchors: 0, assets: 0, external: 0 };
  const external: ExternalUse[] = [];
  const anchors: NamedAnchor[] = [];
  const reached = new Set<Route>();
  const note = ({ href, location, target, route: from }: LinkUse): void => {
    counts.links += 1;
    if (target.type === 'page') {
      const { route, fragment } = target;
      if (route !== from) reached.add(route);
      if (fragment === undefined) return;
      counts.anchors += 1;
      anchors.push({ route, fragment });
    } else if (target.type === 'asset' || target.type === 'static') counts.assets += 1;
    else if (target.type === 'external') {
      counts.external += 1;
      external.push({ href, url: target.url, location });
    }
  };
  return { counts, external, anchors, reached, note };
}

/** True for a link that is judged again in each run, whatever anchors exist. */
function isOpen(graph: SiteGraph, use: LinkUse): boolean {
  const { target, loads } = use;
  if (hasOwnFinding(graph.config.links, use)) return true;
  const node = use.target.type === 'page' ? graph.pages.get(use.target.route) : undefined;
  if (node?.type === 'api' && isOldOperation(node)) return true;
  if (target.type === 'asset') return isStaticDocument(target.source.path);
  if (target.type === 'static')
    return isStaticDocument(staticFileAt(graph, target.path)?.path ?? '');
  return target.type === 'external' && loads !== undefined;
}
