/** The site as steps: what pages, checks and files are made of. Only what a step asks of it is recorded. */
import type { ClientBundle } from '../bundle/bundle-client.ts';
import type { Components } from '../bundle/bundle-components.ts';
import type { Islands } from '../bundle/bundle-islands.ts';
import type { Renderer } from '../bundle/bundle-renderer.ts';
import { hashOf } from '../cache/file-hashes.ts';
import type { Memory } from '../cache/memory.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type { SiteHistory } from '../content/git-log.ts';
import { type AssetPaths, assetPath } from '../content/hash-assets.ts';
import { type ImageSize, type ImageSizes, readSize } from '../content/image-size.ts';
import type { SourceText } from '../content/read-source.ts';
import type { SourceFile, Sources } from '../content/source-file.ts';
import { addressKey } from '../links/address-key.ts';
import { sanitizeHtml } from '../markdown/html/sanitize-html.ts';
import type { ArticleReader, DocReader } from '../markdown/parsed-doc.ts';
import type { CallFunction } from '../markdown/plugins/call-plugin.ts';
import { type Additions } from '../plugins/page-facts.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import type { DocumentSettings } from '../render/document.ts';
import type { PageInput } from '../shared/page.ts';
import { printFile, type Url } from '../shared/paths.ts';
import { type ApiPages, type SiteArticle } from '../site/api-pages.ts';
import { type DocTargets, targetFile } from '../site/doc-links.ts';
import type {
  ApiNode,
  DocNode,
  LinkTarget,
  LocateConfig,
  PageNode,
  SiteGraph,
} from '../site/graph-types.ts';
import { createLayoutData, type LayoutData, sharedName } from '../site/layout-data.ts';
import { type BrokenFinder, createBrokenFinder } from '../site/layout-links.ts';
import { createMarkdownLinks } from '../site/markdown-pages.ts';
import { createPageDates, type PageDates } from '../site/page-dates.ts';
import { outdatedStep } from './outdated-step.ts';
import { pageInput, type SharedLayout, type Surroundings } from '../site/page-input.ts';
import { isUnlisted } from '../site/site-files.ts';
import { createAdditions, createArticleSteps, nodeIn } from './article-steps.ts';
import type { SiteMemory } from './inputs.ts';
import type { SourceSteps } from './read.ts';
import type { SocialImages } from './social-images.ts';

export interface Bundles {
  readonly renderer: Renderer;
  /** Changes with the code of templates and React pages. */
  readonly rendererHash: string;
  readonly client: ClientBundle;
  readonly components: Components;
  /** Of articles, templates and React pages. */
  readonly islands: Islands;
}

/** The site after reading and bundling, in its current state. The reads of a running step are recorded. */
export interface Site {
  readonly config: ResolvedConfig;
  readonly locate: LocateConfig;
  readonly sources: Sources;
  /** With an equal fingerprint, all links lead where they led; titles and sidebars may differ. */
  readonly graph: SiteGraph;
  readonly readDoc: DocReader;
  readonly readArticle: ArticleReader;
  readonly readText: (source: SourceFile) => SourceText;
  readonly targets: DocTargets;
  readonly bundles: Omit<Bundles, 'rendererHash'>;
  readonly settings: DocumentSettings;
  readonly layout: Pick<LayoutData, 'shared' | 'links' | 'identity' | 'diagnostics'>;
  /** The data that a page shares with others. */
  readonly sharedOf: (node: PageNode) => SharedLayout;
  readonly pageInput: (node: PageNode) => PageInput;
  readonly apiArticle: (node: ApiNode) => SiteArticle;
  readonly apiFile: ApiPages['file'];
  readonly apiFindings: ApiPages['findings'];
  readonly apis: readonly LoadedApi[];
  readonly assetPath: AssetPaths;
  readonly imageSizes: ImageSizes;
  readonly assetUrl: (source: SourceFile) => Url;
  readonly isUnlisted: (node: PageNode) => boolean;
  readonly callPlugin: CallFunction;
  /** Waits for the promises of plug-ins; true if there were some. */
  readonly settlePlugins: () => Promise<boolean>;
  /** The additions of plug-ins to a page of Markdown. */
  readonly additions: (node: PageNode) => Additions;
  readonly dates: PageDates;
  /** Undefined if the build makes no images of link previews. */
  readonly social: SocialImages | undefined;
  /** Leads a link to a Markdown version. */
  readonly markdownLink: (href: string) => string;
  readonly brokenReferences: BrokenFinder;
  /** The doc whose page shows which ids the layout adds to every doc. */
  readonly sampleDoc: DocNode | undefined;
  /** Frees what only the page of a route needs. */
  readonly release: (node: PageNode) => void;
}

