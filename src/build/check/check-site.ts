import type { Diagnostic, Location } from '../../diagnostics/diagnostic.ts';
import type { FilePath, Route } from '../../shared/paths.ts';
import type { DocNode, LinkTarget, PageNode, SiteGraph } from '../site-graph.ts';
import type { DocReader } from '../types.ts';
import type { AnchorPage, LinkUse } from './check-input.ts';
import { checkLinks } from './check-links.ts';
import { orphanPages } from './orphans.ts';

export interface SiteCheckInput {
  readonly graph: SiteGraph;
  readonly readDoc: DocReader;
  /** Where the references of a doc lead; links in their order. */
  readonly targets: (node: DocNode) => {
    readonly links: readonly LinkTarget[];
    readonly image: LinkTarget | undefined;
  };
  /** Links of the configuration. */
  readonly configLinks: readonly {
    readonly href: string;
    readonly target: LinkTarget;
    readonly location: Location;
    readonly isRedirect?: boolean;
  }[];
  /** Links found in the HTML of React pages. */
  readonly pageLinks: readonly LinkUse[];
  /** The ids in the HTML of each page that is no doc. */
  readonly ids: ReadonlyMap<Route, ReadonlySet<string>>;
  /** The ids that the layout has on every doc. */
  readonly chromeIds: ReadonlySet<string>;
  readonly isUnlisted: (node: PageNode) => boolean;
}

export interface SiteCheck {
  readonly diagnostics: readonly Diagnostic[];
  /** The references that were checked. */
  readonly uses: readonly LinkUse[];
}

/** Checks every reference of docs, React pages and configuration. */
export function checkSite(input: SiteCheckInput): SiteCheck {
  const { graph } = input;
  const uses = [...docUses(input), ...input.pageLinks, ...input.configLinks];
  const diagnostics = checkLinks({
    baseUrl: graph.config.baseUrl,
    trailingSlash: graph.config.links.trailingSlash,
    uses,
    pages: anchorPages(input),
    files: [...sourceFiles(graph), ...graph.assetByFile.keys()],
    paths: [...graph.pages.keys(), ...graph.statics.keys()],
  });
  return { diagnostics: [...diagnostics, ...orphanPages(graph, uses, input.isUnlisted)], uses };
}

function sourceFiles({ pageByFile }: SiteGraph): ReadonlySet<FilePath> {
  return new Set([...pageByFile.values()].flatMap((files) => [...files.keys()]));
}

function docUses(input: SiteCheckInput): readonly LinkUse[] {
  return [...input.graph.pages.values()].flatMap((node) =>
    node.type === 'doc' ? usesOfDoc(input, node) : [],
  );
}

function usesOfDoc({ readDoc, targets }: SiteCheckInput, node: DocNode): readonly LinkUse[] {
  const uses: LinkUse[] = [];
  const doc = readDoc(node.source.file);
  const found = targets(node);
  const at = { route: node.route, file: node.source.file };
  doc.links.forEach(({ href, location }, index) => {
    const target = found.links[index];
    if (target !== undefined) uses.push({ href, target, location, ...at });
  });
  const location = doc.frontmatterPlaces.get('image');
  if (found.image !== undefined && location !== undefined) {
    uses.push({ href: doc.frontmatter.image ?? '', target: found.image, location, ...at });
  }
  return uses;
}

/** Docs know their ids without being rendered; other pages offer what their HTML has. */
function anchorPages({
  graph,
  readDoc,
  ids,
  chromeIds,
}: SiteCheckInput): ReadonlyMap<Route, AnchorPage> {
  const pages = new Map<Route, AnchorPage>();
  for (const node of graph.pages.values()) {
    if (node.type === 'doc') {
      const { file } = node.source;
      const doc = readDoc(file);
      const own = new Set([...doc.ids, ...chromeIds]);
      pages.set(node.route, { ids: own, file, headings: doc.headings });
    } else {
      const own = ids.get(node.route) ?? new Set();
      // Of an API page, its article alone is known.
      const all = node.type === 'api' ? new Set([...own, ...chromeIds]) : own;
      pages.set(node.route, { ids: all });
    }
  }
  return pages;
}
