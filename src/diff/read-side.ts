/** Reads one side of a comparison: builds the site without publishing it, and keeps what can be compared. */
import { hashOf } from '../cache/file-hashes.ts';
import { recordKey } from '../cache/memory.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { identify } from '../diagnostics/fingerprint.ts';
import { selectFindings } from '../links/select-findings.ts';
import { configLocator } from '../pipeline/build.ts';
import { openSiteCache } from '../pipeline/cache.ts';
import { openQueries } from '../pipeline/check-search.ts';
import {
  createSite,
  type ProgressEvent,
  produceSite,
  type SiteSteps,
  siteMemory,
} from '../pipeline/produce.ts';
import { patternFolder } from '../config/redirect-patterns.ts';
import type { SearchReport } from '../search/evaluate/measure.ts';
import type { NavbarItem, SiteData } from '../shared/page.ts';
import { printRoute, readUrlPath, toRoute } from '../shared/paths.ts';
import { isDestination } from '../site/editions.ts';
import type { PageNode, SidebarNode, SiteGraph } from '../site/graph-types.ts';
import { articleIn, readBlocks, withoutLocations } from './blocks.ts';
import {
  type Block,
  FILE,
  type MenuEntry,
  type PageFacts,
  type Side,
  type SideFinding,
} from './types.ts';

export interface ReadSideInput {
  readonly config: ResolvedConfig;
  /** Of the loaded configuration. */
  readonly compiled: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly onProgress: (event: ProgressEvent) => void;
  /** The queries that are asked. */
  readonly queriesFile: string | undefined;
}

/** A side with what only its own process can tell. */
export interface ReadSide {
  readonly side: Side;
  readonly config: ResolvedConfig;
  readonly compiled: string;
  /** The blocks of a page of this side or of one that was read before; undefined if the cache cannot be written. */
  readonly blocks: (page: PageFacts) => readonly Block[] | undefined;
  readonly search: SearchReport | undefined;
  /** Writes the cache for the next side or run; afterwards, no blocks can be read. */
  readonly save: () => void;
}

const BLOCKS = 'blocks of a page';

/** Builds a site with its cache. */
export async function readSide(input: ReadSideInput): Promise<ReadSide> {
  const { config, compiled, queriesFile } = input;
  const cache = openSiteCache({ config, compiled });
  const steps = createSite(siteMemory(cache));
  const { blocks, facts } = addSteps(steps);
  const pages = new Map<string, PageFacts>();
  const queries = openQueries({ config, cache }, queriesFile, false);
  const produced = await produceSite({
    config,
    locate: configLocator(config),
    sink: { put: () => {}, copy: () => {} },
    progress: input.onProgress,
    makes: 'findings',
    indexSink: queries?.indexSink,
    steps,
    cache,
    onNode: (node) => {
      if (!isDestination({ config }, node)) return;
      const { route } = node;
      const file = 'source' in node ? String(node.source.file) : undefined;
      const print = blocks.print(route);
      pages.set(route, { ...facts(route), route, file, print });
    },
  });
  await queries?.finish();
  const findings = selectFindings({
    run: { command: 'check-links', isWhole: true },
    config,
    diagnostics: [...input.diagnostics, ...produced.diagnostics],
    links: produced.links,
  }).diagnostics;
  const { graph, layout, bundles } = steps.site;
  const scripts = bundles.client.files.filter(({ path }) => path.endsWith('.js'));
  return {
    side: {
      pages,
      anchors: new Map(produced.urls().map(({ path, anchors }) => [path, anchors])),
      isRedirected: (route) =>
        graph.redirects.has(toRoute(route)) ||
        graph.redirectPatterns.some((pattern) => route.startsWith(patternFolder(pattern))),
      menus: [...sidebarsOf(graph), ...layout.shared.flatMap(({ site }) => navbarOf(site))],
      findings: sideFindings(findings),
      layout: layoutPrints(steps, config),
      scripts: scripts.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
    },
    config,
    compiled,
    blocks: ({ route, print }) => {
      const bytes = cache?.records.read(recordKey(BLOCKS, route, print));
      return bytes === undefined ? undefined : JSON.parse(bytes.toString());
    },
    search: queries?.report(),
    save: () => cache?.save(),
  };
}