/** The parts of a site that are made outside of the steps. */
export interface CompiledSite {
  readonly bundles: Bundles;
  readonly history: SiteHistory;
  readonly social?: SocialImages | undefined;
}

/** Cells for bundles, dates and images, which are made outside of the steps. */
function createCells(memory: Memory) {
  const renderer = memory.cell<Renderer>('templates');
  const client = memory.cell<ClientBundle>('client');
  const components = memory.cell<Components>('styles of components');
  const islands = memory.cell<Islands>('islands');
  const history = memory.cell<SiteHistory>('history');
  const social = memory.cell<SocialImages | undefined>('link previews');
  return { renderer, client, components, islands, history, social };
}

/** The steps of the layout around articles, and of the addresses that links lead to. */
function createLayoutSteps(
  memory: Memory,
  { read, file, config, locate }: SourceSteps,
  {
    renderer,
    client,
    history,
    additions,
  }: ReturnType<typeof createCells> & Pick<Site, 'additions'>,
) {
  const addresses = memory.step<SiteGraph>({
    name: 'addresses',
    run: () => read.graph,
    print: (graph) => hashOf(`${config.print()} ${addressKey(graph)}`),
  });
  const assetPaths = memory.step({
    name: 'path of an asset',
    run: (absolute) => assetPath(absolute, file.print(absolute)),
    print: (path) => path,
  });
  const imageSizes = memory.step<ImageSize | undefined>({
    name: 'size of an image',
    run: (absolute) => {
      file.print(absolute);
      return readSize(absolute);
    },
    print: (size) => (size === undefined ? '' : `${size.width}x${size.height}`),
  });
  const dates = memory.step<PageDates>({
    name: 'dates',
    run: () => createPageDates(config(), history()),
  });
  const layout = memory.step<LayoutData>({
    name: 'layout',
    run: () =>
      createLayoutData({
        graph: read.graph,
        labels: read.labels,
        locate: locate(),
        assetUrl,
        imageSizes,
        sanitize: sanitizeHtml,
        lastUpdate: (node) => dates('').lastUpdate(node),
        badgeOf: (node) => additions(node).badge,
        reactPage: ({ source }) => renderer().pageMeta(source.file),
      }),
  });
  const branches = new WeakMap<object, string>();
  const printBranch = (branch: object): string => {
    const print = branches.get(branch) ?? hashOf(JSON.stringify(branch));
    branches.set(branch, print);
    return print;
  };
  const surroundings = memory.step<Surroundings>({
    name: 'surroundings',
    run: (route) => layout('').surroundings(nodeIn(read.graph, route)),
    print: ({ branch, ...others }) =>
      hashOf(JSON.stringify(others) + (branch === undefined ? '' : printBranch(branch))),
  });
  const shared = memory.step<SharedLayout>({
    name: 'shared layout',
    run: (name) => {
      const found = layout('').shared.find((part) => part.name === name);
      if (found === undefined) throw new Error('no pages of this locale or version');
      return found;
    },
    print: ({ site, sidebars }) => hashOf(JSON.stringify([site, [...sidebars]])),
  });
  /** Hosts send a policy that fits the head. */
  const siteConfig = memory.step<ResolvedConfig>({
    name: 'configuration with head',
    run: () => {
      const { head, identity } = layout('');
      return { ...config(), head: [...head, ...identity.head] };
    },
    print: ({ head }) => hashOf(config.print() + JSON.stringify(head)),
  });
  const settings = memory.step<DocumentSettings>({
    name: 'head of all pages',
    run: () => {
      const { isAssumed, url, head } = siteConfig('');
      const { favicon, image } = layout('').identity;
      const { styles, styleParts, script, scriptParts } = client();
      const origin = isAssumed ? undefined : url;
      return { origin, favicon, image, head, styles, styleParts, script, scriptParts };
    },
    print: (value) => hashOf(JSON.stringify(value)),
  });
  const assetUrl = (source: SourceFile): Url => printFile(assetPaths(source.absolute), config());
  return {
    addresses,
    assetPaths,
    assetUrl,
    imageSizes,
    dates,
    layout,
    surroundings,
    shared,
    siteConfig,
    settings,
  };
}

/** Adds the steps that need addresses only. */
function createLinkSteps(
  memory: Memory,
  addresses: ReturnType<typeof createLayoutSteps>['addresses'],
) {
  const brokenReferences = memory.step<BrokenFinder>({
    name: 'broken references',
    run: () => createBrokenFinder(addresses('')),
  });
  const sampleDoc = memory.step<DocNode | undefined>({
    name: 'sample doc',
    run: () => [...addresses('').pages.values()].find((node) => node.type === 'doc'),
    print: (node) => node?.route ?? '',
  });
  const markdownLinks = memory.step({
    name: 'Markdown links',
    run: () => createMarkdownLinks(addresses('')),
  });
  return { brokenReferences, sampleDoc, markdownLinks };
}