/** Adds the steps that read the blocks of a page, and what its head has. */
function addSteps({ memory, site, pages, sources }: SiteSteps) {
  const nodeAt = (route: string): PageNode => {
    const node = site.graph.pages.get(toRoute(route));
    if (node === undefined) throw new Error(`there is no page ${route}`);
    return node;
  };
  const facts = memory.step<Pick<PageFacts, 'title' | 'description' | 'href'>>({
    name: 'head of a page',
    run: (route) => {
      const { title, description, href } = site.pageInput(nodeAt(route)).page;
      return { title, description, href };
    },
    disk: { write: (head) => JSON.stringify(head), read: (text) => JSON.parse(text) },
  });
  const blocks = memory.step<string>({
    name: BLOCKS,
    run: (route) => {
      const printOf = (address: string): string => {
        const path = readUrlPath(address.replace(/[?#].*$/s, ''), site.config);
        const file = path === undefined ? undefined : site.graph.statics.get(path);
        return file === undefined ? '' : FILE + sources.file.print(file.absolute);
      };
      return JSON.stringify(withoutLocations(readBlocks(articleOf(nodeAt(route)), printOf)));
    },
    print: hashOf,
    disk: { isRecord: true, write: (text) => text, read: (text) => text },
  });
  return { blocks, facts };

  /** The articles of docs and APIs are finished before the layout is. */
  function articleOf(node: PageNode): string {
    const { html } = site.pageInput(node);
    if (html !== '') return html;
    const [document] = pages.files(node).files;
    const content = String(document?.content ?? '');
    const [start, end] = articleIn(content) ?? [0, 0];
    return content.slice(start, end);
  }
}

/** Fingerprints of the parts that all pages share, besides menus: a change of one is no change of every page. */
function layoutPrints(
  { site, templates }: SiteSteps,
  config: ResolvedConfig,
): ReadonlyMap<string, string> {
  const { bundles, layout } = site;
  const filesOf = (extension: string): string =>
    bundles.client.files
      .map(({ path }) => path)
      .filter((path) => path.endsWith(extension))
      .join();
  const shared = layout.shared.map(({ site: data }) => data);
  return new Map([
    ['code of templates and React pages', templates()],
    ['styles', `${filesOf('.css')} ${JSON.stringify(bundles.components.styles)}`],
    ['scripts', filesOf('.js')],
    ['footer', JSON.stringify(shared.map(({ footer }) => footer))],
    ['announcement', JSON.stringify(shared.map(({ announcementBar }) => announcementBar))],
    [
      'logo and title',
      JSON.stringify(shared.map(({ title, navbar }) => [title, navbar.title, navbar.logo])),
    ],
    ['UI messages', JSON.stringify(shared.map(({ messages }) => messages))],
    ['head', JSON.stringify(config.head)],
  ]);
}

/** All links in sidebars, also those that a long sidebar leaves out on most pages. */
function sidebarsOf(graph: SiteGraph): readonly MenuEntry[] {
  return [...graph.sidebars.values()].flat().flatMap(({ id, edition, nodes }) => {
    const { set, version, locale } = edition;
    const isOnly = graph.editions.length === 1;
    const menu = isOnly ? id : `${set.id} ${version.name} ${locale.code} ${id}`;
    const read = (entry: SidebarNode): MenuItem<SidebarNode> => ({
      label: entry.label,
      href:
        entry.type === 'link'
          ? entry.href
          : entry.node && printRoute(entry.node.route, graph.config),
      items: entry.type === 'category' ? entry.items : [],
    });
    return listMenu(nodes, { menu, trail: [], read });
  });
}

function navbarOf({ navbar, locale, locales }: SiteData): readonly MenuEntry[] {
  const menu = locales.length > 1 ? `navbar ${locale.code}` : 'navbar';
  const read = (item: NavbarItem): MenuItem<NavbarItem> => ({
    label: ('label' in item && item.label) || item.type,
    href: 'href' in item ? item.href : '',
    items: item.type === 'dropdown' ? item.items : [],
  });
  return listMenu(navbar.items, { menu, trail: [], read });
}

interface MenuItem<Item> {
  readonly label: string;
  readonly href: string | undefined;
  readonly items: readonly Item[];
}

interface Menu<Item> {
  readonly menu: string;
  /** The labels above. */
  readonly trail: readonly string[];
  readonly read: (item: Item) => MenuItem<Item>;
}

/** A menu as a list; each entry has the labels above it. */
function listMenu<Item>(items: readonly Item[], above: Menu<Item>): readonly MenuEntry[] {
  return items.flatMap((item) => {
    const { label, href = '', items: inner } = above.read(item);
    const { menu } = above;
    const trail = [...above.trail, label];
    return [{ menu, trail, href }, ...listMenu(inner, { ...above, trail })];
  });
}

function sideFindings(diagnostics: readonly Diagnostic[]): readonly SideFinding[] {
  return [...identify(diagnostics)].map(
    ([{ code, severity, message, location }, { file, href, nth }]) => ({
      code,
      severity,
      message,
      file,
      line: location?.line,
      column: location?.column,
      subject: `${href} ${nth}`,
    }),
  );
}