/** Adds the steps of a site to those that read its sources. */
export function createSiteSteps({ memory }: SiteMemory, steps: SourceSteps) {
  const { read, textOf, locate, sources } = steps;
  const cells = createCells(memory);
  const { renderer, client, components, islands, social } = cells;
  const additions = createAdditions(memory, steps, {
    node: (route) => nodeIn(addresses(''), route),
    targets: (node) => targets(node),
  });
  const layouts = createLayoutSteps(memory, steps, { ...cells, additions });
  const { addresses, assetPaths, assetUrl, imageSizes, dates } = layouts;
  const { layout, surroundings, shared, siteConfig, settings } = layouts;
  const articles = createArticleSteps(memory, steps, { ...cells, addresses });
  const { targets, apiArticle, apiFiles, apiFindings } = articles;
  const { brokenReferences, sampleDoc, markdownLinks } = createLinkSteps(memory, addresses);
  const input = memory.step<PageInput>({
    name: 'page input',
    isPart: true,
    run: (route) => {
      const node = nodeIn(addresses(''), route);
      const made = pageInput({ ...pageInputSite, config: siteConfig('') }, node);
      const { properties } = additions(node);
      const page = properties === undefined ? made.page : { ...made.page, properties };
      return { ...made, page, collection: steps.plugins.collection };
    },
  });
  const sharedOf = (node: PageNode): SharedLayout => shared(sharedName(node));
  const pageInputSite = {
    surroundings: ({ route }: PageNode) => surroundings(route),
    sharedOf,
    targets,
    readArticle: read.readArticle,
    apiArticle: ({ route }: PageNode) => apiArticle(route),
    ...outdatedStep(memory, read, textOf),
    assetUrl,
    imageSize: (target: LinkTarget) => {
      const source = targetFile(addresses(''), target);
      return source && imageSizes(source.absolute);
    },
  };
  const site: Site = {
    ...pageInputSite,
    get config() {
      return siteConfig('');
    },
    locate: (path, part) => locate()(path, part),
    get sources() {
      return sources();
    },
    get graph() {
      return addresses('');
    },
    readDoc: read.readDoc,
    readText: textOf,
    bundles: {
      get renderer() {
        return renderer();
      },
      get client() {
        return client();
      },
      get components() {
        return components();
      },
      get islands() {
        return islands();
      },
    },
    get settings() {
      return settings('');
    },
    get layout() {
      return layout('');
    },
    pageInput: ({ route }) => input(route),
    apiFile: ({ route }, kind) => apiFiles.get(kind)?.(route) ?? '',
    get apis() {
      return steps.apis('').apis;
    },
    apiFindings,
    assetPath: ({ absolute }) => assetPaths(absolute),
    imageSizes,
    isUnlisted: (node) => isUnlisted(node, (page) => renderer().pageMeta(page).unlisted),
    callPlugin: steps.plugins.now,
    settlePlugins: steps.plugins.settle,
    additions,
    get dates() {
      return dates('');
    },
    get social() {
      return social();
    },
    markdownLink: (href) => markdownLinks('')(href),
    brokenReferences: (node, references) => brokenReferences('')(node, references),
    get sampleDoc() {
      return sampleDoc('');
    },
    release: ({ route }) => {
      for (const step of [input, surroundings, apiArticle, ...apiFiles.values()])
        step.release(route);
    },
  };
  return {
    site,
    /** A fingerprint of all that pages may show of others, and of the files of skills. */
    state: (): string =>
      hashOf(
        [layout, settings].map((step) => step.print('')).join() +
          site.sources.skills.map(({ absolute }) => steps.file.print(absolute)).join() +
          components.print() +
          islands.print() +
          renderer.print(),
      ),
    /** A fingerprint of the code of templates and React pages. */
    templates: (): string => renderer.print(),
    /** Sets what was made outside of the steps. */
    set: (compiled: CompiledSite): void => setCells(cells, compiled),
  };
}

function setCells(
  cells: ReturnType<typeof createCells>,
  { bundles, history, social }: CompiledSite,
): void {
  const { renderer, rendererHash, client, components, islands } = bundles;
  cells.renderer.set(renderer, rendererHash);
  const { files, ...addressed } = client;
  cells.client.set(client, hashOf(JSON.stringify([addressed, files.map(({ path }) => path)])));
  cells.components.set(components, JSON.stringify([components.hash, components.styles]));
  cells.islands.set(islands, islands.key);
  cells.history.set(history, hashOf(JSON.stringify([...history])));
  cells.social.set(social, social?.key ?? '');
}
